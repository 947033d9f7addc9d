//===- GpuFusionSharing.cpp - Operands of fusions on a GPU ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuFusionSharing.h"
#include "hlomem/IR/PatternMatch.h"
#include "hlomem/XlaSim/OperandSharing.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace hlomem::PatternMatch;

namespace hlomem {

namespace {

/// What the fusion does with one operand.
class FusionWalk {
public:
  FusionWalk(const HloGraph &G, HloPlace Operand, HloPlace User)
      : G(G), User(User), Fusion(G[User.Instruction]),
        Body(G.getCalled(Fusion)),
        Number(find(Fusion.Operands, Operand.Instruction) -
               Fusion.Operands.begin()) {}

  bool run();

private:
  const GraphInstruction &get(InstructionId I) const { return G[I]; }
  ArrayRef<InstructionId> getRoots() const;
  InstructionId findReduction(InstructionId Root) const;
  bool isTransposition(InstructionId I) const;
  bool isTrivial(InstructionId I, size_t MaxOperands) const;
  InstructionId findTransposition(InstructionId Root) const;
  InstructionId findInnerTransposition(InstructionId Root) const;
  void findHero();
  void findOutput();
  bool mayReach(InstructionId Of, InstructionId User) const;
  bool
  areOtherOutputsSafe(const SmallSetVector<InstructionId, 16> &Reached) const;

