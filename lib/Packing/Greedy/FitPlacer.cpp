//===- FitPlacer.cpp - Placing buffers one by one where they fit ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FitPlacer.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

uint64_t getUnit(const Problem &P) {
  uint64_t Unit = 0;
  for (const Buffer &B : P.Buffers)
    Unit = std::gcd(Unit, B.Alignment);
  return std::max<uint64_t>(Unit, 1);
}

std::vector<Time> getSections(const Problem &P) {
  std::vector<Time> Begins, Ends;
  for (const Buffer &B : P.Buffers) {
    Begins.push_back(B.Begin);
    Ends.push_back(B.End);
  }
  llvm::sort(Begins);
  llvm::sort(Ends);
  std::vector<Time> Sections;
  size_t Next = 0;
  for (Time End : Ends) {
    size_t Before = Next;
    while (Next != Begins.size() && Begins[Next] < End)
      ++Next;
    if (Next != Before)
      Sections.push_back(Begins[Next - 1]);
  }
  return Sections;
}

FitPlacer::FitPlacer(const Problem &P) : P(P), Unit(getUnit(P)), Taken(0) {
  std::vector<Time> Sections = getSections(P);
  Taken = Occupancy(unsigned(Sections.size()));
  auto GetRank = [&](Time At) {
    return unsigned(llvm::lower_bound(Sections, At) - Sections.begin());
  };
  Items.reserve(P.Buffers.size());
  for (const Buffer &B : P.Buffers)
    Items.push_back({GetRank(B.Begin), GetRank(B.End), divideCeil(B.Size, Unit),
                     B.Alignment / Unit});
}

bool FitPlacer::place(ArrayRef<unsigned> Order, Fit How, uint64_t MaxSize,
                      Limits &L, MutableArrayRef<uint64_t> Offsets) {
  Taken.clear();
  auto Put = [&](unsigned I, uint64_t Offset) {
    const Item &It = Items[I];
    Taken.add(It.First, It.End, Offset, Offset + It.Size);
    Offsets[I] = Offset * Unit;
  };
  uint64_t Spent = Taken.getSteps();
  auto IsOver = [&] {
    uint64_t Before = Spent;
    Spent = Taken.getSteps();
    return L.spend(Spent - Before);
  };
  for (unsigned I : Order) {
    if (!P.Buffers[I].FixedOffset)
      continue;
    Put(I, *P.Buffers[I].FixedOffset / Unit);
    if (IsOver())
      return false;
  }
  for (unsigned I : Order) {
    if (P.Buffers[I].FixedOffset)
      continue;
    const Item &It = Items[I];
    Put(I, How == Fit::First
               ? Taken.findFirstFit(It.First, It.End, It.Size, It.Alignment)
               : Taken.findBestFit(It.First, It.End, It.Size, It.Alignment));
    if (Offsets[I] + P.Buffers[I].Size > MaxSize || IsOver())
      return false;
  }
  return true;
}

} // namespace hlomem::packing
