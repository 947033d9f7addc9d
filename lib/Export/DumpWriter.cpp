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

#include "hlomem/Export/DumpWriter.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/StackTracePrefix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

namespace {

class DumpWriter {
public:
  DumpWriter(const Module &M, raw_ostream &OS)
      : M(M), Dialect(M.getDialect()), OS(OS) {}

  void write(const DumpTextForm &Text);

private:
  void write(DumpSection S);
  void writeAllocations();
  void writeAllocation(const Allocation &A);
  void writeParameter(const ParameterOrigin &P);
  void writeValueLines(const Value &V);
  void writeTotal();
  void writeUsedValues();
  void writeUsedValue(const Value &V);
  void writePositionsAndUses(const Value &V);
  void writePlace(const NamedIndex &N);
  void writeLiveRanges();
  void writeMoments(ArrayRef<PrintedMoment> Moments);
  void writePeak(const PrintedPeak &Peak);
  void writeStackTrace(const StackTraceTree &Tree);

  const Module &M;
  const DumpDialect &Dialect;
  raw_ostream &OS;
};

// "26 214 400": a blank before every group of three digits.
std::string toGroupedString(Bytes B) {
  std::string Digits = utostr(B.count());
  for (size_t I = Digits.size(); I > 3; I -= 3)
    Digits.insert(I - 3, 1, ' ');
  return Digits;
}

} // namespace

void DumpWriter::write(const DumpTextForm &Text) {
  for (DumpTextForm::Part P : Text.Parts) {
    for (unsigned I = 0; I != P.EmptyLinesBefore; ++I)
      OS << '\n';
    write(P.Section);
  }
  for (unsigned I = 0; I != Text.EmptyLinesAtEnd; ++I)
    OS << '\n';
}

void DumpWriter::write(DumpSection S) {
  switch (S) {
  case DumpSection::Allocations:
    return writeAllocations();
  case DumpSection::Total:
    return writeTotal();
  case DumpSection::UsedValues:
    return writeUsedValues();
  case DumpSection::LiveRanges:
    return writeLiveRanges();
  case DumpSection::LiveRangesNote:
    OS << "HloLiveRange not available (finalized or constructed from proto)\n";
    return;
  }
  llvm_unreachable("a section of no kind");
}

void DumpWriter::writeAllocations() {
  OS << "BufferAssignment:\n";
  for (const Allocation &A : M.allocations())
    writeAllocation(A);
}

void DumpWriter::writeAllocation(const Allocation &A) {
  OS << "allocation " << A.getIndex() << ": ";
  if (std::optional<uint64_t> Pointer = A.getPointer())
    OS << format_hex(*Pointer, 0) << ", ";
  OS << "size " << A.getSize().count();
  if (A.getMemorySpace() != 0)
    OS << ", color " << A.getMemorySpace();
  if (A.getParameter())
    writeParameter(*A.getParameter());
  if (const Shape *Output = A.getOutputShape())
    OS << ", output shape is |" << *Output << '|';
  for (AllocationFlags F : AllAllocationFlags)
    if (A.has(F) && !allocationFlagHasPayload(F))
      OS << ", " << allocationFlagName(F);
  OS << ":\n";
  for (const Value &V : A.values())
    writeValueLines(V);
  if (A.reusingValues().empty())
    return;
  OS << " reused by buffers of a different color:\n";
  for (const ReusingValue &V : A.reusingValues())
    OS << "  value: " << V.Header << " (color=" << V.Color << ")\n";
}

void DumpWriter::writeValueLines(const Value &V) {
  const NamedIndex &Definition = V.getDefinition();
  uint64_t Size = V.getSize().count(), Offset = V.getOffset().count();
  switch (Dialect.ValueLines) {
  case ValueLineForm::SizeFirst:
    OS << " value: " << V.getHeader() << " (size=" << Size
       << ",offset=" << Offset << "): " << V.getShape() << '\n';
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
    OS << ", positions:\n";
    writePositionsAndUses(V);
    OS << ' ';
    break;
  }
  OS << '[' << Offset << ',' << Size << "]: " << V.getShape() << '\n';
}

void DumpWriter::writeParameter(const ParameterOrigin &P) {
  OS << ", parameter " << P.Number;
  if (P.HasShape) {
    OS << ", shape |";
    if (P.Type)
      OS << *P.Type;
    else
      OS << "<unknown shape>";
    OS << '|';
  }
  OS << " at ShapeIndex " << P.Index;
}

void DumpWriter::writeTotal() {
  const DumpClaims &Claims = M.getClaims();
  if (!Claims.Total)
    return;
  OS << "Total bytes used: " << Claims.Total->count();
  if (!Claims.HumanTotal.empty())
    OS << " (" << Claims.HumanTotal << ')';
  OS << '\n';
}

void DumpWriter::writeUsedValues() {
  OS << "Used values:\n";
  for (const Value *V : M.usedValues())
    writeUsedValue(*V);
  if (!Dialect.LineFeedAfterInstruction)
    OS << '\n';
}

