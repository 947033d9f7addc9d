//===- AssignPass.cpp - The pass 'assign' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaAssignment.h"
#include "Assign/Assign.inc"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Passes/Packing/TempArenas.h"
#include "hlomem/Passes/WhatIf/SpaceChange.h"
#include "hlomem/WhatIf/EditedModule.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace hlomem {

namespace {

class AssignRun : public AssignPass {
public:
  using AssignPass::AssignPass;

  PreservedAnalyses run();

private:
  std::optional<HeapAlgorithm> getHeap() const;
  PreservedAnalyses assignArenas(StringRef WhyNone) const;
  AssignerPolicy getPolicy(const AssignerPolicy &OfRelease) const;
  std::string describeRules(const AssignerPolicy &P,
                            const ReplayedAssignment &After) const;
  void report(const RecordedAssignment &Record, const ReplayedAssignment &After,
              const AssignerPolicy &P) const;
};

/// The temporaries of a memory space.
struct Temporaries {
  Bytes Size;
  uint64_t Count = 0;
};

} // namespace

/// None for that of the release.
std::optional<HeapAlgorithm> AssignRun::getHeap() const {
  switch (Options.Heap) {
  case AssignOptions::HeapKind::Xla:
    return std::nullopt;
  case AssignOptions::HeapKind::BestFit:
    return HeapAlgorithm::BestFit;
  case AssignOptions::HeapKind::Spatial:
    return HeapAlgorithm::Spatial;
  case AssignOptions::HeapKind::Temporal:
    return HeapAlgorithm::Temporal;
  case AssignOptions::HeapKind::FastMerge:
    return HeapAlgorithm::FastMerge;
  }
  llvm_unreachable("every heap is above");
}

AssignerPolicy AssignRun::getPolicy(const AssignerPolicy &OfRelease) const {
  AssignerPolicy P = OfRelease;
  if (std::optional<HeapAlgorithm> Heap = getHeap()) {
    P.DefaultHeap = *Heap;
    P.Heaps.clear();
    P.FastMergeAtMost = P.BestFitAbove = Bytes::overflow();
  }
  if (Options.Alignment) {
    P.DefaultAlignment = *Options.Alignment;
    P.Alignments.clear();
  }
  if (Options.HeapLimit)
    P.HeapLimit = Bytes(*Options.HeapLimit);
  return P;
}

std::string AssignRun::describeRules(const AssignerPolicy &P,
                                     const ReplayedAssignment &After) const {
  std::string Text;
  if (std::optional<HeapAlgorithm> Heap = getHeap())
    Text = (P.Name + ", heap " + getName(*Heap)).str();
  else
    Text = hlomem::describeRules(P, After);
  if (Options.Alignment)
    Text += (", alignment " + Twine(*Options.Alignment)).str();
  if (Options.HeapLimit)
    Text += (", --xla_multiheap_size_constraint_per_heap=" +
             Twine(*Options.HeapLimit))
                .str();
  return Text;
}

static std::map<MemorySpace, Temporaries>
sumTemporaries(ArrayRef<ReplayedAllocation> Allocations) {
  std::map<MemorySpace, Temporaries> Result;
  for (const ReplayedAllocation &A : Allocations)
    if (A.isTemporary()) {
      Temporaries &T = Result[A.Space];
      T.Size += A.Size;
      ++T.Count;
    }
  return Result;
}

void AssignRun::report(const RecordedAssignment &Record,
                       const ReplayedAssignment &After,
                       const AssignerPolicy &P) const {
  std::map<MemorySpace, Temporaries> Old = sumTemporaries(Record.allocations()),
                                     New = sumTemporaries(After.Allocations);
  for (const SpaceChange &S : findSpaceChanges(
           Record, After.Allocations, AM.getResult<BackendAnalysis>())) {
    const Temporaries &OldTemps = Old[S.Space.Number];
    const Temporaries &NewTemps = New[S.Space.Number];
    if (OldTemps.Count == 0 && NewTemps.Count == 0)
      continue;
    if (S.IsPreset) {
      C.emit(getLoc(M), remark::AssignPresets{.Space = S.Space});
      continue;
    }
    emit(remark::Assigned{.Space = S.Space,
                          .After = S.After,
                          .Before = S.Before,
                          .Difference = S.Difference,
                          .Way = S.Way,
                          .TempAfter = NewTemps.Size,
                          .TempBefore = OldTemps.Size,
                          .Count = NewTemps.Count,
                          .Rules = describeRules(P, After)});
  }
}

