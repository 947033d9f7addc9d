//===- RoundedBytes.h - A size as XLA prints it ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ROUNDEDBYTES_H
#define HLOMEM_SUPPORT_ROUNDEDBYTES_H

#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace hlomem {

/// A size as a message prints it: one of all numbers of bytes that XLA would
/// print so.
struct RoundedBytes {
  Bytes Least;
  /// Not less than Least.
  Bytes Most;
  /// In the units of the house: "36.50GiB", "512B".
  std::string Text;

  bool isExact() const { return Least == Most; }
  bool operator==(const RoundedBytes &) const = default;
};

/// Reads a whole text, "36.50G", "6.00MiB", "15.5K", "80B" or "0B": XLA divides
/// by 1024 with truncation until less than a MiB is left, and rounds the last
/// quotient. None if it is anything else, or does not fit.
std::optional<RoundedBytes> parseRoundedBytes(llvm::StringRef Text);

/// For a sentence: "36.50GiB (rounded)", "512 bytes".
std::string toString(const RoundedBytes &Size);

/// Drops the size at the start of \p Text: "36.50G", with the full stop of a
/// sentence left. Text is not changed where there is none.
std::optional<RoundedBytes> takeRoundedBytes(llvm::StringRef &Text);

/// A number of bytes that is told in full.
RoundedBytes makeExact(Bytes B);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ROUNDEDBYTES_H
