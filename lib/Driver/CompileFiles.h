//===- CompileFiles.h - What files beside a dump tell -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_COMPILEFILES_H
#define HLOMEM_LIB_DRIVER_COMPILEFILES_H

#include "hlomem/Analysis/Target.h"

namespace hlomem {

class DecompressionAllowance;
struct InputSet;

/// Reads what the files that XLA writes of a compile beside the dump of \p Set
/// tell about the compile. \p Read is the file of the set that is read;
/// \p Bytes is its content if that is in binary form, otherwise empty. Adds to
/// \p Warnings which of the files are of another compile. Files that cannot be
/// read are ignored.
CompileFacts readCompileFiles(const InputSet &Set, StringRef Read,
                              StringRef Bytes,
                              DecompressionAllowance &Allowance,
                              std::vector<std::string> &Warnings);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_COMPILEFILES_H
