//===- ArenaSweep.h - Live bytes of an arena over time --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_MEMORY_ARENASWEEP_H
#define HLOMEM_LIB_ANALYSIS_MEMORY_ARENASWEEP_H

#include "LiveChanges.h"
#include "OccupiedBytes.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"

namespace hlomem {

/// Adds what \p Slices, which are of one arena, cover together to \p Changes,
/// and says when they cover the most. Each has bytes and begins to live before
/// the end of \p Changes. Works with \p Threads threads on parts of the time.
/// O(n log n), and O(n) where slices that live together are the same or apart.
PeakLoad sweepArena(ArrayRef<OccupiedSlice> Slices, LiveChanges &Changes,
                    unsigned Threads);

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_MEMORY_ARENASWEEP_H
