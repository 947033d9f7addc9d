//===- OperandTimes.cpp - What instructions read, by time -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandTimes.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/ADT/NameLookups.h"
#include "hlomem/Support/Parallel.h"

using namespace llvm;

namespace hlomem {

static bool readKnown(const InstructionDetails &D, NameLookups &Operands,
                      OperandTimes::Instruction &I) {
  if (!D.IsComplete)
    return false;
  for (const Operand &From : D.Operands)
    Operands.ask(From.Name);
  I.OperandCount = D.Operands.size();
  I.Op = D.Op;
  I.HasControlPredecessors = !D.ControlPredecessors.empty();
  return true;
}

static bool read(const Module &M, const Value &V, NameLookups &Operands,
                 OperandTimes::Instruction &I) {
  if (V.getInstructionText().empty()) {
    const InstructionDetails *Known = M.getInstruction(V);
    return Known && readKnown(*Known, Operands, I);
  }
  InstructionOutline O = parseOutline(V.getInstructionText());
  bool HasLiteral = O.Op == Opcode::Constant || O.Op == Opcode::Parameter;
  if (O.OpcodeName.empty() || O.Name != V.getInstructionName() ||
      (O.Operands.empty() && !O.OperandText.empty() && !HasLiteral))
    return false;
  for (const OutlinedOperand &From : O.Operands)
    Operands.ask(From.Name);
  I.OperandCount = O.Operands.size();
  I.Op = O.Op;
  I.HasControlPredecessors = O.AttributeText.contains("control-predecessors");
  return true;
}

std::vector<OperandTimes> readOperandTimes(const Module &M,
                                           const ScheduleIndex &Times,
                                           const BitVector &IsDefiner) {
  static constexpr size_t PartSize = 4096;
  std::vector<OperandTimes> Parts(divideCeil(IsDefiner.size(), PartSize));
  const NameTable &ByName = M.getTimesByName();
  parallelFor(M.getThreadCount(), Parts.size(), [&](size_t Number) {
    NameLookups Operands(ByName, M.schedule());
    OperandTimes &Part = Parts[Number];
    size_t Begin = Number * PartSize;
    size_t End = std::min<size_t>(Begin + PartSize, IsDefiner.size());
    for (size_t N = Begin; N != End; ++N) {
      if (!IsDefiner[N])
        continue;
      const Value &V = M.values()[N];
      OperandTimes::Instruction &I = Part.Instructions.emplace_back();
      I.Definer = N;
      I.At = Times.getDefinition(V);
      if (!read(M, V, Operands, I)) {
        Part.IsComplete = false;
        return;
      }
    }
    Part.Operands = Operands.take().vec();
    Part.IsComplete = !is_contained(Part.Operands, ScheduleIndex::NotScheduled);
  });
  return Parts;
}

} // namespace hlomem
