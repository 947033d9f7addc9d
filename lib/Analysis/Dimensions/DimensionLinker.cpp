//===- DimensionLinker.cpp - What links of dimensions are made of ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimensionLinker.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;

namespace hlomem {

DimensionLinks::DimensionLinks(const HloGraph &G, AttributesFn GetAttributes)
    : G(G) {
  DimensionLinker(*this, GetAttributes).run();
}

ArrayRef<Dimension> DimensionLinks::getDimensions(HloPlace P) const {
  const Shape &S = G.getType(P);
  return S.isArray() ? S.getDimensions() : ArrayRef<Dimension>();
}

void DimensionLinker::run() {
  makeSlots();
  findMade();
  for (InstructionId I : G.instructions().ids())
    visit(I);
  makeClasses();
}

void DimensionLinker::makeSlots() {
  size_t Places = 0;
  uint32_t Slots = 0;
  for (const GraphInstruction &I : G.instructions()) {
    L.FirstPlace.push_back(Places);
    Places += I.Leaves->size();
    for (const LeafTree::Node &N : I.Leaves->nodes()) {
      L.FirstSlot.push_back(Slots);
      if (N.Type->isArray())
        Slots += N.Type->getDimensions().size();
    }
  }
  Parents.resize(Slots);
  std::iota(Parents.begin(), Parents.end(), 0);
}

// What an instruction reads comes before it, and so do called computations.
void DimensionLinker::findMade() {
  IsMade.resize(Parents.size());
  for (InstructionId I : G.instructions().ids())
    for (LeafId Leaf : G[I].Leaves->ids()) {
      Array A = at(I, Leaf);
      if (A.rank() == 0 || !isMade(I, Leaf))
        continue;
      for (size_t D : seq(A.rank()))
        IsMade[A.FirstSlot + D] = true;
    }
}

bool DimensionLinker::isMade(InstructionId Number, LeafId Leaf) const {
  const GraphInstruction &I = G[Number];
  auto IsMadeAt = [&](InstructionId Of, LeafId OfLeaf) {
    Array A = at(Of, OfLeaf);
    return all_of(A.Dimensions,
                  [](const Dimension &D) { return D.Extent == 1; }) ||
           IsMade[A.FirstSlot];
  };
  switch (I.Op) {
  case Opcode::Iota:
    return true;
  case Opcode::Tuple: {
    if (Leaf == RootLeaf)
      return false;
    auto [Element, First] = I.Leaves->getElementAbove(Leaf, RootLeaf);
    return IsMadeAt(I.Operands[Element], RootLeaf + (Leaf - First));
  }
  case Opcode::GetTupleElement: {
    const LeafTree &Of = *G[I.Operands[0]].Leaves;
    return IsMadeAt(I.Operands[0],
                    Of.getElement(RootLeaf, I.Number) + Leaf.index());
  }
  case Opcode::Fusion:
  case Opcode::Call: {
    if (I.Called.size() != 1 || G.getCalled(I).IsUnread)
      return false;
    InstructionId Root = G.getCalled(I).Root;
    return Root < Number && IsMadeAt(Root, Leaf);
  }
  case Opcode::Bitcast:
  case Opcode::Broadcast:
  case Opcode::Copy:
  case Opcode::Reshape:
  case Opcode::Transpose:
    break;
  default:
    if (!hasTrait(I.Op, OpcodeTraits::Elementwise))
      return false;
  }
  return !I.Operands.empty() && all_of(I.Operands, [&](InstructionId Operand) {
    return Operand < Number && G[Operand].Leaves->size() == 1 &&
           IsMadeAt(Operand, RootLeaf);
  });
}

void DimensionLinker::makeClasses() {
  L.Classes.assign(Parents.size(), DimensionLinks::None);
  uint32_t Count = 0;
  for (uint32_t Slot = 0; Slot != Parents.size(); ++Slot) {
    uint32_t &Class = L.Classes[find(Slot)];
    if (Class == DimensionLinks::None)
      Class = Count++;
    L.Classes[Slot] = Class;
  }
  L.Extents.resize(Count);
  L.IsBlock.resize(Count);
  for (uint32_t Slot : Blocks)
    L.IsBlock[L.Classes[Slot]] = true;
  L.IsMade.resize(Count);
  for (uint32_t Slot = 0; Slot != Parents.size(); ++Slot)
    L.IsMade[L.Classes[Slot]] = IsMade[Slot];
  for (DimensionLinks::Piece &P : L.Pieces) {
    P.Whole = L.Classes[P.Whole];
    P.Cut = L.Classes[P.Cut];
  }
  for (InstructionId I : G.instructions().ids())
    for (LeafId Leaf : G[I].Leaves->ids()) {
      Array A = at(I, Leaf);
      for (size_t D = 0; D != A.rank(); ++D)
        L.Extents[L.Classes[A.FirstSlot + D]] = A.extent(D);
    }
  L.FirstLink.assign(Count + 2, 0);
  for (Part &P : L.Parts)
    if (P.Class != DimensionLinks::None) {
      P.Class = L.Classes[P.Class];
      ++L.FirstLink[P.Class + 2];
    }
  std::partial_sum(L.FirstLink.begin(), L.FirstLink.end(), L.FirstLink.begin());
  L.LinksByClass.resize(L.FirstLink.back());
  for (auto [Number, Link] : enumerate(L.Links))
    for (uint32_t P = Link.Left; P != Link.End; ++P)
      if (uint32_t Class = L.Parts[P].Class; Class != DimensionLinks::None)
        L.LinksByClass[L.FirstLink[Class + 1]++] = Number;
}

DimensionLinker::Array DimensionLinker::at(InstructionId Instruction,
                                           LeafId Leaf) const {
  return {L.getSlot({Instruction, Leaf}), L.getDimensions({Instruction, Leaf}),
          (*G[Instruction].Leaves)[Leaf].Type};
}

DimensionLinker::Array DimensionLinker::operand(const GraphInstruction &I,
                                                size_t Number) const {
  return Number < I.Operands.size() ? at(I.Operands[Number]) : Array();
}

DimensionLinker::Array DimensionLinker::result(InstructionId Instruction,
                                               size_t Number) const {
  const GraphInstruction &I = G[Instruction];
  if (!I.Type->isTuple())
    return Number == 0 ? at(Instruction) : Array();
  LeafId Leaf = I.Leaves->getElement(RootLeaf, Number);
  return Leaf ? at(Instruction, Leaf) : Array();
}

uint32_t DimensionLinker::find(uint32_t Slot) {
  while (Parents[Slot] != Slot)
    Slot = Parents[Slot] = Parents[Parents[Slot]];
  return Slot;
}

void DimensionLinker::unite(const Part &A, const Part &B) {
  if (IsMade[A.Class] == IsMade[B.Class])
    Parents[find(A.Class)] = find(B.Class);
  else
    link(Kind::Regroup, A, B);
}

bool DimensionLinker::join(const Array &A, int64_t I, const Array &B,
                           int64_t J) {
  if (!A.has(I) || !B.has(J) || A.extent(I) != B.extent(J))
    return false;
  // One element is of every dimension.
  if (A.extent(I) > 1)
    unite(A.part(I), B.part(J));
  return true;
}

void DimensionLinker::joinAll(const Array &A, const Array &B) {
  if (A.rank() == B.rank())
    for (size_t D = 0; D != A.rank(); ++D)
      join(A, D, B, D);
}

void DimensionLinker::joinTrees(InstructionId A, LeafId LeafA, InstructionId B,
                                LeafId LeafB) {
  const LeafTree &TreeA = *G[A].Leaves;
  const LeafTree &TreeB = *G[B].Leaves;
  if (TreeA[LeafA].Size == TreeB[LeafB].Size)
    for (uint32_t N = 0; N != TreeA[LeafA].Size; ++N)
      joinAll(at(A, LeafA + N), at(B, LeafB + N));
}

void DimensionLinker::link(Kind How, ArrayRef<Part> Left, ArrayRef<Part> Right,
                           bool IsGuess, Splits IfSplit) {
  DimensionLinks::Link &New = L.Links.emplace_back();
  New.How = How;
  New.IsGuess = IsGuess;
  New.IfSplit = IfSplit;
  New.Left = L.Parts.size();
  append_range(L.Parts, Left);
  New.Right = L.Parts.size();
  append_range(L.Parts, Right);
  New.End = L.Parts.size();
}

// Splits the lists where the products of both meet: [8,512,64] to [4096,64] is
// a link of the first ones, and the last ones are the same.
void DimensionLinker::regroup(ArrayRef<Part> Left, ArrayRef<Part> Right,
                              Splits IfSplit) {
  auto TakeGroup = [&] {
    PartList TakenLeft, TakenRight;
    uint64_t LeftCount = 1, RightCount = 1;
    auto Take = [](ArrayRef<Part> &From, PartList &To, uint64_t &Count) {
      if (From.front().Extent != 1)
        To.push_back(From.front());
      Count = SaturatingMultiply(Count, From.front().Extent);
      From = From.drop_front();
    };
    do {
      if (LeftCount <= RightCount && !Left.empty())
        Take(Left, TakenLeft, LeftCount);
      else if (!Right.empty())
        Take(Right, TakenRight, RightCount);
      else
        return false;
    } while (LeftCount != RightCount || LeftCount == 1 || LeftCount == 0);
    // Of more elements than can be counted nothing is known.
    if (LeftCount == std::numeric_limits<uint64_t>::max())
      return false;
    if (TakenLeft.size() == 1 && TakenRight.size() == 1) {
      const Part &A = TakenLeft.front(), &B = TakenRight.front();
      if (A.Class != DimensionLinks::None && B.Class != DimensionLinks::None)
        unite(A, B);
      return true;
    }
    link(Kind::Regroup, TakenLeft, TakenRight, /*IsGuess=*/false, IfSplit);
    return true;
  };
  while (TakeGroup())
    ;
}

void DimensionLinker::linkShifted(const Part &Of, const Part &Other,
                                  bool IsGuess) {
  uint64_t Smaller = std::min(Of.Extent, Other.Extent);
  uint64_t Fixed = std::max(Of.Extent, Other.Extent) - Smaller;
  if (Smaller > Fixed)
    link(Kind::Shift, Of, Other, IsGuess);
}

void DimensionLinker::linkRepeated(const Part &Small, const Part &Large,
                                   Splits IfSplit) {
  if (Small.Extent > 1)
    regroup({Part{DimensionLinks::None, Large.Extent / Small.Extent}, Small},
            Large, IfSplit);
}

} // namespace hlomem
