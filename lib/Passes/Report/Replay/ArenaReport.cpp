//===- ArenaReport.cpp - Replays of arenas without a program --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaReport.h"
#include "Replay/Replay.inc"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "hlomem/XlaSim/ArenaReplay.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

static void listValues(const PassRun &Run, const ArenaReplay &R,
                       const ReplayOptions &Options) {
  using ListKind = ReplayOptions::ListKind;
  if (Options.List == ListKind::None ||
      (Options.List == ListKind::Differing && R.isExact()))
    return;
  const bool ListsAll = Options.List == ListKind::All;
  if (ListsAll)
    Run.emit(remark::ReplayAllValues{});
  else
    Run.emit(remark::ReplayValues{.Count = R.Values.size() - R.EqualCount});
  const uint64_t Index = R.Home->getIndex();
  uint64_t Listed = 0;
  for (auto [I, V] : withIds(R.Values)) {
    Bytes Offset = R.getOffset(I, R.Placement);
    if (!ListsAll && Offset == V->getOffset())
      continue;
    if (!ListsAll && Options.Top != 0 && Listed++ == Options.Top)
      return;
    Run.emit(remark::ReplayValue{.Value = toString(V->getDefinition()),
                                 .Allocation = Index,
                                 .Offset = Offset,
                                 .Size = V->getSize(),
                                 .DumpAllocation = Index,
                                 .DumpOffset = V->getOffset(),
                                 .DumpSize = V->getSize()});
  }
}

static void reportArena(const PassRun &Run, const ArenaReplay &R,
                        NamedMemorySpace Space, const ReplayOptions &Options) {
  const Allocation &A = *R.Home;
  const std::string Heap = getName(R.Algorithm).str();
  const Bytes Recorded = R.getRecordedEnd() - R.Base;
  const Bytes Replayed = R.Placement.Size;
  if (R.isExact())
    Run.C.emit(A.getLoc(), remark::ReplayArenaExact{.Space = Space,
                                                    .Allocation = A.getIndex(),
                                                    .Count = R.Values.size(),
                                                    .Size = Recorded,
                                                    .Heap = Heap,
                                                    .Alignment = R.Alignment});
  else
    Run.C.emit(A.getLoc(), remark::ReplayArenaDiffers{
                               .Space = Space,
                               .Allocation = A.getIndex(),
                               .Difference = Bytes(AbsoluteDifference<uint64_t>(
                                   Replayed.count(), Recorded.count())),
                               .Equal = R.EqualCount,
                               .Count = R.Values.size(),
                               .Replayed = Replayed,
                               .Recorded = Recorded,
                               .Heap = Heap,
                               .Alignment = R.Alignment});
  listValues(Run, R, Options);
}

bool reportArenas(const PassRun &Run, const ReplayOptions &Options) {
  const auto &Live = Run.AM.getResult<LivenessAnalysis>();
  // Where every remark would give the same reason, none does.
  if (Run.M.isEdited() || Run.M.isIncomplete() || !Live.isKnown() ||
      Live.isDerived())
    return false;
  const auto &Backend = Run.AM.getResult<BackendAnalysis>();
  SmallVector<MemorySpace> Presets;
  bool HasReplayed = false;
  replayArenas(
      Run.M, Live, Backend.get(),
      [&](const Allocation &A, Expected<ArenaReplay> R) {
        const NamedMemorySpace Space = Backend.name(A.getMemorySpace());
        if (R) {
          HasReplayed = true;
          return reportArena(Run, *R, Space, Options);
        }
        Run.C.emit(A.getLoc(),
                   remark::ReplayArenaUnknown{.Space = Space,
                                              .Allocation = A.getIndex(),
                                              .Why = toString(R.takeError())});
      },
      [&](MemorySpace Space) { Presets.push_back(Space); });
  if (HasReplayed)
    for (MemorySpace Space : Presets)
      Run.C.emit(getLoc(Run.M),
                 remark::ReplayPresets{.Space = Backend.name(Space)});
  return HasReplayed;
}

} // namespace hlomem
