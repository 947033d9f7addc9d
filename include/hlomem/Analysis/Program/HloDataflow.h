//===- HloDataflow.h - Which value is where in a program --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Computes what XLA's HloDataflowAnalysis finds out about a program, by the
/// same rules: which leaves of which instructions define values, where else
/// these appear, and what reads them.
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_HLODATAFLOW_H
#define HLOMEM_ANALYSIS_PROGRAM_HLODATAFLOW_H

#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Ids.h"
#include "hlomem/IR/XlaRelease.h"
#include "hlomem/Support/LifetimeBound.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

/// Represents a read of a value.
struct HloUse {
  InstructionId User;
  uint32_t OperandNumber = 0;
  /// Identifies the leaf of the operand that holds the value.
  LeafId Leaf = RootLeaf;
};

/// Identifies what runs a computation.
enum class HloContext : uint8_t {
  /// Identifies a computation that nothing runs.
  Unreached,
  /// Identifies the entry, and each computation that a call, loop, conditional
  /// or asynchronous operation of such a computation runs. Its values are live
  /// while the program runs.
  Global,
  /// Identifies a computation that is applied to elements, such as the sum of a
  /// reduction.
  ThreadLocal,
  /// Identifies the body of a fusion, which has no values in memory.
  Fused,
};

/// Holds the values of a program.
class HloDataflow {
public:
  /// Finds the values by XLA's rules: those that instructions define, in the
  /// order of the program, and then the phis. Takes time linear in the leaves
  /// of all instructions for each level of nested loops.
  static HloDataflow compute(const HloGraph &G, XlaRelease Release = {});
  /// Takes \p Definitions as the values, in this order, for a source that tells
  /// them. \pre Each of \p Definitions is in range and occurs once.
  static HloDataflow of(const HloGraph &G, ArrayRef<HloPlace> Definitions,
                        XlaRelease Release = {});

  const HloGraph &getGraph() const { return *G; }
  XlaRelease getRelease() const { return Release; }
  /// Returns the places that define the values.
  IdArrayRef<ValueId, HloPlace> definitions() const HLOMEM_LIFETIME_BOUND {
    return Definitions;
  }
  /// Returns true if \p Value merges others: where loops, conditionals and
  /// several callers meet.
  bool isPhi(ValueId Value) const;
  /// Returns true if XLA has a value where \p Value is defined: one that the
  /// instruction makes, a phi of several, or a phi of another phi alone, which
  /// XLA may keep.
  bool isDefined(ValueId Value) const;
  /// Returns the value at \p P; none if no value is known to be there.
  ValueId getValueAt(HloPlace P) const {
    assert(G->instructions()[P.Instruction].Leaves->ids().contains(P.Leaf) &&
           "the instruction has no such leaf");
    return ValueAt[getNumber(P)];
  }
  /// Returns the places of \p Value: its definition first, then the others in
  /// the order of the program. Places in fusions do not count.
  ArrayRef<HloPlace> getPositions(ValueId Value) const HLOMEM_LIFETIME_BOUND {
    size_t First = FirstPosition[Value];
    return ArrayRef(Positions).slice(First, FirstPosition[Value + 1] - First);
  }
  /// Appends the reads of \p Value to \p Uses, in the order of its positions.
  void getUses(ValueId Value, SmallVectorImpl<HloUse> &Uses) const {
    getUses(getPositions(Value), Uses);
  }
  /// Appends the reads at \p Positions, which are all those of one value, to
  /// \p Uses in their order.
  void getUses(ArrayRef<HloPlace> Positions,
               SmallVectorImpl<HloUse> &Uses) const;
  HloContext getContext(ComputationId Computation) const {
    return Contexts[Computation];
  }
  /// Returns true if \p Value is in the result of the program.
  bool isLiveOut(ValueId Value) const;

private:
  HloDataflow(const HloGraph &G, XlaRelease Release);

  void findContexts();
  void findInnerUses();
  bool mayBePhi(const GraphInstruction &I) const;
  bool defines(InstructionId Instruction, LeafId Leaf) const;
  std::optional<HloPlace> getSource(HloPlace P) const;
  std::optional<HloPlace> getParameterSource(HloPlace P) const;
  std::optional<HloPlace> getAsyncSource(HloPlace P) const;
  std::optional<HloPlace> getDoneSource(HloPlace P) const;
  InstructionId getUpdatedOperand(const GraphInstruction &I) const;
  InstructionId getAsyncOperand(const GraphInstruction &I,
                                uint64_t Number) const;
  template <typename VisitFn>
  void visitSources(HloPlace P, VisitFn Visit) const;
  void resolve();
  bool addPhis();
  void collectPositions();
  /// Returns the number of \p P among the places of all instructions.
  size_t getNumber(HloPlace P) const {
    return FirstPlace[P.Instruction] + P.Leaf.index();
  }
  ValueId &at(HloPlace P) { return ValueAt[getNumber(P)]; }

  const HloGraph *G;
  XlaRelease Release;
  IdVector<ComputationId, HloContext> Contexts;
  IdVector<ValueId, HloPlace> Definitions;
  /// Holds the value at each place of all instructions, one after the other.
  std::vector<ValueId> ValueAt;
  /// Holds the number of the first place of each instruction.
  IdVector<InstructionId, size_t> FirstPlace;
  std::vector<HloPlace> Positions;
  /// Holds the index of the first position of each value, and one element more,
  /// for the end of the last value.
  IdVector<ValueId, size_t> FirstPosition;
  /// Lists for each tuple-shaped instruction the reads of more than the tuple
  /// index table, as far as these depend on the reader alone. Thousands of
  /// readers only take an element.
  llvm::DenseMap<InstructionId, SmallVector<GraphUse, 1>> InnerUses;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_HLODATAFLOW_H
