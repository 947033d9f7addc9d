//===- VerifierOverlap.cpp - Who shares which bytes, and when -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two values that share bytes have as many common instants as the earlier end
// is after the later beginning. Values are taken in the order in which they
// begin; for each, the question is whether one of those before it, that shares
// bytes with it, ends late enough. A tree over the bytes answers it in
// logarithmic time, also when all values overlap. Each value is blamed once for
// each rule, whatever the number of values that it shares bytes with.
//
// That is done twice where it finds something: first with the printed live
// ranges, then with what the program needs of them (HeldRanges.h), and with the
// slices that XLA puts together in place. Only what is left is reported.
//
//===----------------------------------------------------------------------===//

#include "DisjointnessCheck.h"
#include "VerifierImpl.h"
#include "hlomem/Analysis/Liveness/HeldRanges.h"
#include "hlomem/Analysis/Liveness/SlicedPrefetches.h"
#include "hlomem/Analysis/Memory/ScopedMemory.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Of some values, the one that ends last, and the one that ends last of those
/// at another offset.
struct LastEnds {
  const HeldRange *First = nullptr;
  const HeldRange *Second = nullptr;

  static Time endOf(const HeldRange *H) { return H->Range.End; }
  static Bytes offsetOf(const HeldRange *H) { return H->V->getOffset(); }

  void add(const HeldRange *H) {
    if (!H)
      return;
    if (!First || endOf(H) > endOf(First)) {
      if (First && offsetOf(First) != offsetOf(H))
        Second = First;
      First = H;
      return;
    }
    if (offsetOf(H) != offsetOf(First) && (!Second || endOf(H) > endOf(Second)))
      Second = H;
  }
  void add(const LastEnds &O) {
    add(O.First);
    add(O.Second);
  }
  const HeldRange *atOtherOffset(Bytes Offset) const {
    return First && offsetOf(First) == Offset ? Second : First;
  }
};

/// A tree over the pieces between neighbouring ends of slices.
class SliceTree {
public:
  explicit SliceTree(ArrayRef<const HeldRange *> Held) {
    Cuts.reserve(2 * Held.size());
    for (const HeldRange *H : Held) {
      Cuts.push_back(H->V->getOffset());
      Cuts.push_back(H->V->getEndOffset());
    }
    llvm::sort(Cuts);
    Cuts.erase(std::unique(Cuts.begin(), Cuts.end()), Cuts.end());
    for (LeafCount = 1; LeafCount < Cuts.size(); LeafCount *= 2)
      ;
    Nodes.resize(2 * LeafCount);
  }

