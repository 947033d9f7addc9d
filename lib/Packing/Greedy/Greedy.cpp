//===- Greedy.cpp - Placing buffers one by one ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Greedy/Greedy.h"
#include "FitPlacer.h"
#include "PlaceByTime.h"
#include "Portfolio.h"
#include "Ties.h"
#include "hlomem/Packing/Bounds.h"
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

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

} // namespace hlomem::packing
