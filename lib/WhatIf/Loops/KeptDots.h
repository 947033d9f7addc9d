//===- KeptDots.h - Dots, and which a checkpoint keeps ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_WHATIF_LOOPS_KEPTDOTS_H
#define HLOMEM_LIB_WHATIF_LOOPS_KEPTDOTS_H

#include "hlomem/IR/HloGraph.h"
#include "hlomem/WhatIf/Loops/Rematerialization.h"
#include "llvm/ADT/DenseSet.h"

namespace hlomem {

/// What a dot computes, in whatever form the backend has it.
struct Dot {
  const Shape *Type = nullptr;
  /// A dimension is a batch.
  bool HasBatch = false;
};

/// None if \p Instruction is no dot, convolution or custom call for a dot, nor
/// the sum of one that was split.
std::optional<Dot> getDot(const HloGraph &G, InstructionId Instruction);

/// True if a dot reads what \p Instruction is, or a slice of it, but for moves
/// and conversions.
bool isReadByDot(const HloGraph &G, InstructionId Instruction);

/// Finds what a policy, or every checkpoint, keeps and of which the program has
/// no stack: it keeps what is computed from that instead.
class ResidualWalk {
public:
  /// Something that a loop's body has to keep in each iteration.
  struct Residual {
    const Shape *Type = nullptr;
    /// Of one iteration: a loop in the body may make one in each of its own.
    uint64_t Count = 1;
    /// The element of what the body is given that it is, if it is one.
    std::optional<uint64_t> Element;
  };

  ResidualWalk(const HloGraph &G, RematPolicy Kept) : G(G), Kept(Kept) {}

  /// There is a stack of this dot already.
  void addKept(InstructionId Dot) { Known.insert(Dot); }
  /// Those that what \p S keeps is computed from in the body, and that were not
  /// found before: dots that the policy keeps, and what the body is given.
  SmallVector<Residual, 1> findFor(const ResidualStack &S);

private:
  /// Of a tuple: any of its elements.
  static constexpr uint64_t Any = ~uint64_t();
  struct Place {
    InstructionId Instruction;
    uint64_t Element = Any;
    uint64_t Count = 1;
  };

  bool isKept(const Dot &D) const;
  void addOperands(const Place &P);

  const HloGraph &G;
  RematPolicy Kept;
  llvm::DenseSet<InstructionId> Known;
  llvm::DenseSet<std::pair<InstructionId, uint64_t>> Seen;
  SmallVector<Place> Work;
};

} // namespace hlomem

#endif // HLOMEM_LIB_WHATIF_LOOPS_KEPTDOTS_H
