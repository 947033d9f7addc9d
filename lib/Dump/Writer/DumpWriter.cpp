//===- DumpWriter.cpp - A module to the text of a dump --------------------===//
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

#include "hlomem/Dump/Writer/DumpWriter.h"
#include "AllocationAttributes.h"
#include "DumpWriterImpl.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace hlomem {

void DumpWriter::write(const TextLayout &Text) {
  for (TextLayout::Part P : Text.Parts) {
    for (unsigned I = 0; I != P.EmptyLinesBefore; ++I)
      OS << '\n';
    write(P);
  }
  for (unsigned I = 0; I != Text.EmptyLinesAtEnd; ++I)
    OS << '\n';
}

void DumpWriter::writePieces(UnknownAnchor At) {
  for (UnknownText::Piece P : Read->Unknown.find(At))
    OS << (P.IsLine ? "\n" : "") << P.Text;
}

void DumpWriter::write(TextLayout::Part P) {
  switch (P.Section) {
  case DumpSection::Allocations:
    return writeAllocations();
  case DumpSection::Total:
    return writeTotal();
  case DumpSection::UsedValues:
    return writeUsedValues();
  case DumpSection::LiveRanges:
    return writeLiveRanges();
  case DumpSection::LiveRangesNote:
    OS << "HloLiveRange not available (finalized or constructed from proto)";
    endLine(UnknownAfter::LiveRangesNote);
    return;
  case DumpSection::Unknown:
    endLine({UnknownAfter::UnknownSection, P.Begin});
    return;
  }
  llvm_unreachable("a section of no kind");
}

void DumpWriter::writeAllocations() {
  OS << "BufferAssignment:";
  endLine(UnknownAfter::AllocationsHead);
  for (const Allocation &A : M.allocations())
    writeAllocation(A);
}

std::optional<uint64_t> DumpWriter::getPointer(const Allocation &A) const {
  size_t I = &A - M.allocations().data();
  return Read && I < Read->Pointers.size() ? Read->Pointers[I] : std::nullopt;
}

void DumpWriter::writeAllocation(const Allocation &A) {
  OS << "allocation " << A.getIndex() << ": ";
  std::optional<uint64_t> Pointer = getPointer(A);
  if (Pointer)
    OS << format_hex(*Pointer, 0) << ", ";
  writeUnknown({UnknownAfter::AllocationNumber, A.getLoc()});
  OS << "size " << A.getSize().count();
  writeUnknown(UnknownAnchor::afterAttributes(0, A.getLoc()));
  for (auto [I, Attribute] : enumerate(allocationAttributes())) {
    Attribute.write(*this, A);
    writeUnknown(UnknownAnchor::afterAttributes(I + 1, A.getLoc()));
  }
  OS << ':';
  endLine({UnknownAfter::AllocationLine, A.getLoc()});
  for (const Value &V : A.values())
    writeValueLines(V);
  if (A.reusingValues().empty())
    return;
  OS << " reused by buffers of a different color:";
  endLine({UnknownAfter::ReuseHead, A.getLoc()});
  for (const ReusingValue &V : A.reusingValues()) {
    OS << "  value: " << V.Header << " (color=" << V.Color << ')';
    endLine({UnknownAfter::ReuseLine, V.Header.Definition.getLoc()});
  }
}

void DumpWriter::writeValueLines(const Value &V) {
  const HloPosition &Definition = V.getDefinition();
  uint64_t Size = V.getSize().count(), Offset = V.getOffset().count();
  switch (Dialect.ValueLines) {
  case ValueLineForm::SizeFirst:
    OS << " value: " << V.getHeader() << " (size=" << Size;
    writeUnknown({UnknownAfter::ValueSize, V.getLoc()});
    OS << ",offset=" << Offset;
    writeUnknown({UnknownAfter::ValueOffset, V.getLoc()});
    OS << "): ";
    V.getShape().print(OS);
    endLine({UnknownAfter::ValueLine, V.getLoc()});
    return;
  case ValueLineForm::OffsetFirst:
    OS << "  " << Definition.getName() << '[' << Definition.getIndex().getText()
       << "](#" << V.getId();
    if (std::optional<MemorySpace> Color = V.getColor())
      OS << " @" << *Color;
    OS << ") ";
    break;
  case ValueLineForm::OffsetFirstWithUses:
    OS << "  " << V.getId() << (V.isPhi() ? " PHI " : " ") << Definition;
    if (std::optional<MemorySpace> Color = V.getColor())
      OS << " @" << *Color;
    OS << ", positions:";
    endLine({UnknownAfter::ValueHeadLine, V.getLoc()});
    writePositionsAndUses(V, /*IsPlaced=*/true);
    OS << ' ';
    break;
  }
  OS << '[' << Offset << ',' << Size << "]: ";
  V.getShape().print(OS);
  endLine({UnknownAfter::ValueLine, V.getLoc()});
}

