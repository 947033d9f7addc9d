//===- HloBuffers.h - Values that must share memory -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Computes the classes of values that XLA's HloAliasAnalysis calls buffers.
/// The values of a class have the same place.
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_HLOBUFFERS_H
#define HLOMEM_ANALYSIS_PROGRAM_HLOBUFFERS_H

#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/Support/LifetimeBound.h"
#include "llvm/ADT/IntEqClasses.h"

namespace hlomem {

/// Represents an operand that an instruction overwrites with its result.
struct InPlacePair {
  uint32_t OperandNumber = 0;
  /// Identifies a leaf of the operand.
  LeafId OperandLeaf = RootLeaf;
  /// Identifies a leaf of the result.
  LeafId OutputLeaf = RootLeaf;

  friend bool operator==(InPlacePair, InPlacePair) = default;
};

/// Returns what \p Instruction writes in place: by its opcode, by what XLA was
/// told, and for a fusion by what is in it.
SmallVector<InPlacePair, 2> getInPlacePairs(const HloGraph &G,
                                            InstructionId Instruction);

/// Represents a partition of the values of a program into buffers.
class HloBuffers {
public:
  /// Computes the buffers by XLA's rules: values share a buffer because of
  /// aliased arguments and results, what a loop carries, the results of
  /// branches, and what is written in place.
  static HloBuffers compute(const HloDataflow &D);
  /// Makes the buffers of \p ValueCount values, of which those of each of
  /// \p Pairs share a buffer, for a source that tells them.
  static HloBuffers of(size_t ValueCount,
                       ArrayRef<std::pair<ValueId, ValueId>> Pairs);

  size_t size() const { return FirstMember.size() - 1; }
  IdRange<BufferId> ids() const { return IdRange<BufferId>(size()); }
  /// Returns the buffer of \p Value. Buffers are numbered by their first
  /// values.
  BufferId getBuffer(ValueId Value) const { return BufferOf[Value]; }
  /// Returns pairs of values that share a buffer, of which of() makes these
  /// buffers.
  std::vector<std::pair<ValueId, ValueId>> getPairs() const;
  /// Returns the values of \p Buffer, ascending.
  ArrayRef<ValueId> getValues(BufferId Buffer) const HLOMEM_LIFETIME_BOUND {
    size_t First = FirstMember[Buffer];
    return ArrayRef(Members).slice(First, FirstMember[Buffer + 1] - First);
  }

private:
  HloBuffers(llvm::IntEqClasses &Classes, size_t ValueCount);

  IdVector<ValueId, BufferId> BufferOf;
  std::vector<ValueId> Members;
  /// Holds the position in Members of the first value of each buffer, and one
  /// element more, for the end of the last buffer.
  IdVector<BufferId, size_t> FirstMember;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_HLOBUFFERS_H
