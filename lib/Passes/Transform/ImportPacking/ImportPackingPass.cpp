//===- ImportPackingPass.cpp - A placement from a file --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportPacking/ImportPacking.inc"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Passes/Packing/ArenaCsv.h"
#include "hlomem/Passes/Packing/TempArenas.h"
#include "hlomem/Support/InputFile.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses ImportPackingPass::run() {
  const PlacementRules Rules = {Options.Profile, Options.Alignment};
  Expected<TempArena> Arena = selectTempArena(*this, Options.Number, Rules);
  if (!Arena)
    return fail(Arena.takeError());
  // A pipe or a device need not end.
  static constexpr uint64_t LongestLine = 1 << 16;
  Expected<std::unique_ptr<MemoryBuffer>> Text = readBounded(
      Options.File, (Arena->Content.Buffers.size() + 1) * LongestLine);
  if (!Text)
    return fail(toString(Text.takeError()));
  SourceTexts Sources;
  Sources.add(SourceText::whole(std::move(*Text)));
  std::optional<packing::Placement> Offsets =
      readOffsets(*this, *Arena, Rules, Sources);
  const Allocation &A = *Arena->Home;
  if (!Offsets)
    return fail("allocation " + Twine(A.getIndex()) + " stays as it is: '" +
                Options.File + "' is not a valid placement of it");
  const NamedMemorySpace Space =
      AM.getResult<BackendAnalysis>().name(A.getMemorySpace());
  const uint64_t Count = Offsets->size();
  std::string RulesText = Rules.describe(Arena->Content);
  if (*Offsets == getPresentPlacement(Arena->Content)) {
    C.emit(A.getLoc(), remark::PlacementUnchanged{.Space = Space,
                                                  .Allocation = A.getIndex(),
                                                  .Size = A.getSize(),
                                                  .Count = Count,
                                                  .File = Options.File,
                                                  .Rules = RulesText});
    return PreservedAnalyses::all();
  }
  ArenaMove Move = moveBuffers(M, *Arena, *Offsets);
  C.count(NumMoved, Move.ValueCount);
  C.emit(A.getLoc(), remark::PlacementImported{.Space = Space,
                                               .Allocation = A.getIndex(),
                                               .After = Move.After,
                                               .File = Options.File,
                                               .Before = Move.Before,
                                               .Moved = Move.BufferCount,
                                               .Count = Count,
                                               .Rules = RulesText});
  return getPreservedByMoves(*this);
}

HLOMEM_PASS(ImportPacking, ImportPackingPass)

} // namespace hlomem
