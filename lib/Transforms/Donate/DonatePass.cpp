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
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/PassUtils/ArgumentSelection.h"
#include "hlomem/Replay/Donation.h"
#include "hlomem/Replay/Precision.h"
#include "hlomem/Replay/ReplayAnalysis.h"
#include "hlomem/Replay/ReplayedModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

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
  uint64_t Count = 0, Donated = 0;
  for (const InputOutputAlias &A : D.getNewPairs(Record)) {
    ++Count;
    Donated = SaturatingAdd(
        Donated, Record.sizes()[Record.getDataflow().getValueAt(
                     {G.getEntry().Parameters[A.Parameter], A.ParameterLeaf})]);
  }
  replay::ReplayVerdict Change =
      replay::compareAssignments(Record.allocations(), D.Allocations);
  for (const replay::SpaceVerdict &S : Change.Spaces)
    if (S.Space == 0 || S.RecordedBytes != S.ReplayedBytes)
      C.emit(getLoc(M),
             remark::DonationApplied{
                 .Space = Backend.name(S.Space),
                 .Count = Count,
                 .Donated = Bytes(Donated),
                 .After = Bytes(S.ReplayedBytes),
                 .Before = Bytes(S.RecordedBytes),
                 .Difference = Bytes(AbsoluteDifference<uint64_t>(
                     S.ReplayedBytes, S.RecordedBytes)),
                 .Way = S.ReplayedBytes > S.RecordedBytes ? "more" : "less",
                 .Precision = replay::getPrecision(replay::Prediction::donate,
                                                   Backend.get())});
  if (!D.AddedCopies.empty())
    C.emit(getLoc(M), remark::DonatedCopies{});
  for (const replay::Donation::Copy &Copy : D.AddedCopies)
    C.emit(getLoc(M),
           remark::DonatedCopy{
               .Size = Bytes(Copy.Size),
               .Argument = Copy.Parameter,
               .Copied = Copy.IsOfResult ? "result" : "argument",
               .Value = Copy.Writer,
               .Readers = join(Copy.Readers, ", "),
               .OpName = findArgumentName(M, G, Names, Copy.Parameter).str()});
  C.count(NumDonated, Count);
  C.count(NumCopies, D.AddedCopies.size());
}

static void listUnusable(const Module &M,
                         const replay::RecordedAssignment &Record,
                         const replay::Donation &D, ValueNames &Names,
                         PassContext &C) {
  const HloGraph &G = Record.getProgram();
  for (HloPlace P : D.Unpaired) {
    uint64_t Number = G.instructions()[P.Instruction].Number;
    StringRef Name = findArgumentName(M, G, Names, Number);
    C.emit(getLoc(M), remark::DonationUnusable{
                          .Argument = Number,
                          .Name = Name.empty() ? "" : " (" + Name.str() + ")"});
  }
}

PreservedAnalyses DonatePass::run(Module &M, AnalysisManager &AM,
                                  PassContext &C) {
  auto Refuse = [&](StringRef Why) {
    C.emit(getLoc(M), remark::NotDonated{.Why = Why.str()});
    return PreservedAnalyses::all();
  };
  auto Fail = [&](Error E) {
    C.fail(std::move(E));
    return PreservedAnalyses::all();
  };
  if (Options.Values.empty())
    return Fail(createStringError(
        "pass '" + name() +
        "' needs values=all, values=arg:PATH or the names of parameters"));
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return Refuse(Replayed.WhyNone);
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  ValueNames &Names = *AM.getResult<ValueNamesAnalysis>();
  Expected<SmallVector<uint64_t>> Numbers =
      selectArguments(M, Record.getProgram(), Names, name(), Options.Values);
  if (!Numbers)
    return Fail(Numbers.takeError());
  const auto &Backend = AM.getResult<BackendAnalysis>();
  if (std::string Why = whyUnpredictable(Replayed, Backend.get()); !Why.empty())
    return Refuse(Why);
  Expected<replay::Donation> D =
      replay::donate(Record, *Numbers, *Replayed.Found->getBest().How);
  if (!D)
    return Fail(D.takeError());
  if (std::string Why = replay::whyUnknown(Record, *D); !Why.empty())
    return Refuse(Why);
  if (D->getNewPairs(Record).empty()) {
    Refuse(D->Unpaired.empty()
               ? "results take the memory of all these arguments already"
               : "no other result takes the memory of any of these arguments");
    listUnusable(M, Record, *D, Names, C);
    return PreservedAnalyses::all();
  }
  Expected<std::unique_ptr<Module>> After =
      makeEditedModule(*Replayed.Found, *D);
  if (!After)
    return Fail(After.takeError());
  report(M, Record, *D, Backend, Names, C);
  listUnusable(M, Record, *D, Names, C);
  M.replaceBy(std::move(*After));
  return PreservedAnalyses::none();
}

Error registerDonatePass(PassBuilder &PB) {
  return PB.registerPass<DonatePass>();
}

} // namespace hlomem
