//===- LifetimeOrder.h - What begins and ends, by time ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_LIFETIMEORDER_H
#define HLOMEM_PACKING_LIFETIMEORDER_H

#include "hlomem/Packing/Problem.h"
#include "hlomem/Support/ADT/RadixSort.h"

namespace hlomem::packing {

/// Visits the beginnings and ends of lifetimes in the order of moments and, at
/// one moment, of positions. \p LivesT is an array that is cheap to copy.
template <class LivesT> class LifetimeOrder {
public:
  /// Sorts \p Lives, which must outlive this object, each with a Begin and a
  /// later End. Takes O(n) where radixSort() does.
  explicit LifetimeOrder(LivesT Lives)
      : Lives(Lives),
        ByBegin(getSortedPositions(
            Lives.size(), [&](uint32_t I) { return toKey(Lives[I].Begin); })),
        ByEnd(getSortedPositions(
            Lives.size(), [&](uint32_t I) { return toKey(Lives[I].End); })) {}

  /// Calls \p Drop with the position of each lifetime that ends and \p Add with
  /// that of each that begins. At one moment the ends come first. Ends after
  /// the last beginning are left out. \p Add returns whether to continue.
  template <class AddT, class DropT> void forEach(AddT Add, DropT Drop) const {
    auto Ending = ByEnd.begin();
    for (uint32_t I : ByBegin) {
      // Each beginning has a later end, so that this loop stops.
      for (; Lives[*Ending].End <= Lives[I].Begin; ++Ending)
        Drop(*Ending);
      if (!Add(I))
        return;
    }
  }

  /// Calls \p Add and \p Drop as forEach() does, and \p Look with each moment
  /// at which all that begins there has been added and the next event is an
  /// end: the number of lifetimes has a local maximum there.
  template <class AddT, class DropT, class LookT>
  void forEachMaximum(AddT Add, DropT Drop, LookT Look) const {
    auto Ending = ByEnd.begin();
    for (auto Next = ByBegin.begin(); Next != ByBegin.end();) {
      Time At = Lives[*Next].Begin;
      for (; Lives[*Ending].End <= At; ++Ending)
        Drop(*Ending);
      for (; Next != ByBegin.end() && Lives[*Next].Begin == At; ++Next)
        Add(*Next);
      if (Next == ByBegin.end() || Lives[*Ending].End <= Lives[*Next].Begin)
        Look(At);
    }
  }

private:
  // Maps moments to keys in the same order, negative moments included.
  static uint64_t toKey(Time At) {
    return static_cast<uint64_t>(At) ^ uint64_t(1) << 63;
  }

  LivesT Lives;
  std::vector<uint32_t> ByBegin;
  std::vector<uint32_t> ByEnd;
};

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_LIFETIMEORDER_H
