//===- DimensionCalls.cpp - Dimensions through tuples, calls and loops ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimensionLinker.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace hlomem {

bool DimensionLinker::visitCall(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  auto Pass = [&](InstructionId Operand, InstructionId Parameter) {
    joinTrees(Operand, RootLeaf, Parameter, RootLeaf);
  };
  auto Enter = [&](ComputationId Called, ArrayRef<InstructionId> Operands) {
    const GraphComputation &C = G.computations()[Called];
    if (C.IsUnread)
      return false;
    for (auto [Operand, Parameter] : zip(Operands, C.Parameters))
      Pass(Operand, Parameter);
    return true;
  };
  switch (I.Op) {
  case Opcode::Tuple:
    for (auto [Element, Operand] : enumerate(I.Operands))
      if (LeafId Leaf = I.Leaves->getElement(RootLeaf, Element))
        joinTrees(Operand, RootLeaf, Number, Leaf);
    return true;
  case Opcode::GetTupleElement:
    if (LeafId Leaf = G[I.Operands[0]].Leaves->getElement(RootLeaf, I.Number))
      joinTrees(I.Operands[0], Leaf, Number, RootLeaf);
    return true;
  case Opcode::AddDependency:
  case Opcode::AllReduceDone:
  case Opcode::AllReduceStart:
  case Opcode::Domain:
  case Opcode::OptBarrier:
    if (I.Operands.size() == 1)
      Pass(I.Operands[0], Number);
    else
      visitElementwise(Number);
    return true;
  case Opcode::Fusion:
    for (ComputationId Called : I.Called)
      if (Enter(Called, I.Operands))
        Pass(G.computations()[Called].Root, Number);
      else
        guess(Number);
    return true;
  case Opcode::Call:
    for (ComputationId Called : I.Called)
      if (Enter(Called, I.Operands))
        Pass(G.computations()[Called].Root, Number);
    return true;
  case Opcode::Conditional:
    // The first operand says which branch.
    for (auto [Branch, Called] : enumerate(I.Called))
      if (Branch + 1 < I.Operands.size() &&
          Enter(Called, I.Operands.slice(Branch + 1, 1)))
        Pass(G.computations()[Called].Root, Number);
    return true;
  case Opcode::While:
    Pass(I.Operands[0], Number);
    for (ComputationId Called : I.Called)
      Enter(Called, Number);
    // The body, and then the condition.
    if (!I.Called.empty())
      Pass(G.getCalled(I).Root, Number);
    visitLoop(Number);
    return true;
  case Opcode::AllGatherStart:
  case Opcode::AllGatherDone:
  case Opcode::AsyncStart:
  case Opcode::AsyncUpdate:
  case Opcode::AsyncDone:
  case Opcode::CollectivePermuteStart:
  case Opcode::CollectivePermuteDone:
  case Opcode::CopyStart:
  case Opcode::CopyDone:
  case Opcode::RecvDone:
  case Opcode::Send:
    visitAsync(Number);
    return true;
  default:
    return false;
  }
}

