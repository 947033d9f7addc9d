//===- Neighbourhood.cpp - A part of an HLO text --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Neighbourhood.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/HloProgram.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace hlomem {

namespace {

class NeighbourhoodPrinter {
public:
  NeighbourhoodPrinter(const HloProgram &P, const HloInstruction &Center,
                       CalledParts Called)
      : P(P), Home(P.getComputation(Center)), Called(Called),
        First(Home.Begin) {
    connect();
    find(&Center - P.instructions().data());
  }

  void grow(unsigned Depth);
  void print(raw_ostream &OS);

private:
  // Instructions are told by their numbers in the program.
  void connect();
  void find(uint32_t Number);
  bool contains(uint32_t Number) const { return Parts[Number - First]; }
  bool readsOutside(uint32_t Number) const;
  void addCalled(const HloInstruction &I);
  bool isWanted(const InstructionDetails &I) const;
  void printHome(raw_ostream &OS);
  void printInstruction(const HloInstruction &I, raw_ostream &OS);
  void printParameter(uint32_t Number, raw_ostream &OS);
  void printComputation(const HloComputation &C, raw_ostream &OS);
  StringRef getText(const HloInstruction &I);

  const HloProgram &P;
  const HloComputation &Home;
  CalledParts Called;
  const uint32_t First;
  /// Of the instructions of Home, from First on.
  std::vector<SmallVector<uint32_t, 2>> Operands;
  std::vector<SmallVector<uint32_t, 2>> Users;
  std::vector<bool> Parts;
  /// Those that were found last.
  std::vector<uint32_t> Border;
  SetVector<const HloComputation *> Callees;
  uint64_t ParameterCount = 0;
  /// Of the texts that the source does not have, each made once.
  BumpPtrAllocator Arena;
  DenseMap<const HloInstruction *, StringRef> Texts;
};

} // namespace

StringRef NeighbourhoodPrinter::getText(const HloInstruction &I) {
  auto [It, IsNew] = Texts.try_emplace(&I);
  if (IsNew)
    It->second = P.printInstruction(I, Arena);
  return It->second;
}

void NeighbourhoodPrinter::connect() {
  size_t Count = Home.End - Home.Begin;
  Operands.resize(Count);
  Users.resize(Count);
  Parts.resize(Count);
  for (uint32_t Number = Home.Begin; Number != Home.End; ++Number) {
    const HloInstruction &I = P.instructions()[Number];
    if (I.Op == Opcode::Constant || I.Op == Opcode::Parameter)
      continue;
    for (const OutlinedOperand &O : parseOutline(getText(I)).Operands) {
      // `while.6#1` is an element of `while.6`.
      const HloInstruction *From = P.findInstruction(O.Name.split('#').first);
      if (!From || &P.getComputation(*From) != &Home)
        continue;
      uint32_t Operand = From - P.instructions().data();
      if (is_contained(Operands[Number - First], Operand))
        continue;
      Operands[Number - First].push_back(Operand);
      Users[Operand - First].push_back(Number);
    }
  }
}

void NeighbourhoodPrinter::find(uint32_t Number) {
  if (contains(Number))
    return;
  Parts[Number - First] = true;
  Border.push_back(Number);
}

void NeighbourhoodPrinter::grow(unsigned Depth) {
  for (; Depth != 0 && !Border.empty(); --Depth)
    for (uint32_t Number : std::exchange(Border, {})) {
      for (uint32_t Operand : Operands[Number - First])
        find(Operand);
      for (uint32_t User : Users[Number - First])
        find(User);
    }
}