void DumpWriter::writeUsedValue(const Value &V) {
  OS << M.getUsedHeader(V) << "\n positions:\n";
  writePositionsAndUses(V);
  if (!V.hasInstructionText())
    return;
  OS << " from instruction:" << (Dialect.BlankAfterInstruction ? " " : "")
     << V.getInstructionText();
  if (Dialect.LineFeedAfterInstruction)
    OS << '\n';
}

void DumpWriter::writePositionsAndUses(const Value &V) {
  for (const Position &P : V.getPositions()) {
    OS << "  " << P.getName();
    writePlace(P);
  }
  if (!V.hasUses()) {
    OS << " uses are not initialized yet.\n";
    return;
  }
  OS << " uses:\n";
  for (const Use &U : V.getUses()) {
    OS << "  " << U.User.getName() << ", operand " << U.OperandNumber;
    writePlace(U.User);
  }
  if (V.getUses().empty() && Dialect.PrintsNoUses)
    OS << "  (none)\n";
}

void DumpWriter::writePlace(const NamedIndex &N) {
  if (N.hasIndex())
    OS << ' ' << N.getIndex();
  OS << '\n';
}

void DumpWriter::writeLiveRanges() {
  const DumpClaims &Claims = M.getClaims();
  OS << "HloLiveRange (max "
     << Claims.EndOfProgram.value_or(M.getEndOfProgram())
     << "):\n  InstructionSequence:\n";
  for (auto [T, Name] : enumerate(M.schedule()))
    OS << "    " << T << ':' << Name << '\n';
  OS << "  BufferLiveRange:\n";
  const Module::UnlistedLiveRange *Unlisted = M.unlistedLiveRanges().begin();
  for (const Value *V : M.liveRangeOrder()) {
    const NamedIndex &N = V ? V->getDefinition() : Unlisted->Definition;
    LiveRange R = V ? *V->getLiveRange() : Unlisted++->Range;
    OS << "    " << N.getName() << N.getIndex() << ':' << R.Begin << '-'
       << R.End << '\n';
  }
  if (Claims.Moments)
    writeMoments(*Claims.Moments);
  if (Claims.Peak)
    writePeak(*Claims.Peak);
  if (Claims.StackTrace)
    writeStackTrace(*Claims.StackTrace);
}

void DumpWriter::writeMoments(ArrayRef<PrintedMoment> Moments) {
  OS << "  Live ranges at every moment:\n";
  for (const PrintedMoment &P : Moments)
    OS << "    " << P.At << ", " << P.Size.count() << " bytes: " << P.Names
       << '\n';
}

void DumpWriter::writePeak(const PrintedPeak &Peak) {
  OS << "  Live ranges at " << Peak.At << " (peak):\n";
  for (const PeakListEntry &E : Peak.Entries) {
    OS << "    " << E.Definition << ": " << E.Size.count() << " bytes";
    if (E.Cumulative)
      OS << " (cumulative: " << E.Cumulative->count() << " bytes)";
    OS << '\n';
  }
}

void DumpWriter::writeStackTrace(const StackTraceTree &Tree) {
  OS << "  Stack trace breakdown for peak usage: "
     << toGroupedString(Tree.Total) << " bytes\n";
  for (auto [Node, Prefix] :
       zip_equal(Tree.Nodes, makeStackTracePrefixes(Tree.Nodes)))
    OS << Prefix << Node.Label << " (" << Node.ShareInTenths / 10 << '.'
       << Node.ShareInTenths % 10 << "%, total: " << toGroupedString(Node.Total)
       << " bytes, current: " << toGroupedString(Node.Current)
       << " bytes, remaining: " << toGroupedString(Node.Remaining)
       << " bytes)\n";
}

// What wraps the lines of a text comes last.
static void writeWrapped(const DumpTextForm &Form, StringRef Text,
                         raw_ostream &OS) {
  if (Form.HasByteOrderMark)
    OS << "\xEF\xBB\xBF";
  if (!Form.EndsWithLineFeed)
    Text.consume_back("\n");
  if (!Form.HasCarriageReturns) {
    OS << Text;
    return;
  }
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    bool HasLineFeed = Line.size() != Text.size();
    OS << Line;
    // The text of an instruction that has line feeds keeps its own.
    if (HasLineFeed)
      OS << (Line.ends_with("\r") ? "\n" : "\r\n");
    Text = Rest;
  }
}

void writeDump(const Module &M, raw_ostream &OS) {
  for (const DumpTextForm &Form : M.texts()) {
    if (Form.EndsWithLineFeed && !Form.HasByteOrderMark &&
        !Form.HasCarriageReturns) {
      DumpWriter(M, OS).write(Form);
      continue;
    }
    std::string Text;
    raw_string_ostream TextOS(Text);
    DumpWriter(M, TextOS).write(Form);
    writeWrapped(Form, Text, OS);
  }
}

} // namespace hlomem
