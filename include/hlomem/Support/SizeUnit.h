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

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace hlomem {

/// Represents the unit in which all sizes of a table are printed. A tick is
/// the smallest difference that is seen: a hundredth of a GiB, or one MiB.
struct SizeUnit {
  llvm::StringRef Name = "bytes";
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

  int64_t getTicks(uint64_t Bytes) const {
    unsigned __int128 Scaled = (unsigned __int128)Bytes * (Digits ? 100 : 1);
    unsigned __int128 Half = Shift ? (unsigned __int128)1 << (Shift - 1) : 0;
    return int64_t((Scaled + Half) >> Shift);
  }
  std::string printTicks(int64_t Ticks) const {
    std::string Text = llvm::itostr(Ticks < 0 ? -Ticks : Ticks);
    if (Digits != 0) {
      if (Text.size() < Digits + 1)
        Text.insert(0, Digits + 1 - Text.size(), '0');
      Text.insert(Text.size() - Digits, ".");
    }
    return Ticks < 0 ? "-" + Text : Text;
  }
  std::string print(uint64_t Bytes) const {
    return printTicks(getTicks(Bytes));
  }
  std::string printWithUnit(uint64_t Bytes) const {
    return print(Bytes) + " " + Name.str();
  }
  /// Prints the difference of what is printed of \p Larger and \p Smaller.
  std::string printDifference(uint64_t Larger, uint64_t Smaller) const {
    return printTicks(getTicks(Larger) - getTicks(Smaller));
  }

  /// Rounds the terms of a sum so that they add up as they are printed.
  class Rounding {
  public:
    explicit Rounding(const SizeUnit &Unit) : Unit(Unit) {}

    /// Returns the ticks of \p Bytes, the next term.
    int64_t add(uint64_t Bytes) {
      int64_t Before = Unit.getTicks(Sum);
      Sum += Bytes;
      return Unit.getTicks(Sum) - Before;
    }

  private:
    const SizeUnit &Unit;
    uint64_t Sum = 0;
  };
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_SIZEUNIT_H
