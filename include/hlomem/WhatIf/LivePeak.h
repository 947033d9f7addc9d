//===- LivePeak.h - Where an assigned program is fullest --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_LIVEPEAK_H
#define HLOMEM_WHATIF_LIVEPEAK_H

#include "hlomem/XlaSim/RecordedAssignment.h"

namespace hlomem {

/// Describes the first time at which most bytes of a memory space are live.
struct LivePeak {
  Bytes Size;
  Time At = 0;
  /// Identifies the instruction that runs at the peak.
  InstructionId Instruction;
};

/// Returns the peak of \p Space in the program of \p Record, assigned as
/// \p Allocations by the rules \p P; none if nothing is live. It is what the
/// pass `peak` finds of a module made of these, which would have to be written
/// and read for that. Bytes that several values hold count once; thread-local
/// ones do not. Takes O(n log n) time for n values.
std::optional<LivePeak> findLivePeak(const RecordedAssignment &Record,
                                     ArrayRef<ReplayedAllocation> Allocations,
                                     MemorySpace Space,
                                     const AssignerPolicy &P);

/// Returns the values of temporaries in \p Space that are live at the schedule
/// position \p At in the program of \p Record, assigned as \p Allocations by
/// the rules \p P. Lists all of several values that hold the same bytes.
std::vector<ValueId>
findLiveTemporaries(const RecordedAssignment &Record,
                    ArrayRef<ReplayedAllocation> Allocations, MemorySpace Space,
                    const AssignerPolicy &P, Time At);

} // namespace hlomem

#endif // HLOMEM_WHATIF_LIVEPEAK_H
