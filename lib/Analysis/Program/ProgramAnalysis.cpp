//===- ProgramAnalysis.cpp - The HLO text beside a dump -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

AnalysisKey ProgramAnalysis::Key;

// An asynchronous operation has two spellings, which parseOpcode knows. A dump
// that contradicts itself may print another instruction.
static bool hasOpcode(const Module &M, const Value &V,
                      const HloInstruction &I) {
  if (V.getInstructionText().contains((" " + I.OpcodeName + "(").str()))
    return true;
  const InstructionDetails &Printed = *M.getInstruction(V);
  if (Printed.Name != I.Name)
    return true;
  return Printed.Op == I.Op &&
         (I.Op != Opcode::Unknown || Printed.OpcodeName == I.OpcodeName);
}

// A get-tuple-element, which defines no value, may be left out of the text.
static bool has(const HloProgram &P, const Module &M, StringRef Name) {
  return P.findInstruction(Name) ||
         (P.leavesOutTupleElements() && !M.findPrinted(Name) &&
          !M.findValue(Name, ShapeIndex()));
}

bool isProgramOf(const HloProgram &P, const Module &M) {
  if (!M.isIncomplete() &&
      !all_of(M.schedule(), [&](StringRef Name) { return has(P, M, Name); }))
    return false;
  const Value *Last = nullptr;
  for (const Value &V : M.values()) {
    // The leaves of a tuple stand side by side.
    if (Last && Last->getInstructionName() == V.getInstructionName())
      continue;
    Last = &V;
    const HloInstruction *I = P.findInstruction(V.getInstructionName());
    if (!I && !M.isIncomplete())
      return false;
    if (I && !V.getInstructionText().empty() && !hasOpcode(M, V, *I))
      return false;
  }
  return true;
}

ProgramText ProgramAnalysis::run(const Module &M, AnalysisManager &) {
  ProgramText Result;
  Expected<std::shared_ptr<const HloProgram>> Program = M.readProgram();
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
