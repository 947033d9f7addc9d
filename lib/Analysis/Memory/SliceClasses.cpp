//===- SliceClasses.cpp - Slices that overlap in place and time -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceClasses.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

namespace {

constexpr uint32_t None = ~uint32_t();

/// Sweeps over the time, with a segment tree over the bytes. A slice is held by
/// the O(log n) nodes whose bytes make up its own.
class OverlapFinder {
public:
  explicit OverlapFinder(ArrayRef<Slice> Slices);

  IntEqClasses find();

private:
  struct Node {
    /// Of the slices that were put here, the one that is live longest: who
    /// overlaps another one of them later overlaps this one too.
    uint32_t Holder = None;
    /// If all that is live at or below the node is of one class, one of that
    /// class. None says nothing.
    uint32_t ClassBelow = None;
    /// The last time at which something at or below the node is live.
    Time LastBelow = 0;
    /// Nothing was put at or below the node.
    bool IsEmpty = true;
  };

  void put(uint32_t Id);
  void put(uint32_t Id, size_t N, size_t Low, size_t High);
  /// Joins all that is live at or below \p N with \p Id.
  void joinBelow(uint32_t Id, size_t N);
  bool isLive(uint32_t Id) const {
    return Id != None && Slices[Id].When.End >= Now;
  }
  size_t getPoint(uint64_t Byte) const {
    return llvm::lower_bound(Points, Byte) - Points.begin();
  }

  ArrayRef<Slice> Slices;
  IntEqClasses Classes;
  /// Where slices begin and end.
  std::vector<uint64_t> Points;
  /// The root is 1, the children of N are 2N and 2N + 1.
  std::vector<Node> Nodes;
  size_t NumLeaves = 0;
  Time Now = 0;
  /// Of the slice that is put.
  size_t First = 0;
  size_t Last = 0;
};

} // namespace

OverlapFinder::OverlapFinder(ArrayRef<Slice> Slices)
    : Slices(Slices), Classes(Slices.size()) {
  Points.reserve(2 * Slices.size());
  for (const Slice &S : Slices) {
    Points.push_back(S.Begin);
    Points.push_back(S.End);
  }
  llvm::sort(Points);
  Points.erase(llvm::unique(Points), Points.end());
  NumLeaves = PowerOf2Ceil(Points.size());
  Nodes.resize(2 * NumLeaves);
}

// A node has no class only after a slice was put below it, so that each slice
// makes for O(log n) visits in all.
void OverlapFinder::joinBelow(uint32_t Id, size_t N) {
  Node &At = Nodes[N];
  if (At.IsEmpty || At.LastBelow < Now)
    return;
  if (At.ClassBelow != None) {
    Classes.join(Id, At.ClassBelow);
    return;
  }
  if (isLive(At.Holder))
    Classes.join(Id, At.Holder);
  if (N < NumLeaves) {
    joinBelow(Id, 2 * N);
    joinBelow(Id, 2 * N + 1);
  }
  At.ClassBelow = Id;
}

void OverlapFinder::put(uint32_t Id, size_t N, size_t Low, size_t High) {
  if (Last <= Low || High <= First)
    return;
  const bool IsInside = First <= Low && High <= Last;
  if (IsInside)
    joinBelow(Id, N);
  Node &At = Nodes[N];
  const Time End = Slices[Id].When.End;
  At.LastBelow = At.IsEmpty ? End : std::max(At.LastBelow, End);
  At.IsEmpty = false;
  if (IsInside) {
    At.ClassBelow = Id;
    if (!isLive(At.Holder) || Slices[At.Holder].When.End < End)
      At.Holder = Id;
    return;
  }
  At.ClassBelow = None;
  if (isLive(At.Holder))
    Classes.join(Id, At.Holder);
  size_t Middle = (Low + High) / 2;
  put(Id, 2 * N, Low, Middle);
  put(Id, 2 * N + 1, Middle, High);
}

void OverlapFinder::put(uint32_t Id) {
  Now = Slices[Id].When.Begin;
  First = getPoint(Slices[Id].Begin);
  Last = getPoint(Slices[Id].End);
  put(Id, 1, 0, NumLeaves);
}

IntEqClasses OverlapFinder::find() {
  std::vector<uint32_t> Order(Slices.size());
  for (auto [I, Id] : enumerate(Order))
    Id = I;
  stable_sort(Order, [this](uint32_t L, uint32_t R) {
    return Slices[L].When.Begin < Slices[R].When.Begin;
  });
  for (uint32_t Id : Order)
    put(Id);
  Classes.compress();
  return std::move(Classes);
}

IntEqClasses findSliceClasses(ArrayRef<Slice> Slices) {
  return OverlapFinder(Slices).find();
}

} // namespace hlomem
