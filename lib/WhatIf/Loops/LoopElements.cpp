//===- LoopElements.cpp - What a loop carries, element by element ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopElements.h"

using namespace llvm;

namespace hlomem {

/// False if something reads more of \p Tuple than one of its elements.
bool LoopElements::collect(InstructionId Tuple, Elements &Found) const {
  const GraphInstruction &I = (*G)[Tuple];
  Found.resize((*G)[Init].Operands.size());
  if (!I.Type->isTuple() || I.Type->getElements().size() != Found.size() ||
      G->isRoot(Tuple))
    return false;
  for (const GraphUse &U : I.Uses) {
    const GraphInstruction &User = (*G)[U.User];
    if (User.Op != Opcode::GetTupleElement || User.Number >= Found.size())
      return false;
    Found[User.Number].push_back(U.User);
  }
  return true;
}

std::optional<LoopElements> LoopElements::find(const HloGraph &G,
                                               InstructionId Loop) {
  const GraphInstruction &I = G[Loop];
  if (I.Op != Opcode::While || I.Operands.size() != 1 || I.Called.size() != 2)
    return std::nullopt;
  LoopElements E;
  E.G = &G;
  E.Loop = Loop;
  E.Init = I.Operands.front();
  E.Body = I.Called.front();
  E.Root = G.computations()[E.Body].Root;
  for (ComputationId Called : I.Called) {
    ArrayRef<InstructionId> Parameters = G.computations()[Called].Parameters;
    if (Parameters.size() != 1)
      return std::nullopt;
    E.Parameters.push_back(Parameters.front());
  }
  const GraphInstruction &Begin = G[E.Init];
  const GraphInstruction &End = G[E.Root];
  if (Begin.Op != Opcode::Tuple || Begin.Uses.size() != 1 ||
      End.Op != Opcode::Tuple || End.Operands.size() != Begin.Operands.size() ||
      !E.collect(E.Parameters[0], E.InBody) ||
      !E.collect(E.Parameters[1], E.InCondition) || !E.collect(Loop, E.Behind))
    return std::nullopt;
  return E;
}

} // namespace hlomem
