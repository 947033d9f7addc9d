//===- SpaceSelection.h - The memory spaces that a pass reports -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_SPACESELECTION_H
#define HLOMEM_LIB_PASSES_SPACESELECTION_H

#include "hlomem/IR/MemorySpace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace hlomem {

/// The memory spaces to report: \p Wanted alone if it is given, else all of
/// \p Present. An error if \p Wanted is none of them; \p Pass names the pass in
/// it.
llvm::Expected<llvm::SmallVector<MemorySpace>>
selectSpaces(llvm::StringRef Pass, llvm::ArrayRef<MemorySpace> Present,
             std::optional<MemorySpace> Wanted);

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_SPACESELECTION_H
