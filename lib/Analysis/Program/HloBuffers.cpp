//===- HloBuffers.cpp - Values that must share memory ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloBuffers.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// Results that are written over operands
//===----------------------------------------------------------------------===//

// Back through what only passes data on. As XLA does it, in this order and no
// further: tuples, elements of tuples, bitcasts.
static HloPlace followForwards(const HloGraph &G, HloPlace P) {
  auto At = [&]() -> const GraphInstruction & { return G[P.Instruction]; };
  while (At().Op == Opcode::Tuple && P.Leaf != RootLeaf) {
    auto [Number, Part] = At().Leaves->getElementAbove(P.Leaf, RootLeaf);
    if (Number >= At().Operands.size())
      return P;
    P = {At().Operands[Number], RootLeaf + (P.Leaf - Part)};
    if (!At().Leaves->ids().contains(P.Leaf))
      return {P.Instruction, RootLeaf};
  }
  while (At().Op == Opcode::GetTupleElement && !At().Operands.empty()) {
    InstructionId From = At().Operands[0];
    LeafId Element = G[From].Leaves->getElement(RootLeaf, At().Number);
    if (!Element)
      return P;
    P = {From, Element + P.Leaf.index()};
    if (!At().Leaves->ids().contains(P.Leaf))
      return {P.Instruction, RootLeaf};
  }
  while (At().Op == Opcode::Bitcast && P.Leaf == RootLeaf &&
         !At().Operands.empty())
    P.Instruction = At().Operands[0];
  return P;
}

static void addGivenPairs(const GraphInstruction &I,
                          SmallVectorImpl<InPlacePair> &Pairs) {
  for (const OutputOperandAlias &A : I.Aliases)
    Pairs.push_back({A.OperandNumber, A.OperandLeaf, A.Output});
}

// The operands from the first on, with the results of the same numbers.
static void addPairsInOrder(const GraphInstruction &I, size_t Count,
                            SmallVectorImpl<InPlacePair> &Pairs) {
  if (Count == 1) {
    Pairs.push_back({0, RootLeaf, RootLeaf});
    return;
  }
  for (uint32_t N = 0; N < Count; ++N)
    if (LeafId Output = I.Leaves->getElement(RootLeaf, N))
      Pairs.push_back({N, RootLeaf, Output});
}

// The second operand, an array or a tuple of them, with the part of the result
// that is received.
static void addPairsOfDestination(const HloGraph &G, const GraphInstruction &I,
                                  LeafId Output,
                                  SmallVectorImpl<InPlacePair> &Pairs) {
  const LeafTree &Destination = *G[I.Operands[1]].Leaves;
  if ((*I.Leaves)[Output].Size != Destination.size())
    return;
  for (LeafId Leaf : Destination.ids())
    if (Leaf == RootLeaf || Destination[Leaf].Parent == RootLeaf)
      Pairs.push_back({1, Leaf, Output + Leaf.index()});
}

namespace {

/// Finds the pairs of instructions, those of a fusion within others once.
class PairFinder {
public:
  explicit PairFinder(const HloGraph &G) : G(G) {}

  SmallVector<InPlacePair, 2> find(InstructionId Number, unsigned Depth = 0);

private:
  const SmallVector<InPlacePair, 2> &findFused(InstructionId Fusion,
                                               unsigned Depth);
  std::optional<HloPlace> findFusedParameter(InstructionId Root, LeafId Leaf,
                                             unsigned Depth);

  const HloGraph &G;
  DenseMap<InstructionId, SmallVector<InPlacePair, 2>> Fusions;
};

} // namespace

