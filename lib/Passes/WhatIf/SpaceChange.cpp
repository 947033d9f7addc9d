//===- SpaceChange.cpp - What an edit changes in memory spaces ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/SpaceChange.h"
#include "hlomem/XlaSim/ReplayAnalysis.h"

using namespace llvm;

namespace hlomem {

std::string SpaceChange::getPrecision(Prediction P, Backend Kind,
                                      const RecordedAssignment &Record) const {
  return IsPreset ? "unknown"
                  : hlomem::getPrecision(P, Kind, Record, Difference);
}

std::vector<SpaceChange> findSpaceChanges(const RecordedAssignment &Record,
                                          ArrayRef<ReplayedAllocation> After,
                                          const InferredBackend &Backend,
                                          StringRef NoChange) {
  std::vector<SpaceChange> Changes;
  for (const SpaceVerdict &S :
       compareAssignments(Record.allocations(), After).Spaces) {
    Bytes Now = S.ReplayedBytes, Before = S.RecordedBytes;
    StringRef Way = Now == Before ? NoChange : Now > Before ? "more" : "less";
    Changes.push_back({.Space = Backend.name(S.Space),
                       .After = Now,
                       .Before = Before,
                       .Difference = absoluteDifference(Now, Before),
                       .Way = Way.str(),
                       .IsPreset = S.IsPreset});
  }
  return Changes;
}

ArgumentSum sumArguments(const RecordedAssignment &Record,
                         ArrayRef<InputOutputAlias> Pairs) {
  ArgumentSum Sum;
  for (const InputOutputAlias &A : Pairs) {
    ValueId Value = Record.getDataflow().getValueAt(
        {Record.getProgram().getEntry().Parameters[A.Parameter],
         A.ParameterLeaf});
    if (!Value)
      continue;
    ++Sum.Count;
    Sum.Size += Record.sizes()[Value];
  }
  return Sum;
}

Expected<Donation> predictDonation(const PassRun &Run,
                                   ArrayRef<uint64_t> Arguments) {
  const auto &Replayed = Run.AM.getResult<ReplayAnalysis>();
  if (Error E =
          checkPredictable(Replayed, Run.AM.getResult<BackendAnalysis>().get(),
                           /*KeepsPresets=*/true))
    return E;
  const RecordedAssignment &Record = Replayed.Found->getRecord();
  Expected<Donation> D =
      donate(Record, Arguments, *Replayed.Found->getBest().How);
  if (D)
    if (Error E = checkKnown(Record, *D))
      return E;
  return D;
}

StringRef describePresets(Backend Kind, bool IsPreset) {
  return IsPreset               ? "; the compiler will move other values there"
         : Kind == Backend::TPU ? "; VMEM as in the dump"
                                : "";
}

} // namespace hlomem
