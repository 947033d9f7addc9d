//===- DimensionFlow.cpp - Which values carry a dimension -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Dimensions/DimensionFlow.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

static constexpr uint32_t NoDimension = ~uint32_t();

// Guesses come last, so that none stands in the way of evidence.
DimensionFlow::DimensionFlow(const DimensionLinks &Links,
                             ArrayRef<DimensionPlace> Origins)
    : Links(Links) {
  for (const DimensionPlace &O : Origins) {
    ArrayRef<Dimension> Dimensions = Links.getDimensions(O.At);
    if (O.Number < Dimensions.size())
      add(Links.Classes[Links.getSlot(O.At) + O.Number],
          {.Extent = Dimensions[O.Number].Extent});
  }
  follow(/*WithGuesses=*/false);
  SmallVector<uint32_t> Reached;
  for (const auto &[Class, F] : Factors)
    Reached.push_back(Class);
  sort(Reached);
  Pending.append(Reached.begin(), Reached.end());
  follow(/*WithGuesses=*/true);
}

void DimensionFlow::follow(bool WithGuesses) {
  do {
    while (!Pending.empty()) {
      uint32_t Class = Pending.pop_back_val();
      IsFromMade = Links.IsMade[Class];
      for (uint32_t Number : Links.getLinks(Class)) {
        const Link &L = Links.Links[Number];
        if (L.How == DimensionLinks::Kind::Sum) {
          if (!is_contained(Sums, Number))
            Sums.push_back(Number);
        } else if (!L.IsGuess || WithGuesses) {
          follow(L, Class, WithGuesses);
        }
      }
    }
    IsFromMade = false;
    // The operands of a sum may be reached one after the other: it waits for
    // all of them.
    for (uint32_t Number : Sums)
      if (sum(Links.Links[Number]))
        break;
  } while (!Pending.empty());
}

void DimensionFlow::follow(const Link &L, uint32_t From, bool WithGuesses) {
  ArrayRef<Part> Left = Links.getLeft(L), Right = Links.getRight(L);
  auto HasFrom = [&](ArrayRef<Part> Parts) {
    return any_of(Parts, [&](const Part &P) { return P.Class == From; });
  };
  if (L.How == DimensionLinks::Kind::Regroup) {
    if (HasFrom(Left))
      regroup(L, From, Left, Right, WithGuesses);
    if (HasFrom(Right))
      regroup(L, From, Right, Left, WithGuesses);
    return;
  }
  if (HasFrom(Left))
    shift(L, From, Right.front());
  if (HasFrom(Right) && L.How != DimensionLinks::Kind::Permutation)
    shift(L, From, Left.front());
}

void DimensionFlow::regroup(const Link &L, uint32_t From, ArrayRef<Part> Source,
                            ArrayRef<Part> Target, bool WithGuesses) {
  uint64_t Minor = 1;
  for (const Part &P : reverse(Source)) {
    if (P.Class == From)
      // What is placed may be of this class too.
      for (DimensionFactor F : SmallVector<DimensionFactor, 1>(Factors[From])) {
        F.Stride *= Minor;
        place(L, F, Target, WithGuesses);
      }
    Minor *= P.Extent;
  }
}

