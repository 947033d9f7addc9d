//===- DumpWriter.cpp - A module to the text of a dump --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is in dump-format.md section 3.
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
  DumpWriter(const Module &M, raw_ostream &OS) : M(M), OS(OS) {}

  void write();

private:
  void writeAllocation(const Allocation &A);
  void writeParameter(const ParameterOrigin &P);
  void writeTotal();
  void writeUsedValue(const Value &V);
  void writeLiveRanges();
  void writePeak(const PrintedPeak &Peak);
  void writeStackTrace(const StackTraceTree &Tree);

  const Module &M;
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

void DumpWriter::write() {
  OS << "BufferAssignment:\n";
  for (const Allocation &A : M.allocations())
    writeAllocation(A);
  OS << '\n';
  writeTotal();
  OS << "\nUsed values:\n";
  for (const Value *V : M.usedValues())
    writeUsedValue(*V);
  OS << "\n\n";
  writeLiveRanges();
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
  for (const Value &V : A.values()) {
    OS << " value: ";
    printValueId(OS, V);
    OS << " (size=" << V.getSize().count()
       << ",offset=" << V.getOffset().count() << "): " << V.getShape() << '\n';
  }
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

void DumpWriter::writeUsedValue(const Value &V) {
  printValueId(OS, V);
  OS << "\n positions:\n";
  auto WritePlace = [this](const NamedIndex &N) {
    if (N.hasIndex())
      OS << ' ' << N.getIndex();
    OS << '\n';
  };
  for (const Position &P : V.getPositions()) {
    OS << "  " << P.getName();
    WritePlace(P);
  }
  OS << " uses:\n";
  for (const Use &U : V.getUses()) {
    OS << "  " << U.User.getName() << ", operand " << U.OperandNumber;
    WritePlace(U.User);
  }
  if (V.getUses().empty() && M.getDialect().PrintsNoUses)
    OS << "  (none)\n";
  OS << " from instruction:"
     << (M.getDialect().BlankAfterInstruction ? " " : "")
     << V.getInstructionText() << '\n';
}

void DumpWriter::writeLiveRanges() {
  OS << "HloLiveRange (max " << M.getEndOfProgram()
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
  const DumpClaims &Claims = M.getClaims();
  if (Claims.Peak)
    writePeak(*Claims.Peak);
  if (Claims.StackTrace)
    writeStackTrace(*Claims.StackTrace);
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

void writeDump(const Module &M, raw_ostream &OS) {
  if (M.getDialect().EndsWithLineFeed)
    return DumpWriter(M, OS).write();
  std::string Text;
  raw_string_ostream Whole(Text);
  DumpWriter(M, Whole).write();
  OS << StringRef(Text).drop_back();
}

} // namespace hlomem
