//===- EditPricing.cpp - What allocations take after an edit --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Arena/EditPricing.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Packing/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

using namespace llvm;

namespace hlomem {

PlacementPolicy::~PlacementPolicy() = default;

BytesRange PackerPolicy::place(const packing::Problem &Asked) const {
  packing::SolverOptions Options;
  Options.MaxSteps = Effort.getMaxSteps(Asked.Buffers.size());
  Options.Threads = Threads;
  packing::Solution Found = packing::solve(Asked, Options);
  return {Bytes(Found.Bound), Bytes(Found.Size)};
}

namespace {

/// Prices the allocations of one edit.
class Pricer {
public:
  Pricer(const AssignmentEdit &E, const Liveness &Live,
         const PlacementPolicy &Policy, PackingProfile Profile,
         std::optional<Bytes> Alignment)
      : E(E), M(E.getModule()), Live(Live), Policy(Policy), Profile(Profile),
        Alignment(Alignment) {}

  AllocationPrice price(AssignmentEdit::AllocationNumber Number) const;

private:
  SmallVector<LiveRange, 2> getRanges(const Value &V) const;
  bool isElsewhere(const Value &V, size_t Home) const;
  packing::Problem ask(const ArenaBuffers &Arena, size_t Home,
                       Bytes Granule) const;
  void addPieces(const ArenaBuffers &Arena, const ArenaBuffer &B, size_t Home,
                 const packing::Buffer &Model, packing::Problem &To) const;
  void addMovedIn(size_t Home, Bytes Granule, packing::Problem &To) const;

