//===- SameElements.cpp - Buffers that hold the same elements -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/SameElements.h"
#include "hlomem/Analysis/Program/StatePairs.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

namespace {

class SameElementsFinder {
public:
  explicit SameElementsFinder(const RecordedAssignment &Record)
      : Record(Record), D(Record.getDataflow()), G(Record.getProgram()),
        Found(Record.getBuffers().size()) {
    for (const StatePair &P : findStatePairs(G))
      if (ValueId V = D.getValueAt(P.Argument))
        Results[getBuffer(V)].push_back(P.Result);
  }

  SmallVector<BufferId> run(ArrayRef<BufferId> Buffers);

private:
  void add(BufferId Buffer) {
    if (Found[Buffer])
      return;
    Found[Buffer] = true;
    Pending.push_back(Buffer);
  }
  void addValueAt(HloPlace P) {
    if (ValueId V = D.getValueAt(P))
      add(getBuffer(V));
  }
  void addResult(HloPlace Result);
  bool startsMove(const GraphInstruction &I, uint64_t Operand) const;
  ValueId findSource(ValueId V, SmallVectorImpl<InstructionId> &Movers);
  void follow(const HloUse &U);
  void followIntoFusion(const GraphInstruction &Fusion, InstructionId Number,
                        uint64_t Operand);
  BufferId getBuffer(ValueId Value) const {
    return Record.getBuffers().getBuffer(Value);
  }

  const RecordedAssignment &Record;
  const HloDataflow &D;
  const HloGraph &G;
  IdVector<BufferId, bool> Found;
  SmallVector<BufferId> Pending;
  /// Results that take the place of what is in a buffer, for the next call.
  std::map<BufferId, SmallVector<HloPlace, 1>> Results;
};

} // namespace

bool holdsArgument(const RecordedAssignment &Record, BufferId Buffer) {
  const HloGraph &G = Record.getProgram();
  return any_of(Record.getBuffers().getValues(Buffer), [&](ValueId V) {
    InstructionId I = Record.getDataflow().definitions()[V].Instruction;
    return G[I].Op == Opcode::Parameter &&
           G[I].Computation == G.getEntryNumber();
  });
}

SmallVector<BufferId> addStateResults(const RecordedAssignment &Record,
                                      ArrayRef<BufferId> Buffers,
                                      bool OnlySameShape) {
  const HloDataflow &D = Record.getDataflow();
  std::set<BufferId> Named(Buffers.begin(), Buffers.end()), All = Named;
  for (const StatePair &P : findStatePairs(Record.getProgram())) {
    ValueId From = D.getValueAt(P.Argument), To = D.getValueAt(P.Result);
    if (From && To && Named.count(Record.getBuffers().getBuffer(From)) &&
        (!OnlySameShape ||
         isSameShape(Record.getShape(From), Record.getShape(To),
                     /*WithLayout=*/false)))
      All.insert(Record.getBuffers().getBuffer(To));
  }
  return SmallVector<BufferId>(All.begin(), All.end());
}

/// True if the result of \p Op has elements of its first operand and nothing
/// else but what fills the rest.
static bool isMove(Opcode Op) {
  return is_contained({Opcode::AllGather, Opcode::AllToAll, Opcode::Bitcast,
                       Opcode::Broadcast, Opcode::CollectivePermute,
                       Opcode::Copy, Opcode::DynamicSlice, Opcode::Gather,
                       Opcode::Reshape, Opcode::Reverse, Opcode::Slice,
                       Opcode::Transpose},
                      Op);
}

/// True if \p I moves its operand \p Operand, or writes it into its result.
static bool isMoved(const GraphInstruction &I, InstructionId Operand) {
  if (I.joinsSlices())
    return true;
  if (I.Op == Opcode::DynamicUpdateSlice)
    return is_contained(I.Operands.take_front(2), Operand);
  return isMove(I.Op) && Operand == I.Operands.front();
}

void SameElementsFinder::followIntoFusion(const GraphInstruction &Fusion,
                                          InstructionId Number,
                                          uint64_t Operand) {
  const GraphComputation *Body = G.getBody(Fusion);
  if (!Body || Operand >= Body->Parameters.size())
    return;
  SmallSetVector<InstructionId, 8> Moved;
  Moved.insert(Body->Parameters[Operand]);
  for (size_t N = 0; N != Moved.size(); ++N)
    for (GraphUse U : G[Moved[N]].Uses)
      if (isMoved(G[U.User], Moved[N]))
        Moved.insert(U.User);
  if (Moved.contains(Body->Root))
    addValueAt({Number, RootLeaf});
  if (G[Body->Root].Op != Opcode::Tuple)
    return;
  for (auto [Element, I] : enumerate(G[Body->Root].Operands))
    if (LeafId Leaf = Fusion.Leaves->getElement(RootLeaf, Element);
        Leaf && Moved.contains(I))
      addValueAt({Number, Leaf});
}

