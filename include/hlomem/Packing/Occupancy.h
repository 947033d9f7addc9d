//===- Occupancy.h - Which offsets are taken when ---------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_OCCUPANCY_H
#define HLOMEM_PACKING_OCCUPANCY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace hlomem::packing {

/// The stretches of memory that are taken at each of a number of moments.
///
/// A tree over the moments, whose nodes know what is taken at some moment of
/// theirs, and what was taken for all of theirs at once. Stretches that touch
/// are one. As packings are dense below, the lists of the wide nodes are short,
/// which makes a query cheap even where thousands of buffers are live.
class Occupancy {
public:
  explicit Occupancy(unsigned NumMoments);

  /// Nothing is taken any more.
  void clear();

  /// Takes [\p Low, \p High) from the moment \p Begin up to but not including
  /// \p End.
  void add(unsigned Begin, unsigned End, uint64_t Low, uint64_t High);

  /// The least multiple of \p Alignment from which \p Size units are free from
  /// \p Begin up to but not including \p End.
  uint64_t findFirstFit(unsigned Begin, unsigned End, uint64_t Size,
                        uint64_t Alignment);
  /// Such a multiple where what is free from it on is smallest, the least one
  /// of several; above everything only where it fits nowhere else.
  uint64_t findBestFit(unsigned Begin, unsigned End, uint64_t Size,
                       uint64_t Alignment) {
    return findBestFit(Period{Begin, End}, Size, Alignment);
  }
  /// A stretch of moments, from Begin up to but not including End.
  struct Period {
    unsigned Begin;
    unsigned End;
  };
  /// The same for what is free in all of \p Periods, of which none is empty.
  uint64_t findBestFit(llvm::ArrayRef<Period> Periods, uint64_t Size,
                       uint64_t Alignment);

  /// How many stretches were looked at so far.
  uint64_t getSteps() const { return Steps; }

private:
  struct Stretch {
    uint64_t Low;
    uint64_t High;
  };
  using Stretches = llvm::SmallVector<Stretch, 2>;
  struct Node {
    Stretches AtSomeMoment;
    Stretches Throughout;
  };
  /// A list to be looked at from below; what is before Next is done with.
  struct Cursor {
    const Stretch *Next;
    const Stretch *End;
  };

  void add(Stretches &List, uint64_t Low, uint64_t High);
  void collect(llvm::ArrayRef<Period> Periods);
  /// Skips what ends at or below \p From.
  void skip(Cursor &C, uint64_t From);
  /// The end of what is taken at \p From and without a gap above it.
  uint64_t skipTaken(uint64_t From);
  template <typename OnInner, typename OnOuter>
  void visit(unsigned Begin, unsigned End, OnInner Inner, OnOuter Outer);

  std::vector<Node> Nodes;
  unsigned NumLeaves;
  llvm::SmallVector<Cursor, 64> Cursors;
  uint64_t Steps = 0;
};

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_OCCUPANCY_H
