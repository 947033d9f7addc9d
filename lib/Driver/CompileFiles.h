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
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hlomem {

class DecompressionAllowance;
struct InputSet;

/// What the files that XLA writes of a compile beside the dump of \p Set tell
/// of it. \p Read is the file of the set that is read, \p Bytes what is in it
/// where that is the binary form, or empty. \p Warnings says which of the files
/// are of another compile. Nobody needs one that cannot be read.
CompileFacts readCompileFiles(const InputSet &Set, llvm::StringRef Read,
                              llvm::StringRef Bytes,
                              DecompressionAllowance &Allowance,
                              std::vector<std::string> &Warnings);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_COMPILEFILES_H
