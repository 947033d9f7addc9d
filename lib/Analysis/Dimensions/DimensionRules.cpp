//===- DimensionRules.cpp - How operations link dimensions ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As XLA's shape inference (xla/service/shape_inference.cc) makes the shape of
// a result of those of the operands.
//
//===----------------------------------------------------------------------===//

#include "DimensionLinker.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace hlomem {

void DimensionLinker::visit(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  for (const OutputOperandAlias &A : I.Aliases)
    joinTrees(Number, A.Output, I.Operands[A.OperandNumber], A.OperandLeaf);
  if (visitCall(Number))
    return;
  switch (I.Op) {
  case Opcode::BitcastConvert: {
    // Elements of another width have a last dimension more or less.
    Array From = operand(I, 0), To = result(Number);
    for (size_t D : seq(std::min(From.rank(), To.rank())))
      join(From, D, To, D);
    return;
  }
  case Opcode::Cholesky:
  case Opcode::CollectiveBroadcast:
  case Opcode::CollectivePermute:
  case Opcode::AllReduce:
  case Opcode::Copy:
  case Opcode::Reverse:
  case Opcode::Sort:
    return visitElementwise(Number);
  case Opcode::DynamicUpdateSlice:
    joinAll(operand(I, 0), result(Number));
    return joinAll(operand(I, 1), result(Number));
  case Opcode::SetDimensionSize:
  case Opcode::DynamicSlice:
    return joinAll(operand(I, 0), result(Number));
  case Opcode::Bitcast:
    return visitReshape(Number, /*InMemory=*/true);
  case Opcode::Reshape:
  case Opcode::DynamicReshape:
    return visitReshape(Number, /*InMemory=*/false);
  case Opcode::Broadcast: {
    DimensionAttributes A = GetAttributes(Number);
    for (auto [From, To] : enumerate(A.Dimensions))
      join(operand(I, 0), From, result(Number), To);
    return;
  }
  case Opcode::Transpose: {
    DimensionAttributes A = GetAttributes(Number);
    for (auto [To, From] : enumerate(A.Dimensions))
      join(operand(I, 0), From, result(Number), To);
    return;
  }
  case Opcode::Dot:
  case Opcode::ScaledDot:
    if (DimensionAttributes A = GetAttributes(Number); A.Dot)
      visitDot(operand(I, 0), operand(I, 1), result(Number), *A.Dot);
    return;
  case Opcode::RaggedDot:
    if (DimensionAttributes A = GetAttributes(Number);
        A.RaggedDot && A.RaggedDot->Dot)
      visitDot(operand(I, 0), operand(I, 1), result(Number), *A.RaggedDot->Dot,
               A.RaggedDot->RhsGroup);
    return;
  case Opcode::Reduce:
    return visitReduce(Number);
  case Opcode::ReduceWindow:
    return visitReduceWindow(Number);
  case Opcode::SelectAndScatter:
    return visitSelectAndScatter(Number);
  case Opcode::Convolution: {
    DimensionAttributes A = GetAttributes(Number);
    return visitConvolution(operand(I, 0), operand(I, 1), result(Number), A);
  }
  case Opcode::Concatenate:
    if (DimensionAttributes A = GetAttributes(Number); !A.Dimensions.empty())
      concatenate(Number, A.Dimensions.front());
    return;
  case Opcode::Pad:
    return visitPad(Number);
  case Opcode::Slice:
    return visitSlice(Number);
  case Opcode::Gather:
    return visitGather(Number);
  case Opcode::Scatter:
    return visitScatter(Number);
  case Opcode::Topk:
    // The last one has k elements.
    joinAll(operand(I, 0), result(Number, 0));
    return joinAll(result(Number, 0), result(Number, 1));
  case Opcode::Fft:
    return visitFft(Number);
  case Opcode::TriangularSolve:
    return visitTriangularSolve(Number);
  case Opcode::BatchNormTraining:
  case Opcode::BatchNormInference:
  case Opcode::BatchNormGrad:
    return visitBatchNorm(Number);
  case Opcode::AllGather:
  case Opcode::AllToAll:
  case Opcode::ReduceScatter:
    return visitCollective(Number);
  case Opcode::CustomCall:
    return visitCustomCall(Number);
  default:
    if (hasTrait(I.Op, OpcodeTraits::Elementwise))
      visitElementwise(Number);
  }
}

