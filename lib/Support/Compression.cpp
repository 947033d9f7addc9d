//===- Compression.cpp - Texts made small ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Compression.h"
#include <zlib.h>

using namespace llvm;

namespace hlomem {

Expected<std::string> compressGzip(StringRef Data) {
  constexpr int GzipWindow = 15 + 16, UsualMemory = 8;
  constexpr size_t Step = 1 << 30;
  z_stream Z = {};
  if (deflateInit2(&Z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GzipWindow,
                   UsualMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    return createStringError("not enough memory to compress with");
  std::string Out;
  size_t Used = 0;
  int Status = Z_OK;
  // The library counts in 32 bits.
  while (Status != Z_STREAM_END) {
    if (Z.avail_in == 0 && !Data.empty()) {
      Z.avail_in = uInt(std::min(Data.size(), Step));
      Z.next_in = const_cast<Bytef *>(Data.bytes_begin());
      Data = Data.drop_front(Z.avail_in);
    }
    Out.resize(std::max<size_t>(Out.size() * 2, 1 << 16));
    Z.avail_out = uInt(std::min(Out.size() - Used, Step));
    Z.next_out = reinterpret_cast<Bytef *>(Out.data() + Used);
    const uInt Room = Z.avail_out;
    Status = deflate(&Z, Data.empty() ? Z_FINISH : Z_NO_FLUSH);
    Used += Room - Z.avail_out;
  }
  deflateEnd(&Z);
  Out.resize(Used);
  return Out;
}

} // namespace hlomem
