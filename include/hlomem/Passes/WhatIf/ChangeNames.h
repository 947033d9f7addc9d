//===- ChangeNames.h - Changes of a program in the words of JAX -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_WHATIF_CHANGENAMES_H
#define HLOMEM_PASSES_WHATIF_CHANGENAMES_H

#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Analysis/Sources/Frameworks.h"
#include "hlomem/IR/UserPlace.h"
#include "hlomem/Passes/WhatIf/LayerCheckpoint.h"
#include "hlomem/WhatIf/Advice/ChangeTrial.h"

namespace hlomem {

struct PassRun;

/// Returns the largest class of \p Changes: 1 is free, 2 gives the same results
/// at the cost of time or host memory, 3 gives other results.
uint64_t getChangeClass(ChangeSet Changes);

/// Judges whether the module fits after changes of this \p Precision, whose
/// result is \p R. It fits only if it does with the least that the precision
/// allows them to save, and does not fit only if it does not with the most;
/// otherwise it is close.
Fit judgeChange(const PassRun &Run, const ChangeTrial &Trial,
                StringRef Precision, const TriedChanges &R);

/// Makes a trial of changes of the module. A memory space counts if isLimited()
/// is true for it. \pre ReplayAnalysis has found the replay of the module.
ChangeTrial makeChangeTrial(const PassRun &Run);

/// Names changes of one module, and describes how to make them.
class ChangeNames {
public:
  /// Makes the names of changes of the module of \p Run, which \p Trial tries.
  /// Both arguments must outlive the object.
  ChangeNames(const PassRun &Run, const ChangeTrial &Trial)
      : Run(Run), Trial(Trial), G(Trial.getProgram(0).getProgram()) {}

  /// Returns the name of \p Changes: "Donate", "Donate + Checkpoint",
  /// "Donate+NarrowState+Checkpoint".
  std::string getName(ChangeSet Changes) const;
  /// Returns what to write in the user's program for \p C, where, and what it
  /// costs: "donate_argnames=('state',); do not use it after the call", in the
  /// words of the framework that the model is written with. It leaves out what
  /// the descriptions of \p Others say already.
  std::string describe(Change C, ChangeSet Others = 0) const;
  /// Returns what to write for a checkpoint of each layer, where no loop runs
  /// them, or of what else \p What names; \p Code says which code computes one.
  std::string describeLayers(const LayerCode &Code = {},
                             StringRef What = "layer") const;

  /// Represents the place in the program at which memory use is at its peak.
  struct Place {
    /// Is the line, "model.py:12". If the line of the instruction is not known,
    /// it is the line of what is fused into it, of what it reads or of the loop
    /// around it, or else its name.
    std::string Text;
    /// Names the instruction; empty if nothing is live.
    std::string Instruction;
  };
  /// Describes \p Peak, the peak of \p Program, which is the module after some
  /// changes.
  Place describePeak(const RecordedAssignment &Program,
                     const std::optional<LivePeak> &Peak) const;
  /// Returns the place of the peak after \p Changes, which were tried.
  Place findFullest(ChangeSet Changes) const {
    return describePeak(Trial.getProgram(Changes), Trial.findPeak(Changes));
  }

  /// Says how the \p Steps of \p Loop become two loops, the inner one with a
  /// checkpoint, that are about as long.
  std::string describeTwoLoops(InstructionId Loop, uint64_t Steps) const;
  /// Returns the library that the model is written with.
  Framework findFramework() const;

private:
  std::optional<UserPlace> findOwnLine(const HloGraph &G,
                                       const GraphInstruction &I) const;
  std::optional<UserPlace> findLine(const HloGraph &G,
                                    const GraphInstruction *I) const;
  std::pair<StringRef, const std::string *>
  findInOptions(uint64_t Argument) const;
  SmallVector<uint64_t> chooseDonated() const;
  StringRef findJit() const;
  std::string describeOptions(ArrayRef<uint64_t> Arguments) const;
  std::string describeDonation() const;
  std::string describeOffload() const;
  bool isUpdatedByOptax() const;
  std::string describeCheckpoint() const;
  std::string describeKeepingDots(ChangeSet Others) const;
  std::string describeLoop(InstructionId Loop) const;
  bool areAllOf(ArrayRef<InstructionId> Loops, StringRef File) const;
  std::string describeLoops(ArrayRef<InstructionId> Loops) const;
  /// Returns the loops that keep something for others.
  SmallVector<InstructionId> findKeepingLoops() const;
  std::string describeScanned() const;
  std::string describeUpdate() const;
  std::string describeState(ArrayRef<uint64_t> Numbers) const;
  std::string describeOtherState() const;

  std::optional<UserPlace> findPlace(StringRef Instruction) const;

  const PassRun &Run;
  const ChangeTrial &Trial;
  /// Is the unchanged program.
  const HloGraph &G;
};

} // namespace hlomem

#endif // HLOMEM_PASSES_WHATIF_CHANGENAMES_H
