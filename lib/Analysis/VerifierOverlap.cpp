//===- VerifierOverlap.cpp - Who shares which bytes, and when -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two values that share bytes have as many common instants as the earlier end
// is behind the later beginning. Values are taken in the order in which they
// begin; for each, the question is whether one of those before it, that shares
// bytes with it, ends late enough. A tree over the bytes answers it in
// logarithmic time, also when all values overlap. Each value is blamed once for
// each rule, whatever the number of values that it shares bytes with.
//
//===----------------------------------------------------------------------===//

#include "SliceSweep.h"
#include "VerifierImpl.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace hlomem {

namespace {

/// Of some values, the one that ends last, and the one that ends last of those
/// at another offset.
struct LastEnds {
  const Value *First = nullptr;
  const Value *Second = nullptr;

  static Time endOf(const Value *V) { return V->getLiveRange()->End; }

  void add(const Value *V) {
    if (!V)
      return;
    if (!First || endOf(V) > endOf(First)) {
      if (First && First->getOffset() != V->getOffset())
        Second = First;
      First = V;
      return;
    }
    if (V->getOffset() != First->getOffset() &&
        (!Second || endOf(V) > endOf(Second)))
      Second = V;
  }
  void add(const LastEnds &O) {
    add(O.First);
    add(O.Second);
  }
  const Value *atOtherOffset(Bytes Offset) const {
    return First && First->getOffset() == Offset ? Second : First;
  }
};

/// A tree over the pieces between neighbouring ends of slices.
class SliceTree {
public:
  explicit SliceTree(ArrayRef<const Value *> Values) {
    Cuts.reserve(2 * Values.size());
    for (const Value *V : Values) {
      Cuts.push_back(V->getOffset());
      Cuts.push_back(V->getEndOffset());
    }
    llvm::sort(Cuts);
    Cuts.erase(std::unique(Cuts.begin(), Cuts.end()), Cuts.end());
    for (LeafCount = 1; LeafCount < Cuts.size(); LeafCount *= 2)
      ;
    Nodes.resize(2 * LeafCount);
  }

  /// Adds \p V to all pieces of its slice.
  void add(const Value &V) {
    auto [Begin, End] = piecesOf(V);
    add(V, Begin, End, /*N=*/1, 0, LeafCount);
  }
  /// The last ends of all values added that share bytes with \p V.
  LastEnds find(const Value &V) const {
    auto [Begin, End] = piecesOf(V);
    LastEnds Result;
    find(Result, Begin, End, /*N=*/1, 0, LeafCount);
    return Result;
  }

private:
  struct Node {
    /// Of the values that cover the node's pieces, as far as they do not cover
    /// its parent's.
    LastEnds Covering;
    /// Of the values with any of its pieces, as far as they do not cover its
    /// parent's.
    LastEnds Any;
  };

  std::pair<size_t, size_t> piecesOf(const Value &V) const {
    auto At = [this](Bytes B) {
      return llvm::lower_bound(Cuts, B) - Cuts.begin();
    };
    return {At(V.getOffset()), At(V.getEndOffset())};
  }

  void add(const Value &V, size_t Begin, size_t End, size_t N, size_t Left,
           size_t Right) {
    if (End <= Left || Right <= Begin)
      return;
    Nodes[N].Any.add(&V);
    if (Begin <= Left && Right <= End)
      return Nodes[N].Covering.add(&V);
    size_t Middle = Left + (Right - Left) / 2;
    add(V, Begin, End, 2 * N, Left, Middle);
    add(V, Begin, End, 2 * N + 1, Middle, Right);
  }

  void find(LastEnds &Result, size_t Begin, size_t End, size_t N, size_t Left,
            size_t Right) const {
    if (End <= Left || Right <= Begin)
      return;
    if (Begin <= Left && Right <= End)
      return Result.add(Nodes[N].Any);
    Result.add(Nodes[N].Covering);
    size_t Middle = Left + (Right - Left) / 2;
    find(Result, Begin, End, 2 * N, Left, Middle);
    find(Result, Begin, End, 2 * N + 1, Middle, Right);
  }

  std::vector<Bytes> Cuts;
  size_t LeafCount = 1;
  std::vector<Node> Nodes;
};

/// The values that end at one time, to be asked for one that shares bytes with
/// a slice and begins elsewhere.
class ValuesAtEnd {
public:
  /// \p Ending stands by offset.
  explicit ValuesAtEnd(ArrayRef<const Value *> Ending) : Ending(Ending) {
    const Value *Longest = nullptr;
    for (const Value *V : Ending) {
      if (!Longest || V->getEndOffset() > Longest->getEndOffset())
        Longest = V;
      LongestSoFar.push_back(Longest);
    }
  }

