//===- Rematerialization.h - What loops keep, computed again ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// What a loop keeps of each of its iterations for another loop that only reads
/// it, as the forward pass of a scan does for the backward pass, and the
/// program that computes it again: jax.checkpoint on the body.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_REMATERIALIZATION_H
#define HLOMEM_REPLAY_REMATERIALIZATION_H

#include "hlomem/Replay/EditedAssignment.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem::replay {

/// An array of which one loop writes a slice in each iteration, and which
/// others only read.
struct ResidualStack {
  /// Where another loop is given it.
  struct Reader {
    /// The while, and the leaf of what it carries.
    InstructionId Loop;
    LeafId Leaf = RootLeaf;

    friend bool operator==(Reader, Reader) = default;
  };

  /// The while that writes it, and the leaf of its result.
  InstructionId Writer;
  LeafId Leaf = RootLeaf;
  /// Its own, and those of what is made of the whole of it between the loops by
  /// moves and conversions.
  llvm::SmallVector<BufferId, 1> Buffers;
  /// What makes a slice, behind moves and conversions; it may be in a fusion.
  InstructionId Source;
  /// Iterations that it has slices of.
  uint64_t Count = 0;
  /// The dimension that tells them apart.
  uint32_t Dimension = 0;
  llvm::SmallVector<Reader, 1> Readers;
  /// The dot that makes what is written, but for moves and conversions: a dot,
  /// a custom call for one, or a convolution; it may be in a fusion.
  InstructionId Dot;
  /// A dimension of that dot is a batch, so that jax's
  /// dots_with_no_batch_dims_saveable does not keep it.
  bool HasBatch = false;
  /// It may be what the loop carries: as large as that for each iteration.
  bool IsOfCarry = false;
};

/// What a policy of jax.checkpoint keeps.
enum class RematPolicy : uint8_t { Nothing, Dots, DotsWithoutBatch };

/// True if a loop that computes the rest again keeps \p S by this policy.
bool isKept(const ResidualStack &S, RematPolicy Kept);

/// The stacks of \p Record, by loop and leaf.
std::vector<ResidualStack> findResidualStacks(const RecordedAssignment &Record);

/// What becomes of a program whose loops compute again what they kept.
struct Rematerialization : EditedAssignment {
  /// Stacks that are not kept any more, and what they took.
  uint64_t Count = 0;
  Bytes Size;
  /// What those take that take the place of some of them.
  Bytes KeptSize;
};

/// Computes again what is in \p Stacks, those of \p Record that its loops \p
/// Writers write, but for what \p Kept tells, and what a loop carries from one
/// iteration to the next, of which a stack stays: the body needs it. Where the
/// program has no stack of what has to be kept, but of what is computed from
/// it, one of those becomes its stack. A backward loop makes the slice of one
/// iteration at its start and holds it to its last use, if a dot makes it or,
/// on a CPU or a GPU, reads it; fusions compute all others where they use them.
/// Rematerialization::Count is 0, and there is nothing else, if all of them
/// stay.
llvm::Expected<Rematerialization>
rematerialize(const RecordedAssignment &Record,
              llvm::ArrayRef<ResidualStack> Stacks, RematPolicy Kept,
              const Policy &P);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_REMATERIALIZATION_H
