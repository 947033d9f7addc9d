//===- SliceUpdate.cpp - Slices that loops write and read -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/SliceUpdate.h"
#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace hlomem::PatternMatch;

namespace hlomem {

InstructionId skipMoves(const HloGraph &G, InstructionId Instruction) {
  match(G, Instruction, m_SkipMoves(m_Inst(Instruction)));
  return Instruction;
}

InstructionId getStart(const HloGraph &G, InstructionId Instruction) {
  match(G, Instruction,
        m_Skip(m_AnyOp<Opcode::AsyncDone, Opcode::AsyncUpdate>(),
               m_Inst(Instruction)));
  return Instruction;
}

InstructionId getResult(const HloGraph &G, const GraphComputation &Body,
                        uint64_t Element) {
  return G[Body.Root].Op == Opcode::Tuple ? G[Body.Root].getOperand(Element)
                                          : Body.Root;
}

InstructionId getArgument(const HloGraph &G, const GraphInstruction &Caller,
                          InstructionId Parameter) {
  return G[Parameter].Op == Opcode::Parameter
             ? Caller.getOperand(G[Parameter].Number)
             : InstructionId::none();
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

/// What \p Instruction has moved or converted, other elements of tuples aside;
/// none if something else reads what lies between.
static InstructionId skipSingleMoves(const HloGraph &G,
                                     InstructionId Instruction) {
  while (match(G, Instruction, m_OneUse(m_MoveOfWhole(m_Inst(Instruction)))))
    ;
  return match(G, Instruction, m_MoveOfWhole(m_Inst())) ? InstructionId::none()
                                                        : Instruction;
}

std::optional<SliceUpdate> findSliceUpdate(const HloGraph &G,
                                           InstructionId Instruction) {
  const InstructionId Number = getStart(G, skipMoves(G, Instruction));
  const GraphInstruction &I = G[Number];
  InstructionId Base, Slice;
  if (match(G, Number,
            m_Op(Opcode::DynamicUpdateSlice, m_Inst(Base), m_Inst(Slice))))
    return SliceUpdate{I.Type, G[Slice].Type, Slice, Number,
                       skipSingleMoves(G, Base)};
  uint64_t Element = ~uint64_t();
  match(G, Instruction, m_GetTupleElement(m_Inst(), Element));
  const GraphComputation *Body = G.getBody(I);
  InstructionId Root =
      Body ? getResult(G, *Body, Element) : InstructionId::none();
  std::optional<SliceUpdate> Inner =
      Root ? findSliceUpdate(G, Root) : std::nullopt;
  if (!Inner)
    return std::nullopt;
  // What the fusion itself makes stays where it is.
  InstructionId Source = skipMoves(G, Inner->Source);
  InstructionId Argument = getArgument(G, I, Source);
  Inner->Source = Argument ? Argument : Source;
  if (Inner->Base) {
    InstructionId Given = getArgument(G, I, Inner->Base);
    Inner->Base = Given && match(G, Inner->Base, m_OneUse(m_Inst()))
                      ? skipSingleMoves(G, Given)
                      : InstructionId::none();
  }
  return Inner;
}

/// What \p Instruction is in the end: behind moves, out of fusions, and into
/// them where it is their result.
static InstructionId resolveIndex(const HloGraph &G,
                                  InstructionId Instruction) {
  const auto Outer =
      m_AnyOf(m_MoveOfWhole(m_Inst(Instruction)), m_Body(m_Inst(Instruction)),
              m_FusedParameter(m_Inst(Instruction)));
  // A body has fewer steps than instructions.
  for (size_t Steps = G.instructions().size(); Steps != 0; --Steps)
    if (!match(G, Instruction, Outer))
      break;
  return Instruction;
}

bool areSameIndex(const HloGraph &G, InstructionId L, InstructionId R) {
  SmallSetVector<std::pair<InstructionId, InstructionId>, 8> Pairs;
  Pairs.insert({resolveIndex(G, L), resolveIndex(G, R)});
  for (size_t N = 0; N != Pairs.size(); ++N) {
    auto [One, Other] = Pairs[N];
    if (One == Other)
      continue;
    const GraphInstruction &I = G[One], &J = G[Other];
    if (I.Op != J.Op || I.Number != J.Number ||
        I.Operands.size() != J.Operands.size() || I.Op == Opcode::Parameter)
      return false;
    for (auto [A, B] : zip_equal(I.Operands, J.Operands))
      Pairs.insert({resolveIndex(G, A), resolveIndex(G, B)});
  }
  return true;
}

} // namespace hlomem
