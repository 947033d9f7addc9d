//===- Improvement.cpp - Better placements of what is too large -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Improvement.h"
#include "Boxing.h"
#include "ExactSearch.h"
#include "Greedy/Portfolio.h"
#include "Greedy/Ties.h"
#include "OrderSearch.h"
#include "hlomem/Packing/Bounds.h"

using namespace llvm;

namespace hlomem::packing {

namespace {

/// What the ways to improve a placement share. They take turns, each with a
/// budget that grows, and go on where they were.
class Improver {
public:
  Improver(const Problem &P, Placement Start, uint64_t Target, uint64_t Seed,
           Limits &L, function_ref<void(uint64_t)> OnBetter)
      : P(P), Best(std::move(Start)), Size(getSize(P, Best)), Target(Target),
        L(L), OnBetter(OnBetter), Numbers(Seed) {}

  Placement run();

private:
  bool isDone() const { return Size <= Target || L.isOver(); }
  void offer(const Placement &Offsets);
  /// A placement of \p Some that keeps the target, or none.
  std::optional<Placement> search(const Problem &Some, uint64_t MaxSteps);
  void useBoxes(uint64_t MaxSteps);
  void usePeaks(uint64_t MaxSteps);
  void useOrders(uint64_t MaxSteps);
  /// Those that are live at a moment with at least \p Load bytes.
  std::vector<unsigned> getLiveAtPeaks(uint64_t Load) const;

