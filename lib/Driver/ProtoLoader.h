//===- ProtoLoader.h - Assignments in binary form ---------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_PROTOLOADER_H
#define HLOMEM_LIB_DRIVER_PROTOLOADER_H

#include "hlomem/Driver/InputLoader.h"
#include "hlomem/Proto/ProtoKind.h"

namespace hlomem {

/// Returns the modules of \p Source, the first file of \p Set, which begins as
/// \p K. If \p JoinSiblings, a program and its assignment, which lie side by
/// side, are one module. Errors name the file.
Expected<LoadedInput> loadProto(SourceText Source, ProtoKind K,
                                const InputSet &Set, bool JoinSiblings,
                                DecompressionAllowance &Allowance);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_PROTOLOADER_H
