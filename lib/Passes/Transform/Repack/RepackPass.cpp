//===- RepackPass.cpp - Better places in the temporary arenas -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Repack/Repack.inc"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Passes/Packing/TempArenas.h"

using namespace llvm;

namespace hlomem {

namespace {

class RepackRun : public RepackPass {
public:
  using RepackPass::RepackPass;

  PreservedAnalyses run();

private:
  Expected<TempArena> read(const Allocation &A) const;
  /// True if the arena has changed.
  bool repack(const TempArena &Arena) const;

  const PlacementRules Rules = {Options.Profile, Options.Alignment};
  const PackingEffort Effort = {Options.Effort};
};

} // namespace

PreservedAnalyses RepackRun::run() {
  if (none_of(M.allocations(), isTempArena)) {
    emit(remark::NoArenaToRepack{});
    return PreservedAnalyses::all();
  }
  if (!AM.getResult<LivenessAnalysis>().isKnown())
    return PreservedAnalyses::all();
  // All of them are read first, so that what is known of loops comes from
  // slices that nothing has moved.
  std::vector<std::pair<const Allocation *, Expected<TempArena>>> Arenas;
  for (const Allocation &A : M.allocations())
    if (isTempArena(A))
      Arenas.emplace_back(&A, read(A));
  const auto &Backend = AM.getResult<BackendAnalysis>();
  bool HasChanged = false;
  for (auto &[A, Arena] : Arenas) {
    C.count(NumArenas);
    if (Arena)
      HasChanged |= repack(*Arena);
    else
      C.emit(A->getLoc(), remark::ArenaNotRepacked{
                              .Space = Backend.name(A->getMemorySpace()),
                              .Allocation = A->getIndex(),
                              .Size = A->getSize(),
                              .Why = toString(Arena.takeError())});
  }
  return HasChanged ? getPreservedByMoves(*this) : PreservedAnalyses::all();
}

Expected<TempArena> RepackRun::read(const Allocation &A) const {
  Expected<TempArena> Arena = readTempArena(*this, A, Rules);
  if (Arena && Arena->Content.hasTies() &&
      Effort.searches(Arena->Content.Buffers.size()))
    if (Error E = tieByLoops(*this, *Arena, Rules))
      return E;
  if (Arena && !allowsPresent(Arena->Content, Arena->Problem))
    return createStringError("XLA did not make the present placement; "
                             "-passes='repack<profile=free>' may change it");
  return Arena;
}

bool RepackRun::repack(const TempArena &Arena) const {
  const Allocation &A = *Arena.Home;
  const NamedMemorySpace Space =
      AM.getResult<BackendAnalysis>().name(A.getMemorySpace());
  const uint64_t Number = A.getIndex();
  const Bytes Before = A.getSize();
  std::string RulesText = Rules.describe(Arena.Content);
  ArenaAnswer Answer =
      solveArena(Arena.Content, M, AM.getResult<LivenessAnalysis>(),
                 Rules.Profile, Rules.getAlignment(Arena.Content), Effort);
  const BytesRange Best = Answer.getBest();
  if (Best.isExact())
    C.count(NumProven);
  const size_t Count = Arena.Content.Buffers.size();
  const std::string Advice =
      Best.isExact() ? "" : describeAdvice(name(), Effort, Count);

  if (Best.High == Before) {
    if (Best.isExact())
      C.emit(A.getLoc(), remark::ArenaIsOptimal{.Space = Space,
                                                .Allocation = Number,
                                                .Size = Before,
                                                .Rules = RulesText});
    else
      C.emit(A.getLoc(), remark::ArenaNotImproved{
                             .Space = Space,
                             .Allocation = Number,
                             .Size = Before,
                             .Search = Effort.searches(Count)
                                           ? "no smaller placement was found"
                                           : "no smaller placement was sought",
                             .Bound = Best.Low,
                             .Rules = RulesText,
                             .Advice = Advice});
    return false;
  }

  ArenaMove Move = moveBuffers(M, Arena, Answer.Found.Offsets);
  C.count(NumMoved, Move.ValueCount);
  if (Best.isExact())
    C.emit(A.getLoc(),
           remark::ArenaBelowOptimum{.Space = Space,
                                     .Allocation = Number,
                                     .After = Move.After,
                                     .Before = Before,
                                     .Difference = Before - Move.After,
                                     .Rules = RulesText});
  else
    C.emit(A.getLoc(),
           remark::ArenaCanBeSmaller{.Space = Space,
                                     .Allocation = Number,
                                     .After = Move.After,
                                     .Before = Before,
                                     .Difference = Before - Move.After,
                                     .Bound = Best.Low,
                                     .Rules = RulesText,
                                     .Advice = Advice});
  return true;
}

HLOMEM_PASS(Repack, RepackRun)

} // namespace hlomem