void DumpWriter::writeParameter(const Allocation &A) {
  const ParameterOrigin &P = *A.getParameter();
  OS << ", parameter " << P.Number;
  writeUnknown({UnknownAfter::ParameterNumber, A.getLoc()});
  if (P.HasShape) {
    OS << ", shape |";
    if (P.Type)
      P.Type->print(OS);
    else
      OS << "<unknown shape>";
    OS << '|';
  }
  OS << " at ShapeIndex " << P.Index;
}

void DumpWriter::writeTotal() {
  if (!Claims.Total)
    return;
  OS << "Total bytes used: " << Claims.Total->count();
  if (!Claims.HumanTotal.empty())
    OS << " (" << Claims.HumanTotal << ')';
  endLine(UnknownAfter::TotalLine);
}

/// True if the line feed of the last used value is missing where those of
/// instructions are.
static bool endsWithoutLineFeed(const Module &M) {
  return !getDialect(M).LineFeedAfterInstruction && !usedValues(M).empty() &&
         usedValues(M).back()->hasInstructionText();
}

void DumpWriter::writeUsedValues() {
  OS << "Used values:";
  endLine(UnknownAfter::UsedValuesHead);
  for (const Value *V : usedValues(M))
    writeUsedValue(*V);
  if (endsWithoutLineFeed(M))
    endLine({UnknownAfter::InstructionLine, usedValues(M).back()->getLoc()});
}

void DumpWriter::writeUsedValue(const Value &V) {
  OS << (Read && !Read->UsedHeaders.empty() ? getUsedHeader(M, V)
                                            : V.getHeader());
  endLine({UnknownAfter::UsedValueLine, V.getLoc()});
  OS << " positions:";
  endLine({UnknownAfter::PositionsHead, V.getLoc()});
  // What nobody has taken apart is written as it stands, up to its end: a
  // module that is written is often not read for anything else.
  if (const char *Lists = V.getUnreadLists(); Lists) {
    OS << StringRef(Lists, V.getInstructionText().end() - Lists) << '\n';
    return;
  }
  writePositionsAndUses(V, /*IsPlaced=*/false);
  if (!V.hasInstructionText())
    return;
  OS << " from instruction:" << (Dialect.BlankAfterInstruction ? " " : "")
     << M.printInstruction(V);
  if (Dialect.LineFeedAfterInstruction)
    endLine({UnknownAfter::InstructionLine, V.getLoc()});
}

void DumpWriter::writePositionsAndUses(const Value &V, bool IsPlaced) {
  for (auto [I, P] : enumerate(V.getPositions())) {
    OS << "  " << P.getName();
    writePlace(P, IsPlaced
                      ? UnknownAnchor::inPlacedList(
                            UnknownAfter::PlacedPositionLine, V.getLoc(), I)
                      : UnknownAnchor(UnknownAfter::PositionLine, P.getLoc()));
  }
  const UnknownAnchor AtUses(IsPlaced ? UnknownAfter::PlacedUsesHead
                                      : UnknownAfter::UsesHead,
                             V.getLoc());
  if (!V.hasUses()) {
    OS << " uses are not initialized yet.";
    endLine(AtUses);
    return;
  }
  OS << " uses:";
  endLine(AtUses);
  for (auto [I, U] : enumerate(V.getUses())) {
    OS << "  " << U.User.getName() << ", operand " << U.OperandNumber;
    writePlace(U.User,
               IsPlaced
                   ? UnknownAnchor::inPlacedList(UnknownAfter::PlacedUseLine,
                                                 V.getLoc(), I)
                   : UnknownAnchor(UnknownAfter::UseLine, U.User.getLoc()));
  }
  if (V.getUses().empty() && Dialect.PrintsNoUses) {
    OS << "  (none)";
    endLine(
        {IsPlaced ? UnknownAfter::PlacedNoUsesLine : UnknownAfter::NoUsesLine,
         V.getLoc()});
  }
}

void DumpWriter::writePlace(const HloPosition &N, UnknownAnchor At) {
  if (N.hasIndex())
    OS << ' ' << N.getIndex();
  endLine(At);
}

// What wraps the lines of a text comes last.
static void writeWrapped(const TextLayout &Form, StringRef Text,
                         raw_ostream &OS) {
  if (Form.HasByteOrderMark)
    OS << ByteOrderMark;
  if (!Form.EndsWithLineFeed)
    Text.consume_back("\n");
  if (!Form.HasCarriageReturns) {
    OS << Text;
    return;
  }
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    OS << Line;
    if (Line.size() != Text.size())
      OS << "\r\n";
    Text = Rest;
  }
}

static void writeText(const Module &M, const DumpClaims &Claims,
                      const TextLayout &Form, raw_ostream &OS) {
  if (Form.EndsWithLineFeed && !Form.HasByteOrderMark &&
      !Form.HasCarriageReturns) {
    DumpWriter(M, Claims, OS).write(Form);
    return;
  }
  std::string Text;
  raw_string_ostream TextOS(Text);
  DumpWriter(M, Claims, TextOS).write(Form);
  writeWrapped(Form, Text, OS);
}

