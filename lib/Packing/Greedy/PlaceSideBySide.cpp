//===- PlaceSideBySide.cpp - Problems that leave no byte free -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceSideBySide.h"
#include "OrderTree.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

namespace {

/// What ended at a moment, and what took its place.
struct Exchange {
  OrderTree::Sequence Old;
  ArrayRef<unsigned> New;
};

/// The buffers in the order of a moment of theirs.
class ByMoment {
  const Problem &P;
  Time Buffer::*Moment;
  std::vector<unsigned> Sorted;
  size_t Next = 0;

public:
  ByMoment(const Problem &P, Time Buffer::*Moment)
      : P(P), Moment(Moment), Sorted(P.Buffers.size()) {
    std::iota(Sorted.begin(), Sorted.end(), 0);
    llvm::sort(Sorted, [&](unsigned L, unsigned R) {
      return std::pair(P.Buffers[L].*Moment, L) <
             std::pair(P.Buffers[R].*Moment, R);
    });
  }

  bool isAtEnd() const { return Next == Sorted.size(); }
  Time getTime() const { return P.Buffers[Sorted[Next]].*Moment; }
  /// Those of the next moment.
  ArrayRef<unsigned> take() {
    size_t Begin = Next;
    for (Time At = getTime(); !isAtEnd() && getTime() == At;)
      ++Next;
    return ArrayRef(Sorted).slice(Begin, Next - Begin);
  }
};

} // namespace

/// Whether buffers that lie one upon the other are aligned in any order.
static bool isFree(const Problem &P) {
  uint64_t OfSizes = 0;
  for (const Buffer &B : P.Buffers)
    OfSizes = std::gcd(OfSizes, B.Size);
  return llvm::none_of(P.Buffers, [&](const Buffer &B) {
    return B.FixedOffset || OfSizes % B.Alignment != 0;
  });
}

std::optional<Placement> placeSideBySide(const Problem &P, Limits &L) {
  if (P.Buffers.empty() || L.isOverBefore(P.Buffers.size()) || !isFree(P))
    return std::nullopt;
  ByMoment Begins(P, &Buffer::Begin), Ends(P, &Buffer::End);
  auto GetSum = [&](ArrayRef<unsigned> Set) {
    uint64_t Sum = 0;
    for (unsigned I : Set)
      Sum += P.Buffers[I].Size;
    return Sum;
  };
  OrderTree Order(Begins.take());
  std::vector<Exchange> Exchanges;
  uint64_t Seen = 0;
  while (!Begins.isAtEnd()) {
    if (Begins.getTime() != Ends.getTime())
      return std::nullopt;
    ArrayRef<unsigned> Old = Ends.take(), New = Begins.take();
    Exchange E;
    E.New = New;
    if (GetSum(Old) != GetSum(New) || !Order.replace(Old, New, E.Old))
      return std::nullopt;
    Exchanges.push_back(std::move(E));
    uint64_t Steps = Order.getSteps() - Seen;
    Seen = Order.getSteps();
    if (L.spend(Steps + Old.size() + New.size()))
      return std::nullopt;
  }
  OrderTree::Sequence Last = Order.getAll();
  if (Ends.take().size() != Last.Items.size())
    return std::nullopt;

  // Backwards, since where something lies depends on what comes later.
  Placement Offsets(P.Buffers.size());
  auto Place = [&](OrderTree::Sequence &S, uint64_t Offset) {
    if (Order.isReversed(S.Direction))
      std::reverse(S.Items.begin(), S.Items.end());
    for (unsigned I : S.Items) {
      Offsets[I] = Offset;
      Offset += P.Buffers[I].Size;
    }
  };
  Place(Last, 0);
  for (Exchange &E : reverse(Exchanges)) {
    uint64_t Lowest = UINT64_MAX;
    for (unsigned I : E.New)
      Lowest = std::min(Lowest, Offsets[I]);
    Place(E.Old, Lowest);
  }
  return Offsets;
}

} // namespace hlomem::packing
