//===- Occupancy.cpp - Which offsets are taken when -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Greedy/Occupancy.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem::packing {

Occupancy::Occupancy(unsigned NumMoments)
    : NumLeaves(unsigned(PowerOf2Ceil(std::max(NumMoments, 1u)))) {
  Nodes.resize(size_t(NumLeaves) * 2);
}

void Occupancy::clear() {
  for (Node &N : Nodes) {
    N.AtSomeMoment.clear();
    N.Throughout.clear();
  }
}

/// Calls \p Inner for the fewest nodes that make up the range, and \p Outer for
/// those above them.
template <typename OnInner, typename OnOuter>
void Occupancy::visit(unsigned Begin, unsigned End, OnInner Inner,
                      OnOuter Outer) {
  for (unsigned L = Begin + NumLeaves, R = End + NumLeaves; L < R;
       L /= 2, R /= 2) {
    if (L % 2 != 0)
      Inner(Nodes[L++]);
    if (R % 2 != 0)
      Inner(Nodes[--R]);
  }
  // Each is above the first or the last leaf, and reaches out of the range.
  unsigned L = (Begin + NumLeaves) / 2, R = (End - 1 + NumLeaves) / 2;
  for (unsigned Width = 2; L != 0; L /= 2, R /= 2, Width *= 2) {
    auto ReachesOut = [&](unsigned N) {
      unsigned From = N * Width - NumLeaves;
      return From < Begin || From + Width > End;
    };
    if (ReachesOut(L))
      Outer(Nodes[L]);
    if (R != L && ReachesOut(R))
      Outer(Nodes[R]);
  }
}

void Occupancy::add(Stretches &List, uint64_t Low, uint64_t High) {
  ++Steps;
  auto *First =
      partition_point(List, [&](const Stretch &S) { return S.High < Low; });
  auto *Last = First;
  for (; Last != List.end() && Last->Low <= High; ++Last) {
    Low = std::min(Low, Last->Low);
    High = std::max(High, Last->High);
    ++Steps;
  }
  if (First == Last) {
    List.insert(First, Stretch{Low, High});
    return;
  }
  *First = {Low, High};
  List.erase(First + 1, Last);
}

void Occupancy::add(unsigned Begin, unsigned End, uint64_t Low, uint64_t High) {
  visit(
      Begin, End,
      [&](Node &N) {
        add(N.AtSomeMoment, Low, High);
        add(N.Throughout, Low, High);
      },
      [&](Node &N) { add(N.AtSomeMoment, Low, High); });
}

void Occupancy::collect(ArrayRef<Period> Periods) {
  Cursors.clear();
  auto Add = [&](const Stretches &List) {
    if (!List.empty())
      Cursors.push_back({List.begin(), List.end()});
  };
  for (const Period &P : Periods)
    visit(
        P.Begin, P.End, [&](Node &N) { Add(N.AtSomeMoment); },
        [&](Node &N) { Add(N.Throughout); });
  Steps += Cursors.size();
}

void Occupancy::skip(Cursor &C, uint64_t From) {
  // Most often the next one or two; the gaps of a long list are skipped faster.
  for (unsigned I = 0; I != 4; ++I) {
    if (C.Next == C.End || C.Next->High > From)
      return;
    ++C.Next;
    ++Steps;
  }
  C.Next = std::partition_point(
      C.Next, C.End, [&](const Stretch &S) { return S.High <= From; });
  Steps += 4;
}

uint64_t Occupancy::findFirstFit(unsigned Begin, unsigned End, uint64_t Size,
                                 uint64_t Alignment) {
  collect(Period{Begin, End});
  uint64_t Offset = 0;
  // Ends after one round in which no list has moved it.
  for (size_t I = 0, Unmoved = 0; Unmoved != Cursors.size();
       I = I + 1 == Cursors.size() ? 0 : I + 1) {
    Cursor &C = Cursors[I];
    uint64_t Before = Offset;
    skip(C, Offset);
    while (C.Next != C.End && C.Next->Low < Offset + Size) {
      Offset = alignTo(C.Next->High, Alignment);
      skip(C, Offset);
    }
    Unmoved = Offset == Before ? Unmoved + 1 : 1;
    ++Steps;
  }
  return Offset;
}

uint64_t Occupancy::skipTaken(uint64_t From) {
  for (bool IsMoved = true; IsMoved;) {
    IsMoved = false;
    for (Cursor &C : Cursors) {
      skip(C, From);
      if (C.Next == C.End || C.Next->Low > From)
        continue;
      From = C.Next->High;
      IsMoved = true;
    }
    Steps += Cursors.size();
  }
  return From;
}

uint64_t Occupancy::findBestFit(ArrayRef<Period> Periods, uint64_t Size,
                                uint64_t Alignment) {
  collect(Periods);
  uint64_t Best = 0, LeastFree = UINT64_MAX;
  uint64_t Offset = 0;
  while (true) {
    uint64_t Free = skipTaken(Offset);
    Offset = alignTo(Free, Alignment);
    uint64_t Next = UINT64_MAX;
    erase_if(Cursors, [](const Cursor &C) { return C.Next == C.End; });
    for (const Cursor &C : Cursors)
      Next = std::min(Next, C.Next->Low);
    if (Next == UINT64_MAX)
      return LeastFree == UINT64_MAX ? Offset : Best;
    if (Next >= Offset + Size && Next - Offset < LeastFree) {
      Best = Offset;
      LeastFree = Next - Offset;
    }
    Offset = Next;
  }
}

} // namespace hlomem::packing