//===----------------------------------------------------------------------===//
// Parts of a dump
//===----------------------------------------------------------------------===//

static StringRef describe(DumpPart Part) {
  switch (Part) {
  case DumpPart::Named:
  case DumpPart::All:
    return "text";
  case DumpPart::Allocations:
    return "allocations";
  case DumpPart::Values:
    return "used values";
  case DumpPart::LiveRange:
    return "live ranges";
  }
  llvm_unreachable("a part of no kind");
}

/// The part that \p Section belongs to.
static DumpPart getPart(DumpSection Section) {
  switch (Section) {
  case DumpSection::Allocations:
    return DumpPart::Allocations;
  case DumpSection::Total:
  case DumpSection::UsedValues:
    return DumpPart::Values;
  case DumpSection::LiveRanges:
  case DumpSection::LiveRangesNote:
    return DumpPart::LiveRange;
  case DumpSection::Unknown:
    break;
  }
  llvm_unreachable("an unknown section is of the part before it");
}

/// True if \p Section belongs to \p Part, which is not Named.
static bool isInPart(DumpSection Section, DumpPart Part) {
  return Part == DumpPart::All || Part == getPart(Section);
}

/// Those of \p Sections that belong to \p Part as one text, as XLA arranges
/// them, wrapped like the texts of \p M. An unknown section is of the same part
/// as the one before it, and has as many empty lines before it as it had.
static TextLayout arrangeParts(const Module &M,
                               ArrayRef<TextLayout::Part> Sections,
                               DumpPart Part) {
  bool IsGlued = endsWithoutLineFeed(M);
  TextLayout Text;
  bool IsWanted = false;
  for (const TextLayout::Part &P : Sections) {
    if (P.Section == DumpSection::Unknown) {
      if (IsWanted)
        Text.Parts.push_back(P);
      continue;
    }
    IsWanted = isInPart(P.Section, Part);
    if (!IsWanted)
      continue;
    // The file of the values begins with an empty line, that of the live ranges
    // does not.
    DumpPart Own = getPart(P.Section);
    unsigned EmptyLines = Own == DumpPart::Values ? 1 : 0;
    if (Own == DumpPart::LiveRange && !Text.Parts.empty())
      EmptyLines = IsGlued ? 1 : 2;
    Text.Parts.push_back({P.Section, EmptyLines});
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

static Error writeSections(const Module &M, const DumpClaims &Claims,
                           ArrayRef<TextLayout::Part> Sections, DumpPart Part,
                           raw_ostream &OS) {
  TextLayout Text = arrangeParts(M, Sections, Part);
  if (Text.Parts.empty())
    return createStringError("the dump has no " + describe(Part));
  writeText(M, Claims, Text, OS);
  return Error::success();
}

/// Writes a module that was not read from a dump, if the parser will not take
/// it for one that was cut.
static Error writeMade(const Module &M, const DumpClaims &Claims, DumpPart Part,
                       raw_ostream &OS) {
  if (Part == DumpPart::Named)
    Part = DumpPart::All;
  bool HasRanges = hasSection(M, DumpSection::LiveRanges);
  if (HasRanges && isInPart(DumpSection::LiveRanges, Part) && !Claims.Peak)
    return createStringError("the list of the peak needs the sizes of all "
                             "values, which are not known");
  auto HasText = [](const Value *V) { return V->hasInstructionText(); };
  if (Part == DumpPart::All && !HasRanges && any_of(usedValues(M), HasText))
    return createStringError("a dump with instructions needs live ranges, "
                             "which are not known");
  SmallVector<TextLayout::Part> Sections;
  for (DumpSection S : {DumpSection::Allocations, DumpSection::Total,
                        DumpSection::UsedValues, DumpSection::LiveRanges})
    if (hasSection(M, S))
      Sections.push_back({S, 0});
  return writeSections(M, Claims, Sections, Part, OS);
}

Error writeDump(const Module &M, raw_ostream &OS, DumpPart Part) {
  if (!M.getProvenance()) {
    BumpPtrAllocator Arena;
    return writeMade(M, computeClaims(M, getDialectOf(M), Arena), Part, OS);
  }
  const DumpClaims &Claims = getClaims(M);
  if (!getDumpProvenance(M))
    return writeMade(M, Claims, Part, OS);
  ArrayRef<TextLayout> Texts = getTexts(M);
  if (Part == DumpPart::Named || (Part == DumpPart::All && Texts.size() == 1)) {
    for (const TextLayout &Text : Texts)
      if (Text.IsNamed || Part == DumpPart::All)
        writeText(M, Claims, Text, OS);
    return Error::success();
  }
  SmallVector<TextLayout::Part> Sections;
  for (const TextLayout &Text : Texts)
    append_range(Sections, Text.Parts);
  return writeSections(M, Claims, Sections, Part, OS);
}

void writeAllTexts(const Module &M, raw_ostream &OS) {
  for (const TextLayout &Form : getTexts(M))
    writeText(M, getClaims(M), Form, OS);
}

} // namespace hlomem