// The parameter that output leaf \p Leaf of a fusion is written over.
std::optional<HloPlace> PairFinder::findFusedParameter(InstructionId Root,
                                                       LeafId Leaf,
                                                       unsigned Depth) {
  HloPlace Written = followForwards(G, {Root, Leaf});
  const GraphInstruction &Writer = G[Written.Instruction];
  std::optional<HloPlace> Result;
  for (InPlacePair P : find(Written.Instruction, Depth)) {
    if (P.OutputLeaf != Written.Leaf)
      continue;
    HloPlace From =
        followForwards(G, {Writer.Operands[P.OperandNumber], P.OperandLeaf});
    const GraphInstruction *Source = &G[From.Instruction];
    if (Source->Op == Opcode::Fusion) {
      for (InPlacePair Inner : find(From.Instruction, Depth))
        if (Inner.OutputLeaf == From.Leaf) {
          From = followForwards(
              G, {Source->Operands[Inner.OperandNumber], Inner.OperandLeaf});
          break;
        }
      Source = &G[From.Instruction];
    }
    if (Source->Op == Opcode::Parameter)
      Result = From;
  }
  return Result;
}

const SmallVector<InPlacePair, 2> &PairFinder::findFused(InstructionId Fusion,
                                                         unsigned Depth) {
  // XLA's fusions nest three deep.
  static constexpr unsigned MaxDepth = 8;
  if (auto Known = Fusions.find(Fusion); Known != Fusions.end())
    return Known->second;
  const GraphInstruction &I = G[Fusion];
  SmallVector<InPlacePair, 2> Pairs;
  if (I.Called.size() == 1 && Depth != MaxDepth) {
    if (const GraphComputation *Body = G.getBody(I))
      for (LeafId Leaf : I.Leaves->ids()) {
        if ((*I.Leaves)[Leaf].Type->isTuple() ||
            !G[Body->Root].Leaves->ids().contains(Leaf))
          continue;
        auto Found = findFusedParameter(Body->Root, Leaf, Depth + 1);
        if (!Found)
          continue;
        uint64_t Parameter = G[Found->Instruction].Number;
        if (Parameter < I.Operands.size())
          Pairs.push_back(
              {static_cast<uint32_t>(Parameter), Found->Leaf, Leaf});
      }
    addGivenPairs(I, Pairs);
  }
  return Fusions[Fusion] = std::move(Pairs);
}

SmallVector<InPlacePair, 2> PairFinder::find(InstructionId Number,
                                             unsigned Depth) {
  const GraphInstruction &I = G[Number];
  SmallVector<InPlacePair, 2> Pairs;
  size_t Operands = I.Operands.size();
  switch (I.Op) {
  case Opcode::DynamicUpdateSlice:
  case Opcode::SetDimensionSize:
    if (Operands != 0)
      Pairs.push_back({0, RootLeaf, RootLeaf});
    break;
  case Opcode::Scatter:
    if (Operands >= 3)
      addPairsInOrder(I, (Operands - 1) / 2, Pairs);
    break;
  case Opcode::AllReduceStart:
    addPairsInOrder(I, Operands, Pairs);
    break;
  case Opcode::RaggedAllToAll:
    if (Operands > 1)
      Pairs.push_back({1, RootLeaf, RootLeaf});
    break;
  case Opcode::CollectivePermute:
    if (Operands == 4)
      addPairsOfDestination(G, I, RootLeaf, Pairs);
    break;
  case Opcode::CollectivePermuteStart:
    if (Operands == 4)
      if (LeafId Output = I.Leaves->getElement(RootLeaf, 1))
        addPairsOfDestination(G, I, Output, Pairs);
    break;
  case Opcode::AsyncStart:
  case Opcode::CustomCall:
    addGivenPairs(I, Pairs);
    break;
  case Opcode::Fusion:
    return findFused(Number, Depth);
  default:
    break;
  }
  return Pairs;
}