  const Problem &P;
  Placement Best;
  uint64_t Size;
  uint64_t Target;
  Limits &L;
  function_ref<void(uint64_t)> OnBetter;
  Random Numbers;
  std::optional<Boxing> Boxes;
  /// The last turn has not made boxes fewer.
  bool IsStuck = false;
  std::unique_ptr<OrderSearch> Orders;
  unsigned NumPeaks = 0;
};

} // namespace

void Improver::offer(const Placement &Offsets) {
  uint64_t NewSize = getSize(P, Offsets);
  if (NewSize >= Size)
    return;
  Best = Offsets;
  Size = NewSize;
  OnBetter(Size);
}

std::optional<Placement> Improver::search(const Problem &Some,
                                          uint64_t MaxSteps) {
  if (L.isOverBefore(Some.Buffers.size()))
    return std::nullopt;
  Instance I(Some, Target);
  Limits Part = L.getPart(MaxSteps);
  std::optional<Placement> Found;
  if (I.isPossible()) {
    ExactSearch Search(I, Numbers.next());
    if (Search.run(Part) == ExactSearch::Outcome::Found) {
      Found.emplace(Some.Buffers.size());
      for (auto [Offset, B] : zip(*Found, Some.Buffers))
        Offset = B.FixedOffset.value_or(0);
      Search.getPlacement(*Found);
    }
  }
  L.spend(Part.getSpent());
  return Found;
}

void Improver::useBoxes(uint64_t MaxSteps) {
  // Beyond this, a search has never found anything.
  constexpr size_t MaxToSearch = 1000;
  // Where the last turn led to nothing, it is better to begin again.
  if (!Boxes || IsStuck) {
    if (L.isOverBefore(P.Buffers.size()))
      return;
    Boxes.emplace(P, Numbers.next(), /*IsRandom=*/Boxes.has_value());
    Boxes->fill(L);
  }
  if (Boxes->getNumBoxes() * 10 > P.Buffers.size() * 9)
    return;
  uint64_t End = L.getSpent() + MaxSteps;
  size_t NumBoxes = Boxes->getNumBoxes();
  while (!isDone() && L.getSpent() < End) {
    size_t Before = Boxes->getNumBoxes();
    Problem Rest = Boxes->getProblem();
    if (Before <= MaxToSearch)
      if (std::optional<Placement> Found = search(Rest, MaxSteps / 16))
        return offer(Boxes->expand(*Found));
    if (L.isOverBefore(Before))
      return;
    OrderSearch Orders(Rest, Numbers.next());
    if (Orders.run(Target, MaxSteps / 8, L))
      offer(Boxes->expand(Orders.getBest()));
    // A search gets another chance when there is much less to be searched.
    Limits Part = L.getPart(MaxSteps / 2);
    while (!Part.isOver() && Boxes->getNumBoxes() > 1 &&
           Boxes->getNumBoxes() * 4 > Before * 3)
      Boxes->perturb(Part);
    L.spend(Part.getSpent() + 1);
  }
  IsStuck = Boxes->getNumBoxes() == NumBoxes;
}

std::vector<unsigned> Improver::getLiveAtPeaks(uint64_t Load) const {
  std::vector<Time> Sections = getSections(P);
  std::vector<uint64_t> Changes(Sections.size() + 1);
  auto GetRank = [&](Time At) {
    return llvm::lower_bound(Sections, At) - Sections.begin();
  };
  for (const Buffer &B : P.Buffers) {
    Changes[GetRank(B.Begin)] += B.Size;
    Changes[GetRank(B.End)] -= B.Size;
  }
  // How many of the sections before each one are peaks.
  std::vector<unsigned> NumBefore(1);
  uint64_t Live = 0;
  for (uint64_t Change : Changes) {
    Live += Change;
    NumBefore.push_back(NumBefore.back() + (Live >= Load));
  }
  std::vector<unsigned> Result;
  for (auto [I, B] : enumerate(P.Buffers))
    if (B.FixedOffset ||
        NumBefore[GetRank(B.Begin)] != NumBefore[GetRank(B.End)])
      Result.push_back(unsigned(I));
  return Result;
}

/// First those buffers that are live when much is, which may be few; then what
/// is left by first fit around them.
void Improver::usePeaks(uint64_t MaxSteps) {
  if (L.isOverBefore(P.Buffers.size()))
    return;
  // As many as a search can place, or some more or less.
  constexpr size_t MaxChosen[] = {2000, 8000, 500, 4000};
  size_t Max = std::min(MaxChosen[NumPeaks++ % std::size(MaxChosen)],
                        P.Buffers.size() / 10 * 9);
  uint64_t Load = getLoadBound(P).Size;
  std::vector<unsigned> Chosen;
  for (unsigned Percent = 95; Percent >= 50; Percent -= 5) {
    std::vector<unsigned> More =
        getLiveAtPeaks(Load / 100 * Percent + Load % 100 * Percent / 100);
    if (More.size() > Max)
      break;
    Chosen = std::move(More);
  }
  if (Chosen.empty())
    return;
  Problem Peaks;
  for (unsigned I : Chosen)
    Peaks.Buffers.push_back(P.Buffers[I]);
  std::optional<Placement> Found;
  if (Chosen.size() <= 4000)
    Found = search(Peaks, MaxSteps / 4);
  if (!Found) {
    if (L.isOverBefore(Chosen.size()))
      return;
    OrderSearch Some(Peaks, Numbers.next());
    Some.run(Target, MaxSteps / 4, L);
    if (Some.getSize() >= Size)
      return;
    Found = Some.getBest();
  }
  Problem Rest = P;
  for (auto [I, Offset] : zip(Chosen, *Found))
    Rest.Buffers[I].FixedOffset = Offset;
  if (L.isOverBefore(P.Buffers.size()))
    return;
  OrderSearch Others(Rest, Numbers.next());
  Others.run(std::max(Target, getSize(Peaks, *Found)), MaxSteps / 2, L);
  if (Others.getSize() < Size)
    offer(Others.getBest());
}

void Improver::useOrders(uint64_t MaxSteps) {
  if (L.isOverBefore(P.Buffers.size()))
    return;
  if (!Orders)
    Orders = std::make_unique<OrderSearch>(P, Numbers.next());
  if (Orders->run(Target, MaxSteps, L))
    offer(Orders->getBest());
}

Placement Improver::run() {
  // The first turn is enough for a few placements of all buffers.
  for (uint64_t Steps = (1 << 22) + 1000 * P.Buffers.size(); !isDone();
       Steps += Steps / 2) {
    useBoxes(Steps);
    if (!isDone())
      usePeaks(Steps);
    // Where boxes fill much of the memory, they are what leads somewhere.
    bool AreBoxesGood = Boxes && Boxes->getNumBoxes() * 2 < P.Buffers.size();
    if (!isDone())
      useOrders(AreBoxesGood ? Steps / 8 : Steps);
    L.spend(1);
  }
  return std::move(Best);
}

Placement improve(const Problem &P, Placement Start, uint64_t Target,
                  uint64_t Seed, Limits &L,
                  function_ref<void(uint64_t)> OnBetter) {
  if (hasTies(P)) {
    JoinedProblem Joined(P);
    uint64_t Size = getSize(P, Start);
    // Placements that use what is free between tied buffers may be out of
    // reach.
    if (getAlignmentBound(Joined.get()).Size >= Size)
      return Start;
    Placement Better = Joined.join(Start);
    if (Better.empty())
      Better = placeGreedily(Joined.get(), Target, L);
    Better = Joined.expand(improve(Joined.get(), std::move(Better), Target,
                                   Seed, L, [&](uint64_t Now) {
                                     if (Now < Size)
                                       OnBetter(Now);
                                   }));
    return getSize(P, Better) < Size ? Better : Start;
  }
  return Improver(P, std::move(Start), Target, Seed, L, OnBetter).run();
}

} // namespace hlomem::packing
