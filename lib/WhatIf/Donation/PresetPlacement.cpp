//===- PresetPlacement.cpp - Presets of another schedule ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PresetPlacement.h"
#include "hlomem/XlaSim/HeapPlacement.h"
#include "hlomem/XlaSim/RecordedAssignment.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace llvm;

namespace hlomem {

namespace {

struct PresetMember {
  BufferId Buffer;
  /// With the old schedule and the new one.
  LiveRange Before;
  LiveRange After;
};

} // namespace

/// Calls \p Visit with each pair of values that share bytes while both are
/// live, before or after.
static void forEachOverlap(ArrayRef<PlacedValue> Places,
                           ArrayRef<PresetMember> Members,
                           LiveRange PresetMember::*Which,
                           function_ref<void(uint32_t, uint32_t)> Visit) {
  std::vector<std::pair<Time, uint32_t>> ByBegin;
  for (auto [I, M] : enumerate(Members))
    ByBegin.push_back({(M.*Which).Begin, I});
  llvm::sort(ByBegin);
  std::vector<uint32_t> Live;
  for (auto [Begin, I] : ByBegin) {
    erase_if(Live, [&, Now = Begin](uint32_t L) {
      return (Members[L].*Which).End < Now;
    });
    const PlacedValue &P = Places[I];
    for (uint32_t L : Live)
      if (Places[L].Offset < P.Offset + P.Size &&
          P.Offset < Places[L].Offset + Places[L].Size)
        Visit(L, I);
    Live.push_back(I);
  }
}

/// \p Members are in the order of \p Preset.
static Error placeAgain(ReplayedAllocation &Preset,
                        ArrayRef<PresetMember> Members, uint64_t Alignment) {
  ArrayRef<PlacedValue> Places = Preset.Members;
  IntEqClasses Together(Places.size());
  DenseMap<BufferId, uint32_t> OfBuffer;
  for (auto [I, M] : enumerate(Members))
    Together.join(I, OfBuffer.try_emplace(M.Buffer, I).first->second);
  forEachOverlap(Places, Members, &PresetMember::Before,
                 [&](uint32_t L, uint32_t R) { Together.join(L, R); });
  Together.compress();
  bool IsApart = true;
  forEachOverlap(
      Places, Members, &PresetMember::After,
      [&](uint32_t L, uint32_t R) { IsApart &= Together[L] == Together[R]; });
  if (IsApart)
    return Error::success();
  struct Group {
    Bytes Begin = Bytes::overflow(), End;
    LiveRange Range = {~Time(), 0};
  };
  std::vector<Group> Groups(Together.getNumClasses());
  for (auto [I, P] : enumerate(Places)) {
    Group &G = Groups[Together[I]];
    G.Begin = std::min(G.Begin, P.Offset);
    G.End = std::max(G.End, P.Offset + P.Size);
    G.Range = {std::min(G.Range.Begin, Members[I].After.Begin),
               std::max(G.Range.End, Members[I].After.End)};
  }
  // At one time what ends is still there when something begins. Each group is
  // a value of the trace.
  std::vector<std::tuple<Time, HeapEvent::Kind, ValueId>> Events;
  HeapRequests Trace;
  for (const Group &G : Groups) {
    ValueId Number = Trace.Sizes.add(G.End - G.Begin);
    Events.push_back({G.Range.Begin, HeapEvent::Kind::Alloc, Number});
    Events.push_back({G.Range.End, HeapEvent::Kind::Free, Number});
  }
  llvm::sort(Events);
  for (auto [At, Kind, Number] : Events)
    Trace.Events.push_back({Kind, Number});
  Expected<HeapGroups> Heap = HeapGroups::create(Trace);
  if (!Heap)
    return Heap.takeError();
  Expected<HeapPlacement> Placed =
      placeHeap(*Heap, HeapAlgorithm::BestFit, Alignment);
  if (!Placed)
    return Placed.takeError();
  Preset.Size = std::max(Preset.Size, Placed->Size);
  for (auto [I, P] : enumerate(Preset.Members))
    P.Offset = Placed->Offsets[ValueId(Together[I])] +
               (P.Offset - Groups[Together[I]].Begin);
  return Error::success();
}

Error placePresetsAgain(const RecordedAssignment &Before,
                        RecordedAssignment &After,
                        IdArrayRef<ValueId, ValueId> OldValues,
                        const AssignerPolicy &P) {
  auto GetRanges = [&](const RecordedAssignment &Of) {
    return computeLiveRanges(Of.getDataflow(), Of.getBuffers(),
                             HloSchedule(Of.getProgram()), P.RangeRules);
  };
  auto Old = GetRanges(Before), New = GetRanges(After);
  std::vector<ReplayedAllocation> Presets = After.getPresets(P);
  for (ReplayedAllocation &A : Presets) {
    std::vector<PresetMember> Members;
    for (const PlacedValue &M : A.Members)
      Members.push_back({After.getBuffers().getBuffer(M.Value),
                         Old[OldValues[M.Value]].value_or(LiveRange()),
                         New[M.Value].value_or(LiveRange())});
    if (Error E = placeAgain(A, Members, P.getAlignment(A.Space)))
      return E;
  }
  After.setAllocations(std::move(Presets));
  return Error::success();
}

} // namespace hlomem
