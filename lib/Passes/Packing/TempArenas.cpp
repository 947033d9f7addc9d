//===- TempArenas.cpp - The arenas that passes place again ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Packing/TempArenas.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/ScopedMemory.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/Pass/Pass.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

std::string PlacementRules::describe(const ArenaBuffers &Content) const {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "profile " << getName(Profile) << ", alignment "
     << getAlignment(Content).count();
  if (!Alignment)
    OS << " inferred";
  return Text;
}

/// Asks for a placement of what is in \p Arena.
static Error makeProblem(const PassRun &Run, TempArena &Arena,
                         const PlacementRules &Rules) {
  const Bytes Alignment = Rules.getAlignment(Arena.Content);
  if (std::string Why = getUnpackableReason(Arena.Content, Alignment);
      !Why.empty())
    return createStringError(Why);
  Arena.Problem =
      makeProblem(Arena.Content, Run.M, Run.AM.getResult<LivenessAnalysis>(),
                  Rules.Profile, Alignment);
  return Error::success();
}

Expected<TempArena> readTempArena(const PassRun &Run, const Allocation &A,
                                  const PlacementRules &Rules) {
  if (Run.M.isIncomplete())
    return createStringError("the dump is broken, and values may be missing");
  if (ScopedReservations(Run.M, &Run.AM).mayBeIn(A).value_or(false))
    return createStringError(
        "it may also hold scoped memory, and where that is is not known");
  TempArena Arena;
  Arena.Home = &A;
  Arena.Content = findArenaBuffers(A, Run.AM.getResult<LivenessAnalysis>());
  if (Error E = makeProblem(Run, Arena, Rules))
    return E;
  return Arena;
}

Error tieByLoops(const PassRun &Run, TempArena &Arena,
                 const PlacementRules &Rules) {
  tieByLoops(Arena.Content, Run.AM.getResult<LoopAnalysis>());
  return makeProblem(Run, Arena, Rules);
}

/// "5 (space 1), 7 (space 0)".
static std::string listArenas(ArrayRef<const Allocation *> Arenas) {
  std::string Text;
  raw_string_ostream OS(Text);
  interleave(
      Arenas, OS,
      [&](const Allocation *A) {
        OS << A->getIndex() << " (space " << A->getMemorySpace() << ", ";
        if (A->isPaged() && A->getPage())
          OS << "page " << *A->getPage() << ", ";
        OS << toString(A->getSize()) << ')';
      },
      ", ");
  return Text;
}

Expected<TempArena> selectTempArena(const PassRun &Run,
                                    std::optional<uint64_t> Number,
                                    const PlacementRules &Rules) {
  ArrayRef<Allocation> All = Run.M.allocations();
  SmallVector<const Allocation *> Arenas;
  for (const Allocation &A : All)
    if (isTempArena(A))
      Arenas.push_back(&A);
  if (Arenas.empty())
    return Run.makeError(
        "the dump has no temporary allocation that holds more than one "
        "value");
  if (!Number && Arenas.size() > 1)
    return Run.makeError(
        "the dump has " + Twine(Arenas.size()) +
        " arenas, name one with 'allocation': " + listArenas(Arenas));

  const Allocation *Wanted = Arenas.front();
  if (Number) {
    const auto *Named = find_if(
        All, [&](const Allocation &A) { return A.getIndex() == *Number; });
    if (Named == All.end())
      return Run.makeError("the dump has no allocation " + Twine(*Number) +
                           ", only the arenas " + listArenas(Arenas));
    if (!isTempArena(*Named))
      return Run.makeError(
          "allocation " + Twine(*Number) + " (" + describeKind(*Named) +
          ") is no temporary allocation that holds more than one "
          "value; the dump has " +
          listArenas(Arenas));
    Wanted = Named;
  }
  const auto &Live = Run.AM.getResult<LivenessAnalysis>();
  if (!Live.isKnown())
    return Run.makeError(
        "when values are live is unknown, since the dump has no live "
        "ranges" +
        Live.whyUnknown());
  Expected<TempArena> Arena = readTempArena(Run, *Wanted, Rules);
  if (!Arena)
    return Run.makeError("allocation " + Twine(Wanted->getIndex()) + ": " +
                         toString(Arena.takeError()));
  if (Arena->Content.hasTies())
    if (Error E = tieByLoops(Run, *Arena, Rules))
      return Run.makeError("allocation " + Twine(Wanted->getIndex()) + ": " +
                           toString(std::move(E)));
  return Arena;
}

ArenaMove moveBuffers(Module &M, const TempArena &Arena,
                      ArrayRef<uint64_t> Offsets) {
  const Allocation &A = *Arena.Home;
  ArenaMove Move;
  Move.Before = A.getSize();
  Move.After = Bytes(packing::getSize(Arena.Problem, Offsets));
  AssignmentEdit Edit(M);
  const size_t Home = &A - M.allocations().data();
  DenseSet<const Value *> InBuffers;
  for (auto [B, Offset] : zip_equal(Arena.Content.Buffers, Offsets)) {
    for (const Value &V : Arena.Content.values(B))
      InBuffers.insert(&V);
    if (B.Offset.count() == Offset)
      continue;
    ++Move.BufferCount;
    Move.ValueCount += B.ValueCount;
    for (const Value &V : Arena.Content.values(B))
      Edit.place(V, {Home, Bytes(Offset) + (V.getOffset() - B.Offset)});
  }
  // Values without bytes may lie anywhere, but not behind the end.
  for (const Value &V : A.values())
    if (!InBuffers.contains(&V) && V.getOffset() > Move.After) {
      ++Move.ValueCount;
      Edit.place(V, {Home, Bytes()});
    }
  Edit.resize(A, Move.After);
  M.apply(Edit);
  return Move;
}

PreservedAnalyses getPreservedByMoves(const PassRun &Run) {
  auto Preserved = PreservedAnalyses::none();
  Preserved.preserve<BackendAnalysis>()
      .preserve<ProgramAnalysis>()
      .preserve<UserSourceAnalysis>();
  // Ranges are derived from who shares a slice with whom.
  if (!Run.AM.getResult<LivenessAnalysis>().isDerived())
    Preserved.preserve<LivenessAnalysis>();
  return Preserved;
}

} // namespace hlomem
