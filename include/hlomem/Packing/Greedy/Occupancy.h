//===- Occupancy.h - Which offsets are taken when ---------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_GREEDY_OCCUPANCY_H
#define HLOMEM_PACKING_GREEDY_OCCUPANCY_H

#include "hlomem/Support/LLVM.h"

namespace hlomem::packing {

/// Records which stretches of memory are taken at each of a number of moments.
///
/// It is a tree over the moments. Each node holds the stretches that are taken
/// at some moment below it, and those that were taken for all of its moments at
/// once. Stretches that touch are merged. As packings are dense at the bottom,
/// the lists of the wide nodes are short, so that a query is cheap even where
/// thousands of buffers are live.
class Occupancy {
public:
  explicit Occupancy(unsigned NumMoments);

  /// Frees all memory at all moments.
  void clear();

  /// Takes [\p Low, \p High) at the moments [\p Begin, \p End).
  void add(unsigned Begin, unsigned End, uint64_t Low, uint64_t High);

  /// Returns the least multiple of \p Alignment from which \p Size units are
  /// free at the moments [\p Begin, \p End).
  uint64_t findFirstFit(unsigned Begin, unsigned End, uint64_t Size,
                        uint64_t Alignment);
  /// Returns the multiple of \p Alignment from which the smallest stretch of at
  /// least \p Size units is free at the moments [\p Begin, \p End); of several,
  /// the least. It is above everything taken only if the units fit nowhere
  /// else.
  uint64_t findBestFit(unsigned Begin, unsigned End, uint64_t Size,
                       uint64_t Alignment) {
    return findBestFit(Period{Begin, End}, Size, Alignment);
  }
  /// Represents the moments [Begin, End).
  struct Period {
    unsigned Begin;
    unsigned End;
  };
  /// Returns the best fit, as above, for memory that is free in all of \p
  /// Periods, none of which is empty.
  uint64_t findBestFit(ArrayRef<Period> Periods, uint64_t Size,
                       uint64_t Alignment);

  /// Returns how many stretches queries have visited so far.
  uint64_t getSteps() const { return Steps; }

private:
  struct Stretch {
    uint64_t Low;
    uint64_t High;
  };
  using Stretches = SmallVector<Stretch, 2>;
  struct Node {
    Stretches AtSomeMoment;
    Stretches Throughout;
  };
  /// Points into a list of stretches that is visited in ascending order; those
  /// before Next are done.
  struct Cursor {
    const Stretch *Next;
    const Stretch *End;
  };

  void add(Stretches &List, uint64_t Low, uint64_t High);
  void collect(ArrayRef<Period> Periods);
  /// Advances \p C past the stretches that end at or below \p From.
  void skip(Cursor &C, uint64_t From);
  /// Returns the end of the stretch without a gap that is taken from \p From
  /// on.
  uint64_t skipTaken(uint64_t From);
  template <typename OnInner, typename OnOuter>
  void visit(unsigned Begin, unsigned End, OnInner Inner, OnOuter Outer);

  std::vector<Node> Nodes;
  unsigned NumLeaves;
  SmallVector<Cursor, 64> Cursors;
  uint64_t Steps = 0;
};

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_GREEDY_OCCUPANCY_H