/// True if \p I starts a computation that only moves its operand \p Operand,
/// such as the slices that XLA for TPUs copies to VMEM.
bool SameElementsFinder::startsMove(const GraphInstruction &I,
                                    uint64_t Operand) const {
  const GraphComputation *Body =
      I.Op == Opcode::AsyncStart ? G.getBody(I) : nullptr;
  return Body && Operand < Body->Parameters.size() &&
         isMoved(G[Body->Root], Body->Parameters[Operand]);
}

/// The value that \p V is moved from; none where it is made otherwise. Adds
/// the parts of which it is joined, and to \p Movers what reads the other one
/// for that.
ValueId SameElementsFinder::findSource(ValueId V,
                                       SmallVectorImpl<InstructionId> &Movers) {
  InstructionId Mover = D.definitions()[V].Instruction;
  const GraphInstruction &I = G[Mover];
  if (I.Operands.empty())
    return ValueId::none();
  if (I.Op == Opcode::Copy || I.Op == Opcode::CopyStart || startsMove(I, 0)) {
    Movers.push_back(Mover);
    return D.getValueAt({I.Operands.front(), RootLeaf});
  }
  ValueId Source;
  if (I.joinsSlices())
    for (InstructionId Operand : I.Operands) {
      ValueId Slice = D.getValueAt({Operand, RootLeaf});
      if (!Slice)
        return Slice;
      const GraphInstruction &Part = G[D.definitions()[Slice].Instruction];
      ValueId From =
          Part.joinsSlices() ? ValueId::none() : findSource(Slice, Movers);
      if (!From || (Source && Source != From))
        return ValueId::none();
      add(getBuffer(Slice));
      Source = From;
    }
  return Source;
}

/// With what is made for nothing but to be moved there, as from the device to
/// the host.
void SameElementsFinder::addResult(HloPlace Result) {
  addValueAt(Result);
  SmallVector<HloUse> Uses;
  ValueId V = D.getValueAt(Result);
  while (V) {
    SmallVector<InstructionId, 4> Movers;
    V = findSource(V, Movers);
    if (!V)
      return;
    Uses.clear();
    D.getUses(V, Uses);
    if (any_of(Uses, [&](const HloUse &U) {
          Opcode Op = G[U.User].Op;
          return !is_contained(Movers, U.User) && Op != Opcode::CopyDone &&
                 Op != Opcode::AsyncDone && Op != Opcode::AsyncUpdate;
        }))
      return;
    add(getBuffer(V));
  }
}

void SameElementsFinder::follow(const HloUse &U) {
  const GraphInstruction &I = G[U.User];
  if (I.Op == Opcode::Fusion && U.Leaf == RootLeaf)
    return followIntoFusion(I, U.User, U.OperandNumber);
  if (I.Op == Opcode::CopyStart || I.Op == Opcode::CollectivePermuteStart ||
      I.Op == Opcode::AllGatherStart) {
    if (U.OperandNumber != 0)
      return;
    // What arrives is the first part of a copy, and the second of the others.
    if (LeafId Leaf =
            I.Leaves->getElement(RootLeaf, I.Op == Opcode::CopyStart ? 0 : 1))
      addValueAt({U.User, Leaf});
  } else if (startsMove(I, U.OperandNumber)) {
    if (LeafId Leaf = I.Leaves->getElement(RootLeaf, 1))
      addValueAt({U.User, Leaf});
  } else if (isMoved(I, I.Operands[U.OperandNumber]) && !I.Type->isTuple()) {
    addValueAt({U.User, RootLeaf});
  }
}

SmallVector<BufferId> SameElementsFinder::run(ArrayRef<BufferId> Buffers) {
  SmallVector<BufferId> All;
  for (BufferId B : Buffers)
    add(B);
  SmallVector<HloUse> Uses;
  while (!Pending.empty()) {
    BufferId B = Pending.pop_back_val();
    All.push_back(B);
    if (auto Replacing = Results.find(B); Replacing != Results.end())
      for (HloPlace Result : Replacing->second)
        addResult(Result);
    for (ValueId V : Record.getBuffers().getValues(B)) {
      Uses.clear();
      D.getUses(V, Uses);
      for (const HloUse &U : Uses)
        follow(U);
    }
  }
  llvm::sort(All);
  // For the next run.
  for (BufferId B : All)
    Found[B] = false;
  return All;
}

bool mixesElements(const GraphInstruction &I) {
  return is_contained({Opcode::Cholesky, Opcode::Convolution,
                       Opcode::CustomCall, Opcode::Dot, Opcode::Fft,
                       Opcode::RaggedDot, Opcode::Scatter,
                       Opcode::SelectAndScatter, Opcode::Sort, Opcode::Topk,
                       Opcode::TriangularSolve},
                      I.Op) &&
         !I.joinsSlices();
}

