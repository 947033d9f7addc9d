//===- Rematerialization.cpp - What loops keep, computed again ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Loops/Rematerialization.h"
#include "Loops/KeptDots.h"
#include "Loops/SliceUpdate.h"
#include "hlomem/WhatIf/BufferShapes.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;
using namespace hlomem::PatternMatch;

namespace hlomem {

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

namespace {

class StackFinder {
public:
  explicit StackFinder(const RecordedAssignment &Record)
      : Record(Record), D(Record.getDataflow()), G(Record.getProgram()) {}

  std::vector<ResidualStack> run();

private:
  void findIn(InstructionId Loop);
  bool describe(ResidualStack &S, const SliceUpdate &Written) const;
  void findReaders(ResidualStack &S) const;
  void markCarried(MutableArrayRef<ResidualStack> Stacks,
                   ArrayRef<Bytes> Carried) const;
  InstructionId findDot(InstructionId Instruction, unsigned Depth = 0) const;
  InstructionId findMaker(InstructionId Instruction) const;

  const RecordedAssignment &Record;
  const HloDataflow &D;
  const HloGraph &G;
  std::vector<ResidualStack> Found;
};

} // namespace

/// What \p Instruction is a part of, behind moves: several results are made by
/// one product.
static InstructionId skipMovesAndSlices(const HloGraph &G,
                                        InstructionId Instruction) {
  match(G, Instruction,
        m_Skip(m_AnyOf(m_Move(), m_Op(Opcode::Slice)), m_Inst(Instruction)));
  return Instruction;
}

/// The dot that makes \p Instruction.
InstructionId StackFinder::findDot(InstructionId Instruction,
                                   unsigned Depth) const {
  Instruction = skipMovesAndSlices(G, Instruction);
  if (getDot(G, Instruction))
    return Instruction;
  const GraphComputation *Body = G.getBody(G[Instruction]);
  if (!Body || Depth == 4)
    return InstructionId::none();
  if (InstructionId Dot = findDot(Body->Root, Depth + 1))
    return Dot;
  InstructionId Given =
      getArgument(G, G[Instruction], skipMovesAndSlices(G, Body->Root));
  return Given ? findDot(Given, Depth + 1) : InstructionId::none();
}

/// What computes \p Instruction, behind moves and conversions; of a fusion,
/// which may end with one that the compiler put there, what does in it.
InstructionId StackFinder::findMaker(InstructionId Instruction) const {
  // Fusions that only move follow each other.
  constexpr unsigned MaxFusions = 4;
  for (unsigned Fusions = 0; Fusions != MaxFusions; ++Fusions) {
    uint64_t Part = 0;
    while (match(G, Instruction,
                 m_AnyOf(m_GetTupleElement(m_Inst(Instruction), Part),
                         m_MoveOfWhole(m_Inst(Instruction)))))
      ;
    const GraphComputation *Body = G.getBody(G[Instruction]);
    InstructionId Result =
        Body ? getResult(G, *Body, Part) : InstructionId::none();
    if (!Result)
      return Instruction;
    InstructionId Inner = skipMoves(G, Result);
    if (G[Inner].Op != Opcode::Parameter)
      return Inner;
    InstructionId Given = getArgument(G, G[Instruction], Inner);
    if (!Given)
      return Instruction;
    Instruction = Given;
  }
  return Instruction;
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

/// A dimension of this extent: \p Preferred, or the first one.
static std::optional<uint32_t> findDimension(ArrayRef<Dimension> Dimensions,
                                             uint64_t Extent,
                                             uint32_t Preferred) {
  if (Preferred < Dimensions.size() && Dimensions[Preferred].Extent == Extent)
    return Preferred;
  const Dimension *Found = find_if(
      Dimensions, [&](const Dimension &D) { return D.Extent == Extent; });
  return Found == Dimensions.end()
             ? std::nullopt
             : std::optional<uint32_t>(Found - Dimensions.begin());
}

/// Fills in how slices are counted; false if \p Written is none of one
/// iteration.
bool StackFinder::describe(ResidualStack &S, const SliceUpdate &Written) const {
  ArrayRef<Dimension> Stack = G.getType({S.Writer, S.Leaf}).getDimensions();
  std::optional<uint32_t> Differing =
      findSlicedDimension(*Written.Whole, *Written.Slice);
  if (!Differing)
    return false;
  S.Count = Written.Whole->getDimensions()[*Differing].Extent;
  // The whole may be a bitcast of what the loop carries.
  std::optional<uint32_t> Counting = findDimension(Stack, S.Count, *Differing);
  if (!Counting)
    return false;
  S.Dimension = *Counting;
  return S.Count > 1;
}

void StackFinder::findReaders(ResidualStack &S) const {
  ValueId Value = D.getValueAt({S.Writer, S.Leaf});
  if (!Value)
    return;
  const Shape &Stack = G.getType({S.Writer, S.Leaf});
  SmallVector<ValueId> Values{Value};
  for (size_t At = 0; At != Values.size(); ++At) {
    SmallVector<HloUse> Uses;
    D.getUses(Values[At], Uses);
    for (const HloUse &U : Uses) {
      const GraphInstruction &I = G[U.User];
      ResidualStack::Reader Reader{U.User, U.Leaf};
      if (I.Op == Opcode::While && U.User != S.Writer &&
          D.getValueAt({U.User, U.Leaf}) == Values[At]) {
        if (!is_contained(S.Readers, Reader))
          S.Readers.push_back(Reader);
        continue;
      }
      ValueId Made = D.getValueAt({U.User, RootLeaf});
      if (Made && I.Type->isArray() &&
          countElements(*I.Type) == countElements(Stack) &&
          match(G, U.User, m_Moved()) && !is_contained(Values, Made))
        Values.push_back(Made);
    }
  }
  for (ValueId V : Values)
    if (BufferId B = Record.getBuffers().getBuffer(V);
        !is_contained(S.Buffers, B))
      S.Buffers.push_back(B);
}

void StackFinder::findIn(InstructionId Loop) {
  const GraphInstruction &I = G[Loop];
  const GraphComputation &Body = G.getCalled(I);
  InstructionId Parameter = Body.Parameters.front();
  const GraphInstruction &Root = G[Body.Root];
  // What is carried has one shape everywhere in a sound program.
  if (Root.Op != Opcode::Tuple || Root.Leaves->size() != I.Leaves->size() ||
      G[Parameter].Leaves->size() != I.Leaves->size())
    return;
  size_t First = Found.size();
  std::vector<Bytes> Carried;
  for (auto [Number, Operand] : enumerate(Root.Operands)) {
    LeafId Element = I.Leaves->getElement(RootLeaf, Number);
    if (!Element)
      return;
    LeafId Leaf = Element;
    const Shape &Type = G.getType({Loop, Leaf});
    ValueId Before = D.getValueAt({Parameter, Leaf});
    ValueId After = D.getValueAt({Body.Root, Leaf});
    if (!Type.isArray() || Before == After || !After)
      continue;
    ResidualStack S;
    S.Writer = Loop;
    S.Leaf = Leaf;
    findReaders(S);
    std::optional<SliceUpdate> Written = findSliceUpdate(G, Operand);
    if (Written && describe(S, *Written)) {
      if (S.Readers.empty())
        continue;
      S.Source = findMaker(Written->Source);
      S.Dot = findDot(Written->Source);
      S.HasBatch = S.Dot && getDot(G, S.Dot)->HasBatch;
      Found.push_back(std::move(S));
    } else if (elementClass(Type.getElementType()) == ElementClass::Float) {
      // Other loops may go on with its last value.
      Carried.push_back(Record.sizes()[After]);
    }
  }
  markCarried(MutableArrayRef(Found).drop_front(First), Carried);
}

/// One of \p Stacks for each that is carried, of its size: what is written as
/// it is carried, else the first that is left.
void StackFinder::markCarried(MutableArrayRef<ResidualStack> Stacks,
                              ArrayRef<Bytes> Carried) const {
  std::map<uint64_t, uint64_t> CarriedBySize;
  for (Bytes Size : Carried)
    ++CarriedBySize[Size.count()];
  auto Mark = [&](ResidualStack &S) {
    uint64_t Size = Record.sizes()[D.getValueAt({S.Writer, S.Leaf})].count();
    if (S.IsOfCarry || Size % S.Count != 0)
      return;
    auto Same = CarriedBySize.find(Size / S.Count);
    if (Same == CarriedBySize.end() || Same->second == 0)
      return;
    --Same->second;
    S.IsOfCarry = true;
  };
  for (ResidualStack &S : Stacks)
    if (G[S.Source].Op == Opcode::Parameter)
      Mark(S);
  for (ResidualStack &S : Stacks)
    Mark(S);
}

std::vector<ResidualStack> StackFinder::run() {
  for (InstructionId I : G.instructions().ids())
    if (G[I].Op == Opcode::While && !G[I].Called.empty())
      findIn(I);
  return std::move(Found);
}

std::vector<ResidualStack>
findResidualStacks(const RecordedAssignment &Record) {
  return StackFinder(Record).run();
}

//===----------------------------------------------------------------------===//
// The program that computes them again
//===----------------------------------------------------------------------===//

bool isKept(const ResidualStack &S, RematPolicy Kept) {
  if (S.IsOfCarry)
    return true;
  switch (Kept) {
  case RematPolicy::Nothing:
    return false;
  case RematPolicy::Dots:
    return !S.Dot.isNone();
  case RematPolicy::DotsWithoutBatch:
    return S.Dot && !S.HasBatch;
  }
  llvm_unreachable("no policy");
}

namespace {

/// Collects what changes in a program.
class StackRemover {
public:
  StackRemover(const RecordedAssignment &Record, ArrayRef<ResidualStack> Stacks,
               RematPolicy Kept, Backend Kind)
      : Record(Record), G(Record.getProgram()), Stacks(Stacks), Kept(Kept),
        Kind(Kind) {}

  Expected<Rematerialization> run(const AssignerPolicy &P);

private:
  void remove(const ResidualStack &S);
  void recompute(const ResidualStack &S);
  void replace(const ResidualStack &S, const ResidualWalk::Residual &R);
  bool isCarried(InstructionId Writer, uint64_t Element) const;
  uint64_t getSliceElements(const ResidualStack &S) const;
  void addOthers();
  void setShape(const ResidualStack &S, const Shape *Type);
  bool isElementReadByDot(ComputationId Body, uint64_t Element) const;

  const RecordedAssignment &Record;
  const HloGraph &G;
  ArrayRef<ResidualStack> Stacks;
  RematPolicy Kept;
  Backend Kind;
  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  IdVector<ValueId, const Shape *> Types;
  std::vector<RecomputedLeaf> Recomputed;
  Rematerialization Result;
};

} // namespace

void StackRemover::setShape(const ResidualStack &S, const Shape *Type) {
  for (BufferId B : S.Buffers)
    for (ValueId V : Record.getBuffers().getValues(B))
      if (Record.getShape(V).isArray())
        Types[V] = Shapes.getInSpace(*Type, Record.spaces()[V]);
}

/// Of the parameter of \p Body.
bool StackRemover::isElementReadByDot(ComputationId Body,
                                      uint64_t Element) const {
  InstructionId Parameter = G.computations()[Body].Parameters.front();
  return any_of(G[Parameter].Uses, [&](GraphUse U) {
    return G[U.User].Op == Opcode::GetTupleElement &&
           G[U.User].Number == Element && isReadByDot(G, U.User);
  });
}

/// The loops that read it make a slice in each iteration.
void StackRemover::recompute(const ResidualStack &S) {
  for (const ResidualStack::Reader &R : S.Readers) {
    const GraphInstruction &Loop = G[R.Loop];
    const Shape &Type = G.getType({R.Loop, R.Leaf});
    auto Extents = getExtents(Type);
    // It may have been transposed between the loops.
    std::optional<uint32_t> Counting =
        findDimension(Type.getDimensions(), S.Count, S.Dimension);
    if (!Counting)
      continue;
    Extents[*Counting] = 1;
    const Shape *Slice = Shapes.getWithElements(*Shapes.getCopy(Type),
                                                Type.getElementType(), Extents);
    ComputationId Body = Loop.Called.front();
    uint64_t Element = Loop.Leaves->getElementAbove(R.Leaf, RootLeaf).first;
    // What a dot makes or reads needs memory, but for what a TPU computes in
    // the fusion of the dot. Fusions compute all else where they need it.
    if (S.Dot || (Kind != Backend::TPU && isElementReadByDot(Body, Element)))
      Recomputed.push_back({Body, Element, Slice});
  }
}

void StackRemover::remove(const ResidualStack &S) {
  setShape(S, Shapes.getArray(ElementType::U8, {0}, {0}));
  recompute(S);
  ++Result.Count;
  Result.Size +=
      Record.sizes()[Record.getDataflow().getValueAt({S.Writer, S.Leaf})];
}

/// \p S becomes a stack of \p R: with the same places in both loops, and moved
/// between them as before.
void StackRemover::replace(const ResidualStack &S,
                           const ResidualWalk::Residual &R) {
  SmallVector<uint64_t> Extents{SaturatingMultiply(S.Count, R.Count)}, Order;
  append_range(Extents, getExtents(*R.Type));
  for (uint64_t N = Extents.size(); N-- != 0;)
    Order.push_back(N);
  const Shape *Type = Shapes.getArray(R.Type->getElementType(), Extents, Order);
  setShape(S, Type);
  Result.KeptSize += Type->getPaddedSize().value_or(Bytes());
}

uint64_t StackRemover::getSliceElements(const ResidualStack &S) const {
  return countElements(G.getType({S.Writer, S.Leaf})) / S.Count;
}

/// True if \p Element of what the loop \p Writer carries is another number in
/// each iteration.
bool StackRemover::isCarried(InstructionId Writer, uint64_t Element) const {
  const GraphInstruction &Loop = G[Writer];
  const GraphComputation &Body = G.getCalled(Loop);
  LeafId Leaf = Loop.Leaves->getElement(RootLeaf, Element);
  if (!Leaf)
    return false;
  const Shape &Type = G.getType({Writer, Leaf});
  const HloDataflow &D = Record.getDataflow();
  return Type.isArray() &&
         elementClass(Type.getElementType()) == ElementClass::Float &&
         D.getValueAt({Body.Parameters.front(), Leaf}) !=
             D.getValueAt({Body.Root, Leaf});
}

/// Where the program keeps what is computed from a dot, and the policy the dot
/// itself, a stack of the dot takes the place of one that is removed. So it is
/// where the program keeps nothing of what the loop carries.
void StackRemover::addOthers() {
  ResidualWalk Walk(G, Kept);
  std::map<InstructionId, SmallVector<const ResidualStack *>> Removed;
  // By loop and number of elements.
  std::map<std::pair<InstructionId, uint64_t>, unsigned> OfCarry;
  for (const ResidualStack &S : Stacks) {
    if (!isKept(S, Kept))
      Removed[S.Writer].push_back(&S);
    else if (S.Dot)
      Walk.addKept(S.Dot);
    if (S.IsOfCarry)
      ++OfCarry[{S.Writer, getSliceElements(S)}];
  }
  for (auto &Of : Removed) {
    const auto Writer = Of.first;
    auto &Own = Of.second;
    SmallVector<ResidualWalk::Residual> Missing;
    for (const ResidualStack *S : Own)
      append_range(Missing, Walk.findFor(*S));
    erase_if(Missing, [&](const ResidualWalk::Residual &R) {
      if (!R.Element)
        return false;
      if (!isCarried(Writer, *R.Element))
        return true;
      unsigned &Left = OfCarry[{Writer, countElements(*R.Type)}];
      if (Left == 0)
        return false;
      --Left;
      return true;
    });
    // Of those that were moved between the loops there are two at once.
    stable_sort(Own, [](const ResidualStack *A, const ResidualStack *B) {
      return A->Buffers.size() < B->Buffers.size();
    });
    for (const auto &[R, S] : zip(Missing, Own))
      replace(*S, R);
  }
}

Expected<Rematerialization> StackRemover::run(const AssignerPolicy &P) {
  Types.resize(Record.sizes().size());
  for (const ResidualStack &S : Stacks)
    if (!isKept(S, Kept))
      remove(S);
  if (Result.Count == 0)
    return std::move(Result);
  addOthers();
  Expected<EditedAssignment> Edited =
      reshape(Record, {.Types = Types, .Recomputed = Recomputed}, P);
  if (!Edited)
    return Edited.takeError();
  static_cast<EditedAssignment &>(Result) = std::move(*Edited);
  return std::move(Result);
}

Expected<Rematerialization> rematerialize(const RecordedAssignment &Record,
                                          ArrayRef<ResidualStack> Stacks,
                                          RematPolicy Kept,
                                          const AssignerPolicy &P) {
  return StackRemover(Record, Stacks, Kept, P.Kind).run(P);
}

} // namespace hlomem
