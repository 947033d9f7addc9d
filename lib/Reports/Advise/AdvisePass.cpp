//===- AdvisePass.cpp - The pass 'advise' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advise/Advise.inc"
#include "hlomem/Analysis/Fit.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/PassUtils/ChangeNames.h"
#include "hlomem/PassUtils/ReplayedChange.h"
#include "hlomem/Replay/ReplayAnalysis.h"
#include "hlomem/Support/DisplayText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

using replay::Change;
using replay::ChangeSet;
using replay::ChangeTrial;
using replay::TriedChanges;

namespace {

class AdvisePass : public AdviseBase<AdvisePass> {
public:
  using AdviseBase::AdviseBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);

private:
  struct Tried {
    ChangeSet Changes = 0;
    TriedChanges Result;
  };

  void reportSingle(ChangeTrial &T, const ChangeNames &Names, const Module &M,
                    AnalysisManager &AM, PassContext &C);
  void reportTogether(ChangeTrial &T, const ChangeNames &Names, const Module &M,
                      AnalysisManager &AM, PassContext &C);
};

} // namespace

static uint64_t getSaving(const ChangeTrial &T, const TriedChanges &R) {
  return T.getBase().Needed > R.Needed ? T.getBase().Needed - R.Needed : 0;
}

/// A hundredth of what is needed, or more.
static bool isWorthTelling(const ChangeTrial &T, uint64_t Saving) {
  return Saving != 0 && Saving >= T.getBase().Needed / 100;
}

/// A place is a column among others: "transformer.py:144".
static constexpr unsigned LongestPlace = 18;

/// What stands under the title "fits".
static StringRef getFitWord(Fit F) {
  return F == Fit::DoesNotFit ? "no" : getFitName(F);
}

template <typename RowT>
static void emitRow(ChangeTrial &T, ChangeSet Changes, const TriedChanges &R,
                    const ChangeNames &Names, const Module &M,
                    AnalysisManager &AM, PassContext &C) {
  std::string Fits = "?";
  if (getFitLimit(M, AM))
    Fits = getFitWord(judgeChanges(T, Changes, R, M, AM)).str();
  ChangeNames::Place Fullest = Names.findFullest(Changes);
  C.emit(getLoc(M), RowT{.Saves = Bytes(getSaving(T, R)),
                         .Needed = Bytes(R.Needed),
                         .Fits = Fits,
                         .Precision = T.getPrecision(Changes),
                         .Class = getChangeClass(Changes),
                         .FullestAt = shortenMiddle(Fullest.Text, LongestPlace),
                         .Instruction = Fullest.Instruction,
                         .Change = Names.getName(Changes)});
}

static void emitSingle(ChangeTrial &T, Change Single, const TriedChanges &R,
                       const ChangeNames &Names, const Module &M,
                       AnalysisManager &AM, PassContext &C) {
  ChangeSet Changes = replay::getSet(Single);
  switch (Single) {
  case Change::Donate:
    return emitRow<remark::DonateArguments>(T, Changes, R, Names, M, AM, C);
  case Change::Checkpoint:
    return emitRow<remark::CheckpointLoops>(T, Changes, R, Names, M, AM, C);
  case Change::CheckpointKeepingDots:
    return emitRow<remark::CheckpointLoopsKeepingDots>(T, Changes, R, Names, M,
                                                       AM, C);
  case Change::NarrowState:
    return emitRow<remark::NarrowState>(T, Changes, R, Names, M, AM, C);
  case Change::OffloadState:
    return emitRow<remark::OffloadState>(T, Changes, R, Names, M, AM, C);
  }
  llvm_unreachable("no change");
}

/// What needs least first; of the same need what costs less.
template <typename TriedT> static void sortByNeed(std::vector<TriedT> &Found) {
  stable_sort(Found, [](const TriedT &L, const TriedT &R) {
    return std::pair(L.Result.Needed, getChangeClass(L.Changes)) <
           std::pair(R.Result.Needed, getChangeClass(R.Changes));
  });
}

