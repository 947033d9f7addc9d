//===- ExportPackingPass.cpp - An arena as a problem ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportPacking/ExportPacking.inc"
#include "hlomem/Packing/ProblemCsv.h"
#include "hlomem/Passes/Packing/ArenaCsv.h"
#include "hlomem/Passes/Packing/TempArenas.h"

using namespace llvm;

namespace hlomem {

void ExportPackingPass::run() {
  if (C.isOneOfSeveral() && !C.separatesDocuments())
    return C.fail(createStringError("pass '" + name() +
                                    "' writes one problem, and there are "
                                    "several dumps; -emit=" +
                                    name() +
                                    " with -o FOLDER writes a file for each"));
  Expected<TempArena> Arena = selectTempArena(
      *this, Options.Number, {Options.Profile, Options.Alignment});
  if (!Arena)
    return C.fail(Arena.takeError());
  std::vector<std::string> Ids;
  for (const ArenaBuffer &B : Arena->Content.Buffers)
    Ids.push_back(getCsvId(Arena->Content.getFirstValue(B)));
  packing::writeProblem(C.document(), Arena->Problem,
                        std::vector<StringRef>(Ids.begin(), Ids.end()),
                        getPresentPlacement(Arena->Content));
}

HLOMEM_PASS(ExportPacking, ExportPackingPass)

} // namespace hlomem
