//===- SliceUpdate.h - Slices that loops write and read ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_WHATIF_LOOPS_SLICEUPDATE_H
#define HLOMEM_LIB_WHATIF_LOOPS_SLICEUPDATE_H

#include "hlomem/IR/PatternMatch.h"

namespace hlomem {

/// Matches what only moves or converts its operand, also a fusion that does so
/// with one of its operands.
constexpr auto m_Moved() {
  using namespace PatternMatch;
  return m_AnyOf(m_Move(), m_Body(m_SkipMoves(m_Parameter())));
}

/// What \p Instruction has moved or converted, outside fusions.
InstructionId skipMoves(const HloGraph &G, InstructionId Instruction);

/// What \p Instruction is, or began as, if it ends an asynchronous operation.
InstructionId getStart(const HloGraph &G, InstructionId Instruction);

/// What \p Body gives as the element \p Element, or as a whole where it gives
/// no tuple; none if there is no such element.
InstructionId getResult(const HloGraph &G, const GraphComputation &Body,
                        uint64_t Element);

/// What the fusion \p Caller gives for \p Parameter in it; none if that is
/// something else.
InstructionId getArgument(const HloGraph &G, const GraphInstruction &Caller,
                          InstructionId Parameter);

/// The dimension of \p Whole in which \p Part is one element long, where they
/// are equal in all others; none if there is no such dimension.
std::optional<uint32_t> findSlicedDimension(const Shape &Whole,
                                            const Shape &Part);

/// A slice that an instruction writes into an array.
struct SliceUpdate {
  /// The whole, and a slice of it, as the instruction that writes has them.
  const Shape *Whole = nullptr;
  const Shape *Slice = nullptr;
  /// What makes it, outside fusions as far as that is known.
  InstructionId Source;
  /// The dynamic-update-slice, perhaps in a fusion.
  InstructionId Update;
  /// The array that it is written into, outside fusions, perhaps moved or
  /// converted in them; none if something else there reads that, too.
  InstructionId Base;
};

/// True if \p L and \p R, indices in the body of a loop or in fusions there,
/// are the same calculation of what the loop carries. Constants count as equal,
/// since their values are not known here.
bool areSameIndex(const HloGraph &G, InstructionId L, InstructionId R);

/// What \p Instruction, or what it has moved, writes of its first operand, or
/// of one that a fusion passes on.
std::optional<SliceUpdate> findSliceUpdate(const HloGraph &G,
                                           InstructionId Instruction);

} // namespace hlomem

#endif // HLOMEM_LIB_WHATIF_LOOPS_SLICEUPDATE_H
