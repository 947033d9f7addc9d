//===- Neighbourhood.cpp - A part of an HLO text --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Neighbourhood.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/ProgramSource.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace hlomem {

namespace {

class NeighbourhoodPrinter {
public:
  NeighbourhoodPrinter(const ProgramSource &P, const SourceInstruction &Center,
                       CalledParts Called)
      : P(P), Home(Center.Computation), Called(Called) {
    P.visit(Home, [this](const SourceInstruction &I) {
      Places.try_emplace(I.Name, Instructions.size());
      Instructions.push_back(I);
    });
    Root = Places.at(P.getRoot(Home).Name);
    connect();
    find(Places.at(Center.Name));
  }

  void grow(unsigned Depth);
  void print(raw_ostream &OS);

private:
  // Instructions are told by their positions in Instructions.
  void connect();
  void find(uint32_t Number);
  bool contains(uint32_t Number) const { return Parts[Number]; }
  bool readsOutside(uint32_t Number) const;
  void addCalled(const SourceInstruction &I);
  bool isWanted(const InstructionDetails &I) const;
  void printHome(raw_ostream &OS);
  void printInstruction(const SourceInstruction &I, raw_ostream &OS);
  void printParameter(uint32_t Number, raw_ostream &OS);
  void printComputation(ComputationId C, raw_ostream &OS);
  StringRef getText(const SourceInstruction &I);

  const ProgramSource &P;
  const ComputationId Home;
  CalledParts Called;
  /// Of Home.
  std::vector<SourceInstruction> Instructions;
  DenseMap<StringRef, uint32_t> Places;
  uint32_t Root = 0;
  std::vector<SmallVector<uint32_t, 2>> Operands;
  std::vector<SmallVector<uint32_t, 2>> Users;
  std::vector<bool> Parts;
  /// Those that were found last.
  std::vector<uint32_t> Border;
  SetVector<ComputationId> Callees;
  uint64_t ParameterCount = 0;
  /// Of the texts that the source does not have, each made once.
  BumpPtrAllocator Arena;
  DenseMap<InstructionId, StringRef> Texts;
};

} // namespace

StringRef NeighbourhoodPrinter::getText(const SourceInstruction &I) {
  auto [It, IsNew] = Texts.try_emplace(I.Number);
  if (IsNew)
    It->second = P.printInstruction(I, Arena);
  return It->second;
}

void NeighbourhoodPrinter::connect() {
  size_t Count = Instructions.size();
  Operands.resize(Count);
  Users.resize(Count);
  Parts.resize(Count);
  for (auto [Number, I] : enumerate(Instructions)) {
    if (I.Op == Opcode::Constant || I.Op == Opcode::Parameter)
      continue;
    for (const OutlinedOperand &O : parseOutline(getText(I)).Operands) {
      // `while.6#1` is an element of `while.6`.
      auto From = Places.find(O.Name.split('#').first);
      if (From == Places.end())
        continue;
      uint32_t Operand = From->second;
      if (is_contained(Operands[Number], Operand))
        continue;
      Operands[Number].push_back(Operand);
      Users[Operand].push_back(Number);
    }
  }
}

void NeighbourhoodPrinter::find(uint32_t Number) {
  if (contains(Number))
    return;
  Parts[Number] = true;
  Border.push_back(Number);
}

void NeighbourhoodPrinter::grow(unsigned Depth) {
  for (; Depth != 0 && !Border.empty(); --Depth)
    for (uint32_t Number : std::exchange(Border, {})) {
      for (uint32_t Operand : Operands[Number])
        find(Operand);
      for (uint32_t User : Users[Number])
        find(User);
    }
}

bool NeighbourhoodPrinter::readsOutside(uint32_t Number) const {
  ArrayRef<uint32_t> Readers = Users[Number];
  return Readers.empty() ||
         !all_of(Readers, [this](uint32_t User) { return contains(User); });
}

bool NeighbourhoodPrinter::isWanted(const InstructionDetails &I) const {
  switch (Called) {
  case CalledParts::None:
    return false;
  case CalledParts::All:
    return true;
  case CalledParts::Applied:
    break;
  }
  switch (I.Op) {
  case Opcode::While:
  case Opcode::Conditional:
  case Opcode::Call:
  case Opcode::AsyncStart:
  case Opcode::AsyncUpdate:
  case Opcode::AsyncDone:
    return false;
  default:
    return true;
  }
}

void NeighbourhoodPrinter::addCalled(const SourceInstruction &I) {
  if (Called == CalledParts::None ||
      !P.mayHave(I, InstructionMarks::CallsComputations))
    return;
  BumpPtrAllocator Temporary;
  ShapeContext Shapes(Temporary);
  InstructionDetails D = P.readDetails(I, Shapes, Temporary);
  if (!isWanted(D))
    return;
  for (const CalledComputation &C : D.CalledComputations)
    if (ComputationId Callee = P.findComputation(C.Name))
      Callees.insert(Callee);
}