static IdVector<ValueId, std::pair<AllocationId, Bytes>>
getPlaces(ArrayRef<ReplayedAllocation> Allocations, size_t Count) {
  IdVector<ValueId, std::pair<AllocationId, Bytes>> Places(Count);
  for (auto [I, A] : enumerate(Allocations))
    for (const PlacedValue &M : A.Members)
      Places[M.Value] = {AllocationId(I), M.Offset};
  return Places;
}

/// The temporaries alone, where no other module can be made of the program.
PreservedAnalyses AssignRun::assignArenas(StringRef WhyNone) const {
  const auto &Live = AM.getResult<LivenessAnalysis>();
  const auto &Backend = AM.getResult<BackendAnalysis>();
  if (M.isEdited() || Options.HeapLimit)
    return refuse<remark::NotAssigned>(*this, WhyNone);
  AssignmentEdit E(M);
  bool HasArena = false;
  auto AssignOne = [&](const Allocation &A, Expected<ArenaReplay> R) {
    HasArena = true;
    const NamedMemorySpace Space = Backend.name(A.getMemorySpace());
    auto Refuse = [&](std::string Why) {
      C.emit(A.getLoc(), remark::ArenaNotAssigned{.Space = Space,
                                                  .Allocation = A.getIndex(),
                                                  .Why = std::move(Why)});
    };
    if (!R)
      return Refuse(toString(R.takeError()));
    if (!R->isExact())
      return Refuse("the replay differs from the dump");
    const HeapAlgorithm Heap = getHeap().value_or(R->Algorithm);
    const uint64_t Alignment = Options.Alignment.value_or(R->Alignment);
    Expected<ArenaAssignment> New = assignArena(M, *R, Heap, Alignment, E);
    if (!New)
      return Refuse(toString(New.takeError()));
    C.count(NumMoved, New->MovedCount);
    C.emit(A.getLoc(), remark::ArenaAssigned{
                           .Space = Space,
                           .Allocation = A.getIndex(),
                           .After = New->After,
                           .Before = New->Before,
                           .Difference = Bytes(AbsoluteDifference<uint64_t>(
                               New->After.count(), New->Before.count())),
                           .Way = New->After <= New->Before ? "less" : "more",
                           .Heap = getName(Heap).str(),
                           .Alignment = Alignment});
  };
  replayArenas(M, Live, Backend.get(), AssignOne, [&](MemorySpace Space) {
    C.emit(getLoc(M), remark::AssignPresets{.Space = Backend.name(Space)});
  });
  if (!HasArena)
    return refuse<remark::NotAssigned>(*this, WhyNone);
  if (!M.apply(E))
    return PreservedAnalyses::all();
  return getPreservedByMoves(*this);
}

PreservedAnalyses AssignRun::run() {
  if (Options.HeapLimit && Options.Heap == AssignOptions::HeapKind::FastMerge)
    return fail("fast-merge knows no heap-limit");
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return assignArenas(Replayed.WhyNone);
  if (!Replayed.Found->getProto())
    return assignArenas(NeedsProto);
  const BestReplay &Best = Replayed.Found->getBest();
  if (!Best.Verdict.isExact())
    return refuse<remark::NotAssigned>(*this,
                                       "the replay differs from the dump");
  const RecordedAssignment &Record = Replayed.Found->getRecord();
  const AssignerPolicy P = getPolicy(*Best.How);
  if (Options.HeapLimit && P.getHeap(0) == HeapAlgorithm::FastMerge)
    return refuse<remark::NotAssigned>(
        *this, "fast-merge, the heap of this release, knows no heap-limit");
  Expected<ReplayedAssignment> After = Record.replay(P);
  if (!After)
    return refuse<remark::NotAssigned>(*this, After.takeError());
  report(Record, *After, P);
  if (compareAssignments(Record.allocations(), After->Allocations).isExact())
    return PreservedAnalyses::all();
  Expected<std::unique_ptr<Module>> Made =
      makeAssignedModule(*Replayed.Found, After->Allocations);
  if (!Made)
    return fail(Made.takeError());
  const size_t Count = Record.sizes().size();
  for (auto [Old, New] : zip_equal(getPlaces(Record.allocations(), Count),
                                   getPlaces(After->Allocations, Count)))
    C.count(NumMoved, Old != New);
  M.replaceBy(std::move(*Made));
  return PreservedAnalyses::none();
}

HLOMEM_PASS(Assign, AssignRun)

} // namespace hlomem
