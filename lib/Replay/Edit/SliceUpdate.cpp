//===- SliceUpdate.cpp - Slices that loops write and read -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/SliceUpdate.h"

using namespace llvm;

namespace hlomem::replay {

bool isMoveOrConversion(Opcode Op) {
  switch (Op) {
  case Opcode::Bitcast:
  case Opcode::Convert:
  case Opcode::Copy:
  case Opcode::GetTupleElement:
  case Opcode::Reshape:
  case Opcode::Transpose:
    return true;
  default:
    return false;
  }
}

uint32_t skipMoves(const HloGraph &G, uint32_t Instruction) {
  for (;;) {
    const GraphInstruction &I = G.instructions()[Instruction];
    if (!isMoveOrConversion(I.Op) || I.Operands.empty())
      return Instruction;
    Instruction = I.Operands.front();
  }
}

/// What \p Instruction is, or began as, if it ends an asynchronous operation.
static const GraphInstruction &getStart(const HloGraph &G,
                                        uint32_t Instruction) {
  const GraphInstruction *I = &G.instructions()[Instruction];
  while ((I->Op == Opcode::AsyncDone || I->Op == Opcode::AsyncUpdate) &&
         !I->Operands.empty())
    I = &G.instructions()[I->Operands.front()];
  return *I;
}

const GraphComputation *getBodyOf(const HloGraph &G,
                                  const GraphInstruction &I) {
  if ((I.Op != Opcode::Fusion && I.Op != Opcode::AsyncStart) ||
      I.Called.empty())
    return nullptr;
  const GraphComputation &C = G.computations()[I.Called.front()];
  return C.IsUnread ? nullptr : &C;
}

bool isMovedOrConverted(const HloGraph &G, uint32_t Instruction) {
  const GraphInstruction &I = G.instructions()[Instruction];
  const GraphComputation *Body = getBodyOf(G, I);
  if (!Body)
    return isMoveOrConversion(I.Op);
  return G.instructions()[skipMoves(G, Body->Root)].Op == Opcode::Parameter;
}

std::optional<uint32_t> findSlicedDimension(const Shape &Whole,
                                            const Shape &Part) {
  ArrayRef<Dimension> All = Whole.getDimensions(), Some = Part.getDimensions();
  if (All.size() != Some.size())
    return std::nullopt;
  std::optional<uint32_t> Found;
  for (uint32_t N = 0; N != All.size(); ++N) {
    if (Some[N].Extent == 0)
      return std::nullopt;
    if (All[N].Extent == Some[N].Extent)
      continue;
    if (Found || Some[N].Extent != 1)
      return std::nullopt;
    Found = N;
  }
  return Found;
}

std::optional<SliceUpdate> findSliceUpdate(const HloGraph &G,
                                           uint32_t Instruction) {
  const GraphInstruction &I = getStart(G, skipMoves(G, Instruction));
  if (I.Op == Opcode::DynamicUpdateSlice && I.Operands.size() > 1)
    return SliceUpdate{I.Type, G.instructions()[I.Operands[1]].Type,
                       I.Operands[1], G.getNumber(I)};
  const GraphComputation *Body = getBodyOf(G, I);
  if (!Body)
    return std::nullopt;
  uint32_t Root = Body->Root;
  if (G.instructions()[Root].Op == Opcode::Tuple) {
    const GraphInstruction &Part = G.instructions()[Instruction];
    ArrayRef<uint32_t> Parts = G.instructions()[Root].Operands;
    if (Part.Op != Opcode::GetTupleElement || Part.Number >= Parts.size())
      return std::nullopt;
    Root = Parts[Part.Number];
  }
  std::optional<SliceUpdate> Inner = findSliceUpdate(G, Root);
  if (!Inner)
    return std::nullopt;
  uint32_t Source = skipMoves(G, Inner->Source);
  const GraphInstruction &At = G.instructions()[Source];
  // What the fusion itself makes stays where it is.
  Inner->Source = At.Op == Opcode::Parameter && At.Number < I.Operands.size()
                      ? I.Operands[At.Number]
                      : Source;
  return Inner;
}

} // namespace hlomem::replay
