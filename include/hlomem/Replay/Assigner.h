//===- Assigner.h - XLA's buffer assignment, run again ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// XLA's BufferAssigner (xla/service/buffer_assignment.cc), to the byte: which
/// buffer gets an allocation of its own, which one takes the memory of another,
/// which go to a heap, and how the allocations are numbered in the end.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_ASSIGNER_H
#define HLOMEM_REPLAY_ASSIGNER_H

#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Replay/HeapPlacement.h"
#include "hlomem/Replay/HeapTrace.h"
#include "hlomem/Replay/Policy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem::replay {

/// A value in an allocation.
struct Member {
  ValueId Value;
  Bytes Offset;
  Bytes Size;

  friend bool operator==(const Member &, const Member &) = default;
};

/// An allocation as XLA makes it.
struct ReplayedAllocation {
  Bytes Size;
  MemorySpace Space = 0;
  /// The leaf of an argument; none for other allocations.
  std::optional<HloPlace> Parameter;
  /// Of a parameter: it is paired with a result.
  bool IsAliased = false;
  bool IsConstant = false;
  bool IsThreadLocal = false;
  bool IsTuple = false;
  bool IsLiveOut = false;
  /// It was fixed before XLA's assigner began.
  bool IsPreset = false;
  /// By value.
  std::vector<Member> Members;

  /// Memory for what only lives while the program runs; these become one
  /// allocation for each memory space.
  bool isTemporary() const {
    return !Parameter && !IsLiveOut && !IsThreadLocal && !IsConstant;
  }
};

/// What is to be assigned.
struct AssignerInput {
  const HloDataflow *Dataflow = nullptr;
  const HloBuffers *Buffers = nullptr;
  /// None for a value that is not scheduled.
  IdArrayRef<ValueId, std::optional<LiveRange>> Ranges;
  /// The position that the live range of a value ends at.
  IdArrayRef<ValueId, HloPlace> EndPositions;
  IdArrayRef<ValueId, Bytes> Sizes;
  IdArrayRef<ValueId, MemorySpace> Spaces;
  /// Allocations that are fixed before, with all their members.
  llvm::ArrayRef<ReplayedAllocation> Presets;
};

/// The heap of one memory space.
struct ReplayedHeap {
  MemorySpace Space = 0;
  /// Its values are those of AssignerInput, and Sizes has all of them.
  HeapTrace Trace;
  HeapPlacement Placement;
};

/// An assignment.
struct ReplayedAssignment {
  IdVector<AllocationId, ReplayedAllocation> Allocations;
  /// In the order in which they were placed.
  std::vector<ReplayedHeap> Heaps;
  /// What Policy::FastMergeAtMost is compared with: all of memory space 0 but
  /// thread-local allocations, before temporaries are combined.
  Bytes DefaultSpaceBytes;
  /// They were too many, and best fit took the place of FAST_MERGE.
  bool IsBestFitInstead = false;
};

/// Assigns \p Input by \p P. An error if the program has no whole schedule or
/// the sizes do not add up to less than 2^62, and Unavailable where the device
/// decides between two heaps. The same on every machine.
llvm::Expected<ReplayedAssignment> assignBuffers(const AssignerInput &Input,
                                                 const Policy &P);

/// The name of \p P, and which heap HBM got by these rules in \p A, where that
/// depends on the program.
std::string describeRules(const Policy &P, const ReplayedAssignment &A);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_ASSIGNER_H
