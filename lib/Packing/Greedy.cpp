//===- Greedy.cpp - Placing buffers one by one ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Greedy.h"
#include "FitPlacer.h"
#include "Portfolio.h"
#include "Ties.h"
#include "hlomem/Packing/Bounds.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

/// The first one takes the least time where thousands are live at once. The
/// second one is seldom beaten by much on what real and generated problems are
/// like.
static constexpr Largest Orders[] = {Largest::Size, Largest::Lifetime,
                                     Largest::Area, Largest::Length};

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
  FitPlacer Placer(P);
  Placement Best(P.Buffers.size()), Next(P.Buffers.size());
  Limits None;
  Placer.place(getOrder(P, Orders[0]), Fit::First, UINT64_MAX, None, Best);
  uint64_t Size = getSize(P, Best);
  L.spend(None.getSpent());
  // All others together, so that the time is a matter of the size of the
  // problem: some tenths of a second at most.
  Limits Others = L.getPart(1 << 24);
  auto Try = [&](ArrayRef<unsigned> Order, Fit How) {
    if (Size <= Target || Others.isOver() ||
        !Placer.place(Order, How, Size - 1, Others, Next))
      return;
    Size = getSize(P, Next);
    std::swap(Best, Next);
  };
  for (Largest By : drop_begin(Orders))
    Try(getOrder(P, By), Fit::First);
  for (XlaOrder Order :
       {XlaOrder::DecreasingSize, XlaOrder::DecreasingLifetime})
    Try(getXlaOrder(P, Order), Fit::Best);
  for (Largest By : Orders)
    Try(getOrder(P, By), Fit::Best);
  L.spend(Others.getSpent());
  return Best;
}

Placement placeGreedily(const Problem &P) {
  Limits None;
  return placeGreedily(P, getAlignmentBound(P).Size, None);
}

} // namespace hlomem::packing
