//===- Decompression.h - Texts of gzip and zstd files -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// llvm/Support/Compression.h unpacks neither gzip's format nor what is larger
/// than the caller knows.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_DECOMPRESSION_H
#define HLOMEM_SUPPORT_DECOMPRESSION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace hlomem {

enum class CompressionFormat { None, Gzip, Zstd };

/// Decides by the first bytes of \p Data.
CompressionFormat getCompressionFormat(llvm::StringRef Data);

/// The largest text, in bytes, that is believed to be the contents of \p
/// CompressedSize bytes. Dumps shrink to a tenth or a hundredth.
constexpr uint64_t getDecompressionLimit(uint64_t CompressedSize) {
  return (uint64_t(1) << 30) + 200 * CompressedSize;
}

/// Unpacks \p Data, one or more members of format \p Format, which is not None,
/// into a buffer named \p Name. An error, which does not name it, if \p Data is
/// corrupt, cut, has something else behind it, or holds more than \p Limit
/// bytes.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
decompress(llvm::StringRef Data, CompressionFormat Format, llvm::StringRef Name,
           uint64_t Limit);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_DECOMPRESSION_H
