//===- PassRun.cpp - What a pass runs on ----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Remarks/CommonRemarks.h"

using namespace llvm;

namespace hlomem {

Error PassRun::makeError(const Twine &Why) const {
  return createStringError("pass '" + C.getCurrentPass() + "': " + Why);
}

PreservedAnalyses PassRun::fail(Error E) const {
  C.fail(std::move(E));
  return PreservedAnalyses::all();
}

/// Finds the number of \p Choice. An error of the pass if the backend of the
/// module has no such space.
static Error resolveSpace(const PassRun &Run, SpaceChoice &Choice) {
  const Backend B = Run.AM.getResult<BackendAnalysis>().get();
  if (std::optional<MemorySpace> Number = findMemorySpace(B, Choice.Text)) {
    Choice.Number = *Number;
    return Error::success();
  }
  if (B == Backend::Unknown)
    return Run.makeError("the memory space '" + Choice.Text +
                         "' depends on the backend, which the dump does not "
                         "tell; use -backend, or a number");
  return Run.makeError(backendName(B) + " has no memory space '" + Choice.Text +
                       "'; it has " + join(getMemorySpaceSpellings(B), ", "));
}

void reportNothingInSpace(const PassRun &Run, MemorySpace Space,
                          ArrayRef<MemorySpace> Present) {
  std::string Text = Present.size() == 1 ? "space " : "spaces ";
  raw_string_ostream OS(Text);
  interleaveComma(Present, OS);
  Run.emit(remark::NothingInSpace{
      .Space = Run.AM.getResult<BackendAnalysis>().name(Space),
      .Present = Text});
}

static void reportDerivedRanges(const PassRun &Run) {
  const auto &Live = Run.AM.getResult<LivenessAnalysis>();
  if (Live.isDerived())
    Run.emit(remark::LiveRangesDerived{.Known = Live.getKnownCount(),
                                       .Count = Live.getValueCount()});
}

static bool hasUnknownRanges(const PassRun &Run) {
  const auto &Live = Run.AM.getResult<LivenessAnalysis>();
  return !Live.isKnown() || any_of(Run.M.values(), [&](const Value &V) {
    return !V.getSize().isZero() && !V.getAllocation().isThreadLocal() &&
           !Live.getRange(V);
  });
}

/// Of the spaces of which nothing is known.
static void reportUnknownRanges(const PassRun &Run,
                                ArrayRef<MemorySpace> Spaces) {
  const auto &Live = Run.AM.getResult<LivenessAnalysis>();
  const auto &Timeline = Run.AM.getResult<MemoryTimelineAnalysis>();
  for (MemorySpace Space : Spaces)
    if (const SpaceTimeline &S = Timeline.getSpace(Space);
        !Live.isKnown() || S.isPeakUnknown())
      Run.C.emit(S.Loc,
                 remark::LiveRangesUnknown{
                     .Space = Run.AM.getResult<BackendAnalysis>().name(Space),
                     .Allocated = S.Allocated,
                     .Count = S.UnknownValues,
                     .Why = Live.isKnown() ? " for the values in it"
                                           : Live.whyUnknown().str()});
}

bool prepareRun(PassRun &Run, std::optional<SpaceChoice> *Choice,
                bool SelectsSpaces, bool UsesLiveRanges) {
  if (Choice && *Choice)
    if (Error E = resolveSpace(Run, **Choice)) {
      Run.C.fail(std::move(E));
      return false;
    }
  ArrayRef<MemorySpace> Present;
  bool NeedsTimeline =
      SelectsSpaces || (UsesLiveRanges && hasUnknownRanges(Run));
  if (NeedsTimeline)
    Present = Run.AM.getResult<MemoryTimelineAnalysis>().spaces();
  Run.Spaces.assign(Present.begin(), Present.end());
  if (SelectsSpaces && Choice && *Choice && !Present.empty()) {
    if (!binary_search(Present, (*Choice)->Number)) {
      reportNothingInSpace(Run, (*Choice)->Number, Present);
      return false;
    }
    Run.Spaces = {(*Choice)->Number};
  }
  if (UsesLiveRanges)
    reportDerivedRanges(Run);
  if (UsesLiveRanges && NeedsTimeline)
    reportUnknownRanges(Run, Run.Spaces);
  return true;
}

} // namespace hlomem