/// An instruction that is a parameter here, whatever it is in the program.
void NeighbourhoodPrinter::printParameter(uint32_t Number, raw_ostream &OS) {
  const SourceInstruction &I = Instructions[Number];
  InstructionOutline Outline = parseOutline(getText(I));
  OS << "  %" << I.Name << " = " << Outline.TypeText << " parameter("
     << ParameterCount++ << ')';
  // Layouts and metadata of an argument hold here too.
  if (I.Op == Opcode::Parameter)
    OS << Outline.AttributeText;
  OS << '\n';
}

/// Without its control predecessors, if one of them is not here.
void NeighbourhoodPrinter::printInstruction(const SourceInstruction &I,
                                            raw_ostream &OS) {
  OS << (I.Number == Instructions[Root].Number ? "  ROOT " : "  ");
  StringRef Text = getText(I);
  StringRef Attributes = parseOutline(Text).AttributeText;
  size_t Begin = Attributes.find(", control-predecessors={");
  size_t End = Attributes.find('}', Begin);
  if (Begin == StringRef::npos || End == StringRef::npos) {
    OS << Text << '\n';
    return;
  }
  StringRef Whole = Attributes.slice(Begin, End + 1);
  bool AreHere = all_of(split(Whole.split('{').second.drop_back(), ','),
                        [this](StringRef Name) {
                          Name = Name.trim();
                          Name.consume_front("%");
                          auto From = Places.find(Name);
                          return From != Places.end() && contains(From->second);
                        });
  if (AreHere)
    OS << Text << '\n';
  else
    OS << StringRef(Text.begin(), Whole.begin() - Text.begin())
       << StringRef(Whole.end(), Text.end() - Whole.end()) << '\n';
}

void NeighbourhoodPrinter::printHome(raw_ostream &OS) {
  OS << "ENTRY %" << P.getName(Home) << " {\n";
  BitVector IsRead(Parts.size());
  for (size_t Number = 0; Number != Parts.size(); ++Number)
    if (contains(Number))
      for (uint32_t Operand : Operands[Number])
        IsRead.set(Operand);
  SmallVector<uint32_t> Results;
  for (auto [Number, I] : enumerate(Instructions)) {
    if (!contains(Number)) {
      // A constant needs nothing from outside.
      if (IsRead[Number] && I.Op == Opcode::Constant)
        printInstruction(I, OS);
      else if (IsRead[Number])
        printParameter(Number, OS);
      continue;
    }
    if (I.Op == Opcode::Parameter) {
      printParameter(Number, OS);
    } else {
      printInstruction(I, OS);
      addCalled(I);
    }
    if (readsOutside(Number))
      Results.push_back(Number);
  }
  // A parameter that is the root is one no more.
  if (!contains(Root) || Instructions[Root].Op == Opcode::Parameter) {
    OS << "  ROOT %neighbourhood = (";
    interleave(
        Results, OS,
        [&](uint32_t Number) {
          OS << parseOutline(getText(Instructions[Number])).TypeText;
        },
        ", ");
    OS << ") tuple(";
    interleave(
        Results, OS,
        [&](uint32_t Number) { OS << '%' << Instructions[Number].Name; }, ", ");
    OS << ")\n";
  }
  OS << "}\n";
}

void NeighbourhoodPrinter::printComputation(ComputationId C, raw_ostream &OS) {
  OS << '%' << P.getName(C) << " {\n";
  InstructionId RootNumber = P.getRoot(C).Number;
  P.visit(C, [&](const SourceInstruction &I) {
    OS << (I.Number == RootNumber ? "  ROOT " : "  ") << getText(I) << '\n';
  });
  OS << "}\n\n";
}

void NeighbourhoodPrinter::print(raw_ostream &OS) {
  std::string Entry;
  raw_string_ostream EntryOS(Entry);
  printHome(EntryOS);
  // Those that are called by others come to light on the way.
  size_t Next = 0;
  while (Next != Callees.size())
    P.visit(Callees[Next++],
            [this](const SourceInstruction &Inner) { addCalled(Inner); });

  OS << "HloModule " << P.getModuleName();
  if (P.isScheduled())
    OS << ", is_scheduled=true";
  OS << "\n\n";
  auto NamesFrame = [](StringRef Text) {
    return Text.contains("stack_frame_id=");
  };
  bool Names = NamesFrame(Entry);
  for (ComputationId C : Callees)
    P.visit(C, [&](const SourceInstruction &I) {
      Names = Names || NamesFrame(getText(I));
    });
  if (Names)
    P.printTables(OS);
  // Callees stand before their callers, as XLA prints them.
  auto InOrder = Callees.takeVector();
  llvm::sort(InOrder);
  for (ComputationId C : InOrder)
    printComputation(C, OS);
  OS << Entry;
}

void printNeighbourhood(const ProgramSource &P, const SourceInstruction &Center,
                        unsigned Depth, CalledParts Called, raw_ostream &OS) {
  NeighbourhoodPrinter Printer(P, Center, Called);
  Printer.grow(Depth);
  Printer.print(OS);
}

} // namespace hlomem
