//===- UpdateReads.cpp - Arguments that only an update reads --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/SameData.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

using namespace llvm;

namespace hlomem::replay {

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
  void add(uint32_t Instruction, uint32_t Leaf) {
    // What is called by another rule has other leaves.
    if (Leaf >= G[Instruction].Leaves->size())
      return;
    size_t Number = getNumber({Instruction, Leaf});
    if (IsFound.test(Number))
      return;
    IsFound.set(Number);
    Pending.push_back({Instruction, Leaf});
  }
  void follow(HloPlace P);
  void followParameter(const GraphInstruction &Parameter, uint32_t Leaf);
  size_t getNumber(HloPlace P) const {
    return FirstPlace[P.Instruction] + P.Leaf;
  }

  const HloGraph &G;
  std::vector<size_t> FirstPlace;
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
  std::set<uint32_t> Replacing;
  for (const StatePair &P : findStatePairs(G))
    Replacing.insert(P.Result.Leaf);
  uint32_t Root = G.getEntry().Root;
  for (auto [Leaf, N] : enumerate(G[Root].Leaves->nodes()))
    if (N.Type->isArray() && !N.Type->getDimensions().empty() &&
        !Replacing.count(Leaf))
      add(Root, Leaf);
}

void MixedDataFinder::addOperands(const GraphInstruction &I) {
  for (uint32_t Operand : I.Operands)
    for (uint32_t Leaf = 0; Leaf != G[Operand].Leaves->size(); ++Leaf)
      add(Operand, Leaf);
}

void MixedDataFinder::followParameter(const GraphInstruction &Parameter,
                                      uint32_t Leaf) {
  for (uint32_t Caller : G.computations()[Parameter.Computation].Callers) {
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
  auto AddRoots = [&](ArrayRef<uint32_t> Called) {
    for (uint32_t C : Called)
      if (!G.computations()[C].IsUnread)
        add(G.computations()[C].Root, P.Leaf);
  };
  if (I.Op == Opcode::Parameter)
    return followParameter(I, P.Leaf);
  if (I.Operands.empty())
    return;
  switch (I.Op) {
  case Opcode::GetTupleElement:
    if (std::optional<uint32_t> Element =
            G[I.Operands.front()].Leaves->getElement(0, I.Number))
      add(I.Operands.front(), *Element + P.Leaf);
    return;
  case Opcode::Tuple:
    if (P.Leaf != 0) {
      auto [Number, First] = I.Leaves->getElementAbove(P.Leaf, 0);
      add(I.Operands[Number], P.Leaf - First);
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
    if (G[I].Type->isArray() && !Mixed.isMixed({I, 0}))
      Found.set(Number);
  return Found;
}

} // namespace hlomem::replay
