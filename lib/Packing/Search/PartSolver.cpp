//===- PartSolver.cpp - The best placement of what is live together -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartSolver.h"
#include "Improvement.h"

using namespace llvm;

namespace hlomem::packing {

/// Buffers times the sections at which they are live, at most: what bounds the
/// memory of a search and the time to prepare it.
static constexpr uint64_t MaxSearchVisits = 4'000'000;
/// Spent on nothing but a search for the target, which most problems reach; and
/// then on that and on the improvement of the best only.
static constexpr uint64_t TargetOnlySteps = 2'000'000;
static constexpr uint64_t EasySteps = 20'000'000;
/// More buffers are improved rather than searched.
static constexpr size_t FewBuffers = 600;

/// Buffers that are live when others begin, added up: at least the visits of an
/// instance.
static uint64_t countVisits(const Problem &P) {
  std::vector<Time> Begins, Ends;
  for (const Buffer &B : P.Buffers) {
    Begins.push_back(B.Begin);
    Ends.push_back(B.End);
  }
  llvm::sort(Begins);
  llvm::sort(Ends);
  uint64_t NumVisits = 0;
  for (size_t Begun = 0, Ended = 0; Begun != Begins.size(); ++Begun) {
    while (Ends[Ended] <= Begins[Begun])
      ++Ended;
    NumVisits += Begun + 1 - Ended;
  }
  return NumVisits;
}

PartSolver::PartSolver(const Problem &Whole, std::vector<size_t> PartMembers,
                       ArrayRef<uint64_t> Offsets, uint64_t Seed)
    : Members(std::move(PartMembers)), Seed(Seed) {
  for (size_t M : Members) {
    P.Buffers.push_back(Whole.Buffers[M]);
    Best.push_back(Offsets[M]);
  }
  Size = packing::getSize(P, Best);
  Unit = getOffsetUnit(P);
  for (const Buffer &B : P.Buffers)
    Rests.push_back(B.Size % Unit);
  llvm::sort(Rests);
  Rests.erase(llvm::unique(Rests), Rests.end());
  NumVisits = countVisits(P);
}

bool PartSolver::isSearchable() const { return NumVisits <= MaxSearchVisits; }

void PartSolver::getPlacement(MutableArrayRef<uint64_t> Whole) const {
  for (size_t I = 0; I != Members.size(); ++I)
    Whole[Members[I]] = Best[I];
}

/// Some buffer is topmost, and lies at a multiple of the unit.
uint64_t PartSolver::getNextPossible(uint64_t AtLeast) const {
  uint64_t Next = UINT64_MAX;
  for (uint64_t Rest : Rests) {
    uint64_t Above = AtLeast > Rest ? AtLeast - Rest : 0;
    Next = std::min(Next, Rest + (Above + Unit - 1) / Unit * Unit);
  }
  return Next;
}

Task PartSolver::makeQueryTask(unsigned Group, std::unique_ptr<Query> &Q,
                               uint64_t Capacity, uint64_t Seed,
                               uint64_t Steps) {
  if (Q && Q->Capacity != Capacity)
    Q.reset();
  return {Group, Steps, [this, &Q, Capacity, Seed](Limits &L) {
            if (L.isOver() || (!Q && L.isOverBefore(getEffort())))
              return false;
            if (!Q) {
              Q = std::make_unique<Query>(P, Capacity, Seed);
              L.spend(P.Buffers.size() + Q->I.getNumVisits());
            }
            Q->Result = Q->Search.run(L);
            // What proves that there is none does not make useless what others
            // find above it.
            return Q->Result == Outcome::Found;
          }};
}

Task PartSolver::makeImprovementTask(unsigned Group, uint64_t Target,
                                     uint64_t Steps) {
  return {Group, Steps, [this, Target](Limits &L) {
            // Looks further with another seed in each round.
            Improved = improve(P, Best, Target, Seed + NumRounds, L,
                               [this](uint64_t Better) { lowerSize(Better); });
            return packing::getSize(P, Improved) <= Target;
          }};
}

Task PartSolver::makeNarrowingTask(unsigned Group, uint64_t Target,
                                   uint64_t Steps) {
  return {Group, Steps, [this, Target](Limits &L) {
            narrow(Target, L);
            return false;
          }};
}

/// Tasks that run at once may find different ones.
void PartSolver::lowerSize(uint64_t Found) {
  uint64_t Known = Size.load(std::memory_order_relaxed);
  while (Found < Known &&
         !Size.compare_exchange_weak(Known, Found, std::memory_order_relaxed))
    ;
}

/// Searches for sizes between the target and the best: closer to the best after
/// each that is neither found nor refuted, and once that is close, again with
/// more steps.
void PartSolver::narrow(uint64_t Target, Limits &L) {
  NarrowingState S = Before;
  Narrowed = Best;
  NarrowedBound = 0;
  // An instance takes no larger capacity.
  uint64_t Lowest = Target,
           Highest = std::min(packing::getSize(P, Narrowed), MaxTotalSize) - 1;
  while (Lowest <= Highest && !L.isOverBefore(getEffort())) {
    uint64_t Middle = Lowest + uint64_t(double(Highest - Lowest) * S.Reach);
    Middle = std::min(getNextPossible(Middle), Highest);
    Query Q(P, Middle, Seed + S.NumQueries++);
    L.spend(P.Buffers.size() + Q.I.getNumVisits());
    Limits Part = L.getPart(S.Steps);
    Outcome Result = Q.Search.run(Part);
    L.spend(Part.getSpent());
    switch (Result) {
    case Outcome::Found:
      Q.Search.getPlacement(Narrowed);
      Highest = packing::getSize(P, Narrowed) - 1;
      lowerSize(Highest + 1);
      S.Reach = std::max(0.25, S.Reach - 0.25);
      break;
    case Outcome::Infeasible:
      Lowest = NarrowedBound = getNextPossible(Middle + 1);
      break;
    case Outcome::GaveUp:
      S.Reach = 1 - (1 - S.Reach) * 0.6;
      if (S.Reach > 0.98) {
        S.Reach = 0.5;
        S.Steps *= 2;
      }
      break;
    }
  }
  After = S;
}

void PartSolver::addTasks(std::vector<Task> &Tasks, unsigned Group,
                          uint64_t Target, bool Narrows, uint64_t Steps) {
  ++NumRounds;
  Added.clear();
  auto AddQuery = [&](Kind K, uint64_t Capacity, uint64_t Steps) {
    Tasks.push_back(
        makeQueryTask(Group, Queries[K], Capacity, Seed + 1000 * K, Steps));
    Added.push_back(K);
  };
  bool IsSmall = P.Buffers.size() <= FewBuffers;
  bool IsHard = SpentAtTarget >= EasySteps || !IsSmall;
  // The order matters: what ends an earlier task makes the later ones useless.
  if (isSearchable() && Target < MaxTotalSize) {
    AddQuery(AtTarget, Target, IsSmall ? Steps : Steps / 4);
    if (IsHard && IsSmall)
      AddQuery(Rival, Target, Steps);
  }
  if (SpentAtTarget >= TargetOnlySteps || !IsSmall || !isSearchable()) {
    Tasks.push_back(
        makeImprovementTask(Group, Target, IsSmall ? Steps / 2 : Steps * 64));
    Added.push_back(Improvement);
  }
  if (IsHard && isSearchable() && Narrows) {
    Tasks.push_back(
        makeNarrowingTask(Group, Target, IsSmall ? Steps : Steps / 4));
    Added.push_back(Narrowing);
  }
}

void PartSolver::takeResults(ArrayRef<TaskResult> Results) {
  for (auto [K, Result] : llvm::zip_equal(Added, Results)) {
    bool IsQuery = K == AtTarget || K == Rival;
    if (!Result.Counts) {
      // How far it came is a matter of chance.
      if (IsQuery)
        Queries[K].reset();
      continue;
    }
    if (K == Improvement)
      take(std::move(Improved));
    if (K == Narrowing) {
      take(std::move(Narrowed));
      Bound = std::max(Bound, NarrowedBound);
      Before = After;
    }
    if (!IsQuery)
      continue;
    if (!Queries[K])
      continue; // There was no time to begin.
    if (K == AtTarget)
      SpentAtTarget += Result.Steps;
    Query &Q = *Queries[K];
    if (Q.Result == Outcome::GaveUp)
      continue;
    takeQuery(Q);
    Queries[K].reset();
  }
  Size = packing::getSize(P, Best);
}

void PartSolver::takeQuery(Query &Q) {
  if (Q.Result == Outcome::Infeasible) {
    Bound = std::max(Bound, getNextPossible(Q.Capacity + 1));
    return;
  }
  // What is fixed and live with nothing that is free lies where it lay.
  Placement Found = Best;
  Q.Search.getPlacement(Found);
  take(std::move(Found));
}

void PartSolver::take(Placement Found) {
  if (packing::getSize(P, Found) < packing::getSize(P, Best))
    Best = std::move(Found);
}

} // namespace hlomem::packing
