//===- InputFile.cpp - The text of a file, compressed or not --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/InputFile.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/InputBuffer.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace hlomem {

Expected<SourceText> readInputFile(StringRef Path,
                                   DecompressionAllowance &Allowance) {
  // With the null byte after it no text ends where another one begins, and
  // where an error is can be told from its address.
  Expected<std::unique_ptr<MemoryBuffer>> File = openInput(Path);
  if (!File)
    return File.takeError();
  StringRef Data = (*File)->getBuffer();
  CompressionFormat Format = getCompressionFormat(Data);
  if (Format == CompressionFormat::None)
    return SourceText::whole(std::move(*File));
  StringRef Name = (*File)->getBufferIdentifier();
  Expected<std::unique_ptr<MemoryBuffer>> Text =
      decompress(Data, Format, Name, Allowance);
  if (!Text)
    return createFileError(Name, Text.takeError());
  // Unpacked, it is what was read.
  if (Error E = checkUnchanged(Data))
    return E;
  return SourceText::whole(std::move(*Text));
}

} // namespace hlomem