// Finds what of the target parts has the elements of F, whose stride is one of
// the elements of all parts together.
void DimensionFlow::place(const Link &L, DimensionFactor F,
                          ArrayRef<Part> Target, bool WithGuesses) {
  SmallVector<std::pair<const Part *, DimensionFactor>, 4> Pieces;
  uint64_t Minor = 1, End = F.Stride * F.Extent;
  for (const Part &P : reverse(Target)) {
    uint64_t Major = Minor * P.Extent;
    uint64_t First = std::max(F.Stride, Minor), Last = std::min(End, Major);
    if (First < Last) {
      if (First % Minor != 0 || Major % Last != 0 || First % F.Stride != 0 ||
          End % Last != 0 || Last % First != 0)
        return;
      DimensionFactor Piece = F;
      Piece.Stride = First / Minor;
      Piece.Extent = Last / First;
      Pieces.push_back({&P, Piece});
    }
    Minor = Major;
  }
  bool IsWhole = Pieces.size() == 1 && Pieces[0].second.Extent == F.Extent;
  if (!IsWhole) {
    if (F.Fixed != 0 || F.IsMixed)
      return;
    // A dimension that is split is mostly split into a fixed number of parts:
    // the most minor one scales. Without a loop nothing tells.
    using Splits = DimensionLinks::Splits;
    bool IsSure =
        L.IfSplit == Splits::Sure && count_if(Pieces, [](const auto &P) {
                                       return P.first->Class != NoDimension;
                                     }) == 1;
    if (L.IfSplit == Splits::Never || (!IsSure && !WithGuesses))
      return;
    F.IsGuessed |= !IsSure;
  }
  // Blocks have a fixed size, so what there is of them scales.
  erase_if(Pieces, [](const auto &P) { return P.first->Class == NoDimension; });
  if (Pieces.empty())
    return;
  auto *Chosen = find_if(Pieces, [&](const auto &P) {
    return IsWhole || !Links.IsBlock[P.first->Class];
  });
  auto &[P, Piece] = Chosen == Pieces.end() ? Pieces.back() : *Chosen;
  Piece.IsGuessed = F.IsGuessed;
  add(P->Class, Piece);
}

// The factor that says how all elements of the class scale.
std::optional<DimensionFactor> DimensionFlow::getWhole(uint32_t Class) const {
  auto Found = Factors.find(Class);
  if (Found == Factors.end() || Found->second.size() != 1)
    return std::nullopt;
  DimensionFactor F = Found->second.front();
  int64_t Times = Links.Extents[Class] / F.Extent;
  return DimensionFactor{.Extent = Links.Extents[Class],
                         .Fixed = F.Fixed * Times,
                         .IsGuessed = F.IsGuessed,
                         .IsMixed = F.IsMixed || Times != 1};
}

void DimensionFlow::shift(const Link &L, uint32_t From, const Part &Target) {
  std::optional<DimensionFactor> F = getWhole(From);
  if (!F)
    return;
  if (L.How == DimensionLinks::Kind::Proportion)
    F->Fixed = 0;
  else
    F->Fixed +=
        static_cast<int64_t>(Target.Extent) - static_cast<int64_t>(F->Extent);
  F->Extent = Target.Extent;
  F->IsGuessed |= L.IsGuess;
  add(Target.Class, *F);
}

// Returns true if something is new.
bool DimensionFlow::sum(const Link &L) {
  const Part &Whole = Links.getRight(L).front();
  ArrayRef<Part> Parts = Links.getLeft(L);
  DimensionFactor Sum{.Extent = Whole.Extent};
  uint64_t Carried = 0;
  for (const Part &P : Parts) {
    if (std::optional<DimensionFactor> F = getWhole(P.Class)) {
      Sum.Fixed += F->Fixed;
      Sum.IsGuessed |= F->IsGuessed;
      Carried += Links.IsMade[P.Class] ? 0 : P.Extent;
    } else if (Factors.contains(P.Class)) {
      return false;
    } else {
      Sum.Fixed += P.Extent;
    }
  }
  size_t Before = Pending.size();
  if (Carried != 0) {
    if (!Factors.contains(Whole.Class))
      add(Whole.Class, Sum);
    return Pending.size() != Before;
  }
  std::optional<DimensionFactor> F = getWhole(Whole.Class);
  const Part &Largest = *max_element(
      Parts, [](const Part &A, const Part &B) { return A.Extent < B.Extent; });
  // The others are fixed if they are the smaller part together.
  uint64_t Others = Whole.Extent - Largest.Extent;
  if (!F || Largest.Extent <= Others)
    return false;
  F->Fixed -= Others;
  F->Extent = Largest.Extent;
  add(Largest.Class, *F);
  return Pending.size() != Before;
}

