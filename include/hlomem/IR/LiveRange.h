//===- LiveRange.h - When a value is live ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_LIVERANGE_H
#define HLOMEM_IR_LIVERANGE_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Represents a position in the schedule (the dump's `InstructionSequence`),
/// counted from 0. The end of the program is one past the last instruction.
using Time = uint32_t;

/// Represents the schedule positions at which a value is live, both ends
/// included, as the dump prints them (docs/DumpFormat.md#live-ranges). Values
/// that the caller sees end at the end of the program, one past the last
/// instruction.
struct LiveRange {
  Time Begin = 0;
  Time End = 0;

  constexpr bool contains(Time T) const { return Begin <= T && T <= End; }
  constexpr bool overlaps(LiveRange O) const {
    return Begin <= O.End && O.Begin <= End;
  }
  /// Returns the number of positions in the range: one for a value that is
  /// never read.
  constexpr uint64_t length() const {
    assert(Begin <= End && "a live range ends before it begins");
    return uint64_t(End) - Begin + 1;
  }

  friend constexpr bool operator==(LiveRange, LiveRange) = default;
};

} // namespace hlomem

#endif // HLOMEM_IR_LIVERANGE_H
