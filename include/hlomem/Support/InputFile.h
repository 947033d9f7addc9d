//===- InputFile.h - The text of a file, compressed or not ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_INPUTFILE_H
#define HLOMEM_SUPPORT_INPUTFILE_H

#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace hlomem {

class DecompressionAllowance;

/// Reads the file \p Path, "-" for the standard input, and unpacks it, by \p
/// Allowance, if its first bytes are those of gzip or zstd. Errors name the
/// file.
llvm::Expected<SourceText> readInputFile(llvm::StringRef Path,
                                         DecompressionAllowance &Allowance);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_INPUTFILE_H
