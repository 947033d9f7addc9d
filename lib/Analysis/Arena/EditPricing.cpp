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
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

using namespace llvm;

namespace hlomem {

PlacementPolicy::~PlacementPolicy() = default;

BytesRange PackerPolicy::place(const packing::Problem &Problem) const {
  packing::SolverOptions Options;
  Options.MaxSteps = Effort.getMaxSteps(Problem.Buffers.size());
  Options.Threads = Threads;
  packing::Solution Found = packing::solve(Problem, Options);
  return {Bytes(Found.Bound), Bytes(Found.Size)};
}

namespace {

/// A value in a buffer, and how far behind the buffer's begin it begins.
struct Member {
  const Value *V;
  Bytes Behind;
};

/// What shares bytes and moves as one after an edit.
using Group = SmallVector<Member, 2>;

/// The buffers of one allocation after an edit: first those that it has, also
/// where they are empty by then, and then those that come.
struct EditedBuffers {
  std::vector<Group> Groups;
  /// Of those that it has, whether the edit concerns them.
  std::vector<bool> AreTouched;
  /// Some value comes of which nobody knows when it is live.
  bool IsUnknown = false;
};

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
  std::optional<SmallVector<LiveRange, 2>> findRanges(const Value &V) const;
  bool isIn(const Value &V, size_t Home) const;
  bool isMovedTo(size_t Home) const;
  bool meet(const Value &V, const Value &W) const;
  EditedBuffers editBuffers(const ArenaBuffers &Arena, size_t Home) const;
  void addPieces(const Group &Members, const packing::Buffer &Model,
                 packing::Problem &To) const;
  packing::Problem ask(const ArenaBuffers &Arena, const EditedBuffers &After,
                       Bytes Granule, bool ForBounds) const;
  void place(const ArenaBuffers &Arena, size_t Home, Bytes Granule,
             AllocationPrice &Price) const;

  const AssignmentEdit &E;
  const Module &M;
  const Liveness &Live;
  const PlacementPolicy &Policy;
  const PackingProfile Profile;
  const std::optional<Bytes> Alignment;
};

} // namespace

// None if that is not known, which is not the same as never.
std::optional<SmallVector<LiveRange, 2>>
Pricer::findRanges(const Value &V) const {
  if (const AssignmentEdit::ValueChange *Change = E.find(V);
      Change && Change->Ranges)
    return Change->Ranges;
  if (std::optional<LiveRange> R = Live.getRange(V))
    return SmallVector<LiveRange, 2>{*R};
  return std::nullopt;
}

bool Pricer::isIn(const Value &V, size_t Home) const {
  const AssignmentEdit::ValueChange *Change = E.find(V);
  return !(Change && Change->IsRemoved) && E.getPlace(V).Allocation == Home;
}

bool Pricer::isMovedTo(size_t Home) const {
  return any_of(E.values(), [&](const auto &C) {
    const Value &V = *C.first;
    return V.isAllocated() && isIn(V, Home) && !E.getSize(V).isZero() &&
           size_t(&V.getAllocation() - M.allocations().data()) != Home;
  });
}

bool Pricer::meet(const Value &V, const Value &W) const {
  auto OfV = findRanges(V), OfW = findRanges(W);
  return OfV && OfW && any_of(*OfV, [&](LiveRange L) {
           return any_of(*OfW, [L](LiveRange R) { return L.overlaps(R); });
         });
}

// What is put where another value lies at the same time shares its bytes; at
// another time, that is left to the policy.
EditedBuffers Pricer::editBuffers(const ArenaBuffers &Arena,
                                  size_t Home) const {
  EditedBuffers After;
  After.Groups.resize(Arena.Buffers.size());
  After.AreTouched.resize(Arena.Buffers.size());
  /// Where a value is: in which group, and how far behind its begin.
  MapVector<const Value *, std::pair<size_t, Bytes>> Homes;
  DenseMap<uint64_t, SmallVector<const Value *, 2>> AtOffset;
  auto Enter = [&](const Value &V, size_t Number, Bytes Behind) {
    Homes[&V] = {Number, Behind};
    AtOffset[E.getPlace(V).Offset.count()].push_back(&V);
  };
  for (auto [I, B] : enumerate(Arena.Buffers))
    for (const Value &V : Arena.values(B)) {
      After.AreTouched[I] = After.AreTouched[I] || E.find(V);
      if (isIn(V, Home))
        Enter(V, I, V.getOffset() - B.Offset);
    }
  for (const auto &[V, Change] : E.values()) {
    if (!V->isAllocated() || !isIn(*V, Home) || E.getSize(*V).isZero())
      continue;
    auto *Own = Homes.find(V);
    if (Own != Homes.end() && !Change.Where)
      continue;
    if (!findRanges(*V)) {
      After.IsUnknown = true;
      continue;
    }
    ArrayRef<const Value *> There = AtOffset[E.getPlace(*V).Offset.count()];
    const auto *Host = find_if(
        There, [&, V = V](const Value *W) { return W != V && meet(*V, *W); });
    if (Host != There.end()) {
      auto [Number, Behind] = Homes[*Host];
      if (Number < After.AreTouched.size())
        After.AreTouched[Number] = true;
      if (Own != Homes.end())
        Own->second = {Number, Behind};
      else
        Enter(*V, Number, Behind);
    } else if (Own == Homes.end()) {
      Enter(*V, After.Groups.size(), Bytes());
      After.Groups.emplace_back();
    }
  }
  for (const auto &[V, Where] : Homes)
    After.Groups[Where.first].push_back({V, Where.second});
  return After;
}

