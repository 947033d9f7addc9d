//===- ProblemProperties.cpp - What packing problems keep -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverRun.h"
#include "Properties.h"
#include "hlomem/Packing/PlacementCheck.h"
#include "hlomem/Packing/ProblemCsv.h"
#include "hlomem/Packing/Solver.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace hlomem::packing;

namespace hlomem {

static std::string write(const ProblemFile &File, ArrayRef<uint64_t> Offsets) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Offsets.empty())
    writeProblem(OS, File.Content, File.Ids, std::nullopt);
  else
    writeProblem(OS, File.Content, File.Ids, Offsets);
  return Text;
}

/// Calls \p Use with what is read of \p Text, if it can be.
static bool read(StringRef Text, OffsetColumn Offsets,
                 function_ref<void(const ProblemFile &)> Use) {
  SourceTexts Sources;
  Sources.add(SourceText::whole(MemoryBuffer::getMemBufferCopy(Text, "p.csv")));
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diagnostics(OS, /*Color=*/false);
  std::optional<ProblemFile> File =
      readProblem(Sources.texts()[0].Text, Sources, Diagnostics, Offsets);
  require(File.has_value() == (Diagnostics.getErrorCount() == 0),
          "refused without an error, or read with one");
  if (!File)
    return false;
  const Problem &P = File->Content;
  require(!findFault(P), "read a problem with a fault");
  require(File->Offsets.size() == File->OffsetLocs.size(), "lost a place");
  if (!File->Offsets.empty())
    if (std::optional<PlacementFault> Fault = findFault(P, File->Offsets))
      reportFault(*File, P, *Fault, Sources, Diagnostics);
  Use(*File);
  return true;
}

static void checkSolution(const ProblemFile &File) {
  const Problem &P = File.Content;
  // The steps say nothing of what comes before the search.
  static constexpr size_t MaxBuffers = 200;
  if (P.Buffers.size() > MaxBuffers)
    return;
  SolverOptions Options;
  Options.MaxSteps = 20000;
  if (!File.Offsets.empty() && !findFault(P, File.Offsets))
    Options.Start = File.Offsets;
  Solution S = solve(P, Options);
  require(S.Offsets.size() == P.Buffers.size(), "placed others");
  require(!findFault(P, S.Offsets), "placed wrongly");
  require(S.Size == getSize(P, S.Offsets), "miscounted the size");
  require(getLoadBound(P).Size <= getAlignmentBound(P).Size &&
              getAlignmentBound(P).Size <= S.Bound && S.Bound <= S.Size,
          "bounds that contradict the placement");
}

bool checkProblemProperties(StringRef Text) {
  // The text itself says how it is read, so that inputs are plain problems.
  auto Offsets = OffsetColumn(xxh3_64bits(Text) % 3);
  return read(Text, Offsets, [](const ProblemFile &File) {
    checkSolution(File);
    std::string Written = write(File, File.Offsets);
    bool IsRead =
        read(Written, OffsetColumn::Optional, [&](const ProblemFile &Again) {
          require(write(Again, Again.Offsets) == Written, "read otherwise");
          require(Again.Ids == File.Ids, "other ids");
        });
    require(IsRead, "what was written is refused");
  });
}

} // namespace hlomem
