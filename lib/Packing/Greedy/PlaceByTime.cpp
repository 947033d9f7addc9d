//===- PlaceByTime.cpp - Placing buffers when they begin to live ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceByTime.h"
#include "hlomem/Packing/LifetimeOrder.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem::packing {

namespace {

/// What is free at a moment, without end above.
class Holes {
  /// Ends by begin.
  std::map<uint64_t, uint64_t> ByOffset;
  std::set<std::pair<uint64_t, uint64_t>> BySize;

  using Hole = std::map<uint64_t, uint64_t>::iterator;

  void add(Hole Next, uint64_t Low, uint64_t High) {
    ByOffset.emplace_hint(Next, Low, High);
    BySize.emplace(High - Low, Low);
  }
  Hole remove(Hole H) {
    BySize.erase({H->second - H->first, H->first});
    return ByOffset.erase(H);
  }

public:
  explicit Holes(uint64_t Floor) { add(ByOffset.end(), Floor, UINT64_MAX); }

  uint64_t take(uint64_t Size, uint64_t Alignment) {
    auto Fitting = BySize.lower_bound({Size, 0});
    uint64_t Low = Fitting->second;
    // In the next smallest it may fit where alignment moves it out of this one.
    if (uint64_t Lost = alignTo(Low, Alignment) - Low;
        Fitting->first - Size < Lost) {
      Fitting = BySize.lower_bound({Size + Alignment - 1, 0});
      Low = Fitting->second;
    }
    Hole H = ByOffset.find(Low);
    uint64_t High = H->second, Offset = alignTo(Low, Alignment);
    Hole Next = remove(H);
    if (Offset != Low)
      add(Next, Low, Offset);
    if (Offset + Size != High)
      add(Next, Offset + Size, High);
    return Offset;
  }

  void release(uint64_t Low, uint64_t High) {
    Hole Next = ByOffset.lower_bound(Low);
    if (Next != ByOffset.end() && Next->first == High) {
      High = Next->second;
      Next = remove(Next);
    }
    if (Next != ByOffset.begin())
      if (Hole Before = std::prev(Next); Before->second == Low) {
        Low = Before->first;
        Next = remove(Before);
      }
    add(Next, Low, High);
  }
};

} // namespace

Placement placeByTime(const Problem &P) {
  uint64_t Floor = 0;
  for (const Buffer &B : P.Buffers)
    if (B.FixedOffset)
      Floor = std::max(Floor, *B.FixedOffset + B.Size);
  Placement Offsets(P.Buffers.size());
  Holes Free(Floor);
  auto Add = [&](size_t I) {
    const Buffer &B = P.Buffers[I];
    Offsets[I] =
        B.FixedOffset ? *B.FixedOffset : Free.take(B.Size, B.Alignment);
    return true;
  };
  auto Drop = [&](size_t I) {
    if (!P.Buffers[I].FixedOffset)
      Free.release(Offsets[I], Offsets[I] + P.Buffers[I].Size);
  };
  LifetimeOrder(ArrayRef(P.Buffers)).forEach(Add, Drop);
  return Offsets;
}

} // namespace hlomem::packing
