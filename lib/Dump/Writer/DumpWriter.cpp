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
#include "DumpParts.h"
#include "DumpWriterImpl.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/HloText/InstructionParser.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

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
  if (Pointer && prints(DumpFeature::Pointers))
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
  if (A.reusingValues().empty() || !prints(DumpFeature::ReusingValues))
    return;
  OS << " reused by buffers of a different color:";
  endLine({UnknownAfter::ReuseHead, A.getLoc()});
  for (const ReusingValue &V : A.reusingValues()) {
    OS << "  value: " << V.Header << " (color=" << V.Color << ')';
    endLine({UnknownAfter::ReuseLine, V.Header.Definition.getLoc()});
  }
}

void DumpWriter::writeShape(const Shape &S, bool WithLayout) {
  S.print(OS, WithLayout,
          Form ? std::optional(Form->has(DumpFeature::IndexComments))
               : std::nullopt);
}

// The oldest form prints an index everywhere, those of today only for tuples.
static ValueHeader makeHeader(const Value &V, ValueLineForm Read) {
  ValueHeader Header = V.getHeader();
  if (Read == ValueLineForm::OffsetFirst &&
      Header.Definition.getIndex().empty() && !V.getShape().isTuple())
    Header.Definition = HloPosition(V.getInstructionName(), StringRef());
  return Header;
}

void DumpWriter::writeValueLines(const Value &V) {
  const HloPosition &Definition = V.getDefinition();
  uint64_t Size = V.getSize().count(), Offset = V.getOffset().count();
  switch (Dialect.ValueLines) {
  case ValueLineForm::SizeFirst:
    OS << " value: " << makeHeader(V, getDialect(M).ValueLines)
       << " (size=" << Size;
    writeUnknown({UnknownAfter::ValueSize, V.getLoc()});
    OS << ",offset=" << Offset;
    writeUnknown({UnknownAfter::ValueOffset, V.getLoc()});
    OS << "): ";
    writeShape(V.getShape());
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
  writeShape(V.getShape());
  endLine({UnknownAfter::ValueLine, V.getLoc()});
}

void DumpWriter::writeParameter(const Allocation &A) {
  const ParameterOrigin &P = *A.getParameter();
  OS << ", parameter " << P.Number;
  writeUnknown({UnknownAfter::ParameterNumber, A.getLoc()});
  if (P.HasShape && prints(DumpFeature::AllocationShapes))
    writeParameterShape(A);
  OS << " at ShapeIndex " << P.Index;
}

void DumpWriter::writeParameterShape(const Allocation &A) {
  DumpConversion::ParameterShape S{A.getParameter()->Type};
  if (Conversion)
    S = Conversion->getParameterShape(A);
  if (!S.Type && !prints(DumpFeature::UnknownShapes))
    return;
  OS << ", shape |";
  if (S.Type)
    writeShape(*S.Type, S.WithLayout);
  else
    OS << "<unknown shape>";
  OS << '|';
}

void DumpWriter::writeTotal() {
  const DumpClaims &Claims = getClaims(M);
  std::optional<Bytes> Total =
      Conversion ? std::optional(Conversion->getTotal()) : Claims.Total;
  if (!Total)
    return;
  OS << "Total bytes used: " << Total->count();
  if (!Claims.HumanTotal.empty() && prints(DumpFeature::HumanTotal))
    OS << " (" << Claims.HumanTotal << ')';
  else if (Form && Form->has(DumpFeature::HumanTotal))
    OS << " (" << toHumanString(*Total) << ')';
  endLine(UnknownAfter::TotalLine);
}

void DumpWriter::writeUsedValues() {
  OS << "Used values:";
  endLine(UnknownAfter::UsedValuesHead);
  auto WriteAll = [this](const auto &Values) {
    for (const Value *V : Values)
      writeUsedValue(*V);
    if (!Dialect.LineFeedAfterInstruction && endsWithInstruction(Values))
      endLine({UnknownAfter::InstructionLine, Values.back()->getLoc()});
  };
  if (Conversion)
    WriteAll(Conversion->usedValues());
  else
    WriteAll(usedValues(M));
}

void DumpWriter::writeUsedValue(const Value &V) {
  OS << (Read && !Read->UsedHeaders.empty() ? getUsedHeader(M, V)
                                            : V.getHeader());
  endLine({UnknownAfter::UsedValueLine, V.getLoc()});
  OS << " positions:";
  endLine({UnknownAfter::PositionsHead, V.getLoc()});
  // What nobody has taken apart is written as it stands, up to its end: a
  // module that is written is often not read for anything else.
  if (const char *Lists = V.getUnreadLists(); Lists && !Conversion) {
    OS << StringRef(Lists, V.getInstructionText().end() - Lists) << '\n';
    return;
  }
  writePositionsAndUses(V, /*IsPlaced=*/false);
  if (V.hasInstructionText() && prints(DumpFeature::Instructions))
    writeInstruction(V);
}

void DumpWriter::writeInstruction(const Value &V) {
  OS << " from instruction:" << (Dialect.BlankAfterInstruction ? " " : "");
  if (prints(DumpFeature::OperandTypes))
    OS << M.printInstruction(V);
  else
    printWithoutOperandTypes(M.printInstruction(V), OS);
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

static void writeText(const Module &M, const TextLayout &Form,
                      const DumpConversion *Conversion, raw_ostream &OS) {
  if (Form.EndsWithLineFeed && !Form.HasByteOrderMark &&
      !Form.HasCarriageReturns) {
    DumpWriter(M, Conversion, OS).write(Form);
    return;
  }
  std::string Text;
  raw_string_ostream TextOS(Text);
  DumpWriter(M, Conversion, TextOS).write(Form);
  writeWrapped(Form, Text, OS);
}

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

Error writeDump(const Module &M, raw_ostream &OS,
                const DumpWriterOptions &Options) {
  DumpPart Part = Options.Part;
  const DumpDialect *Form = Options.Form;
  if (!Form && !getDumpProvenance(M))
    Form = &getDialectOf(M);
  if (Form) {
    Expected<DumpConversion> Conversion = DumpConversion::create(
        M, *Form, Part == DumpPart::Named ? DumpPart::All : Part);
    if (!Conversion)
      return Conversion.takeError();
    writeText(M, Conversion->text(), &*Conversion, OS);
    return Error::success();
  }
  ArrayRef<TextLayout> Texts = getTexts(M);
  if (Part == DumpPart::Named || (Part == DumpPart::All && Texts.size() == 1)) {
    for (const TextLayout &Text : Texts)
      if (Text.IsNamed || Part == DumpPart::All)
        writeText(M, Text, nullptr, OS);
    return Error::success();
  }
  SmallVector<TextLayout::Part> Sections;
  for (const TextLayout &Text : Texts)
    append_range(Sections, Text.Parts);
  bool IsGlued = !getDialect(M).LineFeedAfterInstruction &&
                 endsWithInstruction(usedValues(M));
  TextLayout Text = arrangeParts(M, Sections, Part, IsGlued);
  if (Text.Parts.empty())
    return createStringError("the dump has no " + describe(Part));
  writeText(M, Text, nullptr, OS);
  return Error::success();
}

void writeAllTexts(const Module &M, raw_ostream &OS) {
  for (const TextLayout &Form : getTexts(M))
    writeText(M, Form, nullptr, OS);
}

} // namespace hlomem
