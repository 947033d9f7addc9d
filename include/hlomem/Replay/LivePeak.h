//===- LivePeak.h - Where an assigned program is fullest --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_LIVEPEAK_H
#define HLOMEM_REPLAY_LIVEPEAK_H

#include "hlomem/Replay/RecordedAssignment.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem::replay {

/// The first time at which most bytes of a memory space are live.
struct LivePeak {
  Bytes Size;
  Time At = 0;
  /// What runs then.
  InstructionId Instruction;
};

/// That of \p Space in the program of \p Record, assigned as \p Allocations by
/// the rules \p P: what the pass `peak` finds of a module made of these, which
/// would have to be written and read for that. Bytes that several values hold
/// count once; thread-local ones do not. None where nothing is live. O(n log n)
/// for n values.
std::optional<LivePeak>
findLivePeak(const RecordedAssignment &Record,
             llvm::ArrayRef<ReplayedAllocation> Allocations, MemorySpace Space,
             const Policy &P);

/// The values of temporaries in \p Space that are live at \p At, likewise. Of
/// several that hold the same bytes all are listed.
std::vector<ValueId>
findLiveTemporaries(const RecordedAssignment &Record,
                    llvm::ArrayRef<ReplayedAllocation> Allocations,
                    MemorySpace Space, const Policy &P, Time At);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_LIVEPEAK_H
