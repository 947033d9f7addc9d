//===- Instance.cpp - A packing problem as the search sees it -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instance.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

uint64_t getOffsetUnit(const Problem &P) {
  uint64_t OfAlignments = 0, OfSizes = 0;
  for (const Buffer &B : P.Buffers) {
    OfAlignments = std::gcd(OfAlignments, B.Alignment);
    OfSizes = std::gcd(std::gcd(OfSizes, B.Size), B.FixedOffset.value_or(0));
  }
  // In a smallest placement everything can be moved down until it lies at 0 or,
  // but for alignment, upon something else. If the sizes are multiples of all
  // alignments, nothing has to be aligned then.
  bool IsAligned = OfSizes != 0;
  for (const Buffer &B : P.Buffers)
    IsAligned = IsAligned && OfSizes % B.Alignment == 0;
  return std::max<uint64_t>(IsAligned ? OfSizes : OfAlignments, 1);
}

Instance::Instance(const Problem &P, uint64_t CapacityInBytes) {
  CapacityInBytes = std::min(CapacityInBytes, MaxTotalSize - 1);
  Unit = getOffsetUnit(P);
  findSections(P);
  addItems(P, CapacityInBytes);
  addTies(P);
  addClasses();
  addLive();
  addCollisions();
  findLeasts();
}

void Instance::findLeasts() {
  for (unsigned I = 0; I != Items.size(); ++I)
    Items[I].Least = getLeastFrom(I, Items[I].Least);
  // What is tied is lifted to the highest until that suits all of them.
  for (unsigned Tie = 1; Tie <= getNumTies(); ++Tie) {
    Height Least = 0;
    for (bool HasChanged = true; HasChanged && Least != NoHeight;) {
      HasChanged = false;
      for (unsigned I : getTied(Tie)) {
        if (Least != NoHeight && Items[I].Least < Least)
          Items[I].Least = getLeastFrom(I, Least);
        HasChanged |= Items[I].Least > Least;
        Least = std::max(Least, Items[I].Least);
      }
    }
  }
  for (const Item &It : Items)
    Possible &= It.Least != NoHeight;
}

void Instance::findSections(const Problem &P) {
  // Between a begin and the first end after it, the live buffers are contained
  // in no other set of live buffers.
  std::vector<std::pair<Time, bool>> Changes; // End before begin at one time.
  std::vector<std::pair<Time, int>> Free;
  for (const Buffer &B : P.Buffers) {
    Changes.emplace_back(B.Begin, true);
    Changes.emplace_back(B.End, false);
    if (B.FixedOffset)
      continue;
    Free.emplace_back(B.Begin, 1);
    Free.emplace_back(B.End, -1);
  }
  llvm::sort(Changes);
  llvm::sort(Free);
  size_t NextFree = 0;
  int NumFree = 0;
  Time Begin = 0;
  bool HasBegun = false;
  for (auto [At, Begins] : Changes) {
    if (Begins) {
      Begin = At;
      HasBegun = true;
      continue;
    }
    if (!HasBegun)
      continue;
    HasBegun = false;
    for (; NextFree != Free.size() && Free[NextFree].first <= Begin; ++NextFree)
      NumFree += Free[NextFree].second;
    if (NumFree != 0)
      Sections.push_back(Begin);
  }
}

void Instance::addItems(const Problem &P, uint64_t CapacityInBytes) {
  Capacity = CapacityInBytes / Unit;
  for (size_t I = 0; I != P.Buffers.size(); ++I) {
    const Buffer &B = P.Buffers[I];
    if (B.Size > CapacityInBytes ||
        (B.FixedOffset && *B.FixedOffset > CapacityInBytes - B.Size)) {
      Possible = false;
      continue;
    }
    unsigned First = llvm::lower_bound(Sections, B.Begin) - Sections.begin();
    unsigned End = llvm::lower_bound(Sections, B.End) - Sections.begin();
    if (First == End)
      continue; // Fixed, and live with nothing that is free.
    Item It;
    It.First = First;
    It.Last = End - 1;
    It.Size = divideCeil(B.Size, Unit);
    It.HighestEnd = (CapacityInBytes - B.Size) / Unit + It.Size;
    It.Alignment = std::max<uint64_t>(B.Alignment / Unit, 1);
    It.IsFixed = B.FixedOffset.has_value();
    It.Least = B.FixedOffset.value_or(0) / Unit;
    It.Class = 0;
    It.Tie = 0;
    It.Buffer = I;
    IsPlain &= !It.IsFixed && It.Alignment == 1;
    HasLong |= It.HighestEnd > Capacity;
    Items.push_back(It);
  }
  auto GetKey = [&](const Item &It) {
    // Tied ones do not part those that can be exchanged.
    return std::tuple(It.First, It.Last, It.Size, It.Alignment, It.HighestEnd,
                      It.IsFixed, P.Buffers[It.Buffer].Tie != 0, It.Buffer);
  };
  llvm::sort(Items, [&](const Item &L, const Item &R) {
    return GetKey(L) < GetKey(R);
  });
}

