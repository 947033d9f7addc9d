//===- DonatePass.cpp - The pass 'donate' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Donate/Donate.inc"
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
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

namespace {

class DonatePass : public DonateBase<DonatePass> {
public:
  using DonateBase::DonateBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);

private:
  void report(const Module &M, const replay::RecordedAssignment &Record,
              const replay::Donation &D, const InferredBackend &Backend,
              ValueNames &Names, PassContext &C);
};

} // namespace

void DonatePass::report(const Module &M,
                        const replay::RecordedAssignment &Record,
                        const replay::Donation &D,
                        const InferredBackend &Backend, ValueNames &Names,
                        PassContext &C) {
  const HloGraph &G = Record.getProgram();
  ArgumentSum Donated = sumArguments(Record, D.getNewPairs(Record));
  for (const SpaceChange &S : findSpaceChanges(Record, D.Allocations, Backend))
    if (S.isWorthTelling())
      C.emit(getLoc(M), remark::DonationApplied{
                            .Space = S.Space,
                            .Count = Donated.Count,
                            .Donated = Donated.Size,
                            .After = S.After,
                            .Before = S.Before,
                            .Difference = S.Difference,
                            .Way = S.Way,
                            .Precision = replay::getPrecision(
                                replay::getPrediction(D), Backend.get()),
                            .Presets = describePresets(Backend.get()).str()});
  if (!D.AddedCopies.empty())
    C.emit(getLoc(M), remark::DonatedCopies{});
  for (const replay::Donation::Copy &Copy : D.AddedCopies)
    C.emit(
        getLoc(M),
        remark::DonatedCopy{
            .Size = Bytes(Copy.Size),
            .Name = describeArgument(
                findArgumentName(M, G, Names, Copy.Parameter), Copy.Parameter),
            .Argument = Copy.Parameter,
            .Copied = Copy.IsOfResult ? "result" : "argument",
            .Value = Copy.Writer,
            .Readers = join(Copy.Readers, ", "),
            .OpName = findArgumentName(M, G, Names, Copy.Parameter).str()});
  C.count(NumDonated, Donated.Count);
  C.count(NumCopies, D.AddedCopies.size());
}

static void listUnusable(const Module &M,
                         const replay::RecordedAssignment &Record,
                         const replay::Donation &D, ValueNames &Names,
                         PassContext &C) {
  const HloGraph &G = Record.getProgram();
  for (HloPlace P : D.Unpaired) {
    uint64_t Number = G.instructions()[P.Instruction].Number;
    C.emit(getLoc(M), remark::DonationUnusable{
                          .Argument = Number,
                          .Name = describeArgument(
                              findArgumentName(M, G, Names, Number), Number)});
  }
}

PreservedAnalyses DonatePass::run(Module &M, AnalysisManager &AM,
                                  PassContext &C) {
  if (Options.Values.empty())
    return fail(
        C,
        createStringError(
            "pass '" + name() +
            "' needs values=all, values=arg:PATH or the names of parameters"));
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return refuse<remark::NotDonated>(M, C, Replayed.WhyNone);
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  ValueNames &Names = *AM.getResult<ValueNamesAnalysis>();
  Expected<SmallVector<uint64_t>> Numbers =
      selectArguments(M, Record.getProgram(), Names, name(), Options.Values);
  if (!Numbers)
    return fail(C, Numbers.takeError());
  const auto &Backend = AM.getResult<BackendAnalysis>();
  if (std::string Why =
          whyUneditable(Replayed, Backend.get(), /*KeepsPresets=*/true);
      !Why.empty())
    return refuse<remark::NotDonated>(M, C, Why);
  Expected<replay::Donation> D =
      replay::donate(Record, *Numbers, *Replayed.Found->getBest().How);
  if (!D)
    return fail(C, D.takeError());
  if (std::string Why = replay::whyUnknown(Record, *D); !Why.empty())
    return refuse<remark::NotDonated>(M, C, Why);
  if (D->getNewPairs(Record).empty()) {
    refuse<remark::NotDonated>(
        M, C,
        D->Unpaired.empty()
            ? "results take the memory of all these arguments already"
            : "no other result takes the memory of any of these arguments");
    listUnusable(M, Record, *D, Names, C);
    return PreservedAnalyses::all();
  }
  Expected<std::unique_ptr<Module>> After =
      makeEditedModule(*Replayed.Found, *D);
  if (!After)
    return fail(C, After.takeError());
  report(M, Record, *D, Backend, Names, C);
  listUnusable(M, Record, *D, Names, C);
  M.replaceBy(std::move(*After));
  return PreservedAnalyses::none();
}

Error registerDonatePass(PassBuilder &PB) {
  return PB.registerPass<DonatePass>();
}

} // namespace hlomem
