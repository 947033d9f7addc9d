//===- Greedy.cpp - Placing buffers one by one ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Greedy/Greedy.h"
#include "FitPlacer.h"
#include "Portfolio.h"
#include "Ties.h"
#include "hlomem/Packing/Bounds.h"
#include "hlomem/Packing/LifetimeOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>
#include <set>

using namespace llvm;

namespace hlomem::packing {

//===----------------------------------------------------------------------===//
// In the order of time
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// In several orders
//===----------------------------------------------------------------------===//

/// The first one takes the least time where thousands are live at once. The
/// second one is seldom beaten by much on what real and generated problems are
/// like.
static constexpr Largest Orders[] = {Largest::Size, Largest::Lifetime,
                                     Largest::Area, Largest::Length};

/// Some tenths of a second.
static constexpr uint64_t MaxSteps = 20'000'000;

std::vector<unsigned> getOrder(const Problem &P, Largest By) {
  std::vector<std::pair<double, double>> Keys;
  Keys.reserve(P.Buffers.size());
  for (const Buffer &B : P.Buffers) {
    double Size = double(B.Size), Lifetime = double(B.End) - double(B.Begin);
    switch (By) {
    case Largest::Size:
      Keys.emplace_back(Size, Lifetime);
      break;
    case Largest::Lifetime:
      Keys.emplace_back(Lifetime, Size);
      break;
    case Largest::Area:
      Keys.emplace_back(Size * Lifetime, Size);
      break;
    case Largest::Length:
      Keys.emplace_back(Size * Lifetime * Lifetime, Size);
      break;
    }
  }
  std::vector<unsigned> Sorted(P.Buffers.size());
  std::iota(Sorted.begin(), Sorted.end(), 0);
  llvm::stable_sort(Sorted,
                    [&](unsigned L, unsigned R) { return Keys[L] > Keys[R]; });
  return Sorted;
}

Placement placeGreedily(const Problem &P, uint64_t Target, Limits &L) {
  if (hasTies(P)) {
    JoinedProblem Joined(P);
    return Joined.expand(placeGreedily(Joined.get(), Target, L));
  }
  Placement Best = placeByTime(P), Next(P.Buffers.size());
  uint64_t Size = getSize(P, Best);
  // What comes now takes longer, by how much depends on what P is like.
  Limits Others = L.getPart(MaxSteps);
  std::optional<FitPlacer> Placer;
  if (Size > Target && !Others.isOverBefore(P.Buffers.size()))
    Placer.emplace(P);
  auto Try = [&](function_ref<std::vector<unsigned>()> GetOrder, Fit How) {
    // Orders are sorted, which takes time as well.
    if (Size <= Target || Others.spend(P.Buffers.size()) ||
        Others.isOverBefore(P.Buffers.size()) ||
        !Placer->place(GetOrder(), How, Size - 1, Others, Next))
      return;
    Size = getSize(P, Next);
    std::swap(Best, Next);
  };
  for (Largest By : Orders)
    Try([&] { return getOrder(P, By); }, Fit::First);
  for (XlaOrder Order :
       {XlaOrder::DecreasingSize, XlaOrder::DecreasingLifetime})
    Try([&] { return getXlaOrder(P, Order); }, Fit::Best);
  for (Largest By : Orders)
    Try([&] { return getOrder(P, By); }, Fit::Best);
  L.spend(Others.getSpent());
  return Best;
}

Placement placeGreedily(const Problem &P) {
  Limits None;
  return placeGreedily(P, getAlignmentBound(P).Size, None);
}

//===----------------------------------------------------------------------===//
// As XLA
//===----------------------------------------------------------------------===//

/// How many allocations and releases there are in the lifetime of each buffer.
/// XLA's heap simulator knows no other clock. Of those at one moment releases
/// come first, since an end is exclusive here; then it is by begin and end.
static std::vector<uint64_t> countEvents(const Problem &P) {
  struct Event {
    Time At;
    bool IsBegin;
    Time Other;
    size_t Buffer;
  };
  std::vector<Event> Events;
  for (auto [I, B] : enumerate(P.Buffers)) {
    Events.push_back({B.Begin, true, B.End, I});
    Events.push_back({B.End, false, B.Begin, I});
  }
  llvm::sort(Events, [](const Event &L, const Event &R) {
    return std::tie(L.At, L.IsBegin, L.Other, L.Buffer) <
           std::tie(R.At, R.IsBegin, R.Other, R.Buffer);
  });
  std::vector<uint64_t> Counts(P.Buffers.size());
  for (auto [At, E] : enumerate(Events))
    Counts[E.Buffer] = E.IsBegin ? At : At - Counts[E.Buffer];
  return Counts;
}

std::vector<unsigned> getXlaOrder(const Problem &P, XlaOrder Order) {
  std::vector<uint64_t> Lifetimes = countEvents(P);
  std::vector<unsigned> Sorted(P.Buffers.size());
  std::iota(Sorted.begin(), Sorted.end(), 0);
  llvm::stable_sort(Sorted, [&](unsigned L, unsigned R) {
    std::pair<uint64_t, uint64_t> Left(P.Buffers[L].Size, Lifetimes[L]);
    std::pair<uint64_t, uint64_t> Right(P.Buffers[R].Size, Lifetimes[R]);
    if (Order == XlaOrder::DecreasingLifetime) {
      std::swap(Left.first, Left.second);
      std::swap(Right.first, Right.second);
    }
    return Left > Right;
  });
  return Sorted;
}

Placement placeAsXla(const Problem &P, XlaOrder Order) {
  if (hasTies(P)) {
    JoinedProblem Joined(P);
    return Joined.expand(placeAsXla(Joined.get(), Order));
  }
  Placement Offsets(P.Buffers.size());
  Limits None;
  FitPlacer(P).place(getXlaOrder(P, Order), Fit::Best, UINT64_MAX, None,
                     Offsets);
  return Offsets;
}

} // namespace hlomem::packing
