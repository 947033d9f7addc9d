//===- ContentOrigin.h - What makes the content of a buffer -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares ContentOrigins, which looks behind what only moves data,
/// writes in place and loops, in both directions: what made a content, and what
/// reads it in the end.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PARTS_CONTENTORIGIN_H
#define HLOMEM_LIB_ANALYSIS_PARTS_CONTENTORIGIN_H

#include "Parts/ScopeNames.h"
#include "hlomem/IR/HloGraph.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace hlomem {

/// Describes what makes the content of a place.
struct Origin {
  /// Identifies what makes it: neither a move nor a write in place.
  HloPlace At;
  /// Identifies the loop that carries it; none if no loop does.
  InstructionId Loop = {};
  /// Is true if part of it was written in place since.
  bool IsUpdated = false;
  /// Identifies the element of the loop At.Instruction, while what the loop
  /// hands on in it is being found, that the content is.
  std::optional<LeafId> Element = {};
  /// Points to what the element of the loop was before the first iteration, if
  /// the body makes another content; otherwise null.
  const Origin *Initial = nullptr;
  /// Points to what a loop stacks, if it has no name of its own; otherwise
  /// null.
  const Origin *Stacked = nullptr;
  /// Identifies the last write in place, and points to what it wrote.
  InstructionId Writer = {};
  const Origin *Written = nullptr;
};

/// Holds several phases.
class PhaseSet {
  uint8_t Bits = 0;

public:
  PhaseSet() = default;
  PhaseSet(Phase P) : Bits(static_cast<uint8_t>(P)) {}

  bool empty() const { return Bits == 0; }
  bool contains(Phase P) const { return (Bits & static_cast<uint8_t>(P)) != 0; }
  PhaseSet &operator|=(PhaseSet Others) {
    Bits |= Others.Bits;
    return *this;
  }
};

/// Represents an instruction that reads a content, and does more than move it.
struct ContentReader {
  InstructionId User;
  /// Lists what reads and has an op_name, in a fusion, or the user.
  SmallVector<InstructionId, 2> Named;
  /// Holds the phases of the user and of all that its computation has.
  PhaseSet Phases = {};

  /// Returns the phases that Named tells; Phases if it tells none.
  PhaseSet getToldPhases(const ScopeNames &Names) const;
};

/// Lists what reads a content, and the places of what it is written into.
struct ContentReaders {
  std::vector<ContentReader> Readers;
  std::vector<HloPlace> Fills;
};

/// Returns true for an instruction that multiplies matrices or convolves, of
/// XLA or of a library.
bool isContraction(const GraphInstruction &I);

/// Follows contents through a program. A program that nests deeper than any
/// real one is followed as far as a fixed number of steps goes.
class ContentOrigins {
public:
  /// Constructs the origins of \p G; \p Names must outlive this.
  ContentOrigins(const HloGraph &G, const ScopeNames &Names);

  const HloGraph &getGraph() const { return G; }
  /// Returns what makes the content of \p P. Valid as long as this object.
  const Origin &find(HloPlace P);
  /// Returns what reads the content of \p P in the end.
  ContentReaders findReaders(HloPlace P);
  /// Returns true for what nothing was written to yet, or one element all over.
  bool isEmpty(InstructionId I);
  /// Returns the argument that the loop's element of \p O began as; null if it
  /// is none.
  const Origin *findStart(const Origin &O);
  /// Returns the instruction that makes element \p Leaf of the fusion or call
  /// \p I inside of it; none if there is none.
  InstructionId getInner(InstructionId I, LeafId Leaf) const;
  bool isArgument(HloPlace P) const {
    return G[P.Instruction].Op == Opcode::Parameter &&
           G[P.Instruction].Computation == G.getEntryNumber();
  }
  /// Returns true for an instruction whose result is its operand, moved or
  /// converted.
  static bool isMove(Opcode Op);
  /// Returns true for an instruction that writes into its first operand.
  static bool isWriteInPlace(Opcode Op);

private:
  const Origin &keep(const Origin &O) {
    Kept.push_back(O);
    return Kept.back();
  }
  const Origin &make(HloPlace P) { return keep({.At = P}); }
  const Origin &compute(HloPlace P);
  const Origin &computeCarried(InstructionId Loop, LeafId Element);
  const Origin &findCarried(InstructionId Loop, LeafId Element);
  const Origin &findOfParameter(HloPlace P);
  const Origin &findOfConditional(HloPlace P);
  const Origin &findOfAsync(HloPlace P);
  const Origin &findOfWrite(HloPlace P);
  const Origin *findOfSelect(HloPlace P);
  HloPlace getOperand(HloPlace P, uint64_t Number) const;
  PhaseSet getPhases(ComputationId C);

  class Readers;

  const HloGraph &G;
  const ScopeNames &Names;
  std::deque<Origin> Kept;
  llvm::DenseMap<HloPlace, const Origin *> Found;
  /// Holds what loops hand on, null while that is being found.
  llvm::DenseMap<HloPlace, const Origin *> Carried;
  /// Lists the keys of Found and Carried in the order in which they were added.
  std::vector<std::pair<HloPlace, bool>> Log;
  llvm::DenseMap<ComputationId, PhaseSet> PhasesOf;
  unsigned Depth = 0;
  uint64_t StepsLeft;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PARTS_CONTENTORIGIN_H
