//===- UpdateReads.cpp - Arguments that only an update reads --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/StatePairs.h"
#include "hlomem/WhatIf/SameElements.h"
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

/// Goes back from what mixes elements to all that it is computed of.
class MixedDataFinder {
public:
  explicit MixedDataFinder(const HloGraph &G);

  /// True if what mixes elements is computed of \p P.
  bool isMixed(HloPlace P) const { return IsFound.test(getNumber(P)); }

private:
  void addOperands(const GraphInstruction &I);
  void addResults();
  void add(InstructionId Instruction, LeafId Leaf) {
    // What is called by another rule has other leaves.
    if (!G[Instruction].Leaves->ids().contains(Leaf))
      return;
    size_t Number = getNumber({Instruction, Leaf});
    if (IsFound.test(Number))
      return;
    IsFound.set(Number);
    Pending.push_back({Instruction, Leaf});
  }
  void follow(HloPlace P);
  void followParameter(const GraphInstruction &Parameter, LeafId Leaf);
  size_t getNumber(HloPlace P) const {
    return FirstPlace[P.Instruction] + P.Leaf.index();
  }

  const HloGraph &G;
  IdVector<InstructionId, size_t> FirstPlace;
  BitVector IsFound;
  SmallVector<HloPlace> Pending;
};

} // namespace

MixedDataFinder::MixedDataFinder(const HloGraph &G) : G(G) {
  size_t Places = 0;
  for (const GraphInstruction &I : G.instructions()) {
    FirstPlace.push_back(Places);
    Places += I.Leaves->size();
  }
  IsFound.resize(Places);
  for (const GraphInstruction &I : G.instructions())
    // Of a fusion that was not read nothing is known.
    if (mixesElements(I) || (I.Op == Opcode::Fusion && !G.getBody(I)))
      addOperands(I);
  addResults();
  while (!Pending.empty())
    follow(Pending.pop_back_val());
}

/// Results that no argument is replaced by, but for single numbers, such as the
/// loss, whose type nothing depends on.
void MixedDataFinder::addResults() {
  std::set<LeafId> Replacing;
  for (const StatePair &P : findStatePairs(G))
    Replacing.insert(P.Result.Leaf);
  InstructionId Root = G.getEntry().Root;
  for (auto [Leaf, N] : withIds(G[Root].Leaves->nodes()))
    if (N.Type->isArray() && !N.Type->getDimensions().empty() &&
        !Replacing.count(Leaf))
      add(Root, Leaf);
}

void MixedDataFinder::addOperands(const GraphInstruction &I) {
  for (InstructionId Operand : I.Operands)
    for (LeafId Leaf : G[Operand].Leaves->ids())
      add(Operand, Leaf);
}

void MixedDataFinder::followParameter(const GraphInstruction &Parameter,
                                      LeafId Leaf) {
  for (InstructionId Caller : G.computations()[Parameter.Computation].Callers) {
    const GraphInstruction &I = G[Caller];
    for (auto [Number, Called] : enumerate(I.Called)) {
      if (Called != Parameter.Computation)
        continue;
      // The first operand of a conditional chooses the branch.
      uint64_t Operand = I.Op == Opcode::Conditional ? Number + 1
                         : I.Op == Opcode::While     ? 0
                                                     : Parameter.Number;
      if (Operand < I.Operands.size())
        add(I.Operands[Operand], Leaf);
    }
  }
}

void MixedDataFinder::follow(HloPlace P) {
  const GraphInstruction &I = G[P.Instruction];
  auto AddRoots = [&](ArrayRef<ComputationId> Called) {
    for (ComputationId C : Called)
      if (!G.computations()[C].IsUnread)
        add(G.computations()[C].Root, P.Leaf);
  };
  if (I.Op == Opcode::Parameter)
    return followParameter(I, P.Leaf);
  if (I.Operands.empty())
    return;
  switch (I.Op) {
  case Opcode::GetTupleElement:
    if (LeafId Element =
            G[I.Operands.front()].Leaves->getElement(RootLeaf, I.Number))
      add(I.Operands.front(), Element + P.Leaf.index());
    return;
  case Opcode::Tuple:
    if (P.Leaf != RootLeaf) {
      auto [Number, First] = I.Leaves->getElementAbove(P.Leaf, RootLeaf);
      add(I.Operands[Number], RootLeaf + (P.Leaf - First));
    }
    return;
  case Opcode::While:
    // What one iteration gives to the next is not followed: the update of one
    // step makes the weights of another.
    AddRoots(I.Called.take_front(!I.Called.empty()));
    add(I.Operands.front(), P.Leaf);
    return;
  case Opcode::Call:
  case Opcode::Conditional:
    return AddRoots(I.Called);
  case Opcode::Fusion:
    return AddRoots(I.Called.take_front(!I.Called.empty()));
  default:
    return addOperands(I);
  }
}

BitVector findUpdateArguments(const RecordedAssignment &Record) {
  const HloGraph &G = Record.getProgram();
  MixedDataFinder Mixed(G);
  BitVector Found(G.getEntry().Parameters.size());
  for (auto [Number, I] : enumerate(G.getEntry().Parameters))
    if (G[I].Type->isArray() && !Mixed.isMixed({I, RootLeaf}))
      Found.set(Number);
  return Found;
}

} // namespace hlomem
