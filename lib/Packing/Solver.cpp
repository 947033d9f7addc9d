//===- Solver.cpp - The best placement that can be found ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Solver.h"
#include "Greedy/Portfolio.h"
#include "Greedy/Ties.h"
#include "Search/PartSolver.h"
#include <map>
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

namespace {

/// Of each task in the first round, which then doubles from round to round:
/// less than a millisecond, more than what most small problems take.
constexpr uint64_t FirstSlice = 200'000;
/// Of each task in the last rounds; some seconds.
constexpr uint64_t LastSlice = uint64_t(1) << 30;

class SolverRun {
  const Problem &P;
  const SolverOptions &Options;
  Limits::Clock::time_point Begin = Limits::Clock::now();
  Limits Whole;
  Limits OnlyTime;
  Solution S;
  /// Holds the parts whose size is above the target.
  std::vector<std::unique_ptr<PartSolver>> Parts;
  /// The largest size of the other parts.
  uint64_t SizeOfRest = 0;
  Progress Reported;

public:
  SolverRun(const Problem &P, const SolverOptions &Options)
      : P(P), Options(Options) {
    std::optional<Limits::Clock::time_point> Deadline;
    if (Options.MaxTime)
      Deadline = Begin + *Options.MaxTime;
    Whole = Limits(Options.MaxSteps, Deadline, Options.Stop);
    OnlyTime = Limits(UINT64_MAX, Deadline, Options.Stop);
  }

  Solution run();

private:
  uint64_t getTarget() const {
    return std::max(S.Bound, P.Capacity.value_or(0));
  }
  bool isInfeasible() const { return P.Capacity && S.Bound > *P.Capacity; }
  void placeAtFirst();
  struct Members;
  void joinTied(std::vector<Members> &Found);
  void makeParts();
  void closeParts();
  bool runRound(uint64_t Slice);
  void report();
};

} // namespace

Solution SolverRun::run() {
  auto Lowest = getAlignmentBound(P);
  if (auto Tied = getTieBound(P); Tied.Size > Lowest.Size)
    Lowest = Tied;
  S.Bound = Lowest.Size;
  S.BoundAt = Lowest.At;
  placeAtFirst();
  report();
  if (S.Size > getTarget()) {
    makeParts();
    for (uint64_t Slice = FirstSlice;
         !Parts.empty() && !isInfeasible() && !Whole.isOver();
         Slice = std::min(Slice * 2, LastSlice))
      if (!runRound(Slice))
        break;
    for (std::unique_ptr<PartSolver> &Part : Parts)
      Part->getPlacement(S.Offsets);
    S.Size = getSize(P, S.Offsets);
  }
  S.Steps = Whole.getSpent();
  return std::move(S);
}

void SolverRun::placeAtFirst() {
  S.Offsets.assign(Options.Start.begin(), Options.Start.end());
  if (!S.Offsets.empty()) {
    S.Size = getSize(P, S.Offsets);
    if (S.Size <= getTarget())
      return;
  }
  // Takes nothing of the budget of steps, which may be none.
  Placement Greedy = placeGreedily(P, getTarget(), OnlyTime);
  uint64_t Size = getSize(P, Greedy);
  if (!S.Offsets.empty() && S.Size <= Size)
    return;
  S.Offsets = std::move(Greedy);
  S.Size = Size;
}

/// Buffers between moments at which nothing is live on both sides, by position,
/// and their size.
struct SolverRun::Members {
  std::vector<size_t> Positions;
  uint64_t Size = 0;
};

/// Appends what is in a part to one that something of it is tied to.
void SolverRun::joinTied(std::vector<Members> &Found) {
  // Until nothing changes: there are few parts with ties.
  std::map<unsigned, size_t> PartOf;
  for (size_t Part = 0; Part != Found.size(); ++Part)
    for (size_t I = 0; I != Found[Part].Positions.size(); ++I) {
      unsigned Tie = P.Buffers[Found[Part].Positions[I]].Tie;
      if (Tie == 0)
        continue;
      size_t &Known = PartOf.try_emplace(Tie, Part).first->second;
      if (Known == Part)
        continue;
      // Everything so far goes to where the tie was, as do its own ties.
      Members Earlier = std::move(Found[Known]);
      Found[Known] = Members();
      llvm::append_range(Found[Part].Positions, Earlier.Positions);
      Found[Part].Size = std::max(Found[Part].Size, Earlier.Size);
      Known = Part;
    }
}

