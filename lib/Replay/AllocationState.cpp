//===- AllocationState.cpp - What lies in an allocation so far ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationState.h"
#include "llvm/ADT/STLExtras.h"
#include <iterator>

using namespace llvm;

namespace hlomem::replay {

void OccupiedRanges::add(uint32_t Value, LiveRange Range) {
  auto At = partition_point(Entries, [&](const Entry &E) {
    return std::pair(E.Range.Begin, E.Range.End) <=
           std::pair(Range.Begin, Range.End);
  });
  At = Entries.insert(At, {Range, Value});
  if ((At != Entries.begin() && std::prev(At)->Range.End > Range.End) ||
      (std::next(At) != Entries.end() && std::next(At)->Range.End < Range.End))
    EndsAscend = false;
}

bool OccupiedRanges::forEachOverlap(
    LiveRange Range, function_ref<bool(uint32_t, LiveRange)> Visit) const {
  auto First = EndsAscend ? partition_point(Entries,
                                            [&](const Entry &E) {
                                              return E.Range.End < Range.Begin;
                                            })
                          : Entries.begin();
  for (auto It = First; It != Entries.end() && It->Range.Begin <= Range.End;
       ++It)
    if (It->Range.overlaps(Range) && !Visit(It->Value, It->Range))
      return false;
  return true;
}

} // namespace hlomem::replay
