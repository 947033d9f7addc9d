//===- XlaHeap.cpp - Where XLA would put the buffers ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FitPlacer.h"
#include "Portfolio.h"
#include "Ties.h"
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

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