  /// Adds \p H to all pieces of its value's slice.
  void add(const HeldRange &H) {
    auto [Begin, End] = piecesOf(*H.V);
    add(H, Begin, End, /*N=*/1, 0, LeafCount);
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

  void add(const HeldRange &H, size_t Begin, size_t End, size_t N, size_t Left,
           size_t Right) {
    if (End <= Left || Right <= Begin)
      return;
    Nodes[N].Any.add(&H);
    if (Begin <= Left && Right <= End)
      return Nodes[N].Covering.add(&H);
    size_t Middle = Left + (Right - Left) / 2;
    add(H, Begin, End, 2 * N, Left, Middle);
    add(H, Begin, End, 2 * N + 1, Middle, Right);
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
  explicit ValuesAtEnd(ArrayRef<const HeldRange *> Ending) : Ending(Ending) {
    const HeldRange *Longest = nullptr;
    for (const HeldRange *H : Ending) {
      if (!Longest || H->V->getEndOffset() > Longest->V->getEndOffset())
        Longest = H;
      LongestSoFar.push_back(Longest);
    }
  }

  const HeldRange *find(const Value &V) const {
    auto Offset = [](const HeldRange *H) { return H->V->getOffset(); };
    size_t NotBefore = llvm::partition_point(Ending,
                                             [&](const HeldRange *H) {
                                               return Offset(H) < V.getOffset();
                                             }) -
                       Ending.begin();
    if (NotBefore != 0 &&
        LongestSoFar[NotBefore - 1]->V->getEndOffset() > V.getOffset())
      return LongestSoFar[NotBefore - 1];
    size_t Behind = llvm::partition_point(Ending,
                                          [&](const HeldRange *H) {
                                            return Offset(H) <= V.getOffset();
                                          }) -
                    Ending.begin();
    if (Behind < Ending.size() && Offset(Ending[Behind]) < V.getEndOffset())
      return Ending[Behind];
    return nullptr;
  }

private:
  ArrayRef<const HeldRange *> Ending;
  SmallVector<const HeldRange *, 0> LongestSoFar;
};

/// One value begins where others are.
struct Meeting {
  const HeldRange &Later;
  /// One that shares bytes with it for more than an instant; may be null.
  const HeldRange *Overlapping;
  /// One that shares bytes with it at its first instant, and begins at another
  /// offset; may be null.
  const HeldRange *Touching;
  /// Those that began before and end at that instant, by offset.
  ArrayRef<const HeldRange *> Ending;
};

} // namespace

/// Tells \p Visit how each of \p Held meets those before it, in the order in
/// which they begin, until that returns false.
static void visitMeetings(ArrayRef<HeldRange> Held,
                          function_ref<bool(const Meeting &)> Visit) {
  if (Held.size() < 2)
    return;
  // Each value is asked for those before it in this order. A value of a single
  // instant comes after all others that begin there.
  SmallVector<const HeldRange *, 0> ByBegin;
  for (const HeldRange &H : Held)
    ByBegin.push_back(&H);
  llvm::stable_sort(ByBegin, [](const HeldRange *L, const HeldRange *R) {
    if (L->Range.Begin != R->Range.Begin)
      return L->Range.Begin < R->Range.Begin;
    return L->Range.End > R->Range.End;
  });
  SmallVector<const HeldRange *, 0> ByEnd = ByBegin;
  llvm::sort(ByEnd, [](const HeldRange *L, const HeldRange *R) {
    return std::tuple(L->Range.End, L->V->getOffset(), L->V) <
           std::tuple(R->Range.End, R->V->getOffset(), R->V);
  });

  SliceTree Tree(ByBegin);
  ArrayRef<const HeldRange *> Rest = ByEnd;
  SmallVector<const HeldRange *, 0> Ending;
  std::optional<ValuesAtEnd> AtEnd;
  std::optional<Time> LastBegin;
  for (const HeldRange *H : ByBegin) {
    LiveRange R = H->Range;
    if (LastBegin != R.Begin) {
      Rest = Rest.drop_while(
          [&](const HeldRange *W) { return W->Range.End < R.Begin; });
      ArrayRef<const HeldRange *> Here = Rest.take_while(
          [&](const HeldRange *W) { return W->Range.End == R.Begin; });
      Ending.clear();
      for (const HeldRange *W : Here)
        if (W->Range.Begin < R.Begin)
          Ending.push_back(W);
      AtEnd.emplace(Ending);
      LastBegin = R.Begin;
    }
    LastEnds Sharing = Tree.find(*H->V);
    Tree.add(*H);

    const HeldRange *Overlapping = nullptr;
    const HeldRange *Touching = nullptr;
    if (R.End > R.Begin) {
      if (Sharing.First && Sharing.First->Range.End > R.Begin)
        Overlapping = Sharing.First;
      Touching = AtEnd->find(*H->V);
    } else if (const HeldRange *W = Sharing.atOtherOffset(H->V->getOffset());
               W && W->Range.End >= R.Begin) {
      Touching = W;
    }
    if (!Visit({*H, Overlapping, Touching, Ending}))
      return;
  }
}

static void printShared(raw_ostream &OS, const Value &Earlier,
                        const Value &Later) {
  Bytes Begin = std::max(Earlier.getOffset(), Later.getOffset());
  Bytes End = std::min(Earlier.getEndOffset(), Later.getEndOffset());
  OS << "values " << ValueName(Earlier) << " and " << ValueName(Later)
     << " share bytes " << Begin.count() << '-' << End.count()
     << " of allocation " << Later.getAllocation().getIndex();
}

void Verifier::findSuspects() {
  bool HasFacts = hasAllocations() && M.hasLiveRanges();
  bool ChecksOverlap = begin(VerifierRule::Overlap, HasFacts);
  bool ChecksTouch = begin(VerifierRule::Touch, HasFacts);
  if (!ChecksOverlap && !ChecksTouch)
    return;
  for (const Allocation &A : M.allocations()) {
    if (!A.isArena())
      continue;
    // Slices that lie elsewhere share nothing.
    bool IsSuspect = ChecksTouch && isAssignedByMsa(M, A) &&
                     any_of(A.values(), [this](const Value &V) {
                       return putsSlicesTogether(M, V);
                     });
    if (!IsSuspect && !areValuesDisjoint(A))
      visitMeetings(HeldRanges::asPrinted(A), [&](const Meeting &Met) {
        IsSuspect =
            (ChecksOverlap && Met.Overlapping) || (ChecksTouch && Met.Touching);
        return !IsSuspect;
      });
    if (IsSuspect)
      Suspects.push_back(&A);
  }
}

void Verifier::checkOverlapAndTouch() {
  if (Suspects.empty())
    return;
  const auto &Times = AM.getResult<ScheduleIndexAnalysis>();
  HeldRanges Ranges(M, Times, getSchedule());
  SlicedPrefetches Prefetches(M, Times, getOutlineOfText());
  for (const Allocation *A : Suspects)
    checkOverlapIn(*A, Ranges, Prefetches);
}

void Verifier::checkOverlapIn(const Allocation &A, const HeldRanges &Ranges,
                              SlicedPrefetches &Prefetches) {
  bool IsMsa = isAssignedByMsa(M, A);
  bool ChecksOverlap = Result.Checked[size_t(VerifierRule::Overlap)];
  bool ChecksTouch = Result.Checked[size_t(VerifierRule::Touch)];
  // Those that are held in parts.
  SmallPtrSet<const Value *, 16> Blamed;
  auto Check = [&](const Meeting &Met) {
    const Value &V = *Met.Later.V;
    LiveRange R = Met.Later.Range;
    if (ChecksOverlap && Met.Overlapping &&
        (!Met.Later.IsResumed || Blamed.insert(&V).second))
      report(VerifierRule::Overlap, V, [&](raw_ostream &OS) {
        printShared(OS, *Met.Overlapping->V, V);
        OS << " at schedule positions " << R.Begin << " to "
           << std::min(R.End, Met.Overlapping->Range.End);
      });

    // The bytes of one that is resumed were given back at that instant.
    if (!ChecksTouch || Met.Later.IsResumed)
      return true;
    const HeldRange *Touching = Met.Touching;
    auto State = SlicedPrefetches::Kind::None;
    if (IsMsa && (Touching || putsSlicesTogether(M, V)))
      State = Prefetches.classify(Met.Later, Met.Ending);
    if (State == SlicedPrefetches::Kind::Apart) {
      report(VerifierRule::Touch, V, [&](raw_ostream &OS) {
        OS << "the slices that make up value " << ValueName(V)
           << " are not adjacent in its bytes " << V.getOffset().count() << '-'
           << V.getEndOffset().count() << " of allocation " << A.getIndex();
      });
      return true;
    }
    if (State == SlicedPrefetches::Kind::InPlace)
      return true;
    if (Touching)
      report(VerifierRule::Touch, V, [&](raw_ostream &OS) {
        printShared(OS, *Touching->V, V);
        OS << " at schedule position " << R.Begin << ", but begin at offsets "
           << Touching->V->getOffset().count() << " and "
           << V.getOffset().count();
      });
    return true;
  };
  visitMeetings(IsMsa ? Ranges.asNeeded(A) : HeldRanges::asPrinted(A), Check);
}

} // namespace hlomem