void AdvisePass::reportSingle(ChangeTrial &T, const ChangeNames &Names,
                              const Module &M, AnalysisManager &AM,
                              PassContext &C) {
  std::vector<Tried> Found;
  SmallVector<std::string> Useless, Unknown;
  for (unsigned N = 0; N != replay::ChangeCount; ++N) {
    ChangeSet Changes = replay::getSet(Change(N));
    const std::optional<TriedChanges> &R = T.getResult(Changes);
    if (!R)
      continue;
    if (T.getPrecision(Changes) == "unknown")
      Unknown.push_back(Names.getName(Changes));
    else if (isWorthTelling(T, getSaving(T, *R)))
      Found.push_back({Changes, *R});
    else
      Useless.push_back(Names.getName(Changes));
  }
  sortByNeed(Found);
  for (const Tried &F : Found)
    emitSingle(T, Change(Log2_32(F.Changes)), F.Result, Names, M, AM, C);
  reportTogether(T, Names, M, AM, C);
  for (const Tried &F : Found)
    C.emit(getLoc(M), remark::AdvisedHow{
                          .Change = Names.getName(F.Changes),
                          .How = Names.describe(Change(Log2_32(F.Changes)))});
  if (Found.empty() && Useless.empty() && Unknown.empty())
    C.emit(getLoc(M), remark::AdviceNone{});
  if (!Useless.empty())
    C.emit(getLoc(M), remark::AdviceUseless{.Changes = join(Useless, ", ")});
  if (!Unknown.empty())
    C.emit(getLoc(M),
           remark::AdviceWithoutNumber{.Changes = join(Unknown, ", ")});
}

void AdvisePass::reportTogether(ChangeTrial &T, const ChangeNames &Names,
                                const Module &M, AnalysisManager &AM,
                                PassContext &C) {
  std::vector<Tried> Found;
  for (ChangeSet Changes = 1; Changes != 1u << replay::ChangeCount; ++Changes) {
    if (isPowerOf2_32(Changes) || T.getPrecision(Changes) == "unknown")
      continue;
    const std::optional<TriedChanges> &R = T.getResult(Changes);
    if (!R)
      continue;
    // One of them that adds nothing is not told again.
    bool IsWorthAll = true;
    for (unsigned N = 0; N != replay::ChangeCount; ++N)
      if (ChangeSet Less = Changes & ~replay::getSet(Change(N));
          Less != Changes) {
        const std::optional<TriedChanges> &Without = T.getResult(Less);
        IsWorthAll &=
            !Without || (R->Needed < Without->Needed &&
                         isWorthTelling(T, Without->Needed - R->Needed));
      }
    if (IsWorthAll && isWorthTelling(T, getSaving(T, *R)))
      Found.push_back({Changes, *R});
  }
  sortByNeed(Found);
  if (Options.Top != 0 && Found.size() > Options.Top)
    Found.resize(Options.Top);
  for (const Tried &F : Found)
    emitRow<remark::ChangesTogether>(T, F.Changes, F.Result, Names, M, AM, C);
}

PreservedAnalyses AdvisePass::run(Module &M, AnalysisManager &AM,
                                  PassContext &C) {
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  const auto &Backend = AM.getResult<BackendAnalysis>();
  if (std::string Why = whyUnpredictable(Replayed, Backend.get(),
                                         /*KeepsPresets=*/true);
      !Why.empty())
    return refuse<remark::AdviceUnknown>(M, C, Why);
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  ChangeTrial T(Record, *Replayed.Found->getBest().How, Backend.get());
  std::string Verdict;
  if (getFitLimit(M, AM)) {
    FitVerdict V = judgeFit(Bytes(T.getBase().Needed), M, AM);
    Verdict = ("; " + getFitName(V.Kind)).str();
  }
  ChangeNames Names(M, Record, T, *AM.getResult<ValueNamesAnalysis>(),
                    AM.getResult<UserSourceAnalysis>());
  C.emit(getLoc(M), remark::AdviceHead{.Space = Backend.name(0),
                                       .Needed = Bytes(T.getBase().Needed),
                                       .Floor = Bytes(T.getBase().Floor),
                                       .FullestAt = Names.findFullest(0).Text,
                                       .Verdict = Verdict});
  reportSingle(T, Names, M, AM, C);
  return PreservedAnalyses::all();
}

Error registerAdvisePass(PassBuilder &PB) {
  return PB.registerPass<AdvisePass>();
}

} // namespace hlomem
