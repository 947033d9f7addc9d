//===- Decompression.h - Texts of gzip and zstd files -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares decompression of gzip and zstd.
/// llvm/Support/Compression.h neither reads gzip's format nor data whose
/// decompressed size is not known.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_DECOMPRESSION_H
#define HLOMEM_SUPPORT_DECOMPRESSION_H

#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include <atomic>
#include <mutex>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace hlomem {

enum class CompressionFormat { None, Gzip, Zstd };

/// Returns the format that the first bytes of \p Data identify.
CompressionFormat getCompressionFormat(StringRef Data);

/// Limits the bytes that the compressed files of a run may decompress to beyond
/// BelievedRatio times their sizes. Dumps shrink to a tenth or a hundredth of
/// their size; a small file that holds far more than that was made to fill
/// memory. One allowance serves all files of a run, since hundreds of such
/// files would fill memory together. It may be used by several threads at once.
class DecompressionAllowance {
public:
  /// Is how many times its size each file may decompress to in any case.
  static constexpr uint64_t BelievedRatio = 200;

  /// Allows \p Size bytes for all files together.
  explicit DecompressionAllowance(uint64_t Size = uint64_t(1) << 30)
      : Size(Size), Rest(Size) {}

  uint64_t getSize() const { return Size; }
  /// Takes \p Count bytes and returns true, or takes nothing and returns false
  /// if fewer are left.
  bool take(uint64_t Count);
  /// Gives back \p Count bytes that were taken for a text that was then not
  /// made.
  void giveBack(uint64_t Count) { Rest += Count; }

  /// Records that \p Count bytes were taken for the file \p Name, so that the
  /// file can be read again without taking them twice.
  void recordTaken(StringRef Name, uint64_t Count);
  uint64_t getTaken(StringRef Name) const;

private:
  const uint64_t Size;
  std::atomic<uint64_t> Rest;
  mutable std::mutex Lock;
  llvm::StringMap<uint64_t> TakenByName;
};

/// Decompresses \p Data, one or more members of format \p Format, which is not
/// None, into a buffer named \p Name. Fails, with an error that does not name
/// the file, if \p Data is corrupt, truncated or followed by something else, or
/// decompresses to more than BelievedRatio times its size and \p Allowance
/// allow.
Expected<std::unique_ptr<llvm::MemoryBuffer>>
decompress(StringRef Data, CompressionFormat Format, StringRef Name,
           DecompressionAllowance &Allowance);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_DECOMPRESSION_H
