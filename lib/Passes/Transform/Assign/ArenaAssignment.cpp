//===- ArenaAssignment.cpp - Arenas placed by other heaps -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaAssignment.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Moves what was combined into one allocation, piece by piece: index tables,
/// and the heap. Each begins at a multiple of the alignment.
class Pieces {
public:
  explicit Pieces(uint64_t Alignment) : Alignment(Alignment) {}

  /// Where what begins at \p Old lies now, if it ends at \p OldEnd and is not
  /// longer than before.
  Bytes move(Bytes Old, Bytes OldEnd) {
    if (Old >= LastOldEnd)
      begin(Old);
    Bytes New = Old - OldBase + NewBase;
    end(OldEnd, New + (OldEnd - Old));
    return New;
  }
  /// Begins a piece, and returns where.
  Bytes begin(Bytes Old) {
    OldBase = Old;
    NewBase = alignTo(LastEnd, Alignment);
    return NewBase;
  }
  void end(Bytes Old, Bytes New) {
    LastOldEnd = std::max(LastOldEnd, Old);
    LastEnd = std::max(LastEnd, New);
  }
  Bytes getOldEnd() const { return LastOldEnd; }
  Bytes getEnd() const { return LastEnd; }

private:
  uint64_t Alignment;
  Bytes OldBase, NewBase;
  Bytes LastOldEnd, LastEnd;
};

} // namespace

/// What lies beside the heap of \p R and has bytes, by offset.
static SmallVector<const Value *> findTables(const ArenaReplay &R) {
  DenseSet<const Value *> InHeap(R.Values.begin(), R.Values.end());
  SmallVector<const Value *> Tables;
  for (const Value &V : R.Home->values())
    if (!InHeap.contains(&V) && !V.getSize().isZero())
      Tables.push_back(&V);
  llvm::stable_sort(Tables, [](const Value *L, const Value *O) {
    return L->getOffset() < O->getOffset();
  });
  return Tables;
}

Expected<ArenaAssignment> assignArena(const Module &M, const ArenaReplay &R,
                                      HeapAlgorithm Algorithm,
                                      uint64_t Alignment, AssignmentEdit &E) {
  assert(R.isExact() && "the arena is not known");
  Expected<HeapPlacement> Heap = placeHeap(R.Groups, Algorithm, Alignment);
  if (!Heap)
    return Heap.takeError();
  const Allocation &A = *R.Home;
  const size_t Home = &A - M.allocations().data();
  ArenaAssignment Result{.Before = A.getSize(), .After = A.getSize()};
  const Bytes HeapEnd = R.getRecordedEnd();
  SmallVector<const Value *> Tables = findTables(R);
  if (any_of(Tables, [&](const Value *V) {
        return V->getEndOffset() > R.Base && V->getOffset() < HeapEnd;
      }))
    return createStringError("an index table lies among its arrays");

  auto Place = [&](const Value &V, Bytes Offset) {
    if (Offset == V.getOffset())
      return;
    E.place(V, {Home, Offset});
    ++Result.MovedCount;
  };
  Pieces Moved(Alignment);
  const auto *Behind = partition_point(
      Tables, [&](const Value *V) { return V->getOffset() < R.Base; });
  auto MoveTables = [&](ArrayRef<const Value *> Part) {
    for (const Value *V : Part)
      Place(*V, Moved.move(V->getOffset(), V->getEndOffset()));
  };
  MoveTables({Tables.begin(), Behind});
  const Bytes HeapBase = Moved.begin(R.Base);
  for (auto [I, V] : withIds(R.Values))
    Place(*V, HeapBase + Heap->Offsets[I]);
  Moved.end(HeapEnd, HeapBase + Heap->Size);
  MoveTables({Behind, Tables.end()});

  Result.After = A.getSize() - Moved.getOldEnd() + Moved.getEnd();
  // What has no bytes may lie anywhere but beyond the end.
  for (const Value &V : A.values())
    if (V.getSize().isZero() && V.getOffset() > Result.After)
      Place(V, Bytes());
  if (Result.After != Result.Before)
    E.resize(A, Result.After);
  return Result;
}

} // namespace hlomem
