//===- ChangeNames.h - Changes of a program in the words of JAX -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_CHANGENAMES_H
#define HLOMEM_PASSUTILS_CHANGENAMES_H

#include "hlomem/Analysis/Attribution/UserSourceAnalysis.h"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/Analysis/Fit.h"
#include "hlomem/Replay/Advice.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace hlomem {

class Module;

/// The class of a change, of several the largest: 1 free, 2 the same results at
/// the price of time or host memory, 3 other results.
uint64_t getChangeClass(replay::ChangeSet Changes);

/// Whether \p M fits after \p Changes, of which \p R is the result: it does
/// only if it would with the least that they save by their precision, and does
/// not only if it would not with the most; else it is close.
Fit judgeChanges(const replay::ChangeTrial &Trial, replay::ChangeSet Changes,
                 const replay::TriedChanges &R, const Module &M,
                 AnalysisManager &AM);

/// The same of another change of this \p Precision.
Fit judgeChange(const replay::ChangeTrial &Trial, llvm::StringRef Precision,
                const replay::TriedChanges &R, const Module &M,
                AnalysisManager &AM);

/// A trial of changes of \p M, whose replay is found. Spaces count as for
/// isLimited().
replay::ChangeTrial makeChangeTrial(const Module &M, AnalysisManager &AM);

/// What changes of one module are called, and how they are made.
class ChangeNames {
public:
  /// All must outlive this.
  ChangeNames(const Module &M, const replay::RecordedAssignment &Record,
              const replay::ChangeTrial &Trial, ValueNames &Names,
              UserSources &Sources)
      : M(M), Record(Record), Trial(Trial), Names(Names), Sources(Sources) {}

  /// "Donate", "Donate + Checkpoint", "Donate+NarrowState+Checkpoint".
  std::string getName(replay::ChangeSet Changes) const;
  /// What to write, where, and what it costs: "donate_argnames=('state',); not
  /// to be used afterwards". Beside \p Others less of what these say already.
  std::string describe(replay::Change C, replay::ChangeSet Others = 0) const;

  /// Where the program is fullest after some changes.
  struct Place {
    /// "model.py:12", or the instruction's name where no line is known of it,
    /// of what is fused in it, of what it reads or of the loop around it.
    std::string Text;
    /// The instruction; empty where nothing is live.
    std::string Instruction;
  };
  /// \p Peak is of \p Program, which the module is after some changes.
  Place describePeak(const replay::RecordedAssignment &Program,
                     const std::optional<replay::LivePeak> &Peak) const;
  /// That after \p Changes, which were tried.
  Place findFullest(replay::ChangeSet Changes) const {
    return describePeak(Trial.getProgram(Changes), Trial.findPeak(Changes));
  }

private:
  /// The first names of the paths of \p Arguments, each once: "state"; empty if
  /// one has no op_name.
  llvm::SmallVector<std::string, 4>
  getRoots(llvm::ArrayRef<uint64_t> Arguments) const;
  std::optional<UserPlace> findOwnLine(const HloGraph &G,
                                       const GraphInstruction &I) const;
  std::optional<UserPlace> findLine(const HloGraph &G,
                                    const GraphInstruction *I) const;
  std::string describeLoops(llvm::ArrayRef<uint32_t> Loops) const;
  std::string describeKeepingLoops() const;
  std::string describeScanned() const;
  std::string describeUpdate() const;
  std::string describeState() const;
  std::string describeOtherState() const;

  const Module &M;
  const replay::RecordedAssignment &Record;
  const replay::ChangeTrial &Trial;
  ValueNames &Names;
  UserSources &Sources;
};

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_CHANGENAMES_H