void Instance::addTies(const Problem &P) {
  std::vector<std::pair<unsigned, unsigned>> ByTie;
  for (unsigned I = 0; I != Items.size(); ++I)
    if (unsigned Tie = P.Buffers[Items[I].Buffer].Tie)
      ByTie.emplace_back(Tie, I);
  llvm::sort(ByTie);
  for (size_t N = 0; N != ByTie.size(); ++N) {
    Tied.push_back(ByTie[N].second);
    Items[ByTie[N].second].Tie = TieBegins.size();
    if (N + 1 == ByTie.size() || ByTie[N].first != ByTie[N + 1].first)
      TieBegins.push_back(Tied.size());
  }
}

void Instance::addClasses() {
  for (size_t I = 1; I < Items.size(); ++I) {
    const Item &L = Items[I - 1], &R = Items[I];
    bool IsSame = L.First == R.First && L.Last == R.Last && L.Size == R.Size &&
                  L.Alignment == R.Alignment && L.HighestEnd == R.HighestEnd &&
                  !L.IsFixed && !R.IsFixed && L.Tie == 0 && R.Tie == 0;
    Items[I].Class = L.Class + !IsSame;
  }
}

void Instance::addLive() {
  unsigned NumSections = Sections.size();
  FirstItems.assign(NumSections + 1, Items.size());
  for (unsigned I = Items.size(); I-- != 0;)
    FirstItems[Items[I].First] = I;
  for (unsigned S = NumSections; S-- != 0;)
    FirstItems[S] = std::min(FirstItems[S], FirstItems[S + 1]);

  LiveBegins.assign(NumSections + 1, 0);
  for (const Item &It : Items)
    for (unsigned S = It.First; S <= It.Last; ++S)
      ++LiveBegins[S + 1];
  std::partial_sum(LiveBegins.begin(), LiveBegins.end(), LiveBegins.begin());
  Live.resize(LiveBegins.back());
  std::vector<unsigned> Next(LiveBegins);
  for (unsigned I = 0; I != Items.size(); ++I)
    for (unsigned S = Items[I].First; S <= Items[I].Last; ++S)
      Live[Next[S]++] = I;
}

void Instance::addCollisions() {
  CollisionBegins.assign(Items.size() + 1, 0);
  if (IsPlain)
    return;
  // In the order of First, as all items are.
  std::vector<const Item *> AllFixed;
  for (const Item &It : Items)
    if (It.IsFixed)
      AllFixed.push_back(&It);
  SmallVector<const Item *, 8> Fixed;
  for (unsigned I = 0; I != Items.size(); ++I) {
    CollisionBegins[I] = Collisions.size();
    const Item &It = Items[I];
    if (It.IsFixed)
      continue;
    // What is live where it begins, and what begins while it is live.
    Fixed.clear();
    for (unsigned Other : getLive(It.First))
      if (Items[Other].IsFixed)
        Fixed.push_back(&Items[Other]);
    auto Next = llvm::upper_bound(
        AllFixed, It.First,
        [](unsigned First, const Item *F) { return First < F->First; });
    for (; Next != AllFixed.end() && (*Next)->First <= It.Last; ++Next)
      Fixed.push_back(*Next);
    llvm::sort(Fixed, [](const Item *L, const Item *R) {
      return L->Least < R->Least;
    });
    for (const Item *F : Fixed) {
      Height Begin = F->Least - It.Size + 1, End = F->Least + F->Size;
      if (Collisions.size() > CollisionBegins[I] &&
          Begin <= Collisions.back().End)
        Collisions.back().End = std::max(Collisions.back().End, End);
      else
        Collisions.push_back({Begin, End});
    }
  }
  CollisionBegins[Items.size()] = Collisions.size();
}

Height Instance::getLeastFromSlowly(unsigned I, Height From) const {
  const Item &It = Items[I];
  if (It.IsFixed)
    return From <= It.Least ? It.Least : NoHeight;
  Height H = alignTo(From, It.Alignment);
  for (unsigned C = CollisionBegins[I]; C != CollisionBegins[I + 1]; ++C) {
    if (H < Collisions[C].Begin)
      break;
    if (H < Collisions[C].End)
      H = alignTo(Collisions[C].End, It.Alignment);
  }
  return H + It.Size <= It.HighestEnd ? H : NoHeight;
}

} // namespace hlomem::packing
