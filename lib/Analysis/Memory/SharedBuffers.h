//===- SharedBuffers.h - Values that share bytes at some time ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_MEMORY_SHAREDBUFFERS_H
#define HLOMEM_LIB_ANALYSIS_MEMORY_SHAREDBUFFERS_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class Liveness;
class Module;

/// Values of one allocation that share bytes while both are live, each with
/// another one of them: the bytes of two such buffers are never the same at one
/// time, so that the live bytes of a space are the sum of theirs.
struct SharedBuffer {
  /// So many bytes are occupied for so long.
  struct Part {
    LiveRange When;
    Bytes Size;
  };

  /// From the first begin to the last end: without a gap.
  LiveRange Range;
  /// Ascending and disjoint.
  SmallVector<Part, 1> Parts;
  /// It lies in no argument, constant or result.
  bool IsTemporary = false;
};

/// The buffers of \p Space, without thread-local allocations and values without
/// bytes or live range. Times after the end of the program do not count.
std::vector<SharedBuffer> findSharedBuffers(const Module &M, MemorySpace Space,
                                            const Liveness &Live);

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_MEMORY_SHAREDBUFFERS_H