/// True if neither \p I nor, where it is a fusion, what it computes of operand
/// \p Operand mixes elements. XLA for TPUs fuses an update with the product
/// that makes the gradient, and that product does not read the state.
static bool isReadByElementIn(
    const HloGraph &G, const GraphInstruction &I, uint32_t Operand,
    std::set<std::pair<ComputationId, uint32_t>> &Seen, unsigned Depth = 0) {
  if (I.Op != Opcode::Fusion)
    return !mixesElements(I);
  // Deeper nesting is no program of XLA's.
  constexpr unsigned MaxDepth = 16;
  const GraphComputation *Body = G.getBody(I);
  // Of a fusion that was not read nothing is known.
  if (!Body || Depth == MaxDepth || Operand >= Body->Parameters.size())
    return false;
  if (!Seen.insert({I.Called.front(), Operand}).second)
    return true;
  SmallSetVector<InstructionId, 8> Computed;
  Computed.insert(Body->Parameters[Operand]);
  for (size_t N = 0; N != Computed.size(); ++N)
    for (GraphUse U : G[Computed[N]].Uses) {
      if (!isReadByElementIn(G, G[U.User], U.OperandNumber, Seen, Depth + 1))
        return false;
      Computed.insert(U.User);
    }
  return true;
}

bool isReadByElement(const RecordedAssignment &Record,
                     ArrayRef<BufferId> Buffers) {
  const HloGraph &G = Record.getProgram();
  SmallVector<HloUse> Uses;
  for (BufferId B : Buffers)
    for (ValueId V : Record.getBuffers().getValues(B))
      Record.getDataflow().getUses(V, Uses);
  // What was found to be so; one that is not ends the search.
  std::set<std::pair<ComputationId, uint32_t>> Seen;
  return all_of(Uses, [&](const HloUse &U) {
    return isReadByElementIn(G, G[U.User], U.OperandNumber, Seen);
  });
}

SmallVector<InstructionId> findRereadArguments(const RecordedAssignment &Record,
                                               ArrayRef<BufferId> Buffers) {
  const HloGraph &G = Record.getProgram();
  const HloDataflow &D = Record.getDataflow();
  SmallVector<InstructionId> Found;
  IdVector<BufferId, bool> IsChanged(Record.getBuffers().size());
  for (BufferId B : Buffers)
    IsChanged[B] = true;
  for (const InputOutputAlias &A : G.inputOutputAliases()) {
    InstructionId Argument = G.getEntry().Parameters[A.Parameter];
    ValueId From = D.getValueAt({Argument, A.ParameterLeaf});
    ValueId To = D.getValueAt({G.getEntry().Root, A.Output});
    if (A.ParameterLeaf != RootLeaf || !From || !To || From == To ||
        !IsChanged[Record.getBuffers().getBuffer(From)])
      continue;
    SmallVector<HloUse> Uses;
    D.getUses(To, Uses);
    if (any_of(Uses,
               [&](const HloUse &U) { return U.User != G.getEntry().Root; }))
      Found.push_back(Argument);
  }
  return Found;
}

SmallVector<InstructionId> findRereadResults(const RecordedAssignment &Record,
                                             ArrayRef<BufferId> Buffers) {
  const HloGraph &G = Record.getProgram();
  const HloDataflow &D = Record.getDataflow();
  InstructionId Root = G.getEntry().Root;
  auto IsFusion = [&](InstructionId I) {
    return G[I].Op == Opcode::Fusion && G[I].Computation == G.getEntryNumber();
  };
  SmallVector<InstructionId> Found;
  for (BufferId B : Buffers)
    for (ValueId V : Record.getBuffers().getValues(B)) {
      HloPlace P = D.definitions()[V];
      ArrayRef<GraphUse> Uses = G[P.Instruction].Uses;
      if (P.Leaf == RootLeaf && P.Instruction != Root &&
          IsFusion(P.Instruction) && !G[P.Instruction].Operands.empty() &&
          any_of(Uses, [&](GraphUse U) { return U.User == Root; }) &&
          any_of(Uses, [&](GraphUse U) { return U.User != Root; }) &&
          all_of(Uses, [&](GraphUse U) {
            return U.User == Root || IsFusion(U.User);
          }))
        Found.push_back(P.Instruction);
    }
  llvm::sort(Found);
  return Found;
}

SmallVector<BufferId> findSameElements(const RecordedAssignment &Record,
                                       ArrayRef<BufferId> Buffers) {
  return SameElementsFinder(Record).run(Buffers);
}

BitVector findReadByElement(const RecordedAssignment &Record,
                            ArrayRef<BufferId> Buffers) {
  SameElementsFinder Finder(Record);
  BitVector Result(Buffers.size());
  for (auto [I, B] : enumerate(Buffers))
    if (isReadByElement(Record, Finder.run(B)))
      Result.set(I);
  return Result;
}

} // namespace hlomem
