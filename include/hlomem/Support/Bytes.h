//===- Bytes.h - A number of bytes and how it is printed ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines Bytes, the type of sizes and offsets, so that bytes are
/// never added to elements, values or schedule positions by mistake.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_BYTES_H
#define HLOMEM_SUPPORT_BYTES_H

#include "hlomem/Support/LLVM.h"
#include "llvm/Support/MathExtras.h"
#include <compare>

namespace hlomem {

/// Represents a number of bytes from 0 to 2^64 - 2. A sum or product that does
/// not fit is overflow(), and so is everything computed from that: a result is
/// never silently wrong.
class Bytes {
  uint64_t N = 0;

public:
  constexpr Bytes() = default;
  constexpr explicit Bytes(uint64_t N) : N(N) {}

  /// Returns the value of all numbers that do not fit.
  static constexpr Bytes overflow() {
    return Bytes(std::numeric_limits<uint64_t>::max());
  }

  /// Returns the number itself, for texts, tables and percentages.
  constexpr uint64_t count() const { return N; }
  constexpr bool isZero() const { return N == 0; }
  constexpr bool isOverflow() const { return *this == overflow(); }

  friend constexpr auto operator<=>(Bytes, Bytes) = default;

  friend Bytes operator+(Bytes A, Bytes B) {
    return Bytes(llvm::SaturatingAdd(A.N, B.N));
  }
  friend Bytes operator*(Bytes A, uint64_t Count) {
    return Bytes(llvm::SaturatingMultiply(A.N, Count));
  }
  friend constexpr Bytes operator/(Bytes A, uint64_t Count) {
    return A.isOverflow() ? A : Bytes(A.N / Count);
  }
  /// Returns overflow() if \p A is that. \pre B <= A.
  friend constexpr Bytes operator-(Bytes A, Bytes B) {
    assert(B.N <= A.N && "a number of bytes is never negative");
    return A.isOverflow() ? A : Bytes(A.N - B.N);
  }
  /// Returns the first multiple of \p Alignment that is at least \p B.
  /// \pre Alignment != 0.
  friend Bytes alignTo(Bytes B, uint64_t Alignment) {
    const uint64_t Above = B.N % Alignment;
    return Above == 0 ? B : B + Bytes(Alignment - Above);
  }
  Bytes &operator+=(Bytes B) { return *this = *this + B; }
  Bytes &operator-=(Bytes B) { return *this = *this - B; }
};

/// Returns the larger of A and B without the smaller one.
inline Bytes absoluteDifference(Bytes A, Bytes B) {
  return A < B ? B - A : A - B;
}

/// Returns A - B, or zero if B is larger.
inline Bytes differenceOrZero(Bytes A, Bytes B) {
  return A < B ? Bytes() : A - B;
}

/// Formats \p B as XLA does (docs/DumpFormat.md#notation, HUMAN): "824B",
/// "90.5KiB", "17.77MiB". The last division is rounded, those before it drop
/// the remainder: 1200 bytes are "1.2KiB". For what XLA prints, and quotes of
/// it, alone.
std::string toHumanString(Bytes B);

/// Formats \p B for people, as SizeUnit does: "824 bytes", "91 KiB", "1.55
/// GiB", "more than 16 EiB" for overflow.
std::string toString(Bytes B);

/// Formats \p B like toString(), with all bytes: "91 KiB (92676 bytes)".
std::string toExactString(Bytes B);

/// Parses a size that a user wrote: "4096", "1.5 GiB", "16G", up to PiB, in any
/// case. Fractions of a byte are dropped. K, Ki and KiB are 1024, KB is 1000.
/// Returns none if \p Text is anything else or does not fit.
std::optional<Bytes> parseBytes(StringRef Text);

/// Represents a change of a number of bytes, which may be a decrease.
struct BytesChange {
  Bytes Before;
  Bytes After;
};

/// Represents the share of Part in Whole.
struct Percent {
  Bytes Part;
  Bytes Whole;
};

/// Formats \p P in percent with two decimals, rounded half up: "11.70%". A
/// share above 0 or below 1 is never rounded to that: "<0.01%", ">99.99%".
/// Returns "-" if Whole is zero, "?" if Part or Whole is overflow.
std::string toString(Percent P);

/// Formats \p P in percent for machine-readable output: "11.70". A share above
/// 0 or below 1 that would be rounded to that has as many decimals as show that
/// it is not: "0.0049". Returns "" if Whole is zero, or if Part or Whole is
/// overflow.
std::string toNumber(Percent P);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_BYTES_H
