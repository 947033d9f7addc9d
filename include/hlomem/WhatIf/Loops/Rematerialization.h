//===- Rematerialization.h - What loops keep, computed again ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Finds what a loop keeps of each of its iterations for another loop that only
/// reads it, as the forward pass of a scan does for the backward pass, and
/// makes the program that computes it again: jax.checkpoint on the body.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_LOOPS_REMATERIALIZATION_H
#define HLOMEM_WHATIF_LOOPS_REMATERIALIZATION_H

#include "hlomem/WhatIf/EditedAssignment.h"

namespace hlomem {

/// Describes an array of which one loop writes a slice in each iteration, and
/// which other loops only read.
struct ResidualStack {
  /// Identifies where another loop is given the array.
  struct Reader {
    /// Identifies the while instruction that reads the array.
    InstructionId Loop;
    /// Identifies the leaf of what Loop carries.
    LeafId Leaf = RootLeaf;

    friend bool operator==(Reader, Reader) = default;
  };

  /// Identifies the while instruction that writes the array.
  InstructionId Writer;
  /// Identifies the leaf of the result of Writer.
  LeafId Leaf = RootLeaf;
  /// Identifies the buffers of the array and of what is made of the whole of it
  /// between the loops by moves and conversions.
  SmallVector<BufferId, 1> Buffers;
  /// Identifies the instruction that makes a slice, before moves and
  /// conversions; it may be in a fusion.
  InstructionId Source;
  /// Counts the iterations of which the array has slices.
  uint64_t Count = 0;
  /// Identifies the dimension that tells the iterations apart.
  uint32_t Dimension = 0;
  SmallVector<Reader, 1> Readers;
  /// Identifies the dot that makes what is written, except for moves and
  /// conversions: a dot, a custom call for one, or a convolution; it may be in
  /// a fusion.
  InstructionId Dot;
  /// Is true if a dimension of Dot is a batch, so that jax's
  /// dots_with_no_batch_dims_saveable does not keep it.
  bool HasBatch = false;
  /// Is true if this may be what the loop carries, as large in each iteration.
  bool IsOfCarry = false;
};

/// Identifies what a policy of jax.checkpoint keeps.
enum class RematPolicy : uint8_t { Nothing, Dots, DotsWithoutBatch };

/// Returns true if a loop that computes the rest again keeps \p S by \p Kept.
bool isKept(const ResidualStack &S, RematPolicy Kept);

/// Returns the stacks of \p Record, by loop and leaf.
std::vector<ResidualStack> findResidualStacks(const RecordedAssignment &Record);

/// Describes a program whose loops compute again what they kept before.
struct Rematerialization : EditedAssignment {
  /// Counts the stacks that are not kept any more.
  uint64_t Count = 0;
  /// Holds the bytes that the removed stacks took.
  Bytes Size;
  /// Holds the bytes of the stacks that replace removed ones.
  Bytes KeptSize;
};

/// Makes the loops of \p Record compute again what is in its \p Stacks, except
/// what \p Kept tells and what a loop carries from one iteration to the next,
/// of which a stack stays: the body needs it. If the program has no stack of
/// what has to be kept, but one of what is computed from it, that becomes its
/// stack. A backward loop makes the slice of one iteration at its start and
/// holds it to its last use, if a dot makes it or, on a CPU or a GPU, reads it;
/// fusions compute all others where they use them. Assigns everything again by
/// \p P. If all stacks stay, Rematerialization::Count is 0, and there is
/// nothing else.
Expected<Rematerialization> rematerialize(const RecordedAssignment &Record,
                                          ArrayRef<ResidualStack> Stacks,
                                          RematPolicy Kept,
                                          const AssignerPolicy &P);

} // namespace hlomem

#endif // HLOMEM_WHATIF_LOOPS_REMATERIALIZATION_H
