//===- RecordedAssignment.cpp - An assignment to be made again ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/RecordedAssignment.h"
#include "hlomem/IR/Device.h"
#include "hlomem/Proto/HloProto.h"
#include <map>

using namespace llvm;

namespace hlomem {

RecordedAssignment::RecordedAssignment(
    std::shared_ptr<const HloGraph> TheProgram, ArrayRef<HloPlace> Definitions,
    IdVector<ValueId, Bytes> Sizes, IdVector<ValueId, MemorySpace> Spaces,
    ArrayRef<std::pair<ValueId, ValueId>> Aliases,
    std::vector<ReplayedAllocation> Allocations,
    std::optional<XlaRelease> Release)
    : Program(std::move(TheProgram)),
      Flow(HloDataflow::of(*Program, Definitions,
                           Release.value_or(XlaRelease()))),
      Buffers(HloBuffers::of(Definitions.size(), Aliases)),
      Sizes(std::move(Sizes)), Spaces(std::move(Spaces)),
      Allocations(std::move(Allocations)), Release(Release) {}

static ReplayedAllocation takeAllocation(const HloProtoAllocation &From,
                                         const HloGraph &G) {
  ReplayedAllocation A;
  A.Size = From.Size;
  A.Space = From.Color;
  if (From.IsParameter)
    A.Parameter = HloPlace{G.getEntry().Parameters[From.ParameterNumber],
                           From.ParameterLeaf};
  A.IsConstant = From.IsConstant;
  A.IsThreadLocal = From.IsThreadLocal;
  A.IsLiveOut = From.IsLiveOut;
  for (const HloProtoAssigned &V : From.Assigned)
    A.Members.push_back({V.Value, V.Offset, V.Size});
  return A;
}

RecordedAssignment
RecordedAssignment::fromProto(const HloProtoContents &Contents) {
  std::vector<HloPlace> Definitions;
  IdVector<ValueId, Bytes> Sizes;
  IdVector<ValueId, MemorySpace> Spaces;
  for (const HloProtoValue &V : Contents.Assignment.Values) {
    Definitions.push_back(V.Definition);
    Sizes.push_back(V.Size);
    Spaces.push_back(V.Color);
  }
  std::vector<ReplayedAllocation> Allocations;
  for (const HloProtoAllocation &A : Contents.Assignment.Allocations)
    Allocations.push_back(takeAllocation(A, *Contents.Program));
  return RecordedAssignment(Contents.Program, Definitions, std::move(Sizes),
                            std::move(Spaces), Contents.Assignment.Aliases,
                            std::move(Allocations), Contents.Release);
}

const Shape &RecordedAssignment::getShape(ValueId Value) const {
  HloPlace P = Flow.definitions()[Value];
  return *(*Program->instructions()[P.Instruction].Leaves)[P.Leaf].Type;
}

std::string RecordedAssignment::getName(ValueId Value) const {
  HloPlace P = Flow.definitions()[Value];
  const GraphInstruction &I = Program->instructions()[P.Instruction];
  if (!I.Type->isTuple())
    return I.Name.str();
  std::string Text = I.Name.str();
  raw_string_ostream OS(Text);
  I.Leaves->printIndex(P.Leaf, OS);
  return Text;
}

std::vector<ReplayedAllocation>
RecordedAssignment::getPresets(const AssignerPolicy &P) const {
  std::vector<ReplayedAllocation> Presets;
  copy_if(Allocations, std::back_inserter(Presets),
          [&](const ReplayedAllocation &A) {
            return A.isTemporary() && is_contained(P.PresetSpaces, A.Space);
          });
  // What has no bytes goes through a heap like all else.
  for (ReplayedAllocation &A : Presets)
    erase_if(A.Members, [](const PlacedValue &M) { return M.Size.isZero(); });
  return Presets;
}

Expected<ReplayedAssignment>
RecordedAssignment::replay(const AssignerPolicy &P) const {
  HloSchedule Schedule(*Program);
  IdVector<ValueId, std::optional<LiveRange>> Ranges =
      computeLiveRanges(Flow, Buffers, Schedule, P.RangeRules);
  IdVector<ValueId, HloPlace> EndPositions =
      findEndPositions(Flow, Schedule, P.RangeRules);
  std::vector<ReplayedAllocation> Presets = getPresets(P);
  AssignerInput Input;
  Input.Dataflow = &Flow;
  Input.Buffers = &Buffers;
  Input.Ranges = Ranges;
  Input.EndPositions = EndPositions;
  Input.Sizes = Sizes;
  Input.Spaces = Spaces;
  Input.Presets = Presets;
  return assignBuffers(Input, P);
}

bool areEqual(const ReplayedAllocation &L, const ReplayedAllocation &R) {
  return L.Size == R.Size && L.Space == R.Space && L.Parameter == R.Parameter &&
         L.IsConstant == R.IsConstant && L.IsThreadLocal == R.IsThreadLocal &&
         L.IsLiveOut == R.IsLiveOut && L.Members == R.Members;
}

size_t ReplayVerdict::getEqualCount() const {
  size_t Count = 0;
  for (const SpaceVerdict &S : Spaces)
    Count += S.EqualCount;
  return Count;
}

ReplayVerdict compareAssignments(ArrayRef<ReplayedAllocation> Recorded,
                                 ArrayRef<ReplayedAllocation> Replayed) {
  ReplayVerdict Result;
  std::map<MemorySpace, SpaceVerdict> Spaces;
  auto InSpace = [&](const ReplayedAllocation &A) -> SpaceVerdict & {
    SpaceVerdict &S = Spaces[A.Space];
    S.Space = A.Space;
    return S;
  };
  std::map<MemorySpace, SmallVector<const ReplayedAllocation *, 0>> InOrder;
  for (const ReplayedAllocation &A : Replayed) {
    SpaceVerdict &S = InSpace(A);
    if (!A.IsThreadLocal)
      InOrder[A.Space].push_back(&A);
    ++S.ReplayedCount;
    if (!A.IsThreadLocal)
      S.ReplayedBytes += A.Size;
    S.IsPreset |= A.IsPreset;
  }
  for (auto [I, A] : enumerate(Recorded)) {
    SpaceVerdict &S = InSpace(A);
    if (!A.IsThreadLocal) {
      ArrayRef Others = InOrder[A.Space];
      S.IsPlacedExactly &=
          S.HeldCount < Others.size() && areEqual(A, *Others[S.HeldCount]);
      ++S.HeldCount;
    }
    ++S.Count;
    if (!A.IsThreadLocal)
      S.RecordedBytes += A.Size;
    if (I < Replayed.size() && areEqual(A, Replayed[I]))
      ++S.EqualCount;
    else if (!Result.FirstDifference)
      Result.FirstDifference = AllocationId(I);
  }
  if (!Result.FirstDifference && Replayed.size() > Recorded.size())
    Result.FirstDifference = AllocationId(Recorded.size());
  for (auto &[Space, S] : Spaces) {
    S.IsPlacedExactly &= S.HeldCount == InOrder[Space].size();
    Result.Spaces.push_back(S);
  }
  return Result;
}

/// Tells \p P what FAST_MERGE may take on the devices that the program may be
/// compiled for: those with all memory spaces that it uses, and where HBM,
/// which takes \p Size with FAST_MERGE, is packed so, or by best fit if
/// it \p IsBestFit. False if there is none.
static bool narrowDevices(const RecordedAssignment &Record, Bytes Size,
                          bool IsBestFit, const Device *OnDevice,
                          AssignerPolicy &P) {
  SmallVector<Bytes> Limits;
  for (const Device &D : devices()) {
    const Bytes Limit = getFastMergeLimit(D.getLimit());
    if (D.Family != Backend::TPU || (Size > Limit) != IsBestFit ||
        any_of(Record.spaces(),
               [&](MemorySpace S) { return is_contained(D.Lacks, S); }))
      continue;
    if (&D == OnDevice) {
      P.FastMergeAtMost = P.BestFitAbove = Limit;
      return true;
    }
    Limits.push_back(Limit);
  }
  if (Limits.empty())
    return false;
  P.FastMergeAtMost = *llvm::min_element(Limits);
  P.BestFitAbove = *llvm::max_element(Limits);
  return true;
}

/// The replay by \p P, which packs HBM by FAST_MERGE or, where that takes too
/// much, by best fit. No dump names its device: of two that are possible the
/// replay takes the one that is closer to the record.
static Expected<BestReplay> tryPolicy(const RecordedAssignment &Record,
                                      const AssignerPolicy &P,
                                      const Device *OnDevice) {
  auto Try = [&](const AssignerPolicy &How) -> Expected<BestReplay> {
    Expected<ReplayedAssignment> Assignment = Record.replay(How);
    if (!Assignment)
      return Assignment.takeError();
    ReplayVerdict Verdict =
        compareAssignments(Record.allocations(), Assignment->Allocations);
    return BestReplay{std::make_shared<AssignerPolicy>(How),
                      std::move(*Assignment), std::move(Verdict)};
  };
  Expected<BestReplay> Merged = Try(P);
  if (!Merged || P.getHeap(0) != HeapAlgorithm::FastMerge)
    return Merged;
  const Bytes Size = Merged->Assignment.DefaultSpaceBytes;
  AssignerPolicy OfMerged = P, OfBestFit = P;
  const bool MayMerge =
      narrowDevices(Record, Size, /*IsBestFit=*/false, OnDevice, OfMerged);
  if (!Merged->Verdict.isExact() &&
      narrowDevices(Record, Size, /*IsBestFit=*/true, OnDevice, OfBestFit)) {
    AssignerPolicy Forced = P;
    Forced.FastMergeAtMost = Forced.BestFitAbove = Bytes(0);
    Expected<BestReplay> Fitted = Try(Forced);
    // Of two that are as like, that of the device which the user names.
    const bool IsNamed =
        OnDevice &&
        OfBestFit.BestFitAbove == getFastMergeLimit(OnDevice->getLimit());
    const size_t Better = Merged->Verdict.getEqualCount() + !IsNamed;
    if (!Fitted || !MayMerge || Fitted->Verdict.getEqualCount() >= Better) {
      if (Fitted)
        Fitted->How = std::make_shared<AssignerPolicy>(OfBestFit);
      return Fitted;
    }
  }
  // More than on any known device: what more would do is not known.
  if (!MayMerge)
    OfMerged.FastMergeAtMost = Size;
  Merged->How = std::make_shared<AssignerPolicy>(OfMerged);
  return Merged;
}

Expected<BestReplay> findReplay(const RecordedAssignment &Record, Backend Kind,
                                const Device *OnDevice) {
  std::optional<BestReplay> Best;
  for (const AssignerPolicy *P : getPolicies(Kind, Record.getRelease())) {
    Expected<BestReplay> Found = tryPolicy(Record, *P, OnDevice);
    // What one policy cannot assign, none can.
    if (!Found)
      return Found;
    if (!Best || Found->Verdict.isExact() ||
        Found->Verdict.getEqualCount() > Best->Verdict.getEqualCount())
      Best = std::move(*Found);
    if (Best->Verdict.isExact())
      break;
  }
  return std::move(*Best);
}

} // namespace hlomem
