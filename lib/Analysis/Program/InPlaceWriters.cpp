//===- InPlaceWriters.cpp - Who may write where it reads ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InPlaceWriters.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

static bool isElementwise(Opcode Op) {
  return Op == Opcode::Copy || hasTrait(Op, OpcodeTraits::Elementwise);
}

/// The operand that is updated in place and becomes the leaf at Index of the
/// result; none for an opcode that updates no operand.
static std::optional<uint32_t> findUpdatedOperand(Opcode Op, ShapeIndex Index) {
  switch (Op) {
  case Opcode::DynamicUpdateSlice:
  case Opcode::SetDimensionSize:
    return 0;
  case Opcode::TriangularSolve:
    return 1;
  case Opcode::Scatter:
  case Opcode::Sort: {
    // Of several operands each has its leaf of the result.
    uint32_t Number = 0;
    if (Index.getText().empty())
      return 0;
    if (Index.getText().getAsInteger(10, Number))
      return std::nullopt;
    return Number;
  }
  default:
    return std::nullopt;
  }
}

// The root of \p C, or the part of it that is the result, updates \p Parameter,
// which nothing else reads.
static bool isUpdated(const HloGraph &G, const GraphComputation &C,
                      InstructionId Parameter, ShapeIndex Index) {
  InstructionId Source = C.Root;
  if (G[Source].Op == Opcode::Tuple) {
    uint32_t Number = 0;
    if (Index.getText().getAsInteger(10, Number) ||
        !(Source = G[Source].getOperand(Number)))
      return false;
    Index = ShapeIndex();
  }
  std::optional<uint32_t> Updated = findUpdatedOperand(G[Source].Op, Index);
  return Updated && G[Parameter].Uses == ArrayRef(GraphUse{Source, *Updated});
}

// What the computation \p C of a fusion does with \p Parameter.
static InPlace followParameter(const HloGraph &G, const GraphComputation &C,
                               InstructionId Parameter, ShapeIndex Index) {
  if (isUpdated(G, C, Parameter, Index))
    return InPlace::Yes;
  InPlace State = InPlace::Yes;
  SmallVector<InstructionId, 8> Queue = {Parameter};
  DenseSet<InstructionId> Seen;
  while (!Queue.empty())
    for (const GraphUse &U : G[Queue.pop_back_val()].Uses) {
      Opcode Op = G[U.User].Op;
      if (!Seen.insert(U.User).second || Op == Opcode::Tuple)
        continue;
      // Where an instruction mixes elements it may do so for other leaves of
      // the result only.
      if (isElementwise(Op))
        Queue.push_back(U.User);
      else if (Op == Opcode::Bitcast || Op == Opcode::DynamicSlice ||
               hasTrait(Op, OpcodeTraits::MayUpdateInPlace) ||
               Op == Opcode::Unknown || !Index.getText().empty())
        State = InPlace::Unknown;
      else
        return InPlace::No;
    }
  return State;
}

// A text of another program tells nothing. Where the text leaves elements of
// tuples out, the graph has others in their place.
static bool isSameFusion(const HloGraph &G, const GraphInstruction &I,
                         const InstructionDetails &Printed) {
  auto HasName = [&G](ComputationId C, const CalledComputation &Called) {
    return Called.Role == "calls" && Called.Name == G.computations()[C].Name;
  };
  auto IsRead = [&G](InstructionId Read, const Operand &O) {
    return G[Read].Name == O.Name ||
           (G[Read].Op == Opcode::GetTupleElement && !G.find(O.Name));
  };
  return equal(I.Called, Printed.CalledComputations, HasName) &&
         equal(I.Operands, Printed.Operands, IsRead);
}

InPlace InPlaceWriters::findInFusion(const InstructionDetails &Printed,
                                     const Value &Result,
                                     uint32_t Number) const {
  const HloGraph *G = getProgramGraph(AM);
  InstructionId Fusion =
      G ? G->find(Result.getInstructionName()) : InstructionId::none();
  if (!Fusion || (*G)[Fusion].Op != Opcode::Fusion)
    return InPlace::Unknown;
  const GraphInstruction &I = (*G)[Fusion];
  const GraphComputation *C = G->getBody(I);
  if (!C || Number >= C->Parameters.size() || !isSameFusion(*G, I, Printed))
    return InPlace::Unknown;
  InstructionId Parameter = C->Parameters[Number];
  if (!isSameShape(*(*G)[Parameter].Type, Result.getShape(),
                   /*WithLayout=*/false))
    return InPlace::No;
  InPlace State =
      followParameter(*G, *C, Parameter, Result.getDefinition().getIndex());
  // Other kinds are emitted otherwise than element by element.
  bool IsByElement =
      I.Fusion == FusionKind::Loop || I.Fusion == FusionKind::Input;
  return State == InPlace::Yes && !IsByElement ? InPlace::Unknown : State;
}

// Where an operand is a bitcast of the value its shape may be unknown; an
// elementwise operation has that of its result.
InPlace InPlaceWriters::find(const Value &Operand, const Value &Result) const {
  StringRef Writer = Result.getInstructionName();
  const InstructionDetails *D = M.getInstruction(Result);
  if (!D || D->Name != Writer || Result.isPhi())
    return InPlace::Unknown;
  SmallVector<uint32_t, 2> Numbers;
  for (const Use &U : Operand.getUses())
    if (U.User.getName() == Writer) {
      if (U.User.hasIndex())
        return InPlace::Unknown;
      Numbers.push_back(U.OperandNumber);
    }
  if (Numbers.empty())
    return InPlace::No;
  bool IsDirect = true;
  for (uint32_t Number : Numbers) {
    if (Number >= D->Operands.size())
      return InPlace::Unknown;
    const hlomem::Operand &O = D->Operands[Number];
    bool IsItself = O.Name == Operand.getInstructionName();
    const Shape *Read = IsItself ? &Operand.getShape() : O.Type;
    IsDirect &= Read != nullptr;
    if (Read && !isSameShape(*Read, Result.getShape(), /*WithLayout=*/true))
      return InPlace::No;
  }
  if (isElementwise(D->Op))
    return IsDirect || D->Op != Opcode::Copy ? InPlace::Yes : InPlace::Unknown;
  if (std::optional<uint32_t> Updated =
          findUpdatedOperand(D->Op, Result.getDefinition().getIndex()))
    // XLA sorts in place only what nothing else reads.
    return Numbers.size() == 1 && Numbers.front() == *Updated &&
                   (D->Op != Opcode::Sort || Operand.getUses().size() == 1)
               ? InPlace::Yes
               : InPlace::No;
  if (!hasTrait(D->Op, OpcodeTraits::MayUpdateInPlace) &&
      D->Op != Opcode::Unknown)
    return InPlace::No;
  if (D->Op != Opcode::Fusion)
    return InPlace::Unknown;
  InPlace State = InPlace::Yes;
  for (uint32_t Number : Numbers)
    State = std::min(State, findInFusion(*D, Result, Number));
  // Two parameters of one buffer are read apart.
  return Numbers.size() > 1 ? std::min(State, InPlace::Unknown) : State;
}

} // namespace hlomem
