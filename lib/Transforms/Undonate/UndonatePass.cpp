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
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/PassUtils/ArgumentSelection.h"
#include "hlomem/Replay/Donation.h"
#include "hlomem/Replay/Precision.h"
#include "hlomem/Replay/ReplayAnalysis.h"
#include "hlomem/Replay/ReplayedModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

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
  const HloGraph &G = Record.getProgram();
  uint64_t Count = 0, Donated = 0;
  for (const InputOutputAlias &A : G.inputOutputAliases()) {
    uint32_t Value = Record.getDataflow().getValueAt(
        {G.getEntry().Parameters[A.Parameter], A.ParameterLeaf});
    if (!is_contained(Numbers, A.Parameter) || Value == HloDataflow::NoValue)
      continue;
    ++Count;
    Donated = SaturatingAdd(Donated, Record.sizes()[Value]);
  }
  replay::ReplayVerdict Change =
      replay::compareAssignments(Record.allocations(), D.Allocations);
  for (const replay::SpaceVerdict &S : Change.Spaces)
    if (S.Space == 0 || S.RecordedBytes != S.ReplayedBytes)
      C.emit(getLoc(M),
             remark::DonationTakenBack{
                 .Space = Backend.name(S.Space),
                 .Count = Count,
                 .Donated = Bytes(Donated),
                 .After = Bytes(S.ReplayedBytes),
                 .Before = Bytes(S.RecordedBytes),
                 .Difference = Bytes(AbsoluteDifference<uint64_t>(
                     S.ReplayedBytes, S.RecordedBytes)),
                 .Way = S.ReplayedBytes < S.RecordedBytes ? "less" : "more",
                 .Precision = replay::getPrecision(replay::Prediction::undonate,
                                                   Backend.get())});
  C.count(NumUndonated, Count);
}

PreservedAnalyses UndonatePass::run(Module &M, AnalysisManager &AM,
                                    PassContext &C) {
  auto Refuse = [&](StringRef Why) {
    C.emit(getLoc(M), remark::NotUndonated{.Why = Why.str()});
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
  Expected<SmallVector<uint64_t>> Numbers = selectArguments(
      M, Record.getProgram(), *AM.getResult<ValueNamesAnalysis>(), name(),
      Options.Values);
  if (!Numbers)
    return Fail(Numbers.takeError());
  const auto &Backend = AM.getResult<BackendAnalysis>();
  if (std::string Why = whyUnpredictable(Replayed, Backend.get()); !Why.empty())
    return Refuse(Why);
  if (none_of(Record.getProgram().inputOutputAliases(),
              [&](const InputOutputAlias &A) {
                return is_contained(*Numbers, A.Parameter);
              }))
    return Refuse("results take the memory of none of these arguments");
  Expected<replay::Donation> D =
      replay::undonate(Record, *Numbers, *Replayed.Found->getBest().How);
  if (Error E = D.takeError()) {
    if (E.isA<replay::UnpredictableError>())
      return Refuse(toString(std::move(E)));
    return Fail(std::move(E));
  }
  Expected<std::unique_ptr<Module>> After =
      makeEditedModule(*Replayed.Found, *D);
  if (!After)
    return Fail(After.takeError());
  report(M, Record, *Numbers, *D, Backend, C);
  M.replaceBy(std::move(*After));
  return PreservedAnalyses::none();
}

Error registerUndonatePass(PassBuilder &PB) {
  return PB.registerPass<UndonatePass>();
}

} // namespace hlomem