// All operands and results that are no scalars have the same dimensions.
void DimensionLinker::visitElementwise(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  bool IsTuple = I.Type->isTuple();
  for (size_t O : seq(I.Operands.size()))
    joinAll(operand(I, O), result(Number, IsTuple ? O : 0));
  // A sort takes the same order for all of them.
  if (IsTuple && I.Op == Opcode::Sort)
    for (size_t O : seq(I.Operands.size()))
      joinAll(result(Number, O), result(Number, 0));
}

void DimensionLinker::visitReshape(InstructionId Number, bool InMemory) {
  auto GetParts = [&](const Array &A) {
    PartList Parts;
    const Layout *Order = InMemory && A.Type ? A.Type->getLayout() : nullptr;
    if (Order && Order->MinorToMajor.size() == A.rank()) {
      for (uint64_t D : reverse(Order->MinorToMajor))
        if (A.has(D))
          Parts.push_back(A.part(D));
    } else {
      for (size_t D : seq(A.rank()))
        Parts.push_back(A.part(D));
    }
    return Parts;
  };
  const GraphInstruction &I = G[Number];
  if (!InMemory || !visitTiledBitcast(operand(I, 0), result(Number)))
    regroup(GetParts(operand(I, 0)), GetParts(result(Number)));
}

// Batch dimensions come first in the result, then what remains of the operands.
void DimensionLinker::visitDot(const Array &Lhs, const Array &Rhs,
                               const Array &Result, const DotDimensions &D,
                               ArrayRef<int64_t> RhsGroup) {
  for (auto [L, R] : zip(D.LhsContracting, D.RhsContracting))
    join(Lhs, L, Rhs, R);
  size_t Next = 0;
  for (auto [L, R] : zip(D.LhsBatch, D.RhsBatch)) {
    join(Lhs, L, Result, Next++);
    join(Lhs, L, Rhs, R);
  }
  for (int64_t I : seq<int64_t>(Lhs.rank()))
    if (!is_contained(D.LhsContracting, I) && !is_contained(D.LhsBatch, I))
      join(Lhs, I, Result, Next++);
  for (int64_t I : seq<int64_t>(Rhs.rank()))
    if (!is_contained(D.RhsContracting, I) && !is_contained(D.RhsBatch, I) &&
        !is_contained(RhsGroup, I))
      join(Rhs, I, Result, Next++);
}

// Half of the operands are arrays, half what the reductions begin with.
void DimensionLinker::visitReduce(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  DimensionAttributes A = GetAttributes(Number);
  for (size_t O : seq(I.Operands.size() / 2)) {
    Array From = operand(I, O), To = result(Number, O);
    joinAll(From, operand(I, 0));
    joinAll(To, result(Number, 0));
    size_t Next = 0;
    for (int64_t D : seq<int64_t>(From.rank()))
      if (!is_contained(A.Dimensions, D))
        join(From, D, To, Next++);
  }
}

void DimensionLinker::concatenate(InstructionId Number, int64_t Along) {
  const GraphInstruction &I = G[Number];
  Array To = result(Number);
  if (!To.has(Along))
    return;
  PartList Parts;
  for (size_t O : seq(I.Operands.size())) {
    Array From = operand(I, O);
    if (From.rank() != To.rank())
      return;
    for (size_t D : seq(To.rank()))
      if (D != static_cast<size_t>(Along))
        join(From, D, To, D);
    Parts.push_back(From.part(Along));
  }
  if (all_of(Parts,
             [&](const Part &P) { return P.Extent == Parts.front().Extent; })) {
    for (const Part &P : Parts)
      linkRepeated(P, To.part(Along), Splits::Guess);
    return;
  }
  link(Kind::Sum, Parts, To.part(Along));
}

// A half is mostly one of whatever there is, but a smaller piece has a size of
// its own.
static auto getSplits(uint64_t Count) {
  return Count == 2 ? DimensionLinker::Splits::Guess
                    : DimensionLinker::Splits::Never;
}