SmallVector<InPlacePair, 2> getInPlacePairs(const HloGraph &G,
                                            InstructionId Instruction) {
  return PairFinder(G).find(Instruction);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {

/// Joins the values at pairs of places.
class BufferJoiner {
public:
  BufferJoiner(const HloDataflow &D, IntEqClasses &Classes)
      : D(D), G(D.getGraph()), Classes(Classes) {}

  void joinAll();

private:
  void join(HloPlace A, HloPlace B);
  void joinWhole(InstructionId A, InstructionId B);
  void joinLoop(InstructionId Number);

  const HloDataflow &D;
  const HloGraph &G;
  PairFinder Pairs{G};
  IntEqClasses &Classes;
};

} // namespace

void BufferJoiner::join(HloPlace A, HloPlace B) {
  ValueId ValueA = D.getValueAt(A), ValueB = D.getValueAt(B);
  if (ValueA && ValueB)
    Classes.join(ValueA.index(), ValueB.index());
}

void BufferJoiner::joinWhole(InstructionId A, InstructionId B) {
  const LeafTree &Leaves = *G[A].Leaves;
  if (G[B].Leaves->size() == Leaves.size())
    for (LeafId Leaf : Leaves.ids())
      join({A, Leaf}, {B, Leaf});
}

void BufferJoiner::joinLoop(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  const GraphComputation &Body = G.getCalled(I);
  joinWhole(Number, I.Operands[0]);
  joinWhole(Number, Body.Root);
  joinWhole(Number, Body.Parameters[0]);
  joinWhole(Number, G.computations()[I.Called[1]].Parameters[0]);
}

void BufferJoiner::joinAll() {
  const GraphComputation &Entry = G.getEntry();
  for (const InputOutputAlias &A : G.inputOutputAliases())
    join({Entry.Root, A.Output},
         {Entry.Parameters[A.Parameter], A.ParameterLeaf});
  for (auto [Number, I] : withIds(G.instructions())) {
    HloContext Context = D.getContext(I.Computation);
    if (Context == HloContext::Unreached || Context == HloContext::Fused)
      continue;
    if (I.Op == Opcode::While) {
      joinLoop(Number);
    } else if (I.Op == Opcode::Conditional) {
      for (ComputationId Branch : I.Called)
        joinWhole(Number, G.computations()[Branch].Root);
    } else {
      for (InPlacePair P : Pairs.find(Number))
        join({I.Operands[P.OperandNumber], P.OperandLeaf},
             {Number, P.OutputLeaf});
    }
  }
}

HloBuffers::HloBuffers(IntEqClasses &Classes, size_t ValueCount) {
  // Classes are numbered by their first members.
  Classes.compress();
  BufferOf.resize(ValueCount);
  FirstMember.assign(Classes.getNumClasses() + 1, 0);
  for (ValueId V : BufferOf.ids()) {
    BufferOf[V] = BufferId(Classes[V.index()]);
    ++FirstMember[BufferOf[V] + 1];
  }
  for (BufferId B : ids())
    FirstMember[B + 1] += FirstMember[B];
  Members.resize(ValueCount);
  IdVector<BufferId, size_t> Next = FirstMember;
  for (ValueId V : BufferOf.ids())
    Members[Next[BufferOf[V]]++] = V;
}

HloBuffers HloBuffers::compute(const HloDataflow &D) {
  IntEqClasses Classes(D.definitions().size());
  BufferJoiner(D, Classes).joinAll();
  return {Classes, D.definitions().size()};
}

std::vector<std::pair<ValueId, ValueId>> HloBuffers::getPairs() const {
  std::vector<std::pair<ValueId, ValueId>> Pairs;
  for (BufferId B : ids())
    for (ValueId V : getValues(B).drop_front())
      Pairs.push_back({getValues(B).front(), V});
  return Pairs;
}

HloBuffers HloBuffers::of(size_t ValueCount,
                          ArrayRef<std::pair<ValueId, ValueId>> Pairs) {
  IntEqClasses Classes(ValueCount);
  for (auto [A, B] : Pairs)
    Classes.join(A.index(), B.index());
  return {Classes, ValueCount};
}

} // namespace hlomem
