//===- ProgramAnalysis.cpp - The HLO text beside a dump -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "Program/PrintedInstructions.h"
#include "hlomem/Dump/ValueLists.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

AnalysisKey ProgramAnalysis::Key;

// Lists of values print "all-reduce-start" where the program of a GPU, since
// jax 0.12, has an "async-start" that runs an all-reduce.
static bool isAsyncSpelling(StringRef OpcodeName, Opcode Op) {
  switch (Op) {
  case Opcode::AsyncStart:
    return OpcodeName.ends_with("-start");
  case Opcode::AsyncUpdate:
    return OpcodeName.ends_with("-update");
  case Opcode::AsyncDone:
    return OpcodeName.ends_with("-done");
  default:
    return false;
  }
}

// An asynchronous operation has two spellings. A dump that contradicts itself
// may print another instruction.
static bool hasOpcode(const Value &V, const SourceInstruction &I) {
  InstructionHead Printed = parseHead(V.getInstructionText());
  if (Printed.Tail.empty() || Printed.OpcodeName == I.OpcodeName ||
      Printed.Name != I.Name || isAsyncSpelling(Printed.OpcodeName, I.Op))
    return true;
  return Printed.Op == I.Op && I.Op != Opcode::Unknown;
}

// A get-tuple-element, which defines no value, may be left out of the text.
static bool has(const ProgramSource &P, const Module &M, StringRef Name) {
  return P.has(Name) || (P.leavesOutTupleElements() && !M.findPrinted(Name) &&
                         !M.findValue(Name, ShapeIndex()));
}

bool isProgramOf(const ProgramSource &P, const Module &M) {
  if (P.isSourceOfModule())
    return true;
  if (!M.isIncomplete() &&
      !all_of(M.schedule(), [&](StringRef Name) { return has(P, M, Name); }))
    return false;
  auto MayDefine = [&](const Value &V) {
    std::optional<SourceInstruction> I = P.find(V.getInstructionName());
    return I ? hasOpcode(V, *I) : M.isIncomplete();
  };
  if (!visitPrintedInstructions(M.listedValues(), [&](const Value &V) {
        return !V.isAllocated() || MayDefine(V);
      }))
    return false;
  return all_of(M.values(), [&](const Value &V) {
    return V.isUsedValue() || MayDefine(V);
  });
}

// An instruction that another module has by the same name is another one.
static bool isSameInstruction(const InstructionDetails &A,
                              const InstructionDetails &B,
                              const ProgramSource &ProgramOfB) {
  auto Print = [](const Shape *S) {
    std::string Text;
    raw_string_ostream OS(Text);
    if (S)
      S->print(OS, /*WithLayout=*/false);
    return Text;
  };
  // `all-to-all-start` and `async-start` may be the same.
  bool IsSameOpcode =
      A.Op == B.Op && (A.Op != Opcode::Unknown || A.OpcodeName == B.OpcodeName);
  return IsSameOpcode && Print(A.Type) == Print(B.Type) &&
         equal(A.Operands, B.Operands, [&](const Operand &L, const Operand &R) {
           return isSameOperand(ProgramOfB, R, L);
         });
}

static bool agreesWithInstructions(const ProgramSource &Program,
                                   const Module &M) {
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  StringRef Last;
  for (const Value &V : M.values()) {
    // The leaves of a tuple stand side by side.
    const InstructionDetails *Ours = M.getInstruction(V);
    if (!Ours || V.getInstructionName() == Last)
      continue;
    Last = V.getInstructionName();
    auto Theirs = Program.readDetails(Last, Shapes, Arena);
    if (Theirs && !isSameInstruction(*Ours, *Theirs, Program))
      return false;
  }
  return true;
}

bool hasAllInstructions(const ProgramSource &Program, const Module &M) {
  auto IsKnown = [&](const HloPosition &N) { return Program.has(N.getName()); };
  if (!agreesWithInstructions(Program, M))
    return false;
  return all_of(M.values(), [&](const Value &V) {
    // Lists would stay, and nobody may need them again.
    bool AreAllKnown = IsKnown(V.getDefinition());
    visitLists(
        V, [&](const Position &P) { AreAllKnown &= IsKnown(P); },
        [&](const Use &U) { AreAllKnown &= IsKnown(U.User); });
    return AreAllKnown;
  });
}

std::string explainAbsence(const ProgramText &Text) {
  if (!Text.Problem.empty())
    return "the program cannot be read: " + Text.Problem;
  if (Text.IsOfAnotherModule)
    return "the HLO text beside it belongs to another module";
  return "there is no HLO text beside it";
}

ProgramText ProgramAnalysis::run(const Module &M, AnalysisManager &) {
  ProgramText Result;
  Expected<std::shared_ptr<const ProgramSource>> Program = M.readProgram();
  if (!Program) {
    Result.Problem = toString(Program.takeError());
    return Result;
  }
  if (*Program && !isProgramOf(**Program, M))
    Result.IsOfAnotherModule = true;
  else
    Result.Program = std::move(*Program);
  return Result;
}

} // namespace hlomem