/// Parts that can be placed apart from each other, of which some are too large.
void SolverRun::makeParts() {
  if (Whole.isOverBefore(P.Buffers.size()))
    return;
  std::vector<size_t> ByBegin(P.Buffers.size());
  std::iota(ByBegin.begin(), ByBegin.end(), 0);
  llvm::sort(ByBegin, [&](size_t L, size_t R) {
    return std::pair(P.Buffers[L].Begin, L) < std::pair(P.Buffers[R].Begin, R);
  });
  std::vector<Members> Found;
  for (size_t I = 0; I != ByBegin.size();) {
    Time End = P.Buffers[ByBegin[I]].End;
    Members &M = Found.emplace_back();
    for (; I != ByBegin.size() && P.Buffers[ByBegin[I]].Begin < End; ++I) {
      const Buffer &B = P.Buffers[ByBegin[I]];
      End = std::max(End, B.End);
      M.Size = std::max(M.Size, S.Offsets[ByBegin[I]] + B.Size);
      M.Positions.push_back(ByBegin[I]);
    }
  }
  if (hasTies(P))
    joinTied(Found);
  uint64_t Target = getTarget();
  for (Members &M : Found) {
    if (M.Size <= Target) {
      SizeOfRest = std::max(SizeOfRest, M.Size);
      continue;
    }
    if (Whole.isOverBefore(M.Positions.size())) {
      Parts.clear();
      return;
    }
    // In the order of the problem, whatever the times are.
    llvm::sort(M.Positions);
    Parts.push_back(std::make_unique<PartSolver>(P, std::move(M.Positions),
                                                 S.Offsets, Options.Seed));
  }
}

/// Lets each part search for a while; false if there was nothing to do.
bool SolverRun::runRound(uint64_t Slice) {
  uint64_t Before = Whole.getSpent();
  std::vector<Task> Tasks;
  std::vector<size_t> Begins;
  for (size_t Part = 0; Part != Parts.size(); ++Part) {
    Begins.push_back(Tasks.size());
    Parts[Part]->addTasks(Tasks, Part, getTarget(), !P.Capacity, Slice);
  }
  Begins.push_back(Tasks.size());
  if (Tasks.empty())
    return false;
  uint64_t Share = std::max<uint64_t>(Whole.getRest() / Tasks.size(), 1);
  for (Task &T : Tasks)
    T.MaxSteps = std::min(T.MaxSteps, Share);
  std::vector<TaskResult> Results =
      runTasks(Tasks, Options.Threads, Whole, [this] { report(); });
  for (size_t Part = 0; Part != Parts.size(); ++Part) {
    Parts[Part]->takeResults(
        ArrayRef(Results).slice(Begins[Part], Begins[Part + 1] - Begins[Part]));
    S.Bound = std::max(S.Bound, Parts[Part]->getBound());
  }
  closeParts();
  report();
  return Whole.getSpent() != Before;
}

/// Drops the parts that need not get any smaller.
void SolverRun::closeParts() {
  llvm::erase_if(Parts, [&](const std::unique_ptr<PartSolver> &Part) {
    if (Part->getSize() > getTarget())
      return false;
    Part->getPlacement(S.Offsets);
    SizeOfRest = std::max(SizeOfRest, Part->getSize());
    return true;
  });
  S.Size = SizeOfRest;
  for (const std::unique_ptr<PartSolver> &Part : Parts)
    S.Size = std::max(S.Size, Part->getSize());
}

void SolverRun::report() {
  if (!Options.OnProgress)
    return;
  Progress Now;
  Now.Best = Parts.empty() ? S.Size : SizeOfRest;
  for (const std::unique_ptr<PartSolver> &Part : Parts)
    Now.Best = std::max(Now.Best, Part->getSize());
  Now.Bound = S.Bound;
  Now.Steps = Whole.getSpent();
  Now.Elapsed = Limits::Clock::now() - Begin;
  if (Reported.Best != 0 && Now.Best >= Reported.Best &&
      Now.Bound <= Reported.Bound)
    return;
  Reported = Now;
  Options.OnProgress(Now);
}

Solution solve(const Problem &P, const SolverOptions &Options) {
  if (!hasTies(P))
    return SolverRun(P, Options).run();
  Problem Resolved = resolveTies(P);
  return SolverRun(Resolved, Options).run();
}

} // namespace hlomem::packing
