//===- SpacesAnalysis.cpp - What each memory space holds ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/SpacesAnalysis.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Memory/Padding.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/IR/Module.h"
#include <map>

using namespace llvm;

namespace hlomem {

AnalysisKey SpacesAnalysis::Key;

static SpaceKind &findKind(SpaceBlock &B, const Allocation &A) {
  AllocationKind Kind = getKind(A);
  for (SpaceKind &K : B.Kinds)
    if (K.Kind == Kind)
      return K;
  SpaceKind &New = B.Kinds.emplace_back();
  New.Kind = Kind;
  return New;
}

static void addAllocations(const Module &M,
                           std::map<MemorySpace, SpaceBlock> &Spaces) {
  for (const Allocation &A : M.allocations()) {
    SpaceBlock &B = Spaces[A.getMemorySpace()];
    if (!B.Loc.isValid())
      B.Loc = A.getLoc();
    if (A.isThreadLocal()) {
      ++B.ThreadLocalAllocations;
      B.ThreadLocal += A.getSize();
      continue;
    }
    ++B.Allocations;
    B.Allocated += A.getSize();
    SpaceKind &K = findKind(B, A);
    ++K.Allocations;
    K.Size += A.getSize();
  }
}

static void addTimeline(SpaceBlock &B, const SpaceTimeline &S, bool IsKnown) {
  B.UnknownValues = S.UnknownValues;
  B.UnknownBytes = S.UnknownBytes;
  B.ByteTime = S.ByteTime;
  if (!IsKnown || S.isPeakUnknown())
    return;
  B.Peak = S.Peak;
  B.Fragmentation = S.Fragmentation;
  B.UnknownArenas = S.UnknownArenas;
}

static void addPadding(SpaceBlock &B, const PaddingAtPeak &Peak) {
  B.Padding = Peak.Sum.Padding.total();
  B.UnknownPadding = Peak.Sum.UnknownSize;
  for (const PaddedBuffer &P : Peak.Buffers)
    findKind(B, P.Buffer.Representative->getAllocation()).AtPeak +=
        P.Buffer.Size;
}

MemorySpaces::MemorySpaces(const Module &M, const Liveness &Live,
                           const MemoryTimeline &Timeline,
                           const PaddingFacts &Padding,
                           const ScopedMemories &Scoped,
                           const InferredBackend &Backend,
                           const Target &Machine) {
  std::map<MemorySpace, SpaceBlock> ByNumber;
  addAllocations(M, ByNumber);
  for (MemorySpace Space : Timeline.spaces())
    addTimeline(ByNumber[Space], Timeline.getSpace(Space), Live.isKnown());
  for (const PaddingAtPeak &Peak : Padding.peaks())
    addPadding(ByNumber[Peak.Space], Peak);

  for (const auto &[Space, Asked] : Scoped.BySpace) {
    SpaceBlock &B = ByNumber[Space];
    B.Scoped = Asked;
    if (Asked.At && Live.isKnown() && binary_search(Timeline.spaces(), Space))
      B.LiveBesideScoped = getLiveBytes(M, Space, Live, *Asked.At);
  }

  for (const MemoryLimit &L : Machine.Limits)
    if (auto Space = findMemorySpace(Backend.get(), L.Space))
      ByNumber[*Space].Limit = Machine.getLimit(Backend.get(), *Space);
  // Of a device, which only dumps of its backend have.
  if (std::optional<Bytes> Limit = Machine.getLimit(Backend.get(), 0))
    ByNumber[0].Limit = Limit;

  for (auto &[Space, B] : ByNumber) {
    B.Space = Backend.name(Space);
    if (B.Allocations == 0)
      B.Peak = PeakLoad();
    // Those of one size by name: what stands first in the dump says nothing.
    llvm::sort(B.Kinds, [](const SpaceKind &L, const SpaceKind &R) {
      return std::tie(R.Size, L.Kind.Name, L.Kind.Page) <
             std::tie(L.Size, R.Kind.Name, R.Kind.Page);
    });
    Spaces.push_back(std::move(B));
  }
}

const SpaceBlock *MemorySpaces::find(MemorySpace Space) const {
  // Ascending by number.
  auto Found = partition_point(
      Spaces, [Space](const SpaceBlock &B) { return B.Space.Number < Space; });
  return Found != Spaces.end() && Found->Space.Number == Space ? &*Found
                                                               : nullptr;
}

MemorySpaces SpacesAnalysis::run(const Module &M, AnalysisManager &AM) {
  return MemorySpaces(M, AM.getResult<LivenessAnalysis>(),
                      AM.getResult<MemoryTimelineAnalysis>(),
                      AM.getResult<PaddingAnalysis>(),
                      AM.getResult<ScopedMemoryAnalysis>(),
                      AM.getResult<BackendAnalysis>(), AM.getTarget());
}

} // namespace hlomem