void DimensionLinker::visitPad(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  DimensionAttributes A = GetAttributes(Number);
  Array From = operand(I, 0), To = result(Number);
  for (auto [D, P] : enumerate(A.Padding)) {
    if (!From.has(D) || !To.has(D) || join(From, D, To, D))
      continue;
    uint64_t Extent = From.extent(D), Padded = To.extent(D);
    // Elements that are spread, as a convolution's gradient does.
    if (P.Interior > 0) {
      if (Padded == Extent * (P.Interior + 1))
        regroup({From.part(D), Part{DimensionLinks::None, Padded / Extent}},
                To.part(D));
      continue;
    }
    // One piece of several that are put side by side, the gradient of a slice.
    // What is only ever the beginning of more has a size of its own, as the
    // tokens that a cache begins with.
    if (Extent != 0 && Padded % Extent == 0 && P.Low >= 0 &&
        P.Low % Extent == 0) {
      if (Padded / Extent <= 2 || putsSideBySide(Extent, Padded))
        linkRepeated(From.part(D), To.part(D), getSplits(Padded / Extent));
    } else
      linkShifted(From.part(D), To.part(D));
  }
}

void DimensionLinker::visitSlice(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  DimensionAttributes A = GetAttributes(Number);
  Array From = operand(I, 0), To = result(Number);
  bool IsPrefetch =
      any_of(G.getComputation(I).Callers, [&](InstructionId Caller) {
        return G[Caller].Op == Opcode::AsyncStart;
      });
  for (auto [D, S] : enumerate(A.Slices)) {
    if (!From.has(D) || !To.has(D) || join(From, D, To, D))
      continue;
    uint64_t Extent = From.extent(D), Cut = To.extent(D);
    if (!IsPrefetch && S.Start >= 0)
      L.Pieces.push_back({From.part(D).Class, To.part(D).Class,
                          static_cast<uint64_t>(S.Start)});
    if (Cut <= 1)
      continue;
    if (S.Stride > 1) {
      if (Extent == Cut * S.Stride)
        regroup({To.part(D), Part{DimensionLinks::None, Extent / Cut}},
                From.part(D), Splits::Sure);
    } else if (Extent % Cut == 0 && S.Start >= 0 && S.Start % Cut == 0) {
      linkRepeated(To.part(D), From.part(D), getSplits(Extent / Cut));
    } else {
      linkShifted(From.part(D), To.part(D));
    }
  }
}

bool DimensionLinker::putsSideBySide(uint64_t Extent, uint64_t Padded) {
  if (!PiecesBehindOthers) {
    PiecesBehindOthers.emplace();
    for (auto [Number, I] : withIds(G.instructions())) {
      if (I.Op != Opcode::Pad)
        continue;
      Array From = operand(I, 0), To = result(Number);
      for (auto [D, P] : enumerate(GetAttributes(Number).Padding))
        if (P.Low > 0 && From.has(D) && To.has(D))
          PiecesBehindOthers->insert({From.extent(D), To.extent(D)});
    }
  }
  return PiecesBehindOthers->count({Extent, Padded}) != 0;
}

bool DimensionLinker::sorts(uint64_t Extent) {
  if (!SortedExtents) {
    SortedExtents.emplace();
    for (const GraphInstruction &I : G.instructions())
      if (I.Op == Opcode::Sort)
        for (const LeafTree::Node &N : I.Leaves->nodes())
          if (N.Type->isArray())
            for (const Dimension &D : N.Type->getDimensions())
              SortedExtents->insert(D.Extent);
  }
  return SortedExtents->count(Extent) != 0;
}

