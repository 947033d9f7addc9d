//===- LoopElements.h - What a loop carries, element by element -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_WHATIF_LOOPS_LOOPELEMENTS_H
#define HLOMEM_LIB_WHATIF_LOOPS_LOOPELEMENTS_H

#include "hlomem/IR/HloGraph.h"

namespace hlomem {

/// The tuple that a while carries: what each element begins with, what reads it
/// in the body, the condition and behind the loop, and what it becomes.
class LoopElements {
public:
  /// None if \p Loop is no while, if what it begins with or the body's result
  /// is no tuple of instructions, if something else reads what it begins with,
  /// or if one of the tuples is read as a whole. \p G outlives the result.
  static std::optional<LoopElements> find(const HloGraph &G,
                                          InstructionId Loop);

  InstructionId getLoop() const { return Loop; }
  /// The tuple that it begins with, and the one that ends the body.
  InstructionId getInit() const { return Init; }
  InstructionId getRoot() const { return Root; }
  /// The body's number.
  ComputationId getBody() const { return Body; }
  size_t size() const { return InBody.size(); }
  InstructionId getInitOf(uint64_t Element) const {
    return G->instructions()[Init].Operands[Element];
  }
  InstructionId getResultOf(uint64_t Element) const {
    return G->instructions()[Root].Operands[Element];
  }
  /// The leaf of \p Element in the shape of the loop.
  LeafId getLeaf(uint64_t Element) const {
    return G->instructions()[Loop].Leaves->getElement(RootLeaf, Element);
  }
  /// Its get-tuple-elements in the body, in the condition, and of the loop.
  ArrayRef<InstructionId> inBody(uint64_t Element) const {
    return InBody[Element];
  }
  ArrayRef<InstructionId> inCondition(uint64_t Element) const {
    return InCondition[Element];
  }
  ArrayRef<InstructionId> behind(uint64_t Element) const {
    return Behind[Element];
  }
  /// The parameter of the body.
  InstructionId getParameter() const { return Parameters.front(); }
  /// The parameters of body and condition.
  ArrayRef<InstructionId> parameters() const { return Parameters; }

private:
  /// By element.
  using Elements = std::vector<SmallVector<InstructionId, 1>>;

  bool collect(InstructionId Tuple, Elements &Found) const;

  const HloGraph *G = nullptr;
  InstructionId Loop;
  InstructionId Init;
  InstructionId Root;
  ComputationId Body;
  SmallVector<InstructionId, 2> Parameters;
  Elements InBody, InCondition, Behind;
};

} // namespace hlomem

#endif // HLOMEM_LIB_WHATIF_LOOPS_LOOPELEMENTS_H