// The values of a buffer move as one as long as one of them is live; after a
// time at which none is, they may go elsewhere.
void Pricer::addPieces(const Group &Members, const packing::Buffer &Model,
                       packing::Problem &To) const {
  SmallVector<LiveRange, 4> Ranges;
  uint64_t Size = 0;
  for (const Member &At : Members) {
    append_range(Ranges, *findRanges(*At.V));
    Size = std::max(Size, (At.Behind + E.getSize(*At.V)).count());
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
    unsigned Tie = Piece ? 0 : Model.Tie;
    if (Piece)
      To.Buffers.push_back(*Piece);
    Piece = Model;
    Piece->Begin = R.Begin;
    Piece->End = packing::Time(R.End) + 1;
    Piece->Size = Size;
    Piece->Tie = Tie;
  }
  if (Piece)
    To.Buffers.push_back(*Piece);
}

packing::Problem Pricer::ask(const ArenaBuffers &Arena,
                             const EditedBuffers &After, Bytes Granule,
                             bool ForBounds) const {
  packing::Problem Before;
  if (!Arena.Buffers.empty())
    Before = makeProblem(Arena, M, Live, Profile, Granule, ForBounds);
  packing::Problem Problem;
  for (auto [I, Buffer] : enumerate(Before.Buffers)) {
    if (!After.AreTouched[I]) {
      Problem.Buffers.push_back(Buffer);
      continue;
    }
    // What XLA keeps for longer than its values are live stays so as long as
    // any of them is live at some time.
    const ArenaBuffer &B = Arena.Buffers[I];
    size_t Count = Problem.Buffers.size();
    addPieces(After.Groups[I], Buffer, Problem);
    bool IsKept = Buffer.Begin != packing::Time(B.Range.Begin) ||
                  Buffer.End != packing::Time(B.Range.End) + 1;
    if (!IsKept || Problem.Buffers.size() == Count)
      continue;
    packing::Buffer Kept = Problem.Buffers[Count];
    Kept.Begin = std::min(Buffer.Begin, Kept.Begin);
    Kept.End = std::max(Buffer.End, Problem.Buffers.back().End);
    Problem.Buffers.resize(Count);
    Problem.Buffers.push_back(Kept);
  }
  packing::Buffer New;
  New.Alignment = Granule.count();
  for (const Group &Members :
       ArrayRef(After.Groups).drop_front(Before.Buffers.size()))
    addPieces(Members, New, Problem);
  return Problem;
}

void Pricer::place(const ArenaBuffers &Arena, size_t Home, Bytes Granule,
                   AllocationPrice &Price) const {
  EditedBuffers After = editBuffers(Arena, Home);
  if (After.IsUnknown) {
    Price.WhyUnknown = "a value comes of which it is not known when it is live";
    return;
  }
  packing::Problem Problem = ask(Arena, After, Granule, /*ForBounds=*/false);
  if (Problem.Buffers.empty()) {
    Price.After = BytesRange();
    return;
  }
  if (packing::findFault(Problem)) {
    Price.WhyUnknown = "no placement exists for the buffers after the edit";
    return;
  }
  Price.After = Policy.place(Problem);
  if (Arena.AreTiesCertain)
    return;
  packing::Problem Certain = ask(Arena, After, Granule, /*ForBounds=*/true);
  Bytes Low = packing::findFault(Certain) ? Bytes() : Policy.place(Certain).Low;
  Price.After->Low = std::min(Price.After->Low, Low);
}

AllocationPrice Pricer::price(AssignmentEdit::AllocationNumber Number) const {
  AllocationPrice Price;
  Price.Number = Number;
  auto Fix = [&Price](Bytes Size) { Price.After = BytesRange{Size, Size}; };
  size_t Count = M.allocations().size();
  ArenaBuffers Arena;
  if (Number >= Count) {
    Bytes Size = E.addedAllocations()[Number - Count].Size;
    if (Size.isZero())
      place(Arena, Number, Alignment.value_or(Bytes(1)), Price);
    else
      Fix(Size);
    return Price;
  }
  const Allocation &A = M.allocations()[Number];
  Price.Before = A.getSize();
  const AssignmentEdit::AllocationChange *Change = E.find(A);
  if (Change && Change->IsRemoved) {
    Fix(Bytes());
    return Price;
  }
  if (!A.isArena() && !isMovedTo(Number)) {
    Fix(Change && Change->Size ? *Change->Size : A.getSize());
    return Price;
  }
  bool HasBytes =
      any_of(A.values(), [](const Value &V) { return !V.getSize().isZero(); });
  if (A.isArena() || HasBytes)
    Arena = findArenaBuffers(A, Live, M.getThreadCount());
  Bytes Granule = Alignment.value_or(Arena.InferredAlignment);
  if (A.isArena() || HasBytes)
    Price.WhyUnknown = getUnpackableReason(Arena, Granule);
  if (Price.WhyUnknown.empty())
    place(Arena, Number, Granule, Price);
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
    if (V->isAllocated()) {
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
