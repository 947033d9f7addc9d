//===- RecordedAssignment.cpp - An assignment to be made again ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/RecordedAssignment.h"
#include "hlomem/Proto/HloProto.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>

using namespace llvm;

namespace hlomem::replay {

static constexpr ProtoRelease Earliest = ProtoRelease::Jax05;

RecordedAssignment::RecordedAssignment(
    std::unique_ptr<HloGraph> TheProgram, ArrayRef<HloPlace> Definitions,
    std::vector<uint64_t> Sizes, std::vector<MemorySpace> Spaces,
    ArrayRef<std::pair<uint32_t, uint32_t>> Aliases,
    std::vector<ReplayedAllocation> Allocations,
    std::optional<ProtoRelease> Release)
    : Program(std::move(TheProgram)),
      Flow(HloDataflow::of(*Program, Definitions,
                           getDataflowRules(Release.value_or(Earliest)))),
      Buffers(HloBuffers::of(Definitions.size(), Aliases)),
      Sizes(std::move(Sizes)), Spaces(std::move(Spaces)),
      Allocations(std::move(Allocations)), Release(Release) {}

static ReplayedAllocation takeAllocation(const HloProtoAllocation &From,
                                         const HloGraph &G) {
  ReplayedAllocation A;
  A.Size = From.Size.count();
  A.Space = From.Color;
  if (From.IsParameter)
    A.Parameter = HloPlace{G.getEntry().Parameters[From.ParameterNumber],
                           From.ParameterLeaf};
  A.IsConstant = From.IsConstant;
  A.IsThreadLocal = From.IsThreadLocal;
  A.IsLiveOut = From.IsLiveOut;
  for (const HloProtoAssigned &V : From.Assigned)
    A.Members.push_back({V.Value, V.Offset.count(), V.Size.count()});
  return A;
}

RecordedAssignment RecordedAssignment::fromProto(HloProtoContents Contents) {
  std::vector<HloPlace> Definitions;
  std::vector<uint64_t> Sizes;
  std::vector<MemorySpace> Spaces;
  for (const HloProtoValue &V : Contents.Assignment.Values) {
    Definitions.push_back(V.Definition);
    Sizes.push_back(V.Size.count());
    Spaces.push_back(V.Color);
  }
  std::vector<ReplayedAllocation> Allocations;
  for (const HloProtoAllocation &A : Contents.Assignment.Allocations)
    Allocations.push_back(takeAllocation(A, *Contents.Program));
  return RecordedAssignment(std::move(Contents.Program), Definitions,
                            std::move(Sizes), std::move(Spaces),
                            Contents.Assignment.Aliases, std::move(Allocations),
                            Contents.Release);
}

const Shape &RecordedAssignment::getShape(uint32_t Value) const {
  HloPlace P = Flow.definitions()[Value];
  return *(*Program->instructions()[P.Instruction].Leaves)[P.Leaf].Type;
}

std::string RecordedAssignment::getName(uint32_t Value) const {
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
RecordedAssignment::getPresets(const Policy &P) const {
  std::vector<ReplayedAllocation> Presets;
  copy_if(Allocations, std::back_inserter(Presets),
          [&](const ReplayedAllocation &A) {
            return A.isTemporary() && is_contained(P.PresetSpaces, A.Space);
          });
  return Presets;
}

Expected<ReplayedAssignment> RecordedAssignment::replay(const Policy &P) const {
  HloSchedule Schedule(*Program);
  std::vector<std::optional<LiveRange>> Ranges =
      computeLiveRanges(Flow, Buffers, Schedule, P.RangeRules);
  std::vector<HloPlace> EndPositions =
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
  for (const ReplayedAllocation &A : Replayed) {
    SpaceVerdict &S = InSpace(A);
    ++S.ReplayedCount;
    if (!A.IsThreadLocal)
      S.ReplayedBytes = SaturatingAdd(S.ReplayedBytes, A.Size);
    S.IsPreset |= A.IsPreset;
  }
  for (auto [I, A] : enumerate(Recorded)) {
    SpaceVerdict &S = InSpace(A);
    ++S.Count;
    if (!A.IsThreadLocal)
      S.RecordedBytes = SaturatingAdd(S.RecordedBytes, A.Size);
    if (I < Replayed.size() && areEqual(A, Replayed[I]))
      ++S.EqualCount;
    else if (!Result.FirstDifference)
      Result.FirstDifference = I;
  }
  if (!Result.FirstDifference && Replayed.size() > Recorded.size())
    Result.FirstDifference = Recorded.size();
  for (auto &[Space, S] : Spaces)
    Result.Spaces.push_back(S);
  return Result;
}

Expected<BestReplay> findReplay(const RecordedAssignment &Record,
                                Backend Kind) {
  std::optional<BestReplay> Best;
  for (const Policy *P : getPolicies(Kind, Record.getRelease())) {
    Expected<ReplayedAssignment> Assignment = Record.replay(*P);
    // What one policy cannot assign, none can.
    if (!Assignment)
      return Assignment.takeError();
    ReplayVerdict Verdict =
        compareAssignments(Record.allocations(), Assignment->Allocations);
    if (!Best || Verdict.isExact() ||
        Verdict.getEqualCount() > Best->Verdict.getEqualCount())
      Best = {P, std::move(*Assignment), std::move(Verdict)};
    if (Best->Verdict.isExact())
      break;
  }
  return std::move(*Best);
}

} // namespace hlomem::replay
