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

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace hlomem {

enum class CompressionFormat { None, Gzip, Zstd };

/// Decides by the first bytes of \p Data.
CompressionFormat getCompressionFormat(llvm::StringRef Data);

/// What files may unpack to beyond what is believed of their sizes. Dumps
/// shrink to a tenth or a hundredth of their size; a small file that holds far
/// more than that was made to fill memory. One allowance serves all files of a
/// run, since hundreds of them would fill it together. Threads may share it.
class DecompressionAllowance {
public:
  /// Times its size that each file may unpack to.
  static constexpr uint64_t BelievedRatio = 200;

  /// \p Size bytes for all files together.
  explicit DecompressionAllowance(uint64_t Size = uint64_t(1) << 30)
      : Size(Size), Rest(Size) {}

  uint64_t getSize() const { return Size; }
  /// Takes \p Count bytes, or nothing where fewer are left; tells which.
  bool take(uint64_t Count);
  /// Returns what was taken for a text that there is not after all.
  void giveBack(uint64_t Count) { Rest += Count; }

  /// \p Count bytes were taken for the file \p Name: reading that again is
  /// free.
  void recordTaken(llvm::StringRef Name, uint64_t Count);
  uint64_t getTaken(llvm::StringRef Name) const;

private:
  const uint64_t Size;
  std::atomic<uint64_t> Rest;
  mutable std::mutex Lock;
  llvm::StringMap<uint64_t> TakenByName;
};

/// Unpacks \p Data, one or more members of format \p Format, which is not None,
/// into a buffer named \p Name. An error, which does not name it, if \p Data is
/// corrupt, cut, has something else after it, or holds more than is believed
/// and \p Allowance allows.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
decompress(llvm::StringRef Data, CompressionFormat Format, llvm::StringRef Name,
           DecompressionAllowance &Allowance);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_DECOMPRESSION_H
