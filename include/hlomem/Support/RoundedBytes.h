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

namespace hlomem {

/// Represents a size as a message prints it: the range of all numbers of bytes
/// that XLA would print the same way.
struct RoundedBytes {
  Bytes Least;
  /// Is at least Least.
  Bytes Most;
  /// Is the size in this project's units: "36.50GiB", "512B".
  std::string Text;

  bool isExact() const { return Least == Most; }
  bool operator==(const RoundedBytes &) const = default;
};

/// Parses the whole of \p Text: "36.50G", "6.00MiB", "15.5K", "80B" or "0B".
/// XLA divides by 1024 with truncation until less than 1 MiB is left, and
/// rounds the last quotient. Returns none if \p Text is anything else or does
/// not fit.
std::optional<RoundedBytes> parseRoundedBytes(StringRef Text);

/// Formats \p Size for a sentence: "36.50GiB (rounded)", "512 bytes".
std::string toString(const RoundedBytes &Size);

/// Removes a size such as "36.50G" from the start of \p Text and returns it. A
/// full stop after it is left. Returns none, and leaves \p Text as it is, if it
/// does not start with a size.
std::optional<RoundedBytes> takeRoundedBytes(StringRef &Text);

/// Returns \p B as a size that was printed exactly.
RoundedBytes makeExact(Bytes B);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ROUNDEDBYTES_H