// A start gives (operands, result, ...), a copy-start (result, operand, ...).
void DimensionLinker::visitAsync(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  if (I.Operands.empty())
    return;
  const LeafTree &Leaves = *I.Leaves;
  LeafId First = Leaves.getElement(RootLeaf, 0);
  LeafId Second = Leaves.getElement(RootLeaf, 1);
  switch (I.Op) {
  case Opcode::AsyncUpdate:
    return joinTrees(I.Operands[0], RootLeaf, Number, RootLeaf);
  case Opcode::Send:
    // What is sent, a number, and a token.
    if (First)
      joinTrees(I.Operands[0], RootLeaf, Number, First);
    return;
  case Opcode::RecvDone:
    if (LeafId Leaf = G[I.Operands[0]].Leaves->getElement(RootLeaf, 0);
        Leaf && First)
      joinTrees(I.Operands[0], Leaf, Number, First);
    return;
  case Opcode::AsyncDone:
  case Opcode::AllGatherDone:
  case Opcode::CollectivePermuteDone:
  case Opcode::CopyDone: {
    const LeafTree &Start = *G[I.Operands[0]].Leaves;
    if (LeafId Leaf =
            Start.getElement(RootLeaf, I.Op == Opcode::CopyDone ? 0 : 1))
      joinTrees(I.Operands[0], Leaf, Number, RootLeaf);
    return;
  }
  default:
    break;
  }
  if (!First || !Second)
    return;
  if (I.Op == Opcode::AsyncStart) {
    for (auto [O, Operand] : enumerate(I.Operands))
      if (LeafId Leaf = Leaves.getElement(First, O))
        joinTrees(Operand, RootLeaf, Number, Leaf);
    for (ComputationId Called : I.Called) {
      const GraphComputation &C = G.computations()[Called];
      if (C.IsUnread)
        continue;
      for (auto [Operand, Parameter] : zip(I.Operands, C.Parameters))
        joinTrees(Operand, RootLeaf, Parameter, RootLeaf);
      joinTrees(C.Root, RootLeaf, Number, Second);
    }
    return;
  }
  // With several operands both are tuples of as many elements.
  for (size_t O : seq(I.Operands.size())) {
    const InstructionId Operand = I.Operands[O];
    auto GetPart = [&](LeafId Of) {
      return Leaves[Of].Type->isTuple() ? Leaves.getElement(Of, O) : Of;
    };
    LeafId A = GetPart(First), B = GetPart(Second);
    if (!A || !B)
      continue;
    joinTrees(Operand, RootLeaf, Number, A);
    if (I.Op != Opcode::AllGatherStart) {
      joinTrees(Operand, RootLeaf, Number, B);
      continue;
    }
    Array From = at(Operand), To = at(Number, B);
    if (From.rank() == To.rank())
      for (size_t D : seq(From.rank()))
        if (!join(From, D, To, D))
          linkRepeated(From.part(D), To.part(D), Splits::Sure);
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// What a loop of n steps reads or writes one element of in each step, at a
// place that its counter tells, has n elements for that reason: xs, ys and
// residuals of a scan have this dimension together.
void DimensionLinker::visitLoop(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  if (I.Called.empty())
    return;
  std::optional<uint64_t> Trips = GetAttributes(Number).TripCount;
  PartList Stepped;
  visitLoopBody(I.Called[0], I.Called[0], Trips, Stepped);
  // Where XLA does not know how many steps there are, as on a TPU, equal
  // extents under one counter tell.
  stable_sort(Stepped, [&](const Part &A, const Part &B) {
    return std::pair(A.Extent != Trips, A.Extent) <
           std::pair(B.Extent != Trips, B.Extent);
  });
  for (size_t P = 1; P < Stepped.size(); ++P) {
    if (Stepped[P].Extent == Stepped[P - 1].Extent)
      regroup(Stepped[P - 1], Stepped[P]);
    // A pipeline has some steps more than it has parts to work on.
    else if (Stepped.front().Extent == Trips)
      linkShifted(Stepped.front(), Stepped[P], /*IsGuess=*/true);
  }
}

void DimensionLinker::visitLoopBody(ComputationId Computation,
                                    ComputationId Body,
                                    std::optional<uint64_t> Trips,
                                    PartList &Stepped) {
  const GraphComputation &C = G.computations()[Computation];
  if (C.IsUnread)
    return;
  for (InstructionId Number : C.instructions()) {
    const GraphInstruction &I = G[Number];
    bool IsUpdate = I.Op == Opcode::DynamicUpdateSlice;
    if (I.Op == Opcode::Fusion || I.Op == Opcode::Call ||
        I.Op == Opcode::AsyncStart) {
      for (ComputationId Called : I.Called)
        visitLoopBody(Called, Body, Trips, Stepped);
      continue;
    }
    if (!IsUpdate && I.Op != Opcode::DynamicSlice)
      continue;
    Array Whole = operand(I, 0);
    Array Slice = IsUpdate ? operand(I, 1) : result(Number);
    size_t FirstIndex = IsUpdate ? 2 : 1;
    for (size_t D : seq(Whole.rank())) {
      if (!Slice.has(D) || Slice.extent(D) != 1 || Whole.extent(D) == 1 ||
          FirstIndex + D >= I.Operands.size() ||
          !isCounter(I.Operands[FirstIndex + D], Body,
                     Trips.value_or(Whole.extent(D))))
        continue;
      Stepped.push_back(Whole.part(D));
    }
  }
}

// True if the number Index, somewhere in a loop's body, is calculated of the
// loop's whole numbers and constants alone, and of one of the former at least.
bool DimensionLinker::isCounter(InstructionId Index, ComputationId Body,
                                uint64_t Trips) const {
  // What steps through arrays is simple. Otherwise it is no evidence.
  static constexpr size_t MaxInstructions = 64;
  SmallSetVector<InstructionId, 16> Work;
  Work.insert(Index);
  bool HasCounter = false;
  for (size_t Next = 0; Next != Work.size(); ++Next) {
    const GraphInstruction &I = G[Work[Next]];
    if (Work.size() > MaxInstructions || !I.Type->isArray())
      return false;
    // Some counters are arrays of one element.
    if (any_of(I.Type->getDimensions(),
               [](const Dimension &D) { return D.Extent != 1; }))
      return false;
    switch (I.Op) {
    case Opcode::Constant:
      continue;
    case Opcode::GetTupleElement: {
      const GraphInstruction &Of = G[I.Operands[0]];
      if (Of.Op != Opcode::Parameter || Of.Computation != Body)
        return false;
      HasCounter = true;
      continue;
    }
    case Opcode::Parameter: {
      if (I.Computation == Body)
        return false;
      const GraphInstruction *Caller = nullptr;
      for (InstructionId C : G.computations()[I.Computation].Callers) {
        const GraphInstruction &Of = G[C];
        if (Of.Op == Opcode::AsyncUpdate || Of.Op == Opcode::AsyncDone)
          continue;
        if (Caller)
          return false;
        Caller = &Of;
      }
      if (!Caller || I.Number >= Caller->Operands.size())
        return false;
      Work.insert(Caller->Operands[I.Number]);
      continue;
    }
    case Opcode::Fusion:
    case Opcode::Call: {
      if (I.Called.size() != 1 || G.getCalled(I).IsUnread)
        return false;
      Work.insert(G.getCalled(I).Root);
      continue;
    }
    case Opcode::DynamicSlice: {
      // Of `xs=jnp.arange(n)`: the counter by another way.
      Array Table = operand(I, 0);
      if (!Table.Type || Table.rank() != 1 || Table.extent(0) != Trips)
        return false;
      Work.insert(I.Operands.begin() + 1, I.Operands.end());
      continue;
    }
    case Opcode::Bitcast:
    case Opcode::Copy:
    case Opcode::Reshape:
      break;
    default:
      if (!hasTrait(I.Op, OpcodeTraits::Elementwise))
        return false;
    }
    Work.insert(I.Operands.begin(), I.Operands.end());
  }
  return HasCounter;
}

} // namespace hlomem
