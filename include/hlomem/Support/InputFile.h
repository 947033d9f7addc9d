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
#include "llvm/Support/MemoryBuffer.h"

namespace hlomem {

class DecompressionAllowance;

/// Reads the file \p Path, or the standard input for "-", and decompresses it
/// within \p Allowance if its first bytes are those of gzip or zstd. Maps a
/// large file, unless readFilesIntoMemory() was called. A device other than a
/// terminal may have no end: more than 64 MiB from it are an error. Errors name
/// the file.
Expected<SourceText> readInputFile(StringRef Path,
                                   DecompressionAllowance &Allowance);

/// Makes readInputFile() map no files from now on. It is for a program that
/// does not handle the SIGBUS of a mapped file that is truncated.
void readFilesIntoMemory();

/// Reads the file, pipe or device \p Path into memory. Fails if it has more
/// than \p MaxSize bytes. Errors name the file.
Expected<std::unique_ptr<llvm::MemoryBuffer>> readBounded(StringRef Path,
                                                          uint64_t MaxSize);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_INPUTFILE_H
