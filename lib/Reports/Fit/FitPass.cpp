//===- FitPass.cpp - The pass 'fit' ---------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fit/Fit.inc"
#include "hlomem/Analysis/Fit.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/PassUtils/ChangeNames.h"
#include "hlomem/PassUtils/OtherRuns.h"
#include "hlomem/PassUtils/ReplayedChange.h"
#include "hlomem/Replay/ReplayAnalysis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <tuple>

using namespace llvm;

namespace hlomem {

using replay::Change;
using replay::ChangeSet;
using replay::ChangeTrial;
using replay::TriedChanges;

namespace {

class FitPass : public FitBase<FitPass> {
public:
  using FitBase::FitBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);

private:
  void search(ChangeTrial &T, const ChangeNames &Names, Bytes Limit,
              const Module &M, AnalysisManager &AM, PassContext &C);
  void nameRuns(ChangeTrial &T, const ChangeNames &Names, const Module &M,
                AnalysisManager &AM, PassContext &C);
};

} // namespace

void FitPass::search(ChangeTrial &T, const ChangeNames &Names, Bytes Limit,
                     const Module &M, AnalysisManager &AM, PassContext &C) {
  Bytes Needed(T.getBase().Needed);
  uint64_t Floor = T.getBase().Floor;
  std::pair<uint64_t, ChangeSet> Least(T.getBase().Needed, 0);
  // The fewest, then the lowest class, then what needs least.
  std::optional<std::tuple<int, uint64_t, uint64_t, ChangeSet>> Best;
  for (ChangeSet Changes = 1; Changes != 1u << replay::ChangeCount; ++Changes) {
    if (T.getPrecision(Changes) == "unknown")
      continue;
    const std::optional<TriedChanges> &R = T.getResult(Changes);
    if (!R)
      continue;
    Floor = std::min(Floor, R->Floor);
    Least = std::min(Least, std::pair(R->Needed, Changes));
    if (judgeChanges(T, Changes, *R, M, AM) != hlomem::Fit::Fits)
      continue;
    std::tuple Rank(popcount(Changes), getChangeClass(Changes), R->Needed,
                    Changes);
    if (!Best || Rank < *Best)
      Best = Rank;
  }
  if (Best) {
    ChangeSet Changes = std::get<3>(*Best);
    Bytes Then(std::get<2>(*Best));
    C.emit(getLoc(M), remark::FitFound{.Needed = Needed,
                                       .Limit = Limit,
                                       .Changes = Names.getName(Changes),
                                       .Then = Then,
                                       .Precision = T.getPrecision(Changes),
                                       .Class = getChangeClass(Changes),
                                       .Saves = Needed - Then});
    for (unsigned N = replay::ChangeCount; N-- != 0;)
      if (Changes >> N & 1)
        C.emit(getLoc(M), remark::FitHow{.Change = Names.getName(
                                             replay::getSet(Change(N))),
                                         .How = Names.describe(Change(N))});
    return;
  }
  if (Bytes(Floor) > Limit)
    C.emit(getLoc(M), remark::FitImpossible{.Needed = Needed,
                                            .Limit = Limit,
                                            .Floor = Bytes(Floor)});
  else
    C.emit(getLoc(M),
           remark::FitNone{.Needed = Needed,
                           .Limit = Limit,
                           .Least = Bytes(Least.first),
                           .Changes =
                               Least.second == 0
                                   ? ""
                                   : ", with " + Names.getName(Least.second)});
  nameRuns(T, Names, M, AM, C);
}

/// Those that fit, or may.
void FitPass::nameRuns(ChangeTrial &T, const ChangeNames &Names,
                       const Module &M, AnalysisManager &AM, PassContext &C) {
  for (const OtherRun &R : tryOtherRuns(
           M, AM, T, Names, [](const std::string &) { return true; })) {
    if (!R.Result)
      continue;
    hlomem::Fit Verdict = judgeChange(T, R.Precision, *R.Result, M, AM);
    if (Verdict == hlomem::Fit::Fits || Verdict == hlomem::Fit::Close)
      C.emit(getLoc(M),
             remark::FitOtherRun{.Change = R.Name,
                                 .Then = Bytes(R.Result->Needed),
                                 .Verdict = getFitName(Verdict).str(),
                                 .Precision = R.Precision,
                                 .How = R.How});
  }
}

PreservedAnalyses FitPass::run(Module &M, AnalysisManager &AM, PassContext &C) {
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  const auto &Backend = AM.getResult<BackendAnalysis>();
  if (std::string Why = whyUnpredictable(Replayed, Backend.get(),
                                         /*KeepsPresets=*/true);
      !Why.empty())
    return refuse<remark::FitUnknown>(M, C, Why);
  std::optional<Bytes> Limit = getFitLimit(M, AM);
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  ChangeTrial T(Record, *Replayed.Found->getBest().How, Backend.get(),
                [&AM](MemorySpace S) { return isLimited(S, AM); });
  FitVerdict Now = judgeFit(Bytes(T.getBase().Needed), M, AM);
  if (!Limit || Now.Kind == hlomem::Fit::Unknown)
    return refuse<remark::FitUnknown>(
        M, C,
        Now.Why.empty() ? "it needs -device=NAME or -memory-limit=SIZE"
                        : Now.Why);
  if (Now.Kind != hlomem::Fit::DoesNotFit) {
    C.emit(getLoc(M),
           remark::FitAlready{
               .Needed = Bytes(T.getBase().Needed),
               .Limit = *Limit,
               .Verdict = Now.Kind == hlomem::Fit::Fits ? "fits" : "is close"});
    return PreservedAnalyses::all();
  }
  ChangeNames Names(M, Record, T, *AM.getResult<ValueNamesAnalysis>(),
                    AM.getResult<UserSourceAnalysis>());
  search(T, Names, *Limit, M, AM, C);
  return PreservedAnalyses::all();
}

Error registerFitPass(PassBuilder &PB) { return PB.registerPass<FitPass>(); }

} // namespace hlomem
