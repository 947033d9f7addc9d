//===- LiveRangeWriter.cpp - The live ranges and XLA's own peak -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is in docs/DumpFormat.md.
//
//===----------------------------------------------------------------------===//

#include "DumpWriterImpl.h"
#include "hlomem/Dump/StackTracePrefix.h"
#include "llvm/Support/Allocator.h"

using namespace llvm;

namespace hlomem {

void DumpWriter::writeLiveRanges() {
  OS << "HloLiveRange (max "
     << Claims.EndOfProgram.value_or(M.getEndOfProgram()) << "):";
  endLine(UnknownAfter::LiveRangeSectionHead);
  OS << "  InstructionSequence:";
  endLine(UnknownAfter::ScheduleHead);
  for (auto [T, Name] : enumerate(M.schedule())) {
    OS << "    " << T << ':' << Name;
    endLine({UnknownAfter::ScheduleLine, Name.data()});
  }
  OS << "  BufferLiveRange:";
  endLine(UnknownAfter::LiveRangesHead);
  const UnlistedLiveRange *Unlisted = unlistedLiveRanges(M).begin();
  for (const Value *V : liveRangeOrder(M)) {
    const HloPosition &N = V ? V->getDefinition() : Unlisted->Definition;
    LiveRange R = V ? *V->getLiveRange() : Unlisted++->Range;
    OS << "    " << N.getName() << N.getIndex() << ':' << R.Begin << '-'
       << R.End;
    endLine({UnknownAfter::LiveRangeLine, N.getLoc()});
  }
  if (Claims.Moments)
    writeMoments(*Claims.Moments);
  if (Claims.Peak)
    writePeak(*Claims.Peak);
  if (Claims.StackTrace)
    return writeStackTrace(*Claims.StackTrace);
  const auto *Source =
      dyn_cast_if_present<PrintableProvenance>(M.getProvenance());
  if (!Source || !Claims.Peak || !Form->StackTrace)
    return;
  BumpPtrAllocator Arena;
  if (std::optional<StackTraceTree> Tree =
          Source->computeStackTrace(M, *Claims.Peak, Arena))
    writeStackTrace(*Tree);
}

void DumpWriter::writeMoments(ArrayRef<PrintedMoment> Moments) {
  OS << "  Live ranges at every moment:";
  endLine(UnknownAfter::MomentsHead);
  for (const PrintedMoment &P : Moments) {
    OS << "    " << P.At << ", " << P.Size.count() << " bytes: " << P.Names;
    endLine({UnknownAfter::MomentLine, P.Names.data()});
  }
}

void DumpWriter::writePeak(const PrintedPeak &Peak) {
  OS << "  Live ranges at " << Peak.At << " (peak):";
  endLine(UnknownAfter::PeakHead);
  for (const PeakListEntry &E : Peak.Entries) {
    OS << "    " << E.Definition.getName();
    if (Peak.Form.HasIndices)
      OS << E.Definition.getIndex();
    OS << ": " << E.Size.count() << " bytes";
    if (E.Cumulative)
      OS << " (cumulative: " << E.Cumulative->count() << " bytes)";
    endLine({UnknownAfter::PeakLine, E.Definition.getLoc()});
  }
}

// "26 214 400": a blank before every group of three digits.
static std::string toGroupedString(Bytes B) {
  std::string Digits = utostr(B.count());
  for (size_t I = Digits.size(); I > 3; I -= 3)
    Digits.insert(I - 3, 1, ' ');
  return Digits;
}

void DumpWriter::writeStackTrace(const StackTraceTree &Tree) {
  OS << "  Stack trace breakdown for peak usage: "
     << toGroupedString(Tree.Total) << " bytes";
  endLine(UnknownAfter::StackTraceHead);
  for (auto [Node, Prefix] :
       zip_equal(Tree.Nodes, makeStackTracePrefixes(Tree.Nodes))) {
    OS << Prefix << Node.Label << " (" << Node.ShareInTenths / 10 << '.'
       << Node.ShareInTenths % 10 << "%, total: " << toGroupedString(Node.Total)
       << " bytes, current: " << toGroupedString(Node.Current)
       << " bytes, remaining: " << toGroupedString(Node.Remaining) << " bytes)";
    endLine({UnknownAfter::StackTraceLine, Node.Label.data()});
  }
}

} // namespace hlomem
