//===- OccupiedBytes.h - Bytes that slices cover together -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_MEMORY_OCCUPIEDBYTES_H
#define HLOMEM_LIB_ANALYSIS_MEMORY_OCCUPIEDBYTES_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/Support/ADT/HierarchicalBitSet.h"

namespace hlomem {

/// A multiset of half-open intervals that answers how many points they cover.
/// A segment tree over the end points, which must be known before: adding and
/// removing takes O(log n).
class CoveredLength {
  struct Node {
    /// Intervals that cover this whole node and not its whole parent.
    uint32_t Count = 0;
    uint64_t Covered = 0;
  };

  /// Ascending, each once.
  std::vector<uint64_t> Points;
  std::vector<Node> Nodes;

  void update(size_t N, size_t Begin, size_t End, size_t From, size_t To,
              int Delta);
  size_t indexOf(uint64_t Point) const;

public:
  /// \p EndPoints: every begin and end that will be used, in any order.
  explicit CoveredLength(std::vector<uint64_t> EndPoints);

  void add(uint64_t Begin, uint64_t End);
  /// \pre The same interval was added and is still in the set.
  void remove(uint64_t Begin, uint64_t End);
  uint64_t get() const { return Nodes.empty() ? 0 : Nodes[1].Covered; }
};

/// Bytes of an arena that are taken for a while.
struct OccupiedSlice {
  uint64_t Begin = 0;
  uint64_t End = 0;
  LiveRange Range;
};

/// Where slices begin, numbered in ascending order.
struct SlicePlaces {
  /// By slice.
  std::vector<uint32_t> PlaceOf;
  size_t Count = 0;

  explicit SlicePlaces(ArrayRef<OccupiedSlice> Slices);
};

/// How many bytes are taken, as slices come and go. Slices that are there
/// together usually are the same, where one value takes over from another, or
/// apart: then it is enough to count them. From the first time on that they are
/// not, a CoveredLength is kept instead.
class OccupiedBytes {
public:
  /// None of \p Slices is empty. Both must outlive this.
  OccupiedBytes(ArrayRef<OccupiedSlice> Slices, const SlicePlaces &Places)
      : Slices(Slices), Places(Places), States(Places.Count),
        Taken(Places.Count) {}

  /// \pre Slice \p I is not there yet.
  void add(uint32_t I);
  /// \pre \p I is there.
  void remove(uint32_t I);
  uint64_t get() const { return Covered ? Covered->get() : Sum; }

private:
  struct State {
    uint64_t Begin = 0;
    uint64_t End = 0;
    /// Slices that take just these bytes.
    uint32_t Count = 0;
  };
  bool addApart(const OccupiedSlice &S, uint32_t Place);
  void startCovering();

  ArrayRef<OccupiedSlice> Slices;
  const SlicePlaces &Places;
  /// By place.
  std::vector<State> States;
  /// Places with a slice.
  HierarchicalBitSet Taken;
  uint64_t Sum = 0;
  /// Set once slices share bytes and are not the same.
  std::optional<CoveredLength> Covered;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_MEMORY_OCCUPIEDBYTES_H
