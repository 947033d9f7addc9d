//===- CheckpointedPeak.h - The peak with checkpointed layers ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_WHATIF_CHECKPOINTEDPEAK_H
#define HLOMEM_LIB_PASSES_WHATIF_CHECKPOINTEDPEAK_H

#include "hlomem/Support/Bytes.h"

namespace hlomem {

struct PassRun;
class Value;

/// Says what a checkpoint on each layer would save, and of what.
struct LayersAtPeak {
  /// Is how much less temporaries take at their peak if each layer keeps its
  /// input alone for the backward pass, and computes everything else again
  /// there. Zero if it is not known what reads the arrays that are kept.
  Bytes Decrease;
  /// Lists the arrays that layers keep, with their scopes, and others: what
  /// else is kept, and what is made between the last layer and the backward
  /// pass.
  std::vector<std::pair<const Value *, std::string>> OfLayers;
  std::vector<const Value *> OfOthers;
};

/// Tells layers apart by the numbers in scopes, or by what is made again and
/// again. What is smaller than \p Least stays.
LayersAtPeak findLayersAtPeak(const PassRun &Run, Bytes Least);

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_WHATIF_CHECKPOINTEDPEAK_H
