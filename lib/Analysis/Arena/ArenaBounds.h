//===- ArenaBounds.h - Bounds without a problem -----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most arenas of a large dump are not searched. What is known of them without
/// a search needs no packing problem, which would be as large as all else that
/// is kept of their buffers.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_ARENA_ARENABOUNDS_H
#define HLOMEM_LIB_ANALYSIS_ARENA_ARENABOUNDS_H

#include "hlomem/Analysis/Arena/ArenaPacking.h"
#include "hlomem/Packing/Bounds.h"

namespace hlomem {

/// When each buffer of an arena is live under some profile, in its order; or
/// empty: as they are now.
using ArenaRanges = ArrayRef<LiveRange>;

/// packing::getMomentBounds() of the buffers of \p Arena, each of which is live
/// during its range and lies at any multiple of \p Alignment. O(n log n).
packing::MomentBounds getMomentBounds(const ArenaBuffers &Arena,
                                      ArenaRanges Ranges, Bytes Alignment);

/// Whether two of \p Buffers, which are ascending by offset, share bytes while
/// both are live. O(n log n).
bool doAnyMeet(ArrayRef<ArenaBuffer> Buffers, ArenaRanges Ranges = {});

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_ARENA_ARENABOUNDS_H
