//===- EditedAssignment.h - The assignment of a changed program -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_EDITEDASSIGNMENT_H
#define HLOMEM_WHATIF_EDITEDASSIGNMENT_H

#include "hlomem/XlaSim/RecordedAssignment.h"

namespace hlomem {

/// Holds what XLA's assigner makes of a program after a change.
struct EditedAssignment {
  IdVector<AllocationId, ReplayedAllocation> Allocations;
  /// Holds the program after the change, and its values; of the allocations it
  /// has only those that were preset before. Names are those of the recorded
  /// program, which must outlive this object.
  std::shared_ptr<const RecordedAssignment> After;
  /// Holds the number in After of each recorded instruction, or none.
  IdVector<InstructionId, InstructionId> Numbers;
  /// Holds the recorded value of each value of After, or none.
  IdVector<ValueId, ValueId> Values;
};

} // namespace hlomem

#endif // HLOMEM_WHATIF_EDITEDASSIGNMENT_H
