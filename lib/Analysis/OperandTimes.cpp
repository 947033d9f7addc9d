//===- OperandTimes.cpp - What instructions read, by time -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandTimes.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/NameTimes.h"
#include "hlomem/Support/Parallel.h"

using namespace llvm;

namespace hlomem {

static bool read(const Module &M, const Value &V, ShapeContext &Shapes,
                 OperandTimes &Result) {
  InstructionOutline O = parseOutline(V.getInstructionText(), Shapes);
  bool HasLiteral = O.Op == Opcode::Constant || O.Op == Opcode::Parameter;
  if (O.OpcodeName.empty() || O.Name != V.getInstructionName() ||
      (O.Operands.empty() && !O.OperandText.empty() && !HasLiteral))
    return false;
  for (const Operand &From : O.Operands) {
    std::optional<Time> At = M.getTime(From.Name);
    if (!At)
      return false;
    Result.Operands.push_back(*At);
  }
  OperandTimes::Instruction &I = Result.Instructions.emplace_back();
  I.Definer = &V;
  I.Op = O.Op;
  I.HasControlPredecessors = O.AttributeText.contains("control-predecessors");
  I.OperandCount = O.Operands.size();
  return true;
}

std::vector<OperandTimes> readOperandTimes(const Module &M,
                                           ArrayRef<const Value *> Values) {
  static constexpr size_t PartSize = 4096;
  std::vector<OperandTimes> Parts(divideCeil(Values.size(), PartSize));
  // Builds the look-up of times.
  M.getTime("");
  parallelFor(M.getThreadCount(), Parts.size(), [&](size_t I) {
    // The module's own shapes are not for several threads.
    BumpPtrAllocator Arena;
    ShapeContext Shapes(Arena);
    OperandTimes &Part = Parts[I];
    for (const Value *V : Values.slice(
             I * PartSize, std::min(PartSize, Values.size() - I * PartSize)))
      if (!read(M, *V, Shapes, Part)) {
        Part.IsComplete = false;
        return;
      }
  });
  return Parts;
}

} // namespace hlomem
