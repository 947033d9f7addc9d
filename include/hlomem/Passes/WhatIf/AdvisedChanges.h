//===- AdvisedChanges.h - Changes that save memory --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_WHATIF_ADVISEDCHANGES_H
#define HLOMEM_PASSES_WHATIF_ADVISEDCHANGES_H

#include "hlomem/Passes/WhatIf/OwnRematEffect.h"
#include "hlomem/Passes/WhatIf/ScaledRuns.h"

namespace hlomem {

/// Tries changes of one module alone and together, and holds what they save.
class AdvisedChanges {
public:
  /// Tries the changes of the module of \p Run, with the effort that \p Effort
  /// allows (ChangeTrial::limitEffort()), and keeps the best \p Top sets of
  /// changes that are made together, or all if it is 0. \p Run must outlive the
  /// object. \pre checkReplayed() does not fail for the module.
  AdvisedChanges(const PassRun &Run, std::optional<uint64_t> Effort,
                 uint64_t Top);
  AdvisedChanges(const AdvisedChanges &) = delete;
  AdvisedChanges &operator=(const AdvisedChanges &) = delete;

  /// Represents changes that save something.
  struct Tried {
    ChangeSet Changes = 0;
    TriedChanges Result;
    /// Is true if no part of the changes saves anything.
    bool IsOnlyTogether = false;
  };

  /// Represents a change of which only a bound is known.
  struct Unknown {
    std::string Name, Why;
    /// Has the change; empty of another run.
    ChangeSet Changes = 0;
    uint64_t Class = 0;
    /// Holds the most bytes that the change may save.
    Bytes Bound;
    /// Says what another run halves; empty of a change.
    std::string How = {};
  };

  /// Holds a result as it is reported.
  struct Numbers {
    std::string Precision;
    Bytes Saves;
    Bytes Needed;
    /// Hold the range of what a recompile saves, by the precision.
    Bytes AtLeast;
    Bytes AtMost;
  };
  /// Returns the numbers of the result \p R of a change with \p Precision. Of a
  /// bound they are those of the high end of its range.
  Numbers getNumbers(const TriedChanges &R, StringRef Precision) const;
  /// Returns what a row of \p F says. A bound for a set allows for the errors
  /// of those changes in it that are no bounds.
  Numbers getNumbers(const Tried &F) const {
    Numbers N = getNumbers(F.Result, T.getPrecision(F.Changes));
    if (N.Precision == "at most") {
      N.Needed = std::min(
          N.Needed,
          T.getLeastNeeded(T.getPrecisionOfNumbers(F.Changes), F.Result));
      N.Saves = N.AtMost = differenceOrZero(T.getBase().Needed, N.Needed);
    }
    return N;
  }

  const ChangeTrial &trial() const { return T; }
  const ChangeNames &names() const { return Names; }
  /// Returns the single changes that are worth telling, the best first.
  ArrayRef<Tried> alone() const { return Alone; }
  /// Returns the sets of changes that are worth telling, the best first.
  ArrayRef<Tried> together() const { return Together; }
  /// Returns the other runs that are worth telling.
  ArrayRef<ScaledRun> runs() const { return Runs; }
  /// Returns changes and runs of which only a bound is known, the one with the
  /// largest first.
  ArrayRef<Unknown> unknowns() const { return Unknowns; }
  /// Returns the names of changes and runs that save too little.
  ArrayRef<std::string> useless() const { return Useless; }
  /// Returns the names of what no effort was left for, and the number of sets.
  ArrayRef<std::string> untried() const { return Untried; }
  uint64_t countUntriedSets() const { return UntriedSets; }
  uint64_t getEffort() const { return Effort; }
  /// Returns what rematerialization of XLA itself leaves of the predictions.
  OwnRematEffect getRematEffect() const { return RematEffect; }
  /// Returns true if a change of the classes 1 to 3 can be made.
  bool anyApplies() const { return AnyApplies; }

private:
  bool isDifferentiatedAgain() const;
  void sortByNeed(std::vector<Tried> &Found) const;
  void addUnknown(Unknown U);
  void doubtAll();
  void doubtOtherData();
  void tryAlone();
  void addTwoLoops();
  void tryRuns();
  void tryTogether(uint64_t Top);
  void dropLesserCheckpoints();
  Bytes getSaving(const TriedChanges &R) const {
    return differenceOrZero(T.getBase().Needed, R.Needed);
  }
  /// Returns true for a hundredth of what is needed, or more.
  bool isWorthTelling(Bytes Saving) const {
    return !Saving.isZero() && Saving >= T.getBase().Needed / 100;
  }
  bool addsSomethingEach(ChangeSet Changes, const TriedChanges &R);
  bool helpsOnlyTogether(ChangeSet Changes);

  const PassRun &Run;
  ChangeTrial T;
  const ChangeNames Names;
  const OwnRematEffect RematEffect;
  /// Is 0 for no limit.
  const uint64_t Effort;
  std::vector<Tried> Alone, Together;
  std::vector<ScaledRun> Runs;
  std::vector<Unknown> Unknowns;
  SmallVector<std::string> Useless, Untried;
  uint64_t UntriedSets = 0;
  bool AnyApplies = false;
};

} // namespace hlomem

#endif // HLOMEM_PASSES_WHATIF_ADVISEDCHANGES_H
