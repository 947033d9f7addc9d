//===- SliceUpdate.cpp - Slices that loops write and read -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/SliceUpdate.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>

using namespace llvm;

namespace hlomem::replay {

bool isMoveOrConversion(Opcode Op) {
  switch (Op) {
  case Opcode::Bitcast:
  case Opcode::Convert:
  case Opcode::Copy:
  case Opcode::GetTupleElement:
  case Opcode::Reshape:
  case Opcode::Transpose:
    return true;
  // JAX rounds what a policy of jax.checkpoint keeps.
  case Opcode::ReducePrecision:
    return true;
  default:
    return false;
  }
}

uint32_t skipMoves(const HloGraph &G, uint32_t Instruction) {
  for (;;) {
    const GraphInstruction &I = G.instructions()[Instruction];
    if (!isMoveOrConversion(I.Op) || I.Operands.empty())
      return Instruction;
    Instruction = I.Operands.front();
  }
}

const GraphInstruction &getStart(const HloGraph &G, uint32_t Instruction) {
  const GraphInstruction *I = &G.instructions()[Instruction];
  while ((I->Op == Opcode::AsyncDone || I->Op == Opcode::AsyncUpdate) &&
         !I->Operands.empty())
    I = &G.instructions()[I->Operands.front()];
  return *I;
}

const GraphComputation *getBodyOf(const HloGraph &G,
                                  const GraphInstruction &I) {
  if ((I.Op != Opcode::Fusion && I.Op != Opcode::AsyncStart) ||
      I.Called.empty())
    return nullptr;
  const GraphComputation &C = G.computations()[I.Called.front()];
  return C.IsUnread ? nullptr : &C;
}

bool isMovedOrConverted(const HloGraph &G, uint32_t Instruction) {
  const GraphInstruction &I = G.instructions()[Instruction];
  const GraphComputation *Body = getBodyOf(G, I);
  if (!Body)
    return isMoveOrConversion(I.Op);
  return G.instructions()[skipMoves(G, Body->Root)].Op == Opcode::Parameter;
}

std::optional<uint32_t> findSlicedDimension(const Shape &Whole,
                                            const Shape &Part) {
  ArrayRef<Dimension> All = Whole.getDimensions(), Some = Part.getDimensions();
  if (All.size() != Some.size())
    return std::nullopt;
  std::optional<uint32_t> Found;
  for (uint32_t N = 0; N != All.size(); ++N) {
    if (Some[N].Extent == 0)
      return std::nullopt;
    if (All[N].Extent == Some[N].Extent)
      continue;
    if (Found || Some[N].Extent != 1)
      return std::nullopt;
    Found = N;
  }
  return Found;
}

/// What \p Instruction has moved or converted, other elements of tuples aside;
/// none if something else reads what lies between.
static std::optional<uint32_t> skipSingleMoves(const HloGraph &G,
                                               uint32_t Instruction) {
  for (;;) {
    const GraphInstruction &I = G.instructions()[Instruction];
    if (!isMoveOrConversion(I.Op) || I.Op == Opcode::GetTupleElement ||
        I.Operands.empty())
      return Instruction;
    if (I.Uses.size() != 1)
      return std::nullopt;
    Instruction = I.Operands.front();
  }
}

std::optional<SliceUpdate> findSliceUpdate(const HloGraph &G,
                                           uint32_t Instruction) {
  const GraphInstruction &I = getStart(G, skipMoves(G, Instruction));
  if (I.Op == Opcode::DynamicUpdateSlice && I.Operands.size() > 1)
    return SliceUpdate{I.Type, G.instructions()[I.Operands[1]].Type,
                       I.Operands[1], G.getNumber(I),
                       skipSingleMoves(G, I.Operands[0])};
  const GraphComputation *Body = getBodyOf(G, I);
  if (!Body)
    return std::nullopt;
  uint32_t Root = Body->Root;
  if (G.instructions()[Root].Op == Opcode::Tuple) {
    const GraphInstruction &Part = G.instructions()[Instruction];
    ArrayRef<uint32_t> Parts = G.instructions()[Root].Operands;
    if (Part.Op != Opcode::GetTupleElement || Part.Number >= Parts.size())
      return std::nullopt;
    Root = Parts[Part.Number];
  }
  std::optional<SliceUpdate> Inner = findSliceUpdate(G, Root);
  if (!Inner)
    return std::nullopt;
  uint32_t Source = skipMoves(G, Inner->Source);
  const GraphInstruction &At = G.instructions()[Source];
  // What the fusion itself makes stays where it is.
  Inner->Source = At.Op == Opcode::Parameter && At.Number < I.Operands.size()
                      ? I.Operands[At.Number]
                      : Source;
  if (Inner->Base) {
    const GraphInstruction &Base = G.instructions()[*Inner->Base];
    bool IsGiven = Base.Op == Opcode::Parameter && Base.Uses.size() == 1 &&
                   Base.Number < I.Operands.size();
    Inner->Base =
        IsGiven ? skipSingleMoves(G, I.Operands[Base.Number]) : std::nullopt;
  }
  return Inner;
}

/// What \p Instruction is in the end: behind moves, out of fusions, and into
/// them where it is their result.
static uint32_t resolveIndex(const HloGraph &G, uint32_t Instruction) {
  // A body has fewer steps than instructions.
  for (size_t Steps = 0; Steps != G.instructions().size(); ++Steps) {
    const GraphInstruction &I = G.instructions()[Instruction];
    const GraphComputation &C = G.getComputation(I);
    if (I.Op == Opcode::GetTupleElement)
      return Instruction;
    if (isMoveOrConversion(I.Op) && !I.Operands.empty()) {
      Instruction = I.Operands.front();
    } else if (const GraphComputation *Fused = getBodyOf(G, I)) {
      Instruction = Fused->Root;
    } else if (I.Op == Opcode::Parameter && C.IsFused && !C.Callers.empty() &&
               I.Number < G.instructions()[C.Callers.front()].Operands.size()) {
      Instruction = G.instructions()[C.Callers.front()].Operands[I.Number];
    } else {
      return Instruction;
    }
  }
  return Instruction;
}

bool areSameIndex(const HloGraph &G, uint32_t L, uint32_t R) {
  SmallVector<std::pair<uint32_t, uint32_t>> Pending{{L, R}};
  DenseSet<std::pair<uint32_t, uint32_t>> Seen;
  while (!Pending.empty()) {
    auto [One, Other] = Pending.pop_back_val();
    One = resolveIndex(G, One);
    Other = resolveIndex(G, Other);
    if (One == Other || !Seen.insert({One, Other}).second)
      continue;
    const GraphInstruction &I = G.instructions()[One];
    const GraphInstruction &J = G.instructions()[Other];
    if (I.Op != J.Op || I.Number != J.Number ||
        I.Operands.size() != J.Operands.size() || I.Op == Opcode::Parameter)
      return false;
    for (auto [A, B] : zip_equal(I.Operands, J.Operands))
      Pending.push_back({A, B});
  }
  return true;
}

} // namespace hlomem::replay
