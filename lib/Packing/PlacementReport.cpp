//===- PlacementReport.cpp - What is wrong with the offsets of a file -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/ProblemCsv.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/SourceTexts.h"

using namespace llvm;

namespace hlomem::packing {

void reportFault(const ProblemFile &File, const Problem &P,
                 const PlacementFault &Fault, const SourceTexts &Sources,
                 DiagnosticEngine &Diagnostics) {
  const Buffer &B = P.Buffers[Fault.Buffer];
  uint64_t Offset = File.Offsets[Fault.Buffer];
  auto Report = [&](const Twine &Message) {
    Diagnostics.error(Sources, File.OffsetLocs[Fault.Buffer],
                      "buffer " + quoteForMessage(File.Ids[Fault.Buffer]) +
                          " " + Message);
  };
  std::string Other =
      quoteForMessage(File.Ids[Fault.Other]) + " of line " +
      std::to_string(Sources.find(File.Locs[Fault.Other])->Line);
  switch (Fault.What) {
  case PlacementFault::Kind::Overlap:
    Report("at " + Twine(Offset) + " overlaps buffer " + Other + " at " +
           Twine(File.Offsets[Fault.Other]) + ", and both are live at time " +
           Twine(Fault.At));
    break;
  case PlacementFault::Kind::Misaligned:
    Report("at " + Twine(Offset) +
           ", which is not a multiple of its alignment " + Twine(B.Alignment));
    break;
  case PlacementFault::Kind::Moved:
    Report("at " + Twine(Offset) + ", but it is fixed at " +
           Twine(*B.FixedOffset));
    break;
  case PlacementFault::Kind::OverCapacity:
    Report("of " + countText(B.Size, "byte") + " at " + Twine(Offset) +
           " ends above the capacity of " +
           countText(P.Capacity.value_or(UINT64_MAX), "byte"));
    break;
  case PlacementFault::Kind::Untied:
    Report("at " + Twine(Offset) + " is tied to buffer " + Other +
           ", which lies at " + Twine(File.Offsets[Fault.Other]));
    break;
  }
}

} // namespace hlomem::packing
