//===- Assigner.h - XLA's buffer assignment, run again ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs XLA's BufferAssigner (xla/service/buffer_assignment.cc) again, exact to
/// the byte: which buffer gets an allocation of its own, which one takes the
/// memory of another, which go to a heap, and how the allocations are numbered
/// in the end.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_XLASIM_ASSIGNER_H
#define HLOMEM_XLASIM_ASSIGNER_H

#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/XlaSim/AssignerPolicy.h"
#include "hlomem/XlaSim/HeapRequests.h"

namespace hlomem {

/// Represents a value in an allocation.
struct PlacedValue {
  ValueId Value;
  Bytes Offset;
  Bytes Size;

  friend bool operator==(const PlacedValue &, const PlacedValue &) = default;
};

/// Represents an allocation as XLA makes it.
struct ReplayedAllocation {
  Bytes Size;
  MemorySpace Space = 0;
  /// Identifies the leaf of the argument; none for other allocations.
  std::optional<HloPlace> Parameter;
  /// Is true if the allocation is for a parameter that is paired with a result.
  bool IsAliased = false;
  bool IsConstant = false;
  bool IsThreadLocal = false;
  bool IsTuple = false;
  bool IsLiveOut = false;
  /// Is true if the allocation was fixed before XLA's assigner began.
  bool IsPreset = false;
  /// Holds the members, ordered by value.
  std::vector<PlacedValue> Members;

  /// Returns true if the allocation is for what only lives while the program
  /// runs. Such allocations become one for each memory space.
  bool isTemporary() const {
    return !Parameter && !IsLiveOut && !IsThreadLocal && !IsConstant;
  }
};

/// Describes what is to be assigned.
struct AssignerInput {
  const HloDataflow *Dataflow = nullptr;
  const HloBuffers *Buffers = nullptr;
  /// Holds the live range of each value; none if it is not scheduled.
  IdArrayRef<ValueId, std::optional<LiveRange>> Ranges;
  /// Identifies the position that the live range of each value ends at.
  IdArrayRef<ValueId, HloPlace> EndPositions;
  IdArrayRef<ValueId, Bytes> Sizes;
  IdArrayRef<ValueId, MemorySpace> Spaces;
  /// Holds the allocations that are fixed before, with all their members.
  ArrayRef<ReplayedAllocation> Presets;
};

/// Represents the heap of one memory space.
struct ReplayedHeap {
  MemorySpace Space = 0;
  /// Holds the events of the heap. The values are those of AssignerInput, and
  /// Sizes has all of them.
  HeapRequests Trace;
  HeapPlacement Placement;
};

/// Represents an assignment that assignBuffers() has made.
struct ReplayedAssignment {
  IdVector<AllocationId, ReplayedAllocation> Allocations;
  /// Holds the heaps in the order in which they were placed.
  std::vector<ReplayedHeap> Heaps;
  /// Holds the bytes that AssignerPolicy::FastMergeAtMost is compared with: all
  /// of memory space 0 except thread-local allocations, before temporaries are
  /// combined.
  Bytes DefaultSpaceBytes;
  /// Is true if FAST_MERGE took too many bytes and best fit replaced it.
  bool IsBestFitInstead = false;
};

/// Assigns \p Input by \p P; the result is the same on every machine. Fails if
/// the program has no whole schedule or the sizes do not add up to less than
/// 2^62 bytes, and with Unavailable if the device decides between two heaps.
Expected<ReplayedAssignment> assignBuffers(const AssignerInput &Input,
                                           const AssignerPolicy &P);

/// Returns the name of \p P and, if it depends on the program, which heap HBM
/// got by these rules in \p A.
std::string describeRules(const AssignerPolicy &P, const ReplayedAssignment &A);

} // namespace hlomem

#endif // HLOMEM_XLASIM_ASSIGNER_H
