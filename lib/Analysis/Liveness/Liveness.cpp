//===- Liveness.cpp - When each value is live -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

AnalysisKey LivenessAnalysis::Key;

static bool needsRange(const Value &V) {
  return !V.getSize().isZero() && !V.getAllocation().isThreadLocal();
}

static bool hasRange(const Value &V) { return V.getLiveRange().has_value(); }

// A schedule without a single range is what is left of a dump that was cut.
static bool printsLiveRanges(const Module &M) {
  return !M.schedule().empty() &&
         (any_of(M.values(), hasRange) || none_of(M.values(), needsRange));
}

static std::string explainUnknown(const Module &M, AnalysisManager &AM) {
  const ProgramText &Text = AM.getResult<ProgramAnalysis>();
  if (none_of(M.values(), [](const Value &V) { return V.hasUses(); }))
    return ", and no uses to derive them from";
  if (M.isScheduleCut())
    return ", and its schedule is truncated";
  if (!Text.Problem.empty())
    return ", and the program cannot be read: " + Text.Problem;
  if (Text.Program && !Text.Program->isScheduled())
    return Text.Program->isSourceOfModule()
               ? ", and its program has no schedule"
               : ", and the HLO text beside it has no schedule";
  if (const std::string &Why = AM.getResult<ProgramOutlineAnalysis>().Problem;
      !Why.empty())
    return ", and the program cannot be read: " + Why;
  if (Text.Program || Text.IsOfAnotherModule)
    return ", and the HLO text beside it belongs to another module";
  return ", and there is no HLO text beside it to derive them from";
}

Liveness::Liveness(const Module &M) : M(M), Known(printsLiveRanges(M)) {}

Liveness::Liveness(const Module &M, AnalysisManager &AM) : Liveness(M) {
  if (Known || M.values().empty())
    return;
  // With less than all of it, times would be those of another program.
  if (!M.isScheduleCut()) {
    const BestSchedule &Schedule = AM.getResult<ProgramStructureAnalysis>();
    DerivedLiveRanges D = deriveLiveRanges(
        M, AM.getResult<ScheduleIndexAnalysis>(), Schedule.get(),
        Schedule.isOfText() ? getOutline(AM) : nullptr);
    for (const Value &V : make_filter_range(M.values(), needsRange)) {
      ++ValueCount;
      KnownCount += D.getLiveRange(V).has_value();
    }
    if (KnownCount != 0)
      Derived = std::move(D);
  }
  if (Derived)
    for (auto [T, Name] : enumerate(Derived->schedule()))
      Times.try_emplace(Name, static_cast<Time>(T));
  Known = Derived.has_value();
  if (!Known)
    WhyUnknown = explainUnknown(M, AM);
}

std::optional<Time> Liveness::getTime(StringRef Instruction) const {
  if (!Derived)
    return M.getTime(Instruction);
  auto Found = Times.find(Instruction);
  return Found == Times.end() ? std::nullopt : std::optional(Found->second);
}

static constexpr CounterInfo NumDerived = {
    "liveness", "derived-ranges",
    "Live ranges derived where the dump prints none"};
static constexpr CounterInfo NumUnknown = {
    "liveness", "unknown-ranges",
    "Values with bytes that remained without a live range"};

Liveness LivenessAnalysis::run(const Module &M, AnalysisManager &AM) {
  Liveness Result(M, AM);
  AM.count(NumDerived, Result.getKnownCount());
  AM.count(NumUnknown, Result.getValueCount() - Result.getKnownCount());
  return Result;
}

} // namespace hlomem
