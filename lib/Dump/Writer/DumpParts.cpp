//===- DumpParts.cpp - How the sections of a dump make up a text ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpParts.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

bool isInPart(DumpSection Section, DumpPart Part) {
  switch (Section) {
  case DumpSection::Allocations:
    return Part == DumpPart::All || Part == DumpPart::Allocations;
  case DumpSection::Total:
  case DumpSection::UsedValues:
    return Part == DumpPart::All || Part == DumpPart::Values;
  case DumpSection::LiveRanges:
  case DumpSection::LiveRangesNote:
    return Part == DumpPart::All || Part == DumpPart::LiveRange;
  case DumpSection::Unknown:
    return Part == DumpPart::All;
  }
  llvm_unreachable("a section of no kind");
}

static unsigned countEmptyLinesBefore(DumpSection Section, bool IsGlued) {
  switch (Section) {
  case DumpSection::Allocations:
    return 0;
  case DumpSection::Total:
  case DumpSection::UsedValues:
    return 1;
  case DumpSection::LiveRanges:
  case DumpSection::LiveRangesNote:
    return IsGlued ? 1 : 2;
  case DumpSection::Unknown:
    break;
  }
  llvm_unreachable("a section of no kind");
}

TextLayout arrangeParts(const Module &M, ArrayRef<TextLayout::Part> Sections,
                        DumpPart Part, bool IsGlued) {
  TextLayout Text;
  bool IsWanted = false;
  for (const TextLayout::Part &P : Sections) {
    DumpSection S = P.Section;
    if (S != DumpSection::Unknown)
      IsWanted = isInPart(S, Part);
    if (!IsWanted)
      continue;
    if (S == DumpSection::Unknown) {
      Text.Parts.push_back(P);
      continue;
    }
    // The file of the values begins with an empty line, that of the live ranges
    // does not.
    bool IsFirstOfFile =
        Text.Parts.empty() &&
        (S == DumpSection::LiveRanges || S == DumpSection::LiveRangesNote);
    Text.Parts.push_back(
        {S, IsFirstOfFile ? 0 : countEmptyLinesBefore(S, IsGlued)});
  }
  ArrayRef<TextLayout> Read = getTexts(M);
  if (Read.empty())
    return Text;
  Text.HasByteOrderMark = Read.front().HasByteOrderMark;
  Text.HasCarriageReturns = Read.front().HasCarriageReturns;
  const TextLayout &Last = Read.back();
  bool HasSameEnd = !Text.Parts.empty() && !Last.Parts.empty() &&
                    Text.Parts.back().Section == Last.Parts.back().Section;
  if (HasSameEnd) {
    Text.EndsWithLineFeed = Last.EndsWithLineFeed;
    Text.EmptyLinesAtEnd = Last.EmptyLinesAtEnd;
  }
  return Text;
}

} // namespace hlomem
