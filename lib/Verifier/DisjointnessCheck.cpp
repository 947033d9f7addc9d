//===- DisjointnessCheck.cpp - Whether values keep apart ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values take their bytes in the order in which they begin. Each piece of the
// allocation knows which value took it last, and until when. As long as values
// keep apart, it is that one alone that the next one can meet there. A value
// makes one piece of all that it takes, so that every cut is made and removed
// once; but for what others keep where a value lives for an instant, which may
// be looked at again and again.
//
//===----------------------------------------------------------------------===//

#include "DisjointnessCheck.h"
#include "hlomem/IR/Allocation.h"
#include "hlomem/Support/ADT/HierarchicalBitSet.h"
#include "hlomem/Support/ADT/RadixSort.h"

using namespace llvm;

namespace hlomem {

namespace {

/// The bytes of a value, and when it has them.
struct Slice {
  uint64_t Begin;
  uint64_t End;
  LiveRange Range;

  bool isInstant() const { return Range.Begin == Range.End; }
};

/// An allocation cut into pieces. Places are the numbers of the cuts between
/// them, in order.
class Pieces {
public:
  explicit Pieces(size_t CutCount)
      : Begins(CutCount), ByBegin(CutCount), MaxKept(8 * CutCount + 1000) {
    Begins.insert(0);
    ByBegin[0].End = CutCount;
  }

  /// Gives the pieces from place \p Begin to place \p End to a value that is
  /// live in \p R. False if it may not keep apart from those that have them.
  bool take(uint32_t Begin, uint32_t End, LiveRange R);

private:
  struct Piece {
    /// The place where it ends.
    uint32_t End = 0;
    /// Where the value begins that took it last, and the first time at which
    /// that is gone; 0 if there was none.
    uint32_t OwnerBegin = 0;
    Time FreeFrom = 0;
  };

  /// Makes a cut at \p Place.
  void cut(uint32_t Place) {
    if (Place == ByBegin.size() || Begins.contains(Place))
      return;
    Piece &Before = ByBegin[Begins.findBefore(Place)];
    ByBegin[Place] = Before;
    Before.End = Place;
    Begins.insert(Place);
  }

  HierarchicalBitSet Begins;
  /// Of use where a piece begins.
  std::vector<Piece> ByBegin;
  /// Pieces that others kept, and how many may be looked at: else this would
  /// take longer than the tree that the rule has for what breaks it.
  size_t KeptCount = 0;
  size_t MaxKept;
};

} // namespace

bool Pieces::take(uint32_t Begin, uint32_t End, LiveRange R) {
  bool IsInstant = R.Begin == R.End;
  cut(Begin);
  cut(End);
  // The last piece, if the value takes it.
  Piece *Taken = nullptr;
  for (uint32_t Place = Begin; Place != End;) {
    Piece &P = ByBegin[Place];
    uint32_t Next = P.End;
    // They share one instant, or more.
    if (P.FreeFrom > R.Begin) {
      bool IsOneInstant = IsInstant || P.FreeFrom == R.Begin + 1;
      if (!IsOneInstant || P.OwnerBegin != Begin)
        return false;
    }
    // Whoever has the piece for longer than an instant keeps it: it has the
    // same offset.
    bool IsTaken = !IsInstant || P.FreeFrom <= R.End;
    if (IsTaken && Taken) {
      Begins.erase(Place);
      Taken->End = Next;
    } else if (IsTaken) {
      Taken = &P;
      P = {Next, Begin, R.End + 1};
    } else {
      Taken = nullptr;
      if (++KeptCount > MaxKept)
        return false;
    }
    Place = Next;
  }
  return true;
}

static std::vector<Slice> getSlices(const Allocation &A) {
  std::vector<Slice> Slices;
  Slices.reserve(A.values().size());
  for (const Value &V : A.values())
    if (std::optional<LiveRange> R = V.getLiveRange();
        R && !V.getSize().isZero())
      Slices.push_back({V.getOffset().count(), V.getEndOffset().count(), *R});
  return Slices;
}

bool areValuesDisjoint(const Allocation &A) {
  std::vector<Slice> Slices = getSlices(A);
  if (Slices.size() < 2)
    return true;

  auto ByteOf = [&](uint32_t Cut) {
    const Slice &S = Slices[Cut / 2];
    return Cut % 2 ? S.End : S.Begin;
  };
  std::vector<uint32_t> Places(2 * Slices.size());
  uint32_t PlaceCount = 0;
  std::optional<uint64_t> Before;
  for (uint32_t Cut : getSortedPositions(Places.size(), ByteOf)) {
    PlaceCount += Before && *Before != ByteOf(Cut);
    Before = ByteOf(Cut);
    Places[Cut] = PlaceCount;
  }

  // Those of a single instant come after the others that begin with them.
  std::vector<uint32_t> Order =
      getSortedPositions(Slices.size(), [&](uint32_t N) {
        return 2 * uint64_t(Slices[N].Range.Begin) + Slices[N].isInstant();
      });
  Pieces P(PlaceCount);
  return all_of(Order, [&](uint32_t N) {
    return P.take(Places[2 * N], Places[2 * N + 1], Slices[N].Range);
  });
}

} // namespace hlomem
