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

/// The beginnings and the ends of what lives for a while, each in the order of
/// time and, at one time, of position. \p LivesT is an array that is cheap to
/// copy.
template <class LivesT> class LifetimeOrder {
public:
  /// Each of \p Lives, which must outlive this, has a Begin and an End that is
  /// later. O(n), as radixSort() says.
  explicit LifetimeOrder(LivesT Lives)
      : Lives(Lives),
        ByBegin(getSortedPositions(
            Lives.size(), [&](uint32_t I) { return toKey(Lives[I].Begin); })),
        ByEnd(getSortedPositions(
            Lives.size(), [&](uint32_t I) { return toKey(Lives[I].End); })) {}

  /// Calls \p Drop and \p Add with the position of each that ends and begins;
  /// of one moment, with all that end there first. Ends after the last
  /// beginning are left out. \p Add returns whether to go on.
  template <class AddT, class DropT> void forEach(AddT Add, DropT Drop) const {
    auto Ending = ByEnd.begin();
    for (uint32_t I : ByBegin) {
      // There is an end after each beginning.
      for (; Lives[*Ending].End <= Lives[I].Begin; ++Ending)
        Drop(*Ending);
      if (!Add(I))
        return;
    }
  }

  /// Calls \p Look too, with the moment, wherever all that begins there has
  /// been added and the next thing to happen is an end: nowhere is more alive.
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
  // In the order of the moments, those before 0 among them.
  static uint64_t toKey(Time At) {
    return static_cast<uint64_t>(At) ^ uint64_t(1) << 63;
  }

  LivesT Lives;
  std::vector<uint32_t> ByBegin;
  std::vector<uint32_t> ByEnd;
};

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_LIFETIMEORDER_H
