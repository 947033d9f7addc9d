//===- Elementwise.cpp - Which instructions work element by element -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandSharing.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace hlomem::replay {

/// XLA's fusions nest three deep; what is deeper is refused.
static constexpr unsigned MaxDepth = 8;

static bool isElementwise(const HloGraph &G, uint32_t Number, unsigned Depth);
static bool isElementwiseOn(const HloGraph &G, uint32_t Number,
                            uint32_t Operand, unsigned Depth);

static std::optional<unsigned> getBits(const Shape &S) {
  return nominalElementBits(S.getElementType());
}

static bool isElementwise(const HloGraph &G, uint32_t Number, unsigned Depth) {
  const GraphInstruction &I = G.instructions()[Number];
  switch (I.Op) {
  case Opcode::Copy:
    return true;
  case Opcode::BitcastConvert:
    return I.Operands.size() == 1 &&
           getBits(*I.Type) == getBits(*G.instructions()[I.Operands[0]].Type);
  case Opcode::Fusion: {
    if (I.Called.size() != 1 || Depth == MaxDepth)
      return false;
    const GraphComputation &C = G.computations()[I.Called[0]];
    return all_of(seq(C.Begin, C.End), [&](uint32_t Inner) {
      return G.instructions()[Inner].Op == Opcode::Parameter ||
             isElementwise(G, Inner, Depth + 1);
    });
  }
  default:
    return hasTrait(I.Op, OpcodeTraits::Elementwise);
  }
}

/// All instructions of the fusion that \p Parameter reaches work element by
/// element.
static bool reachesElementwiseOnly(const HloGraph &G, uint32_t Parameter,
                                   unsigned Depth) {
  SmallVector<uint32_t, 16> Pending{Parameter};
  SmallDenseSet<uint32_t, 16> Seen{Parameter};
  while (!Pending.empty()) {
    uint32_t Of = Pending.pop_back_val();
    for (GraphUse U : G.instructions()[Of].Uses) {
      uint32_t User = U.User;
      if (!Seen.insert(User).second)
        continue;
      ArrayRef<uint32_t> Operands = G.instructions()[User].Operands;
      if (!isElementwise(G, User, Depth) &&
          !all_of(seq<uint32_t>(0, Operands.size()), [&](uint32_t N) {
            return Operands[N] != Of || isElementwiseOn(G, User, N, Depth);
          }))
        return false;
      Pending.push_back(User);
    }
  }
  return true;
}

static bool isElementwiseOn(const HloGraph &G, uint32_t Number,
                            uint32_t Operand, unsigned Depth) {
  const GraphInstruction &I = G.instructions()[Number];
  if (I.Op == Opcode::DynamicUpdateSlice)
    return Operand == 0;
  if (I.Op != Opcode::Fusion)
    return isElementwise(G, Number, Depth);
  if (I.Called.size() != 1 || Depth == MaxDepth)
    return false;
  ArrayRef<uint32_t> Parameters = G.computations()[I.Called[0]].Parameters;
  return Operand < Parameters.size() &&
         reachesElementwiseOnly(G, Parameters[Operand], Depth + 1);
}

bool isElementwise(const HloGraph &G, uint32_t Instruction) {
  return isElementwise(G, Instruction, 0);
}

bool isElementwiseOn(const HloGraph &G, uint32_t Instruction, uint32_t Number) {
  return isElementwiseOn(G, Instruction, Number, 0);
}

} // namespace hlomem::replay
