//===- Bytes.h - A number of bytes and how it is printed ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every size and offset of the project is a Bytes, so that bytes are never
/// added to elements, values or moments of the schedule by mistake.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_BYTES_H
#define HLOMEM_SUPPORT_BYTES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace hlomem {

/// A number of bytes, 0 to 2^64 - 2. Sums and products that do not fit stay at
/// the next number, which isOverflow() tells and which nothing is taken from: a
/// result is never silently wrong.
class Bytes {
  uint64_t N = 0;

public:
  constexpr Bytes() = default;
  constexpr explicit Bytes(uint64_t N) : N(N) {}

  /// Represents every number that does not fit.
  static constexpr Bytes overflow() {
    return Bytes(std::numeric_limits<uint64_t>::max());
  }

  /// The number itself, for what is not bytes: text, tables, percentages.
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
  /// \pre B <= A.
  friend constexpr Bytes operator-(Bytes A, Bytes B) {
    assert(B.N <= A.N && "a number of bytes is never negative");
    return A.isOverflow() ? A : Bytes(A.N - B.N);
  }
  Bytes &operator+=(Bytes B) { return *this = *this + B; }
  Bytes &operator-=(Bytes B) { return *this = *this - B; }
};

/// A - B, or zero where B is larger.
inline Bytes differenceOrZero(Bytes A, Bytes B) {
  return A < B ? Bytes() : A - B;
}

/// The form XLA prints (docs/DumpFormat.md#notation, HUMAN): below 1024 "824B",
/// else divided by 1024 with truncation, one decimal for KiB ("90.5KiB") and
/// two from MiB on ("17.77MiB").
std::string toHumanString(Bytes B);

/// The form of headlines: "824 bytes", "90.5KiB (92676 bytes)".
std::string toExactString(Bytes B);

/// What a user writes for bytes: "4096", "1.5 GiB", "16G", up to PiB, in
/// capitals or not; parts of a byte are dropped. K, Ki and KiB are 1024, KB is
/// 1000. None if it is anything else, or does not fit.
std::optional<Bytes> parseBytes(llvm::StringRef Text);

/// The share of Part in Whole.
struct Percent {
  Bytes Part;
  Bytes Whole;
};

/// The share in percent with two decimals, rounded half up: "11.70%". What is
/// neither nothing nor all is not rounded to that: "<0.01%", ">99.99%". "-"
/// where Whole is zero, "?" where a sum did not fit.
std::string toString(Percent P);

/// The same for a program: "11.70", without the marks; what is neither nothing
/// nor all has as many decimals as show that, "0.0049". Empty where Whole is
/// zero or a sum did not fit.
std::string toNumber(Percent P);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_BYTES_H
