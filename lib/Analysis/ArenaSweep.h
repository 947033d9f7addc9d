//===- ArenaSweep.h - Live bytes of an arena over time --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_ARENASWEEP_H
#define HLOMEM_LIB_ANALYSIS_ARENASWEEP_H

#include "OccupiedBytes.h"
#include "hlomem/Analysis/MemoryTimeline.h"

namespace hlomem {

/// Wide enough for the sum over any number of allocations: Bytes then stays at
/// its maximum where it would wrap around.
using WideBytes = unsigned __int128;

/// Adds what the slices of one arena cover together to \p Changes, of which
/// element t is the difference of live bytes from t - 1 to t, modulo 2^128; and
/// says when they cover the most. Each of \p Slices that has bytes begins to
/// live before the end of \p Changes. Works with \p Threads threads on parts of
/// the time. O(n log n), and O(n) where slices that live together are the same
/// or apart.
PeakLoad sweepArena(llvm::ArrayRef<OccupiedSlice> Slices,
                    llvm::MutableArrayRef<WideBytes> Changes, unsigned Threads);

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_ARENASWEEP_H