void DimensionLinker::visitGather(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  DimensionAttributes A = GetAttributes(Number);
  if (!A.Gather)
    return;
  Array From = operand(I, 0), Indices = operand(I, 1), To = result(Number);
  const GatherDimensions &D = *A.Gather;
  for (auto [F, S] : zip(D.OperandBatching, D.StartIndicesBatching))
    join(From, F, Indices, S);
  SmallVector<int64_t, 2> Picks, RowsOfEach;
  const auto *Offsets = D.Offset.begin();
  for (int64_t F : seq<int64_t>(From.rank()))
    if (!is_contained(D.CollapsedSlice, F) &&
        !is_contained(D.OperandBatching, F) && Offsets != D.Offset.end()) {
      if (is_contained(D.StartIndexMap, F))
        RowsOfEach.push_back(*Offsets);
      join(From, F, To, *Offsets++);
    }
  int64_t Next = 0;
  for (int64_t T : seq<int64_t>(To.rank())) {
    if (is_contained(D.Offset, T))
      continue;
    Next += Next == D.IndexVector;
    Picks.push_back(T);
    join(Indices, Next++, To, T);
  }
  if (Picks.size() != 1 || D.StartIndexMap.size() != 1 ||
      any_of(RowsOfEach, [&](int64_t T) { return To.extent(T) != 1; }))
    return;
  // One row for each index, and as many indices as rows: shuffled data, where
  // something is sorted for that.
  int64_t Rows = D.StartIndexMap.front();
  if (From.has(Rows) && From.extent(Rows) == To.extent(Picks.front()) &&
      sorts(From.extent(Rows)))
    link(Kind::Permutation, {From.part(Rows)}, {To.part(Picks.front())},
         /*IsGuess=*/true);
}

// A third of the operands are arrays, then come indices, then the updates.
void DimensionLinker::visitScatter(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  DimensionAttributes A = GetAttributes(Number);
  size_t Count = I.Operands.size() / 2;
  if (!A.Scatter)
    return;
  const ScatterDimensions &D = *A.Scatter;
  Array Indices = operand(I, Count);
  for (size_t O : seq(Count)) {
    Array Into = operand(I, O), Updates = operand(I, Count + 1 + O);
    joinAll(Into, result(Number, O));
    for (auto [F, S] : zip(D.InputBatching, D.ScatterIndicesBatching))
      join(Into, F, Indices, S);
    const auto *Windows = D.UpdateWindow.begin();
    for (int64_t F : seq<int64_t>(Into.rank()))
      if (!is_contained(D.InsertedWindow, F) &&
          !is_contained(D.InputBatching, F) && Windows != D.UpdateWindow.end())
        join(Into, F, Updates, *Windows++);
    int64_t Next = 0;
    for (int64_t U : seq<int64_t>(Updates.rank())) {
      if (is_contained(D.UpdateWindow, U))
        continue;
      Next += Next == D.IndexVector;
      join(Indices, Next++, Updates, U);
    }
  }
}

// Those of real numbers have n / 2 + 1 elements on the complex side.
void DimensionLinker::visitFft(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  Array From = operand(I, 0), To = result(Number);
  if (From.rank() != To.rank())
    return;
  for (size_t D : seq(From.rank()))
    if (!join(From, D, To, D))
      link(Kind::Proportion, From.part(D), To.part(D), /*IsGuess=*/true);
}

void DimensionLinker::visitTriangularSolve(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  Array Matrix = operand(I, 0), To = result(Number);
  joinAll(operand(I, 1), To);
  if (Matrix.rank() != To.rank() || To.rank() < 2)
    return;
  size_t Rank = To.rank();
  join(Matrix, Rank - 1, Matrix, Rank - 2);
  for (size_t D : seq(Rank - 2))
    join(Matrix, D, To, D);
  // The side of the matrix: where only one is possible, no attribute is asked.
  bool IsLeft = Matrix.extent(Rank - 1) == To.extent(Rank - 2);
  bool IsRight = Matrix.extent(Rank - 1) == To.extent(Rank - 1);
  if (IsLeft != IsRight)
    join(Matrix, Rank - 1, To, IsLeft ? Rank - 2 : Rank - 1);
}

// The first operand and the first result, of a gradient also the last operand,
// have all dimensions.
void DimensionLinker::visitBatchNorm(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  for (size_t O : seq(I.Operands.size()))
    joinAll(operand(I, O), result(Number));
}

// Along one dimension the result has a multiple or a part of the elements, by
// the number of devices.
void DimensionLinker::visitCollective(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  bool IsTuple = I.Type->isTuple();
  for (size_t O : seq(I.Operands.size())) {
    Array From = operand(I, O), To = result(Number, IsTuple ? O : 0);
    if (From.rank() != To.rank())
      continue;
    for (size_t D : seq(From.rank())) {
      if (join(From, D, To, D))
        continue;
      if (To.extent(D) > From.extent(D))
        linkRepeated(From.part(D), To.part(D), Splits::Sure);
      else
        linkRepeated(To.part(D), From.part(D), Splits::Sure);
    }
  }
}

} // namespace hlomem