  const AssignmentEdit &E;
  const Module &M;
  const Liveness &Live;
  const PlacementPolicy &Policy;
  const PackingProfile Profile;
  const std::optional<Bytes> Alignment;
};

} // namespace

SmallVector<LiveRange, 2> Pricer::getRanges(const Value &V) const {
  if (const AssignmentEdit::ValueChange *Change = E.find(V);
      Change && Change->Ranges)
    return *Change->Ranges;
  std::optional<LiveRange> R = Live.getRange(V);
  return R ? SmallVector<LiveRange, 2>{*R} : SmallVector<LiveRange, 2>();
}

bool Pricer::isElsewhere(const Value &V, size_t Home) const {
  const AssignmentEdit::ValueChange *Change = E.find(V);
  return Change && (Change->IsRemoved || E.getPlace(V).Allocation != Home);
}

// The values of a buffer move as one as long as one of them is live; after a
// time at which none is, they may go elsewhere.
void Pricer::addPieces(const ArenaBuffers &Arena, const ArenaBuffer &B,
                       size_t Home, const packing::Buffer &Model,
                       packing::Problem &To) const {
  SmallVector<LiveRange, 4> Ranges;
  uint64_t Size = 0;
  for (const Value &V : Arena.values(B)) {
    if (isElsewhere(V, Home))
      continue;
    append_range(Ranges, getRanges(V));
    Size = std::max(Size, (V.getOffset() - B.Offset + E.getSize(V)).count());
  }
  if (Size == 0)
    return;
  llvm::sort(Ranges,
             [](LiveRange L, LiveRange R) { return L.Begin < R.Begin; });
  std::optional<packing::Buffer> Piece;
  for (LiveRange R : Ranges) {
    if (Piece && packing::Time(R.Begin) <= Piece->End) {
      Piece->End = std::max(Piece->End, packing::Time(R.End) + 1);
      continue;
    }
    if (Piece)
      To.Buffers.push_back(*Piece);
    Piece = Model;
    Piece->Begin = R.Begin;
    Piece->End = packing::Time(R.End) + 1;
    Piece->Size = Size;
  }
  if (Piece)
    To.Buffers.push_back(*Piece);
}

void Pricer::addMovedIn(size_t Home, Bytes Granule,
                        packing::Problem &To) const {
  for (const auto &[V, Change] : E.values()) {
    if (Change.IsRemoved || !Change.Where || Change.Where->Allocation != Home ||
        (Home < M.allocations().size() &&
         &V->getAllocation() == &M.allocations()[Home]) ||
        E.getSize(*V).isZero())
      continue;
    for (LiveRange R : getRanges(*V)) {
      packing::Buffer &New = To.Buffers.emplace_back();
      New.Begin = R.Begin;
      New.End = packing::Time(R.End) + 1;
      New.Size = E.getSize(*V).count();
      New.Alignment = Granule.count();
    }
  }
}

packing::Problem Pricer::ask(const ArenaBuffers &Arena, size_t Home,
                             Bytes Granule) const {
  packing::Problem Before = makeProblem(Arena, M, Live, Profile, Granule);
  packing::Problem Asked;
  for (auto [B, Buffer] : zip_equal(Arena.Buffers, Before.Buffers)) {
    auto IsChanged = [this](const Value &V) { return E.find(V) != nullptr; };
    if (none_of(Arena.values(B), IsChanged)) {
      Asked.Buffers.push_back(Buffer);
      continue;
    }
    // What XLA keeps for longer than its values are live stays so as long as
    // any of them is there.
    bool IsKept = Buffer.Begin != packing::Time(B.Range.Begin) ||
                  Buffer.End != packing::Time(B.Range.End) + 1;
    if (!IsKept)
      addPieces(Arena, B, Home, Buffer, Asked);
    else if (!all_of(Arena.values(B),
                     [&](const Value &V) { return isElsewhere(V, Home); }))
      Asked.Buffers.push_back(Buffer);
  }
  addMovedIn(Home, Granule, Asked);
  return Asked;
}

AllocationPrice Pricer::price(AssignmentEdit::AllocationNumber Number) const {
  AllocationPrice Price;
  Price.Number = Number;
  auto Fix = [&Price](Bytes Size) { Price.After = BytesRange{Size, Size}; };
  size_t Count = M.allocations().size();
  packing::Problem Asked;
  if (Number < Count) {
    const Allocation &A = M.allocations()[Number];
    Price.Before = A.getSize();
    const AssignmentEdit::AllocationChange *Change = E.find(A);
    if (Change && Change->IsRemoved) {
      Fix(Bytes());
      return Price;
    }
    if (!A.isArena()) {
      Fix(Change && Change->Size ? *Change->Size : A.getSize());
      return Price;
    }
    ArenaBuffers Arena = findArenaBuffers(A, Live, M.getThreadCount());
    Bytes Granule = Alignment.value_or(Arena.InferredAlignment);
    Price.WhyUnknown = whyNotAsked(Arena, Granule);
    if (!Price.WhyUnknown.empty())
      return Price;
    Asked = ask(Arena, Number, Granule);
  } else {
    addMovedIn(Number, Alignment.value_or(Bytes(1)), Asked);
    if (Bytes Size = E.addedAllocations()[Number - Count].Size;
        !Size.isZero()) {
      Fix(Size);
      return Price;
    }
  }
  if (Asked.Buffers.empty())
    Fix(Bytes());
  else if (packing::findFault(Asked))
    Price.WhyUnknown = "the edit gives buffers that no placement can have";
  else
    Price.After = Policy.place(Asked);
  return Price;
}

std::vector<AllocationPrice> priceAllocations(const AssignmentEdit &E,
                                              const Liveness &Live,
                                              const PlacementPolicy &Policy,
                                              PackingProfile Profile,
                                              std::optional<Bytes> Alignment) {
  const Module &M = E.getModule();
  std::set<AssignmentEdit::AllocationNumber> Changed;
  auto NumberOf = [&M](const Allocation &A) {
    return &A - M.allocations().data();
  };
  for (const auto &[V, Change] : E.values())
    if (V->isPlaced()) {
      Changed.insert(NumberOf(V->getAllocation()));
      Changed.insert(E.getPlace(*V).Allocation);
    }
  for (const auto &[A, Change] : E.allocations())
    Changed.insert(NumberOf(*A));
  for (size_t I = 0; I != E.addedAllocations().size(); ++I)
    Changed.insert(M.allocations().size() + I);
  Pricer P(E, Live, Policy, Profile, Alignment);
  std::vector<AllocationPrice> Prices;
  for (AssignmentEdit::AllocationNumber Number : Changed)
    Prices.push_back(P.price(Number));
  return Prices;
}

} // namespace hlomem
