//===- PartSolver.h - The best placement of what is live together ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_SEARCH_PARTSOLVER_H
#define HLOMEM_LIB_PACKING_SEARCH_PARTSOLVER_H

#include "ExactSearch.h"
#include "Tasks.h"
#include <atomic>

namespace hlomem::packing {

/// The buffers of a problem that no moment divides, with the best placement of
/// them so far. It offers searches for a better one, round by round.
class PartSolver {
public:
  /// \p Members: the positions in the whole problem, which \p Offsets places.
  PartSolver(const Problem &Whole, std::vector<size_t> Members,
             ArrayRef<uint64_t> Offsets, uint64_t Seed);

  /// Writes its best into a placement of the whole.
  void getPlacement(MutableArrayRef<uint64_t> Whole) const;
  /// Of the best, or of a better one that a running task has found. May be
  /// called while tasks run.
  uint64_t getSize() const { return Size.load(std::memory_order_relaxed); }
  /// No placement of the whole is smaller: what was proven here.
  uint64_t getBound() const { return Bound; }

  /// Adds the searches of one round for a placement of \p Target or less, none
  /// of which spends more than \p Steps; if \p Narrows, also for less than the
  /// best. \p Target is at least the bound.
  void addTasks(std::vector<Task> &Tasks, unsigned Group, uint64_t Target,
                bool Narrows, uint64_t Steps);
  /// Learns from the tasks that addTasks has added.
  void takeResults(ArrayRef<TaskResult> Results);

private:
  using Outcome = ExactSearch::Outcome;

  /// A search for one capacity, which may go on from round to round.
  struct Query {
    Query(const Problem &P, uint64_t Capacity, uint64_t Seed)
        : Capacity(Capacity), I(P, Capacity), Search(I, Seed) {}

    uint64_t Capacity;
    Instance I;
    ExactSearch Search;
    Outcome Result = Outcome::GaveUp;
  };

  Task makeQueryTask(unsigned Group, std::unique_ptr<Query> &Q,
                     uint64_t Capacity, uint64_t Seed, uint64_t Steps);
  Task makeImprovementTask(unsigned Group, uint64_t Target, uint64_t Steps);
  void takeQuery(Query &Q);
  void take(Placement Found);
  void lowerSize(uint64_t Found);
  uint64_t getNextPossible(uint64_t AtLeast) const;
  bool isSearchable() const;
  /// How long it takes to make a query, in buffers.
  uint64_t getEffort() const { return P.Buffers.size() + NumVisits / 16; }
  Task makeNarrowingTask(unsigned Group, uint64_t Target, uint64_t Steps);
  void narrow(uint64_t Target, Limits &L);

  Problem P;
  std::vector<size_t> Members;
  uint64_t Seed;
  Placement Best;
  std::atomic<uint64_t> Size;
  uint64_t Bound = 0;
  /// Every size that may have to be looked at is one of these and a multiple of
  /// the unit.
  uint64_t Unit;
  std::vector<uint64_t> Rests;
  uint64_t NumVisits;

  // What the tasks of a round work on, by their order.
  enum Kind { AtTarget, Rival, Improvement, Narrowing };
  std::unique_ptr<Query> Queries[2];
  Placement Improved;
  /// What narrow() has found.
  Placement Narrowed;
  uint64_t NarrowedBound = 0;
  std::vector<Kind> Added;
  unsigned NumRounds = 0;
  uint64_t SpentAtTarget = 0;
  struct NarrowingState {
    /// Where between the target and the best to look, from 0 to 1.
    double Reach = 0.5;
    /// For how long.
    uint64_t Steps = 1'000'000;
    unsigned NumQueries = 0;
  };
  /// By the rounds before, and after the task of this one.
  NarrowingState Before;
  NarrowingState After;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_SEARCH_PARTSOLVER_H
