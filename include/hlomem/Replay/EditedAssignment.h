//===- EditedAssignment.h - The assignment of a changed program -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_EDITEDASSIGNMENT_H
#define HLOMEM_REPLAY_EDITEDASSIGNMENT_H

#include "hlomem/Replay/RecordedAssignment.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace hlomem::replay {

/// What XLA's assigner makes of a program after a change.
struct EditedAssignment {
  IdVector<AllocationId, ReplayedAllocation> Allocations;
  /// The program afterwards, and its values; the allocations are those of
  /// before where they are preset, and no others. Names are those of the
  /// recorded program, which outlives this.
  std::shared_ptr<const RecordedAssignment> After;
  /// By instruction of the recorded program: its number in After, or none.
  IdVector<InstructionId, InstructionId> Numbers;
  /// By value of After: that of the recorded program, or none.
  IdVector<ValueId, ValueId> Values;
};

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_EDITEDASSIGNMENT_H
