//===- FitPass.cpp - The pass 'fit' ---------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fit/Fit.inc"
#include "hlomem/Passes/WhatIf/OwnRematEffect.h"
#include "hlomem/Passes/WhatIf/ScaledRuns.h"
#include "hlomem/Passes/WhatIf/SpaceChange.h"
#include "hlomem/Support/CountText.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace hlomem {

namespace {

// The search for one module, and its remarks.
class FitSearch : public FitPass {
public:
  explicit FitSearch(const FitPass &P) : FitPass(P) {}

  void run();

private:
  /// The fewest changes, then the lowest class.
  using Rank = std::pair<unsigned, uint64_t>;
  static Rank getRank(ChangeSet Changes) {
    return {popcount(Changes), getChangeClass(Changes)};
  }

  void search();
  void reportFound(ChangeSet Changes, Bytes Then);
  void reportHow(ChangeSet Changes);
  void reportNone();
  void nameRuns();

  ChangeTrial T = makeChangeTrial(*this);
  const ChangeNames Names{*this, T};
  const Bytes Needed{T.getBase().Needed};
  const std::optional<Bytes> Limit = getFitLimit(M, AM);
  /// 0 for any.
  const uint64_t Effort = T.limitEffort(Options.Effort);
  /// The least that arguments, constants and results take, and with which
  /// changes.
  std::pair<Bytes, ChangeSet> Floor{T.getBase().Floor, 0};
  /// What needs least, and how much that is.
  std::pair<Bytes, ChangeSet> Least{T.getBase().Needed, 0};
  /// The set that fits; of several of its rank that which needs least.
  std::optional<std::pair<Bytes, ChangeSet>> Best;
  uint64_t TriedSets = 0, UntriedSets = 0;
  /// Other runs that were not tried.
  SmallVector<std::string> Untried;
};

} // namespace

void FitSearch::search() {
  std::vector<ChangeSet> Sets;
  for (ChangeSet Changes = 1; Changes != 1u << ChangeCount; ++Changes)
    if (T.getPrecision(Changes) != "unknown")
      Sets.push_back(Changes);
  std::ranges::stable_sort(Sets, {}, getRank);
  for (auto [Number, Changes] : enumerate(Sets)) {
    // All that follow are of a higher rank.
    if (Best && getRank(Best->second) < getRank(Changes))
      break;
    C.showProgress("fit: set " + std::to_string(Number + 1) + " of " +
                   std::to_string(Sets.size()) + ", " + Names.getName(Changes));
    const std::optional<TriedChanges> &R = T.getResult(Changes);
    UntriedSets += T.isSkipped(Changes);
    if (!R)
      continue;
    ++TriedSets;
    Floor = std::min(Floor, std::pair(R->Floor, Changes));
    Least = std::min(Least, std::pair(R->Needed, Changes));
    if (judgeChange(*this, T, T.getPrecision(Changes), *R) ==
            hlomem::Fit::Fits &&
        (!Best || R->Needed < Best->first))
      Best = {R->Needed, Changes};
  }
  C.showProgress("");
}

void FitSearch::reportFound(ChangeSet Changes, Bytes Then) {
  emit(remark::FitFound{.Needed = Needed,
                        .Limit = *Limit,
                        .Changes = Names.getName(Changes),
                        .Then = Then,
                        .Precision = T.describePrecision(
                            T.getPrecision(Changes), *T.getResult(Changes)),
                        .Class = getChangeClass(Changes),
                        .Saves = Needed - Then});
  reportHow(Changes);
}

void FitSearch::reportHow(ChangeSet Changes) {
  for (unsigned N = ChangeCount; N-- != 0;)
    if (Changes >> N & 1)
      emit(remark::FitHow{.Change = Names.getName(getSet(Change(N))),
                          .How = Names.describe(Change(N))});
}

void FitSearch::reportNone() {
  auto DescribeWith = [&](ChangeSet Changes) {
    return Changes == 0 ? "" : ", with " + Names.getName(Changes);
  };
  std::string With = DescribeWith(Least.second);
  bool MayFit = Least.first <= *Limit;
  if (UntriedSets != 0)
    emit(remark::FitNoneTried{.Needed = Needed,
                              .Limit = *Limit,
                              .Count = TriedSets,
                              .Least = Least.first,
                              .Changes = With});
  else if (Floor.first > *Limit)
    emit(remark::FitImpossible{.Needed = Needed,
                               .Limit = *Limit,
                               .Floor = Floor.first,
                               .Changes = DescribeWith(Floor.second)});
  else
    emit(remark::FitNone{
        .Needed = Needed,
        .Limit = *Limit,
        .Least = Least.first,
        .Changes = With,
        .Certainty = MayFit
                         ? " (precision: " +
                               T.describePrecision(T.getPrecision(Least.second),
                                                   *T.getResult(Least.second)) +
                               "): close"
                         : ""});
  if (MayFit && Least.second != 0)
    reportHow(Least.second);
}

/// Those that fit, or may.
void FitSearch::nameRuns() {
  for (const ScaledRun &R : tryScaledRuns(*this, T, Names, Untried)) {
    if (!R.Result)
      continue;
    hlomem::Fit Verdict = judgeChange(*this, T, R.Precision, *R.Result);
    if (Verdict == hlomem::Fit::Fits || Verdict == hlomem::Fit::Close)
      emit(remark::FitOtherRun{.Change = R.Name,
                               .Then = R.Result->Needed,
                               .Verdict = getFitName(Verdict).str(),
                               .Precision =
                                   T.describePrecision(R.Precision, *R.Result),
                               .How = R.How});
  }
}

void FitSearch::run() {
  FitVerdict Now = judgeFit(Needed, M, AM);
  if (!Limit || Now.Kind == hlomem::Fit::Unknown)
    return emit(remark::FitUnknown{.Why = Now.Why});
  if (Now.Kind != hlomem::Fit::DoesNotFit)
    return emit(remark::FitAlready{
        .Needed = Needed,
        .Limit = *Limit,
        .Verdict = Now.Kind == hlomem::Fit::Fits
                       ? "fits"
                       : "is too close to the limit to be certain"});
  if (!predictsChanges(getOwnRematEffect(*this, T.getProgram(0).getProgram())))
    return emit(remark::FitUnknown{.Why = WhyRematerialized.str()});
  search();
  if (Best) {
    reportFound(Best->second, Bytes(Best->first));
  } else {
    reportNone();
    nameRuns();
  }
  if (UntriedSets != 0)
    Untried.push_back(countText(UntriedSets, "set"));
  if (!Untried.empty())
    emit(remark::FitUntried{.Changes = join(Untried, ", "), .Effort = Effort});
}

void FitPass::run() {
  if (Error E = checkPredictable(Replayed, Backend.get(),
                                 /*KeepsPresets=*/true))
    refuse<remark::FitUnknown>(*this, std::move(E));
  else
    FitSearch(*this).run();
}

HLOMEM_PASS(Fit, FitPass)

} // namespace hlomem