  const Value *find(const Value &V) const {
    auto Offset = [](const Value *W) { return W->getOffset(); };
    auto FirstAt = [&](Bytes B) {
      return llvm::partition_point(
                 Ending, [&](const Value *W) { return Offset(W) < B; }) -
             Ending.begin();
    };
    size_t NotBefore = FirstAt(V.getOffset());
    if (NotBefore != 0 &&
        LongestSoFar[NotBefore - 1]->getEndOffset() > V.getOffset())
      return LongestSoFar[NotBefore - 1];
    size_t Behind = llvm::partition_point(Ending,
                                          [&](const Value *W) {
                                            return Offset(W) <= V.getOffset();
                                          }) -
                    Ending.begin();
    if (Behind < Ending.size() && Offset(Ending[Behind]) < V.getEndOffset())
      return Ending[Behind];
    return nullptr;
  }

private:
  ArrayRef<const Value *> Ending;
  SmallVector<const Value *, 0> LongestSoFar;
};

} // namespace

static LiveRange rangeOf(const Value *V) { return *V->getLiveRange(); }

static void printShared(raw_ostream &OS, const Value &Earlier,
                        const Value &Later) {
  Bytes Begin = std::max(Earlier.getOffset(), Later.getOffset());
  Bytes End = std::min(Earlier.getEndOffset(), Later.getEndOffset());
  OS << "values " << ValueName(Earlier) << " and " << ValueName(Later)
     << " share bytes " << Begin.count() << '-' << End.count()
     << " of allocation " << Later.getAllocation().getIndex();
}

void Verifier::checkOverlapIn(const Allocation &A, bool ChecksOverlap,
                              bool ChecksTouch) {
  SmallVector<const Value *, 0> Values;
  for (const Value &V : A.values())
    if (V.getLiveRange() && !V.getSize().isZero())
      Values.push_back(&V);
  if (Values.size() < 2)
    return;

  // Each value is asked for those before it in this order. A value of a single
  // instant comes after all others that begin there.
  llvm::stable_sort(Values, [](const Value *L, const Value *R) {
    if (rangeOf(L).Begin != rangeOf(R).Begin)
      return rangeOf(L).Begin < rangeOf(R).Begin;
    return rangeOf(L).End > rangeOf(R).End;
  });
  SmallVector<const Value *, 0> ByEnd = Values;
  llvm::sort(ByEnd, [](const Value *L, const Value *R) {
    return std::tuple(rangeOf(L).End, L->getOffset(), L) <
           std::tuple(rangeOf(R).End, R->getOffset(), R);
  });

  SliceTree Tree(Values);
  ArrayRef<const Value *> Rest = ByEnd;
  SmallVector<const Value *, 0> Ending;
  std::optional<ValuesAtEnd> AtEnd;
  std::optional<Time> LastBegin;
  for (const Value *V : Values) {
    LiveRange R = rangeOf(V);
    if (LastBegin != R.Begin) {
      Rest = Rest.drop_while(
          [&](const Value *W) { return rangeOf(W).End < R.Begin; });
      ArrayRef<const Value *> Here = Rest.take_while(
          [&](const Value *W) { return rangeOf(W).End == R.Begin; });
      Ending.clear();
      for (const Value *W : Here)
        if (rangeOf(W).Begin < R.Begin)
          Ending.push_back(W);
      AtEnd.emplace(Ending);
      LastBegin = R.Begin;
    }
    LastEnds Sharing = Tree.find(*V);
    Tree.add(*V);

    const Value *First = Sharing.First;
    if (ChecksOverlap && R.End > R.Begin && First &&
        rangeOf(First).End > R.Begin)
      report(VerifierRule::Overlap, V->getLoc(), [&](raw_ostream &OS) {
        printShared(OS, *First, *V);
        OS << " from " << R.Begin << " to "
           << std::min(R.End, rangeOf(First).End);
      });

    if (!ChecksTouch)
      continue;
    const Value *Touching = nullptr;
    if (R.End > R.Begin)
      Touching = AtEnd->find(*V);
    else if (const Value *W = Sharing.atOtherOffset(V->getOffset());
             W && rangeOf(W).End >= R.Begin)
      Touching = W;
    if (Touching)
      report(VerifierRule::Touch, V->getLoc(), [&](raw_ostream &OS) {
        printShared(OS, *Touching, *V);
        OS << " at time " << R.Begin << ", but begin at offsets "
           << Touching->getOffset().count() << " and "
           << V->getOffset().count();
      });
  }
}

void Verifier::checkOverlapAndTouch() {
  bool HasFacts = hasAllocations() && M.hasLiveRanges();
  bool ChecksOverlap = begin(VerifierRule::Overlap, HasFacts);
  bool ChecksTouch = begin(VerifierRule::Touch, HasFacts);
  if (!ChecksOverlap && !ChecksTouch)
    return;
  for (const Allocation &A : M.allocations())
    if (A.isArena() && !doValuesKeepApart(A))
      checkOverlapIn(A, ChecksOverlap, ChecksTouch);
}

} // namespace hlomem
