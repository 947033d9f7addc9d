//===- DumpText.cpp - A made-up program as XLA would dump it --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpText.h"
#include "Program.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <tuple>

using namespace llvm;

namespace gendump {

namespace {

class Writer {
public:
  Writer(const Program &P, raw_ostream &OS) : P(P), OS(OS) {}
  void write();

private:
  void writeAllocations();
  void writeTotal();
  void writeUsedValues();
  void writeLiveRanges();
  void writePeak();
  void writeHeader(const Value &V);
  void writeInstruction(Id Position);
  bool hasRange(const Value &V) const {
    return P.Instructions[V.Instruction].Time != None;
  }
  bool isTuple(Id Instruction) const {
    return P.getShape(P.Instructions[Instruction]).isTuple();
  }
  void writeIndex(Id Instruction, uint32_t Leaf) {
    OS << '{' << P.getShape(P.Instructions[Instruction]).Leaves[Leaf].Index
       << '}';
  }

  const Program &P;
  raw_ostream &OS;
};

} // namespace

void writeDump(const Program &P, raw_ostream &OS) { Writer(P, OS).write(); }

void Writer::write() {
  writeAllocations();
  writeTotal();
  writeUsedValues();
  writeLiveRanges();
  writePeak();
}

void Writer::writeHeader(const Value &V) {
  OS << '<' << V.Number << ' ';
  P.printName(OS, V.Instruction);
  if (isTuple(V.Instruction))
    writeIndex(V.Instruction, V.Leaf);
  if (V.IsPhi)
    OS << " (phi)";
  OS << " @" << unsigned(P.Allocations[V.Allocation].Space) << '>';
}

void Writer::writeAllocations() {
  OS << "BufferAssignment:\n";
  const Id *Next = P.ByAllocation.data(), *End = Next + P.ByAllocation.size();
  for (Id I = 0; I != P.Allocations.size(); ++I) {
    const Allocation &A = P.Allocations[I];
    OS << "allocation " << I << ": size " << A.Size;
    if (A.Space)
      OS << ", color " << unsigned(A.Space);
    if (A.Kind == Kind::Parameter || A.Kind == Kind::Donated)
      OS << ", parameter " << A.Parameter << ", shape |"
         << P.Shapes[A.Shape].Plain << "| at ShapeIndex {}";
    if (A.Kind == Kind::Output)
      OS << ", output shape is |" << P.Shapes[A.Shape].Plain << '|';
    if (A.Kind == Kind::Constant)
      OS << ", constant";
    if (A.Kind == Kind::Local)
      OS << ", thread-local";
    if (A.Kind == Kind::Donated || A.Kind == Kind::Output)
      OS << ", maybe-live-out";
    if (A.Kind == Kind::Temp)
      OS << ", preallocated-temp";
    OS << ":\n";
    for (; Next != End && P.Values[*Next].Allocation == I; ++Next) {
      const Value &V = P.Values[*Next];
      OS << " value: ";
      writeHeader(V);
      const Shape &S = P.getShape(V);
      OS << " (size=" << S.Padded << ",offset=" << V.Offset << "): " << S.Text
         << '\n';
    }
  }
}

void Writer::writeTotal() {
  uint64_t Total = 0;
  for (const Allocation &A : P.Allocations)
    Total += A.Size;
  OS << "\nTotal bytes used: " << Total << " ("
     << hlomem::toHumanString(hlomem::Bytes(Total)) << ")\n\nUsed values:\n";
}

void Writer::writeInstruction(Id Position) {
  const Instruction &I = P.Instructions[Position];
  OS << '%';
  P.printName(OS, Position);
  OS << " = " << P.Shapes[I.Shape].Text << ' ' << P.Texts[I.Opcode] << '(';
  if (I.Literal != None)
    OS << P.Texts[I.Literal];
  for (uint32_t N = 0; N != I.Operands; ++N) {
    OS << (N ? ", " : "");
    if (N && N % 5 == 0)
      OS << "/*index=" << N << "*/";
    OS << '%';
    P.printName(OS, P.Operands[I.FirstOperand + N]);
  }
  OS << ')' << P.Texts[I.Attributes];
  if (!P.Texts[I.OpName].empty()) {
    OS << ", metadata={op_name=\"" << P.Texts[I.OpName] << '"';
    if (I.Line)
      OS << " source_file=\"/src/model/transformer.py\" source_line=" << I.Line;
    OS << '}';
  }
  if (!P.Texts[I.BackendConfig].empty())
    OS << ", backend_config=" << P.Texts[I.BackendConfig];
}

void Writer::writeUsedValues() {
  const Place *Position = P.Positions.data();
  const Place *PositionsEnd = Position + P.Positions.size();
  const Place *Use = P.Uses.data(), *UsesEnd = Use + P.Uses.size();
  for (Id I = 0; I != P.Values.size(); ++I) {
    writeHeader(P.Values[I]);
    OS << "\n positions:\n";
    for (; Position != PositionsEnd && Position->Value == I; ++Position) {
      OS << "  ";
      P.printName(OS, Position->Instruction);
      if (isTuple(Position->Instruction)) {
        OS << ' ';
        writeIndex(Position->Instruction, Position->Leaf);
      }
      OS << '\n';
    }
    OS << " uses:\n";
    for (; Use != UsesEnd && Use->Value == I; ++Use) {
      const Instruction &Reader = P.Instructions[Use->Instruction];
      OS << "  ";
      P.printName(OS, Use->Instruction);
      OS << ", operand " << Use->Operand;
      Id Operand = P.Operands[Reader.FirstOperand + Use->Operand];
      if (isTuple(Operand)) {
        OS << ' ';
        writeIndex(Operand, Use->Leaf);
      }
      OS << '\n';
    }
    OS << " from instruction: ";
    writeInstruction(P.Values[I].Instruction);
    OS << '\n';
  }
}

void Writer::writeLiveRanges() {
  OS << "\n\nHloLiveRange (max " << P.Schedule.size()
     << "):\n  InstructionSequence:\n";
  for (size_t T = 0; T != P.Schedule.size(); ++T) {
    OS << "    " << T << ':';
    P.printName(OS, P.Schedule[T]);
    OS << '\n';
  }
  OS << "  BufferLiveRange:\n";
  for (const Value &V : P.Values) {
    if (!hasRange(V))
      continue;
    OS << "    ";
    P.printName(OS, V.Instruction);
    writeIndex(V.Instruction, V.Leaf);
    OS << ':' << V.Begin << '-' << V.End << '\n';
  }
}

// XLA's rules, docs/DumpFormat.md#live-ranges: the moment by the logical sizes
// of whole instructions, one time too long; the list by those of the leaves.
void Writer::writePeak() {
  std::vector<int64_t> Change(P.Schedule.size() + 3);
  for (const Value &V : P.Values) {
    if (!hasRange(V))
      continue;
    int64_t Size = P.getShape(P.Instructions[V.Instruction]).Logical;
    Change[V.Begin] += Size;
    Change[V.End + 2] -= Size;
  }
  int64_t Live = 0, Highest = 0;
  size_t At = 0;
  for (size_t T = 0; T <= P.Schedule.size(); ++T) {
    Live += Change[T];
    if (Live > Highest) {
      Highest = Live;
      At = T;
    }
  }
  struct Row {
    uint64_t Size;
    std::string Name;
    Id Instruction;
    uint32_t Leaf;
  };
  std::vector<Row> Rows;
  for (const Value &V : P.Values) {
    if (!hasRange(V) || V.Begin > At || V.End < At)
      continue;
    Row R{P.getShape(V).Logical, {}, V.Instruction, V.Leaf};
    raw_string_ostream Name(R.Name);
    P.printName(Name, V.Instruction);
    Rows.push_back(std::move(R));
  }
  llvm::sort(Rows, [](const Row &L, const Row &R) {
    return std::tie(R.Size, L.Name, L.Leaf) < std::tie(L.Size, R.Name, R.Leaf);
  });
  OS << "  Live ranges at " << At << " (peak):\n";
  uint64_t Sum = 0;
  for (const Row &R : Rows) {
    Sum += R.Size;
    OS << "    " << R.Name;
    writeIndex(R.Instruction, R.Leaf);
    OS << ": " << R.Size << " bytes (cumulative: " << Sum << " bytes)\n";
  }
}

} // namespace gendump
