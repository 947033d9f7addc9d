//===- KeptDots.cpp - Dots, and which a checkpoint keeps ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/KeptDots.h"
#include "Loops/SliceUpdate.h"
#include "hlomem/IR/Shape.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <map>

using namespace llvm;
using namespace hlomem::PatternMatch;

namespace hlomem {

/// True of a product of \p Lhs and \p Rhs if a dimension of it may be a batch,
/// which all three have. Each of the others is in two of them.
static bool hasBatch(const Shape &Lhs, const Shape &Rhs, const Shape &Product) {
  std::map<uint64_t, std::array<int64_t, 3>> Counts;
  const std::array<const Shape *, 3> Shapes = {&Lhs, &Rhs, &Product};
  for (auto [N, S] : enumerate(Shapes))
    for (const Dimension &D : S->getDimensions())
      if (D.Extent != 1)
        ++Counts[D.Extent][N];
  int64_t Batches = 0, Contracted = 0;
  for (auto [Extent, Of] : Counts) {
    auto [L, R, P] = Of;
    int64_t Batch = std::max<int64_t>(
        std::min({L, R, P, L + R - P, L + P - R, R + P - L}), 0);
    Batches += Batch;
    Contracted += L + R - P - Batch;
  }
  return Batches != 0 && Contracted > 0;
}

/// What the parameter \p I of a fusion's or a loop's body is there.
static InstructionId getArgument(const HloGraph &G, const GraphInstruction &I) {
  const GraphComputation &C = G.getComputation(I);
  if (I.Op != Opcode::Parameter || C.Callers.empty())
    return InstructionId::none();
  const GraphInstruction &Caller = G[C.Callers.front()];
  bool IsBody = Caller.Op == Opcode::While || G.getBody(Caller) == &C;
  return IsBody ? Caller.getOperand(I.Number) : InstructionId::none();
}

/// What a parameter in a fusion or the result of one is.
static InstructionId skipFusions(const HloGraph &G, InstructionId Instruction) {
  // Where fusions share a computation the way may lead in a circle.
  constexpr unsigned MaxSteps = 64;
  for (unsigned Steps = 0; Steps != MaxSteps; ++Steps) {
    if (match(G, Instruction, m_Body(m_Inst(Instruction))))
      continue;
    InstructionId Argument = getArgument(G, G[Instruction]);
    if (!Argument)
      break;
    Instruction = Argument;
  }
  return Instruction;
}

/// Of a custom call for a dot, whose other elements are room to work in.
static const Shape *getTypeOfLibrary(const GraphInstruction &I) {
  StringRef Target = I.getCustomCallTarget();
  if (!Target.contains("gemm") && !Target.contains("matmul"))
    return nullptr;
  return I.Type->isTuple() && !I.Type->getElements().empty()
             ? I.Type->getElements().front()
             : I.Type;
}

/// Of the sum \p I of what a GPU computes in parts: it splits what is
/// contracted into a batch.
static const Shape *getTypeOfSplitDot(const HloGraph &G,
                                      const GraphInstruction &I) {
  if (I.Operands.empty() || !I.Type->isArray())
    return nullptr;
  const GraphInstruction &Split = G[skipFusions(G, I.Operands.front())];
  bool IsSplit =
      Split.Op == Opcode::Dot &&
      Split.Type->getDimensions().size() == I.Type->getDimensions().size() + 1;
  return IsSplit ? I.Type : nullptr;
}

std::optional<Dot> getDot(const HloGraph &G, InstructionId Instruction) {
  const GraphInstruction &I = G[Instruction];
  const Shape *Type = nullptr;
  switch (I.Op) {
  case Opcode::Convolution:
    // On a TPU a dot is one.
    if (I.Operands.size() < 2)
      return std::nullopt;
    return Dot{I.Type, hasBatch(*G[I.Operands[0]].Type, *G[I.Operands[1]].Type,
                                *I.Type)};
  case Opcode::Dot:
    Type = I.Type;
    break;
  case Opcode::CustomCall:
    Type = getTypeOfLibrary(I);
    break;
  case Opcode::Reduce:
    Type = getTypeOfSplitDot(G, I);
    break;
  default:
    break;
  }
  if (!Type)
    return std::nullopt;
  // XLA's own normal form has two dimensions beside those of a batch.
  return Dot{Type, Type->getDimensions().size() > 2};
}

/// Of its computation, or a part of it.
static bool isResult(const HloGraph &G, InstructionId Instruction) {
  InstructionId Root = G.getComputation(G[Instruction]).Root;
  return Instruction == Root || (G[Root].Op == Opcode::Tuple &&
                                 is_contained(G[Root].Operands, Instruction));
}

bool isReadByDot(const HloGraph &G, InstructionId Instruction) {
  SmallSetVector<InstructionId, 8> Work;
  Work.insert(Instruction);
  for (size_t N = 0; N != Work.size(); ++N) {
    const GraphInstruction &At = G[Work[N]];
    for (GraphUse U : At.Uses) {
      const GraphInstruction &User = G[U.User];
      if (User.Op != Opcode::Reduce && getDot(G, U.User))
        return true;
      const GraphComputation *Body = G.getBody(User);
      if (Body && U.OperandNumber < Body->Parameters.size())
        Work.insert(Body->Parameters[U.OperandNumber]);
      else if (match(
                   G, U.User,
                   m_AnyOf(m_Move(),
                           m_AnyOp<Opcode::DynamicSlice, Opcode::AsyncDone>())))
        Work.insert(U.User);
    }
    // What a fusion passes on is read where the fusion is.
    const GraphComputation &C = G.getComputation(At);
    if (C.IsFused && !C.Callers.empty() && isResult(G, Work[N]))
      Work.insert(C.Callers.front());
  }
  return false;
}

bool ResidualWalk::isKept(const Dot &D) const {
  return Kept == RematPolicy::Dots ||
         (Kept == RematPolicy::DotsWithoutBatch && !D.HasBatch);
}

/// Goes on to what \p P is computed from.
void ResidualWalk::addOperands(const Place &P) {
  const GraphInstruction &I = G[P.Instruction];
  auto Add = [&](InstructionId Instruction, uint64_t Element) {
    Work.push_back({Instruction, Element, P.Count});
  };
  auto AddAll = [&](uint64_t Element) {
    for (InstructionId Operand : I.Operands)
      Add(Operand, Element);
  };
  switch (I.Op) {
  case Opcode::Parameter:
    if (InstructionId Argument = getArgument(G, I))
      Add(Argument, P.Element);
    return;
  case Opcode::GetTupleElement:
    return AddAll(I.Number);
  case Opcode::Tuple:
    if (InstructionId Operand = I.getOperand(P.Element))
      return Add(Operand, Any);
    return AddAll(Any);
  case Opcode::DynamicUpdateSlice: {
    if (I.Operands.size() < 2)
      return;
    // A loop in the body keeps one of each of its iterations.
    const Shape &Slice = *G[I.Operands[1]].Type;
    uint64_t Slices =
        countElements(*I.Type) / std::max<uint64_t>(countElements(Slice), 1);
    Add(I.Operands[0], Any);
    Work.push_back({I.Operands[1], Any, SaturatingMultiply(P.Count, Slices)});
    return;
  }
  case Opcode::While:
    if (!I.Called.empty())
      Add(G.getCalled(I).Root, P.Element);
    return;
  case Opcode::AsyncUpdate:
  case Opcode::AsyncDone:
    return AddAll(P.Element);
  default:
    if (const GraphComputation *Fused = G.getBody(I))
      return Add(Fused->Root, P.Element);
    return AddAll(Any);
  }
}

SmallVector<ResidualWalk::Residual, 1>
ResidualWalk::findFor(const ResidualStack &S) {
  SmallVector<Residual, 1> Found;
  const InstructionId Given = G.getCalled(G[S.Writer]).Parameters.front();
  Work.push_back({S.Source});
  while (!Work.empty()) {
    Place P = Work.pop_back_val();
    if (!Seen.insert({P.Instruction, P.Element}).second)
      continue;
    if (P.Instruction == Given) {
      if (LeafId Leaf = G[Given].Leaves->getElement(RootLeaf, P.Element))
        Found.push_back({&G.getType({Given, Leaf}), /*Count=*/1, P.Element});
      continue;
    }
    std::optional<Dot> D = getDot(G, P.Instruction);
    if (!D || !isKept(*D))
      addOperands(P);
    else if (Known.insert(P.Instruction).second)
      Found.push_back({D->Type, P.Count, std::nullopt});
  }
  return Found;
}

} // namespace hlomem
