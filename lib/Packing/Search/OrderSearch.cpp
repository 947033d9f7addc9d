//===- OrderSearch.cpp - Better orders for a first fit --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSearch.h"
#include "Greedy/Portfolio.h"

using namespace llvm;

namespace hlomem::packing {

OrderSearch::OrderSearch(const Problem &P, uint64_t Seed)
    : P(P), Placer(P), Numbers(Seed), Order(getOrder(P, Largest::Size)),
      Ranks(P.Buffers.size()), Next(P.Buffers.size()) {
  BestOrder = Order;
}

bool OrderSearch::run(uint64_t Target, uint64_t MaxSteps, Limits &Whole) {
  Limits L = Whole.getPart(MaxSteps);
  // An order that leads nowhere is left after this many placements.
  constexpr unsigned MaxWorse = 20;
  bool IsBetter = false;
  while (BestSize > Target && !L.isOverBefore(Order.size()) &&
         Placer.place(Order, Fit::First, UINT64_MAX, L, Next)) {
    uint64_t Size = packing::getSize(P, Next);
    NumWorse = Size <= BestSize ? 0 : NumWorse + 1;
    if (Size <= BestSize) {
      BestOrder = Order;
      if (Size < BestSize) {
        IsBetter = true;
        BestSize = Size;
        Best = Next;
      }
    }
    if (NumWorse > MaxWorse) {
      NumWorse = 0;
      Order = BestOrder;
    }
    sortAgain(Next, Target);
    L.spend(Order.size());
  }
  Whole.spend(L.getSpent());
  return IsBetter;
}

/// Moves what ends above some size between the target and the best one up to
/// most of the way to the front.
void OrderSearch::sortAgain(ArrayRef<uint64_t> Offsets, uint64_t Target) {
  uint64_t Allowed =
      Target + uint64_t(double(BestSize - std::min(BestSize, Target)) *
                        std::max(0.0, 2 * Numbers.unit() - 1));
  for (auto [Rank, I] : enumerate(Order)) {
    Ranks[I] = double(Rank) + 1;
    if (Offsets[I] + P.Buffers[I].Size > Allowed)
      Ranks[I] *= 1 - 0.7 * Numbers.unit();
  }
  llvm::stable_sort(
      Order, [&](unsigned L, unsigned R) { return Ranks[L] < Ranks[R]; });
}

} // namespace hlomem::packing
