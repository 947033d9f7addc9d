//===- ContentScopes.cpp - Scopes of what makes contents ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts/ContentScopes.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>

using namespace llvm;

namespace hlomem {

InstructionId ContentScopes::findNamed(HloPlace P) const {
  constexpr size_t MaxVisited = 200;
  const GraphInstruction &I = G[P.Instruction];
  if (!Names.getOpName(P.Instruction).empty() && I.Op != Opcode::Fusion)
    return P.Instruction;
  const GraphComputation &C = G.getComputation(I);
  if (C.IsFused && !C.Callers.empty() &&
      !Names.getOpName(C.Callers.front()).empty()) {
    InstructionId Root = C.Root;
    while (ContentOrigins::isMove(G[Root].Op) && !G[Root].Operands.empty())
      Root = G[Root].Operands[0];
    if (Root == P.Instruction)
      return C.Callers.front();
  }
  std::deque<InstructionId> Waiting;
  InstructionId Inner = I.Op == Opcode::Fusion
                            ? Origins.getInner(P.Instruction, P.Leaf)
                            : P.Instruction;
  Waiting.push_back(Inner ? Inner : P.Instruction);
  DenseSet<InstructionId> Seen;
  while (!Waiting.empty() && Seen.size() < MaxVisited) {
    InstructionId At = Waiting.front();
    Waiting.pop_front();
    const GraphInstruction &In = G[At];
    if (In.Op == Opcode::Constant || !Seen.insert(At).second)
      continue;
    bool IsArgument = Origins.isArgument({At, RootLeaf});
    if (!Names.getOpName(At).empty() && !IsArgument)
      return At;
    if (In.Op == Opcode::Fusion)
      if (InstructionId Root = Origins.getInner(At, RootLeaf))
        Waiting.push_back(Root);
    if (InstructionId Operand = G.getFusedOperand(In))
      Waiting.push_back(Operand);
    Waiting.insert(Waiting.end(), In.Operands.begin(), In.Operands.end());
  }
  return P.Instruction;
}

ScopeName ContentScopes::getScope(InstructionId I) const {
  ScopeName Own = Names.getScope(I);
  if (!Own.Path.empty())
    return Own;
  // What the compiler made is named as what it is made from.
  for (InstructionId Operand : G[I].Operands) {
    HloPlace From = Origins.find({Operand, RootLeaf}).At;
    InstructionId Named = findNamed({From.Instruction, RootLeaf});
    if (Named == I)
      continue;
    if (ScopeName Of = Names.getScope(Named); !Of.Path.empty())
      return {Of.Path, Own.Operation, Of.Source};
  }
  return Own;
}

} // namespace hlomem
