//===- RegisterPasses.h - Passes that are no C++, registered ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PYTHON_SRC_REGISTERPASSES_H
#define HLOMEM_PYTHON_SRC_REGISTERPASSES_H

#include "ForeignPass.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace hlomem {
class PassBuilder;
class ModuleTables;
struct TableInfo;
} // namespace hlomem

namespace hlomem::python {

/// Makes the table that \p Info describes, with \p Rows unless that is null.
std::shared_ptr<Table> makeTable(const TableInfo &Info, ModuleTables *Rows);

/// Registers \p Passes, which must outlive \p PB.
llvm::Error
registerPasses(PassBuilder &PB,
               llvm::ArrayRef<std::shared_ptr<const ForeignPass>> Passes);

} // namespace hlomem::python

#endif // HLOMEM_PYTHON_SRC_REGISTERPASSES_H