// Where two ways tell different things of the same elements, the first counts.
void DimensionFlow::add(uint32_t Class, DimensionFactor F) {
  if (Class == NoDimension || F.Extent < 2 ||
      (IsFromMade && !Links.IsMade[Class]))
    return;
  SmallVector<DimensionFactor, 1> &Known = Factors[Class];
  // What is sure of a dimension is all of it: a guess beside that would scale
  // it twice, unless it is the same data again, as in a table of all pairs.
  if (F.IsGuessed && any_of(Known, [&](const DimensionFactor &K) {
        return !K.IsGuessed && K.Extent != F.Extent;
      }))
    return;
  for (const DimensionFactor &K : Known)
    if (F.Stride < K.Stride * K.Extent && K.Stride < F.Stride * F.Extent)
      return;
  Known.push_back(F);
  Pending.push_back(Class);
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

ArrayRef<DimensionFactor> DimensionFlow::getFactors(HloPlace P,
                                                    uint32_t Dimension) const {
  auto Found = Factors.find(Links.Classes[Links.getSlot(P) + Dimension]);
  return Found == Factors.end() ? ArrayRef<DimensionFactor>() : Found->second;
}

bool DimensionFlow::isTakenApart() const {
  // Of each dimension: the places at which pieces begin, and their elements.
  DenseMap<uint32_t, SmallDenseSet<uint64_t>> Starts;
  DenseMap<uint32_t, uint64_t> Taken;
  for (const DimensionLinks::Piece &P : Links.Pieces) {
    if (!Factors.contains(P.Whole) || Factors.contains(P.Cut) ||
        Links.IsMade[P.Whole] || !Starts[P.Whole].insert(P.Start).second ||
        Starts[P.Whole].size() < 2)
      continue;
    // The first one counts as large as the second.
    uint64_t &Sum = Taken[P.Whole];
    Sum += Links.Extents[P.Cut] * (Sum == 0 ? 2 : 1);
    if (Sum >= Links.Extents[P.Whole] / 2)
      return true;
  }
  return false;
}

bool DimensionFlow::isCarriedBy(HloPlace P) const {
  return any_of(seq<uint32_t>(Links.getDimensions(P).size()),
                [&](uint32_t D) { return !getFactors(P, D).empty(); });
}

bool DimensionFlow::isGuessed(HloPlace P) const {
  return any_of(seq<uint32_t>(Links.getDimensions(P).size()), [&](uint32_t D) {
    return any_of(getFactors(P, D),
                  [](const DimensionFactor &F) { return F.IsGuessed; });
  });
}

std::optional<SmallVector<uint64_t, 4>>
DimensionFlow::getScaledExtents(HloPlace P, DimensionRatio By) const {
  SmallVector<uint64_t, 4> Extents;
  for (auto [D, Dimension] : enumerate(Links.getDimensions(P))) {
    uint64_t Extent = Dimension.Extent;
    for (const DimensionFactor &F : getFactors(P, D)) {
      int64_t Scaling = static_cast<int64_t>(F.Extent) - F.Fixed;
      bool Overflows = false;
      uint64_t Product =
          SaturatingMultiply<uint64_t>(Scaling, By.Numerator, &Overflows);
      if (Scaling <= 0 || Overflows || Product % By.Denominator != 0)
        return std::nullopt;
      int64_t Scaled = static_cast<int64_t>(Product / By.Denominator) + F.Fixed;
      if (Scaled <= 0)
        return std::nullopt;
      Extent =
          SaturatingMultiply<uint64_t>(Extent / F.Extent, Scaled, &Overflows);
      if (Overflows)
        return std::nullopt;
    }
    Extents.push_back(Extent);
  }
  return Extents;
}

} // namespace hlomem
