//===- AssignPass.cpp - The pass 'assign' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assign/Assign.inc"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/PassUtils/ReplayedChange.h"
#include "hlomem/Replay/ReplayAnalysis.h"
#include "hlomem/Replay/ReplayedModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace hlomem {

namespace {

class AssignPass : public AssignBase<AssignPass> {
public:
  using AssignBase::AssignBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);

private:
  replay::Policy getPolicy(const replay::Policy &OfRelease) const;
  std::string describeRules(const replay::Policy &P) const;
  void report(const Module &M, const replay::RecordedAssignment &Record,
              ArrayRef<replay::ReplayedAllocation> After,
              const replay::Policy &P, const InferredBackend &Backend,
              PassContext &C) const;
};

/// The temporaries of a memory space.
struct Temporaries {
  uint64_t Size = 0;
  uint64_t Count = 0;
};

} // namespace

replay::Policy AssignPass::getPolicy(const replay::Policy &OfRelease) const {
  using enum replay::HeapAlgorithm;
  replay::Policy P = OfRelease;
  auto SetHeap = [&P](replay::HeapAlgorithm A) {
    P.DefaultHeap = A;
    P.Heaps.clear();
  };
  switch (Options.Heap) {
  case AssignOptions::HeapKind::Xla:
    break;
  case AssignOptions::HeapKind::BestFit:
    SetHeap(BestFit);
    break;
  case AssignOptions::HeapKind::Spatial:
    SetHeap(Spatial);
    break;
  case AssignOptions::HeapKind::Temporal:
    SetHeap(Temporal);
    break;
  case AssignOptions::HeapKind::FastMerge:
    SetHeap(FastMerge);
    break;
  }
  if (Options.Alignment) {
    P.DefaultAlignment = *Options.Alignment;
    P.Alignments.clear();
  }
  if (Options.HeapLimit)
    P.HeapLimit = *Options.HeapLimit;
  return P;
}

std::string AssignPass::describeRules(const replay::Policy &P) const {
  std::string Text = P.Name.str();
  for (const auto &Known : AssignOptions::HeapValues)
    if (Known.Value == Options.Heap &&
        Options.Heap != AssignOptions::HeapKind::Xla)
      Text += (", heap " + Known.Spelling).str();
  if (Options.Alignment)
    Text += (", alignment " + Twine(*Options.Alignment)).str();
  if (Options.HeapLimit)
    Text += (", --xla_multiheap_size_constraint_per_heap=" +
             Twine(*Options.HeapLimit))
                .str();
  return Text;
}

static std::map<MemorySpace, Temporaries>
sumTemporaries(ArrayRef<replay::ReplayedAllocation> Allocations) {
  std::map<MemorySpace, Temporaries> Result;
  for (const replay::ReplayedAllocation &A : Allocations)
    if (A.isTemporary()) {
      Temporaries &T = Result[A.Space];
      T.Size = SaturatingAdd(T.Size, A.Size);
      ++T.Count;
    }
  return Result;
}

void AssignPass::report(const Module &M,
                        const replay::RecordedAssignment &Record,
                        ArrayRef<replay::ReplayedAllocation> After,
                        const replay::Policy &P, const InferredBackend &Backend,
                        PassContext &C) const {
  std::map<MemorySpace, Temporaries> Old = sumTemporaries(Record.allocations()),
                                     New = sumTemporaries(After);
  for (const SpaceChange &S : findSpaceChanges(Record, After, Backend)) {
    const Temporaries &OldTemps = Old[S.Space.Number];
    const Temporaries &NewTemps = New[S.Space.Number];
    if (OldTemps.Count == 0 && NewTemps.Count == 0)
      continue;
    if (S.IsPreset) {
      C.emit(getLoc(M), remark::AssignPresets{.Space = S.Space});
      continue;
    }
    C.emit(getLoc(M), remark::Assigned{.Space = S.Space,
                                       .After = S.After,
                                       .Before = S.Before,
                                       .Difference = S.Difference,
                                       .Way = S.Way,
                                       .TempAfter = Bytes(NewTemps.Size),
                                       .TempBefore = Bytes(OldTemps.Size),
                                       .Count = NewTemps.Count,
                                       .Rules = describeRules(P)});
  }
}

static std::vector<std::pair<size_t, uint64_t>>
getPlaces(ArrayRef<replay::ReplayedAllocation> Allocations, size_t Count) {
  std::vector<std::pair<size_t, uint64_t>> Places(Count);
  for (auto [I, A] : enumerate(Allocations))
    for (const replay::Member &M : A.Members)
      Places[M.Value] = {I, M.Offset};
  return Places;
}

PreservedAnalyses AssignPass::run(Module &M, AnalysisManager &AM,
                                  PassContext &C) {
  if (Options.HeapLimit && Options.Heap == AssignOptions::HeapKind::FastMerge)
    return fail(C, createStringError("pass '" + name() +
                                     "': fast-merge knows no heap-limit"));
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return refuse<remark::NotAssigned>(M, C, Replayed.WhyNone);
  const replay::BestReplay &Best = Replayed.Found->getBest();
  if (!Best.Verdict.isExact())
    return refuse<remark::NotAssigned>(M, C,
                                       "the replay differs from the dump");
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  const replay::Policy P = getPolicy(*Best.How);
  Expected<replay::ReplayedAssignment> After = Record.replay(P);
  if (!After)
    return fail(C, After.takeError());
  report(M, Record, After->Allocations, P, AM.getResult<BackendAnalysis>(), C);
  if (replay::compareAssignments(Record.allocations(), After->Allocations)
          .isExact())
    return PreservedAnalyses::all();
  Expected<std::unique_ptr<Module>> Made =
      makeAssignedModule(*Replayed.Found, After->Allocations);
  if (!Made)
    return fail(C, Made.takeError());
  const size_t Count = Record.sizes().size();
  for (auto [Old, New] : zip_equal(getPlaces(Record.allocations(), Count),
                                   getPlaces(After->Allocations, Count)))
    C.count(NumMoved, Old != New);
  M.replaceBy(std::move(*Made));
  return PreservedAnalyses::none();
}

Error registerAssignPass(PassBuilder &PB) {
  return PB.registerPass<AssignPass>();
}

} // namespace hlomem
