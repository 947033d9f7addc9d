//===- SizeUnit.h - One unit for all sizes of a table -------------*- C++
//-*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_SIZEUNIT_H
#define HLOMEM_SUPPORT_SIZEUNIT_H

#include "hlomem/Support/LLVM.h"
#include "llvm/Support/MathExtras.h"

namespace hlomem {

/// Represents the unit in which all sizes of a table are printed. A tick is
/// the smallest difference that is seen: a hundredth of a GiB, or one MiB.
struct SizeUnit {
  StringRef Name = "bytes";
  unsigned Shift = 0;
  unsigned Digits = 0;

  /// Chooses the unit for sizes up to \p Largest: GiB with two digits from one
  /// GiB on, then MiB and KiB, so that there are two digits at least.
  static SizeUnit choose(uint64_t Largest) {
    if (Largest >> 30)
      return {"GiB", 30, 2};
    if (Largest >= uint64_t(10) << 20)
      return {"MiB", 20, 0};
    if (Largest >= uint64_t(10) << 10)
      return {"KiB", 10, 0};
    return {};
  }

  uint64_t getTicks(uint64_t Bytes) const {
    using WideInt = unsigned __int128;
    WideInt Half = Shift ? WideInt(1) << (Shift - 1) : 0;
    return uint64_t((WideInt(Bytes) * (Digits ? 100 : 1) + Half) >> Shift);
  }
  std::string printTicks(uint64_t Ticks) const {
    std::string Text = llvm::utostr(Ticks);
    if (Digits != 0) {
      if (Text.size() < Digits + 1)
        Text.insert(0, Digits + 1 - Text.size(), '0');
      Text.insert(Text.size() - Digits, ".");
    }
    return Text;
  }
  std::string print(uint64_t Bytes) const {
    return printTicks(getTicks(Bytes));
  }
  std::string printWithUnit(uint64_t Bytes) const {
    return print(Bytes) + " " + Name.str();
  }
  /// Prints what is printed of \p Left less what is printed of \p Right.
  std::string printDifference(uint64_t Left, uint64_t Right) const {
    const uint64_t L = getTicks(Left), R = getTicks(Right);
    return L < R ? "-" + printTicks(R - L) : printTicks(L - R);
  }

  /// Rounds the terms of a sum so that they add up as they are printed.
  class Rounding {
  public:
    explicit Rounding(const SizeUnit &Unit) : Unit(Unit) {}

    /// Returns the ticks of \p Bytes, the next term.
    uint64_t add(uint64_t Bytes) {
      const uint64_t Before = Unit.getTicks(Sum);
      // A dump may hold more than 64 bits count.
      Sum = llvm::SaturatingAdd(Sum, Bytes);
      return Unit.getTicks(Sum) - Before;
    }

  private:
    const SizeUnit &Unit;
    uint64_t Sum = 0;
  };
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_SIZEUNIT_H