bool NeighbourhoodPrinter::readsOutside(uint32_t Number) const {
  ArrayRef<uint32_t> Readers = Users[Number - First];
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

void NeighbourhoodPrinter::addCalled(const HloInstruction &I) {
  if (Called == CalledParts::None ||
      !P.mayHave(I, InstructionMarks::CallsComputations))
    return;
  BumpPtrAllocator Temporary;
  ShapeContext Shapes(Temporary);
  InstructionDetails D = P.readDetails(I, Shapes, Temporary);
  if (!isWanted(D))
    return;
  for (const CalledComputation &C : D.CalledComputations)
    if (const HloComputation *Callee = P.findComputation(C.Name))
      Callees.insert(Callee);
}

/// An instruction that is a parameter here, whatever it is in the program.
void NeighbourhoodPrinter::printParameter(uint32_t Number, raw_ostream &OS) {
  const HloInstruction &I = P.instructions()[Number];
  InstructionOutline Outline = parseOutline(getText(I));
  OS << "  %" << I.Name << " = " << Outline.TypeText << " parameter("
     << ParameterCount++ << ')';
  // Layouts and metadata of an argument hold here too.
  if (I.Op == Opcode::Parameter)
    OS << Outline.AttributeText;
  OS << '\n';
}

/// Without its control predecessors, if one of them is not here.
void NeighbourhoodPrinter::printInstruction(const HloInstruction &I,
                                            raw_ostream &OS) {
  OS << (I.IsRoot && contains(Home.Root) ? "  ROOT " : "  ");
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
                          const HloInstruction *From = P.findInstruction(Name);
                          return From && &P.getComputation(*From) == &Home &&
                                 contains(From - P.instructions().data());
                        });
  if (AreHere)
    OS << Text << '\n';
  else
    OS << StringRef(Text.begin(), Whole.begin() - Text.begin())
       << StringRef(Whole.end(), Text.end() - Whole.end()) << '\n';
}

void NeighbourhoodPrinter::printHome(raw_ostream &OS) {
  OS << "ENTRY %" << Home.Name << " {\n";
  BitVector IsRead(Parts.size());
  for (uint32_t Number = Home.Begin; Number != Home.End; ++Number)
    if (contains(Number))
      for (uint32_t Operand : Operands[Number - First])
        IsRead.set(Operand - First);
  SmallVector<uint32_t> Results;
  for (uint32_t Number = Home.Begin; Number != Home.End; ++Number) {
    const HloInstruction &I = P.instructions()[Number];
    if (!contains(Number)) {
      // A constant needs nothing from outside.
      if (IsRead[Number - First] && I.Op == Opcode::Constant)
        printInstruction(I, OS);
      else if (IsRead[Number - First])
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
  if (!contains(Home.Root) ||
      P.instructions()[Home.Root].Op == Opcode::Parameter) {
    OS << "  ROOT %neighbourhood = (";
    interleave(
        Results, OS,
        [&](uint32_t Number) {
          OS << parseOutline(getText(P.instructions()[Number])).TypeText;
        },
        ", ");
    OS << ") tuple(";
    interleave(
        Results, OS,
        [&](uint32_t Number) { OS << '%' << P.instructions()[Number].Name; },
        ", ");
    OS << ")\n";
  }
  OS << "}\n";
}

void NeighbourhoodPrinter::printComputation(const HloComputation &C,
                                            raw_ostream &OS) {
  OS << '%' << C.Name << " {\n";
  for (const HloInstruction &I : P.instructions(C))
    OS << (I.IsRoot ? "  ROOT " : "  ") << getText(I) << '\n';
  OS << "}\n\n";
}

void NeighbourhoodPrinter::print(raw_ostream &OS) {
  std::string Entry;
  raw_string_ostream EntryOS(Entry);
  printHome(EntryOS);
  // Those that are called by others come to light on the way.
  size_t Next = 0;
  while (Next != Callees.size())
    for (const HloInstruction &Inner : P.instructions(*Callees[Next++]))
      addCalled(Inner);

  OS << "HloModule " << P.getModuleName();
  if (P.isScheduled())
    OS << ", is_scheduled=true";
  OS << "\n\n";
  auto NamesFrame = [](StringRef Text) {
    return Text.contains("stack_frame_id=");
  };
  if (NamesFrame(Entry) || any_of(Callees, [&](const HloComputation *C) {
        return any_of(P.instructions(*C), [&](const HloInstruction &I) {
          return NamesFrame(getText(I));
        });
      }))
    P.printTables(OS);
  // Callees stand before their callers, as XLA prints them.
  auto InOrder = Callees.takeVector();
  llvm::sort(InOrder);
  for (const HloComputation *C : InOrder)
    printComputation(*C, OS);
  OS << Entry;
}

void printNeighbourhood(const HloProgram &P, const HloInstruction &Center,
                        unsigned Depth, CalledParts Called, raw_ostream &OS) {
  NeighbourhoodPrinter Printer(P, Center, Called);
  Printer.grow(Depth);
  Printer.print(OS);
}

} // namespace hlomem