  const HloGraph &G;
  HloPlace User;
  const GraphInstruction &Fusion;
  const GraphComputation &Body;
  uint32_t Number;
  /// The reduction that the kernel is built around; what it reads is read
  /// before anything is written.
  InstructionId Hero;
  /// What makes the result, and the same without a bitcast.
  InstructionId Output;
  InstructionId Writer;
};

} // namespace

ArrayRef<InstructionId> FusionWalk::getRoots() const {
  const GraphInstruction &Root = get(Body.Root);
  return Root.Op == Opcode::Tuple ? Root.Operands : ArrayRef(Body.Root);
}

InstructionId FusionWalk::findReduction(InstructionId Root) const {
  while (isTrivial(Root, 1))
    Root = get(Root).Operands[0];
  return get(Root).Op == Opcode::Reduce ? Root : InstructionId::none();
}

bool FusionWalk::isTransposition(InstructionId I) const {
  return match(G, I, m_AnyOp<Opcode::Transpose, Opcode::Copy>());
}

/// It leaves each element where it is, and has few operands.
bool FusionWalk::isTrivial(InstructionId I, size_t MaxOperands) const {
  size_t Count = get(I).Operands.size();
  return Count != 0 && Count <= MaxOperands &&
         (get(I).Op == Opcode::Bitcast ||
          (get(I).Op != Opcode::Copy && isElementwise(G, I)));
}

InstructionId FusionWalk::findTransposition(InstructionId Root) const {
  while (isTrivial(Root, 1))
    Root = get(Root).Operands[0];
  if (isTransposition(Root))
    return Root;
  // Only a kernel that is built around one looks further.
  return Fusion.Fusion == FusionKind::Input ? findInnerTransposition(Root)
                                            : InstructionId::none();
}

/// The only transposition that \p Root is computed of, if all that is computed
/// of it is trivial.
InstructionId FusionWalk::findInnerTransposition(InstructionId Root) const {
  // As many as XLA's emitter allows.
  static constexpr size_t MaxOperands = 3;
  InstructionId Found;
  SmallSetVector<InstructionId, 16> Work;
  Work.insert(Root);
  for (size_t N = 0; N != Work.size(); ++N) {
    const InstructionId I = Work[N];
    if (isTransposition(I)) {
      if (Found)
        return InstructionId::none();
      Found = I;
    } else if (isTrivial(I, MaxOperands)) {
      Work.insert(get(I).Operands.begin(), get(I).Operands.end());
    }
  }
  if (!Found)
    return InstructionId::none();
  Work.clear();
  Work.insert(Found);
  for (size_t N = 0; N != Work.size(); ++N)
    for (GraphUse U : get(Work[N]).Uses) {
      if (get(U.User).Op == Opcode::Tuple)
        continue;
      if (!isTrivial(U.User, MaxOperands))
        return InstructionId::none();
      Work.insert(U.User);
    }
  return Found;
}

void FusionWalk::findHero() {
  for (InstructionId Root : getRoots()) {
    Hero = findReduction(Root);
    if (Hero)
      return;
  }
}

void FusionWalk::findOutput() {
  Output = Body.Root;
  LeafId Leaf = User.Leaf, Above = RootLeaf;
  while (Leaf != Above && get(Output).Op == Opcode::Tuple) {
    auto [Element, Part] = Fusion.Leaves->getElementAbove(Leaf, Above);
    if (Element >= get(Output).Operands.size())
      break;
    Output = get(Output).Operands[Element];
    Above = Part;
  }
  Writer = Output;
  match(G, Output, m_Op(Opcode::Bitcast, m_Inst(Writer)));
}

/// False if \p User, which reads \p Of, may read an element after another
/// thread has written it.
bool FusionWalk::mayReach(InstructionId Of, InstructionId User) const {
  const GraphInstruction &U = get(User);
  const GraphInstruction &W = get(Writer);
  uint32_t N = find(U.Operands, Of) - U.Operands.begin();
  bool IsOnce = count(U.Operands, Of) == 1;
  if (User == Writer && U.Op == Opcode::Scatter) {
    size_t Results = U.Type->isTuple() ? U.Type->getElements().size() : 1;
    if (N < Results && IsOnce)
      return true;
  }
  if (User == Writer && U.Op == Opcode::Sort && IsOnce)
    return Fusion.Leaves->getElement(RootLeaf, N) == this->User.Leaf;
  // A slice of what is updated, where it is updated.
  if (W.Op == Opcode::DynamicUpdateSlice && U.Op == Opcode::DynamicSlice &&
      W.Operands.size() >= 2 && W.Operands[0] == U.Operands[0] &&
      U.Type == get(W.Operands[1]).Type)
    return countElements(*U.Type) == 1 ||
           U.Operands.drop_front() == W.Operands.drop_front(2);
  if ((isElementwiseOn(G, User, N) && U.Op != Opcode::Copy) ||
      U.Op == Opcode::Bitcast || U.Op == Opcode::Tuple || User == Hero)
    return true;
  return User == Writer && U.Op == Opcode::DynamicUpdateSlice && N == 1;
}

/// Where another result is reached too, its threads must do as those of this
/// one.
bool FusionWalk::areOtherOutputsSafe(
    const SmallSetVector<InstructionId, 16> &Reached) const {
  bool ReachesOther = false, Transposes = false;
  for (InstructionId Root : getRoots()) {
    if (!Reached.contains(Root))
      continue;
    ReachesOther |= Root != Output;
    Transposes |= !findTransposition(Root).isNone();
  }
  return !ReachesOther || (isElementwise(G, Writer) && !Transposes);
}

bool FusionWalk::run() {
  if (Number >= Body.Parameters.size())
    return false;
  findHero();
  findOutput();
  SmallSetVector<InstructionId, 16> Reached;
  Reached.insert(Body.Parameters[Number]);
  for (size_t Next = 0; Next != Reached.size(); ++Next) {
    const InstructionId Of = Reached[Next];
    if (Of == Hero)
      continue;
    for (GraphUse U : get(Of).Uses) {
      Reached.insert(U.User);
      if (!mayReach(Of, U.User))
        return false;
    }
  }
  if (get(Body.Root).Op == Opcode::Tuple && !areOtherOutputsSafe(Reached))
    return false;
  return Reached.contains(Output);
}

bool canGpuFusionShare(const HloGraph &G, HloPlace Operand, HloPlace User) {
  const GraphInstruction &Fusion = G[User.Instruction];
  const Shape &From = *G[Operand.Instruction].Type;
  const Shape &To = G.getType(User);
  if (Fusion.Called.size() != 1)
    return false;
  if (&From != &To && (!From.isArray() || !To.isArray() ||
                       countElements(From) != countElements(To) ||
                       nominalElementBits(From.getElementType()) !=
                           nominalElementBits(To.getElementType())))
    return false;
  return FusionWalk(G, Operand, User).run();
}

} // namespace hlomem
