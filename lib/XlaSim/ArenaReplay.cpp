//===- ArenaReplay.cpp - Arenas placed again without a program ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/ArenaReplay.h"
#include "InferredRequests.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/IR/Module.h"
#include <set>

using namespace llvm;

namespace hlomem {

bool isPresetSpace(Backend Kind, MemorySpace Space) {
  return Kind != Backend::Unknown &&
         all_of(getPolicies(Kind, std::nullopt),
                [Space](const AssignerPolicy *P) {
                  return is_contained(P->PresetSpaces, Space);
                });
}

Bytes ArenaReplay::getRecordedEnd() const {
  Bytes End;
  for (const Value *V : Values)
    End = std::max(End, V->getEndOffset());
  return End;
}

static Bytes getBegin(ArrayRef<const Value *> Values) {
  Bytes Begin = Values.front()->getOffset();
  for (const Value *V : Values)
    Begin = std::min(Begin, V->getOffset());
  return Begin;
}

static size_t countEqual(const ArenaReplay &R, const HeapPlacement &P) {
  size_t Count = 0;
  for (auto [I, V] : withIds(R.Values))
    Count += R.getOffset(I, P) == V->getOffset();
  return Count;
}

/// The heaps that the policies of \p Kind use in \p Space, each once. What
/// keeps a large alignment keeps a smaller one too, so that it comes first.
static std::vector<std::pair<HeapAlgorithm, uint64_t>>
getHeaps(MemorySpace Space, Backend Kind) {
  std::vector<std::pair<HeapAlgorithm, uint64_t>> Heaps;
  for (const AssignerPolicy *P : getPolicies(Kind, std::nullopt))
    if (std::pair Heap(P->getHeap(Space), P->getAlignment(Space));
        !is_contained(Heaps, Heap))
      Heaps.push_back(Heap);
  llvm::stable_sort(
      Heaps, [](const auto &L, const auto &R) { return L.second > R.second; });
  return Heaps;
}

/// Places the groups of \p R by each of \p Heaps, and keeps what gives more
/// offsets of the dump than \p R has.
static Error tryHeaps(ArenaReplay &R, const HeapGroups &Groups,
                      ArrayRef<std::pair<HeapAlgorithm, uint64_t>> Heaps,
                      bool &HasAny) {
  for (auto [Algorithm, Alignment] : Heaps) {
    Expected<HeapPlacement> P = placeHeap(Groups, Algorithm, Alignment);
    if (!P)
      return P.takeError();
    size_t Equal = countEqual(R, *P);
    if (HasAny && Equal <= R.EqualCount)
      continue;
    HasAny = true;
    R.EqualCount = Equal;
    R.Groups = Groups;
    R.Alignment = Alignment;
    R.Algorithm = P->Algorithm;
    R.Placement = std::move(*P);
    if (R.isExact())
      break;
  }
  return Error::success();
}

Expected<ArenaReplay> replayArena(const Module &M, const Allocation &A,
                                  const Liveness &Live, Backend Kind) {
  if (M.isIncomplete())
    return createStringError("the dump is broken, and values may be missing");
  if (!Live.isKnown() || Live.isDerived())
    return createStringError("the dump has no live ranges");
  ArenaBuffers Content = findArenaBuffers(A, Live, M.getThreadCount());
  if (!Content.WhyUnknown.empty())
    return createStringError(Content.WhyUnknown);
  ArenaReplay R;
  R.Home = &A;
  auto Heaps = getHeaps(A.getMemorySpace(), Kind);
  bool HasAny = false;
  for (Sharing How : {Sharing::Loops, Sharing::Phis}) {
    InferredRequests Inferred(M, Content, Live, How);
    if (!HasAny) {
      R.Values = Inferred.values();
      if (R.Values.empty())
        return R;
      R.Base = getBegin(R.Values);
    }
    for (Takeover When :
         {Takeover::ByOperation, Takeover::Always, Takeover::Never}) {
      Expected<HeapGroups> Groups = HeapGroups::create(Inferred.get(When));
      if (!Groups)
        return Groups.takeError();
      if (Error E = tryHeaps(R, *Groups, Heaps, HasAny))
        return E;
      if (R.isExact())
        return R;
    }
  }
  return R;
}

void replayArenas(
    const Module &M, const Liveness &Live, Backend Kind,
    function_ref<void(const Allocation &, Expected<ArenaReplay>)> Visit,
    function_ref<void(MemorySpace)> VisitPreset) {
  std::set<MemorySpace> Presets;
  for (const Allocation &A : M.allocations()) {
    if (!isTempArena(A))
      continue;
    const MemorySpace Space = A.getMemorySpace();
    if (isPresetSpace(Kind, Space)) {
      if (Presets.insert(Space).second)
        VisitPreset(Space);
      continue;
    }
    Expected<ArenaReplay> R = replayArena(M, A, Live, Kind);
    if (!R || !R->Values.empty())
      Visit(A, std::move(R));
  }
}

} // namespace hlomem
