//===- RepackPass.cpp - Better places in the temporary arenas -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Repack/Repack.inc"
#include "hlomem/Analysis/Dataflow/LoopAnalysis.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/PassUtils/TempArenas.h"

using namespace llvm;

namespace hlomem {

namespace {

class RepackRun : public RepackPass {
public:
  using RepackPass::RepackPass;

  PreservedAnalyses run();

private:
  Expected<TempArena> read(const Module &M, const Liveness &Live,
                           const Allocation &A, AnalysisManager &AM) const;
  /// True if the arena has changed.
  bool repack(Module &M, const Liveness &Live, const TempArena &Arena,
              const InferredBackend &Backend, PassContext &C) const;
  PlacementRules getRules() const {
    return {getProfile(Options.Profile), Options.Alignment};
  }
};

} // namespace

PreservedAnalyses RepackRun::run() {
  const auto &Live = AM.getResult<LivenessAnalysis>();
  const auto &Backend = AM.getResult<BackendAnalysis>();
  if (none_of(M.allocations(), isTempArena)) {
    C.emit(getLoc(M), remark::NoArenaToRepack{});
    return PreservedAnalyses::all();
  }
  if (!Live.isKnown())
    return PreservedAnalyses::all();
  // All of them are read first, so that what is known of loops comes from
  // slices that nothing has moved.
  std::vector<std::pair<const Allocation *, Expected<TempArena>>> Arenas;
  for (const Allocation &A : M.allocations())
    if (isTempArena(A))
      Arenas.emplace_back(&A, read(M, Live, A, AM));
  bool HasChanged = false;
  for (auto &[A, Arena] : Arenas) {
    C.count(NumArenas);
    if (Arena)
      HasChanged |= repack(M, Live, *Arena, Backend, C);
    else
      C.emit(A->getLoc(), remark::ArenaNotRepacked{
                              .Space = Backend.name(A->getMemorySpace()),
                              .Allocation = A->getIndex(),
                              .Size = A->getSize(),
                              .Why = toString(Arena.takeError())});
  }
  return HasChanged ? getPreservedByMoves(Live.isDerived())
                    : PreservedAnalyses::all();
}

Expected<TempArena> RepackRun::read(const Module &M, const Liveness &Live,
                                    const Allocation &A,
                                    AnalysisManager &AM) const {
  Expected<TempArena> Arena = readTempArena(M, AM, A, getRules());
  if (Arena && Arena->Content.hasTies() &&
      PackingEffort{Options.Effort}.searches(Arena->Content.Buffers.size()))
    if (Error E = tieByLoops(*Arena, M, Live, AM.getResult<LoopAnalysis>(),
                             getRules()))
      return E;
  if (Arena && !allowsPresent(Arena->Content, Arena->Problem))
    return createStringError("XLA did not make the present placement; "
                             "-passes='repack<profile=free>' may change it");
  return Arena;
}

bool RepackRun::repack(Module &M, const Liveness &Live, const TempArena &Arena,
                       const InferredBackend &Backend, PassContext &C) const {
  const Allocation &A = *Arena.Home;
  const PlacementRules Rules = getRules();
  const NamedMemorySpace Space = Backend.name(A.getMemorySpace());
  const uint64_t Number = A.getIndex();
  const Bytes Before = A.getSize();
  const PackingEffort Effort = {Options.Effort};
  std::string RulesText = Rules.describe(Arena.Content);
  ArenaAnswer Answer = solveArena(Arena.Content, M, Live, Rules.Profile,
                                  Rules.getAlignment(Arena.Content), Effort);
  const BytesRange Best = Answer.getBest();
  if (Best.isExact())
    C.count(NumProven);

  if (Best.High == Before) {
    if (Best.isExact())
      C.emit(A.getLoc(), remark::ArenaIsOptimal{.Space = Space,
                                                .Allocation = Number,
                                                .Size = Before,
                                                .Rules = RulesText});
    else
      C.emit(A.getLoc(),
             remark::ArenaNotImproved{
                 .Space = Space,
                 .Allocation = Number,
                 .Size = Before,
                 .Search = Effort.searches(Arena.Content.Buffers.size())
                               ? "no smaller placement was found"
                               : "no smaller placement was sought",
                 .Bound = Best.Low,
                 .Rules = RulesText,
                 .Advice = describeAdvice(name(), Effort,
                                          Arena.Content.Buffers.size())});
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
    C.emit(A.getLoc(), remark::ArenaCanBeSmaller{
                           .Space = Space,
                           .Allocation = Number,
                           .After = Move.After,
                           .Before = Before,
                           .Difference = Before - Move.After,
                           .Bound = Best.Low,
                           .Rules = RulesText,
                           .Advice = describeAdvice(
                               name(), Effort, Arena.Content.Buffers.size())});
  return true;
}

HLOMEM_PASS(Repack, RepackRun)

} // namespace hlomem
