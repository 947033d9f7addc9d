//===- UndonatePass.cpp - The pass 'undonate' -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Undonate/Undonate.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/PassUtils/ArgumentSelection.h"
#include "hlomem/PassUtils/ReplayedChange.h"
#include "hlomem/Replay/Donation.h"
#include "hlomem/Replay/Precision.h"
#include "hlomem/Replay/ReplayAnalysis.h"
#include "hlomem/Replay/ReplayedModule.h"
#include "llvm/ADT/STLExtras.h"
#include <iterator>
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

class UndonatePass : public UndonateBase<UndonatePass> {
public:
  using UndonateBase::UndonateBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);

private:
  void report(const Module &M, const replay::RecordedAssignment &Record,
              ArrayRef<uint64_t> Numbers, const replay::Donation &D,
              const InferredBackend &Backend, PassContext &C);
};

} // namespace

void UndonatePass::report(const Module &M,
                          const replay::RecordedAssignment &Record,
                          ArrayRef<uint64_t> Numbers, const replay::Donation &D,
                          const InferredBackend &Backend, PassContext &C) {
  SmallVector<InputOutputAlias> Gone;
  const std::set<uint64_t> Chosen(Numbers.begin(), Numbers.end());
  copy_if(Record.getProgram().inputOutputAliases(), std::back_inserter(Gone),
          [&](const InputOutputAlias &A) { return Chosen.count(A.Parameter); });
  ArgumentSum Donated = sumArguments(Record, Gone);
  for (const SpaceChange &S :
       findSpaceChanges(Record, D.Allocations, Backend, /*NoChange=*/"more"))
    if (S.isWorthTelling())
      C.emit(getLoc(M), remark::DonationTakenBack{
                            .Space = S.Space,
                            .Count = Donated.Count,
                            .Donated = Donated.Size,
                            .After = S.After,
                            .Before = S.Before,
                            .Difference = S.Difference,
                            .Way = S.Way,
                            .Precision = replay::getPrecision(
                                replay::Prediction::undonate, Backend.get())});
  C.count(NumUndonated, Donated.Count);
}

PreservedAnalyses UndonatePass::run(Module &M, AnalysisManager &AM,
                                    PassContext &C) {
  if (Options.Values.empty())
    return fail(
        C,
        createStringError(
            "pass '" + name() +
            "' needs values=all, values=arg:PATH or the names of parameters"));
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return refuse<remark::NotUndonated>(M, C, Replayed.WhyNone);
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  Expected<SmallVector<uint64_t>> Numbers = selectArguments(
      M, Record.getProgram(), *AM.getResult<ValueNamesAnalysis>(), name(),
      Options.Values);
  if (!Numbers)
    return fail(C, Numbers.takeError());
  const auto &Backend = AM.getResult<BackendAnalysis>();
  if (std::string Why = whyUneditable(Replayed, Backend.get()); !Why.empty())
    return refuse<remark::NotUndonated>(M, C, Why);
  if (none_of(Record.getProgram().inputOutputAliases(),
              [&](const InputOutputAlias &A) {
                return is_contained(*Numbers, A.Parameter);
              }))
    return refuse<remark::NotUndonated>(
        M, C, "results take the memory of none of these arguments");
  Expected<replay::Donation> D =
      replay::undonate(Record, *Numbers, *Replayed.Found->getBest().How);
  if (Error E = D.takeError()) {
    if (E.isA<replay::UnpredictableError>())
      return refuse<remark::NotUndonated>(M, C, toString(std::move(E)));
    return fail(C, std::move(E));
  }
  Expected<std::unique_ptr<Module>> After =
      makeEditedModule(*Replayed.Found, *D);
  if (!After)
    return fail(C, After.takeError());
  report(M, Record, *Numbers, *D, Backend, C);
  M.replaceBy(std::move(*After));
  return PreservedAnalyses::none();
}

Error registerUndonatePass(PassBuilder &PB) {
  return PB.registerPass<UndonatePass>();
}

} // namespace hlomem
