//===- AllocationState.h - What lies in an allocation so far --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REPLAY_ALLOCATIONSTATE_H
#define HLOMEM_LIB_REPLAY_ALLOCATIONSTATE_H

#include "hlomem/IR/LiveRange.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <vector>

namespace hlomem::replay {

/// The live ranges of the values that one allocation holds.
class OccupiedRanges {
public:
  void add(uint32_t Value, LiveRange Range);
  /// Calls \p Visit with each value whose range overlaps \p Range, both ends
  /// included, until it returns false. Returns false if it did.
  bool forEachOverlap(
      LiveRange Range,
      llvm::function_ref<bool(uint32_t Value, LiveRange)> Visit) const;

private:
  struct Entry {
    LiveRange Range;
    uint32_t Value;
  };
  /// By their begins.
  std::vector<Entry> Entries;
  /// Their ends ascend too, which is so unless values overlap.
  bool EndsAscend = true;
};

/// Stretches of the schedule, in 64 equal parts: enough to see at once that
/// most allocations are taken.
class CoarseTimes {
public:
  explicit CoarseTimes(Time End) : Width(End / 64 + 1) {}

  /// The parts in which something happens during \p R.
  uint64_t getTouched(LiveRange R) const {
    return getParts(R.Begin / Width, R.End / Width);
  }
  /// The parts of which each moment is inside \p R and none is its end.
  uint64_t getFilled(LiveRange R) const {
    Time First = R.Begin / Width + 1, End = R.End / Width;
    return First < End ? getParts(First, End - 1) : 0;
  }

private:
  static uint64_t getParts(Time First, Time Last) {
    return (~uint64_t() << First) & (~uint64_t() >> (63 - Last));
  }

  Time Width;
};

} // namespace hlomem::replay

#endif // HLOMEM_LIB_REPLAY_ALLOCATIONSTATE_H
