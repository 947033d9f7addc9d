//===- OperandSharing.cpp - Operands that lend their memory to a result ---===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/OperandSharing.h"
#include "GpuFusionSharing.h"
#include "hlomem/IR/PatternMatch.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace hlomem::PatternMatch;

namespace hlomem {

//===----------------------------------------------------------------------===//
// Elementwise instructions
//===----------------------------------------------------------------------===//

/// XLA's fusions nest three deep; what is deeper is refused.
static constexpr unsigned MaxDepth = 8;

static bool isElementwise(const HloGraph &G, InstructionId Number,
                          unsigned Depth);
static bool isElementwiseOn(const HloGraph &G, InstructionId Number,
                            uint32_t Operand, unsigned Depth);

static std::optional<unsigned> getBits(const Shape &S) {
  return nominalElementBits(S.getElementType());
}

static bool isElementwise(const HloGraph &G, InstructionId Number,
                          unsigned Depth) {
  const GraphInstruction &I = G[Number];
  switch (I.Op) {
  case Opcode::Copy:
    return true;
  case Opcode::BitcastConvert:
    return I.Operands.size() == 1 &&
           getBits(*I.Type) == getBits(*G[I.Operands[0]].Type);
  case Opcode::Fusion: {
    if (I.Called.size() != 1 || Depth == MaxDepth)
      return false;
    const GraphComputation &C = G.getCalled(I);
    return all_of(C.instructions(), [&](InstructionId Inner) {
      return G[Inner].Op == Opcode::Parameter ||
             isElementwise(G, Inner, Depth + 1);
    });
  }
  default:
    return hasTrait(I.Op, OpcodeTraits::Elementwise);
  }
}

/// All instructions of the fusion that \p Parameter reaches work element by
/// element.
static bool reachesElementwiseOnly(const HloGraph &G, InstructionId Parameter,
                                   unsigned Depth) {
  SmallSetVector<InstructionId, 16> Work;
  Work.insert(Parameter);
  for (size_t Next = 0; Next != Work.size(); ++Next) {
    const InstructionId Of = Work[Next];
    for (GraphUse U : G[Of].Uses) {
      ArrayRef<InstructionId> Operands = G[U.User].Operands;
      if (Work.insert(U.User) && !isElementwise(G, U.User, Depth) &&
          !all_of(seq<uint32_t>(0, Operands.size()), [&](uint32_t N) {
            return Operands[N] != Of || isElementwiseOn(G, U.User, N, Depth);
          }))
        return false;
    }
  }
  return true;
}

static bool isElementwiseOn(const HloGraph &G, InstructionId Number,
                            uint32_t Operand, unsigned Depth) {
  const GraphInstruction &I = G[Number];
  if (I.Op == Opcode::DynamicUpdateSlice)
    return Operand == 0;
  if (I.Op != Opcode::Fusion)
    return isElementwise(G, Number, Depth);
  if (I.Called.size() != 1 || Depth == MaxDepth)
    return false;
  ArrayRef<InstructionId> Parameters = G.getCalled(I).Parameters;
  return Operand < Parameters.size() &&
         reachesElementwiseOnly(G, Parameters[Operand], Depth + 1);
}

bool isElementwise(const HloGraph &G, InstructionId Instruction) {
  return isElementwise(G, Instruction, 0);
}

bool isElementwiseOn(const HloGraph &G, InstructionId Instruction,
                     uint32_t Number) {
  return isElementwiseOn(G, Instruction, Number, 0);
}

//===----------------------------------------------------------------------===//
// Sharing
//===----------------------------------------------------------------------===//

static constexpr StringRef CublasLtMatmul = "__cublas$lt$matmul";

/// The product is added to a multiple of the third operand.
static bool hasBeta(const GraphInstruction &I) {
  static constexpr StringLiteral Key = "\"beta\":";
  StringRef Config = I.CustomCall->BackendConfig;
  size_t At = Config.find(Key);
  if (At == StringRef::npos)
    return false;
  StringRef Text = Config.substr(At + Key.size()).ltrim();
  double Beta = 0;
  return !Text.take_while([](char C) {
                return isDigit(C) || StringRef("+-.eE").contains(C);
              })
              .getAsDouble(Beta) &&
         Beta != 0;
}

static uint32_t getOperandNumber(const GraphInstruction &User,
                                 InstructionId Operand) {
  return find(User.Operands, Operand) - User.Operands.begin();
}

/// The leaf is this element of a tuple, and no tuple's element's element.
static bool isElement(const GraphInstruction &I, LeafId Leaf, uint64_t Number) {
  return I.Leaves->getElement(RootLeaf, Number) == Leaf;
}

/// XLA's ShapeUtil::Equal: element type, dimensions and layout. Shapes are
/// unique, but those of an edit beside those of its program.
static bool haveSameType(const HloGraph &G, HloPlace L, HloPlace R) {
  const Shape &Left = G.getType(L), &Right = G.getType(R);
  return &Left == &Right || isSameShape(Left, Right, /*WithLayout=*/true);
}

bool OperandSharing::isElementwiseThroughout(InstructionId Parameter) {
  auto [Entry, IsNew] = Throughout.try_emplace(Parameter, false);
  if (!IsNew)
    return Entry->second;
  SmallSetVector<InstructionId, 16> Work;
  Work.insert(Parameter);
  for (size_t Next = 0; Next != Work.size(); ++Next)
    for (auto [User, N] : G[Work[Next]].Uses) {
      if (G[User].Op != Opcode::Tuple && !isElementwiseOn(G, User, N))
        return false;
      Work.insert(User);
    }
  return Throughout[Parameter] = true;
}

bool OperandSharing::canFusionShare(const GraphInstruction &Fusion,
                                    uint32_t OperandNumber) {
  const GraphComputation &C = G.getCalled(Fusion);
  if (OperandNumber >= C.Parameters.size())
    return false;
  InstructionId Parameter = C.Parameters[OperandNumber];
  if (Fusion.Fusion == FusionKind::Loop || Fusion.Fusion == FusionKind::Input)
    return isElementwiseThroughout(Parameter);
  // The sum of what a dot or a convolution makes and of an operand.
  if (Fusion.Fusion == FusionKind::Output && G[C.Root].Op == Opcode::Add)
    return match(G, C.Root,
                 m_Commutative(Opcode::Add,
                               m_AnyOp<Opcode::Convolution, Opcode::Dot>(),
                               m_OneUse(m_Specific(Parameter))));
  return isElementwiseOn(G, G.getNumber(Fusion), OperandNumber);
}

bool OperandSharing::canCallShare(HloPlace Operand, InstructionId User) {
  ValueId Value = D.getValueAt(Operand);
  if (!Value || D.definitions()[Value].Instruction != Operand.Instruction)
    return false;
  SmallVector<HloUse, 4> Uses;
  D.getUses(Value, Uses);
  const GraphInstruction &Call = G[User];
  InstructionId Root = G.getCalled(Call).Root;
  return Uses.size() == 2 &&
         any_of(Uses, [&](const HloUse &U) { return U.User == User; }) &&
         any_of(Uses, [&](const HloUse &U) {
           return U.User == Root && isElementwiseOn(G, Root, U.OperandNumber);
         });
}

/// An all-reduce may write each result over the operand that it is of.
static bool isReducedOperand(const GraphInstruction &I, HloPlace Operand,
                             HloPlace User) {
  if (I.Operands.size() == 1)
    return true;
  return any_of(enumerate(I.Operands), [&](auto E) {
    return E.value() == Operand.Instruction &&
           isElement(I, User.Leaf, E.index());
  });
}

/// A copy of an argument to another memory space.
static bool isMovedArgument(const HloGraph &G, const GraphInstruction &I) {
  if (I.Op != Opcode::Copy || I.Operands.size() != 1 || !I.Type->isArray() ||
      I.Computation != G.getEntryNumber())
    return false;
  const GraphInstruction &From = G[I.Operands[0]];
  auto GetSpace = [](const Shape &S) {
    return S.getLayout() ? S.getLayout()->MemorySpace : 0;
  };
  return From.Op == Opcode::Parameter && From.Type->isArray() &&
         GetSpace(*From.Type) != GetSpace(*I.Type);
}

/// Not public; what was seen in dumps. libtpu writes for most instructions
/// which operands may become which results, whatever their shapes.
std::optional<bool> OperandSharing::askTpu(HloPlace Operand,
                                           HloPlace User) const {
  const GraphInstruction &I = G[User.Instruction];
  if (isMovedArgument(G, G[Operand.Instruction]))
    return false;
  if (I.MayAlias && I.Op != Opcode::While && I.Op != Opcode::Conditional &&
      I.Op != Opcode::Call) {
    const uint64_t Result =
        User.Leaf == RootLeaf
            ? 0
            : I.Leaves->getElementAbove(User.Leaf, RootLeaf).first;
    return any_of(*I.MayAlias, [&](AliasingOperand A) {
      return A.Result == Result &&
             I.Operands[A.OperandNumber] == Operand.Instruction;
    });
  }
  if (I.Op == Opcode::AllReduce || I.Op == Opcode::AllReduceStart)
    return isReducedOperand(I, Operand, User);
  return std::nullopt;
}

/// xla/service/gpu/alias_info.cc.
std::optional<bool> OperandSharing::askGpu(HloPlace Operand,
                                           HloPlace User) const {
  const GraphInstruction &I = G[User.Instruction];
  switch (I.Op) {
  case Opcode::AllReduce:
  case Opcode::CollectiveBroadcast:
    return isReducedOperand(I, Operand, User);
  case Opcode::CustomCall:
    // The matrix that is added, if there is one.
    return I.getCustomCallTarget() == CublasLtMatmul && hasBeta(I) &&
           I.Operands.size() > 2 && I.Operands[2] == Operand.Instruction &&
           count(I.Operands, Operand.Instruction) == 1;
  case Opcode::Fusion:
    return canGpuFusionShare(G, Operand, User);
  default:
    return std::nullopt;
  }
}

bool OperandSharing::canShare(HloPlace Operand, HloPlace User) {
  const GraphInstruction &I = G[User.Instruction];
  const GraphInstruction &From = G[Operand.Instruction];
  if (I.Op == Opcode::CustomCall && isElement(I, User.Leaf, 1) &&
      (I.getCustomCallTarget() == CublasLtMatmul ||
       I.getCustomCallTarget() == "__cublas$lt$matmul$f8"))
    return false;
  if (From.Op == Opcode::Constant)
    return false;
  uint32_t Number = getOperandNumber(I, Operand.Instruction);
  bool IsSameShape = haveSameType(G, Operand, User);
  if (IsSameShape)
    for (InPlacePair P : getInPlacePairs(G, User.Instruction))
      if (P == InPlacePair{Number, Operand.Leaf, User.Leaf})
        return true;
  std::optional<bool> Hint;
  if (Rules == Backend::GPU)
    Hint = askGpu(Operand, User);
  else if (Rules == Backend::TPU)
    Hint = askTpu(Operand, User);
  if (Hint)
    return *Hint;
  if (!IsSameShape)
    return false;

  bool IsOnce = count(I.Operands, Operand.Instruction) == 1;
  switch (I.Op) {
  case Opcode::Fusion:
    return I.Called.size() == 1 && canFusionShare(I, Number);
  case Opcode::While:
  case Opcode::Conditional:
    return true;
  case Opcode::DynamicUpdateSlice:
  case Opcode::Scatter:
  case Opcode::SetDimensionSize:
    return IsOnce && Number == 0;
  case Opcode::TriangularSolve:
    return IsOnce && Number == 1;
  case Opcode::Sort:
    if (!From.hasOneUser())
      return false;
    return I.Operands.size() == 1 ||
           (IsOnce && isElement(I, User.Leaf, Number));
  case Opcode::Call:
    return I.Called.size() == 1 && canCallShare(Operand, User.Instruction);
  default:
    return isElementwiseOn(G, User.Instruction, Number);
  }
}

} // namespace hlomem
