//===- Greedy.h - Placing buffers one by one ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_GREEDY_GREEDY_H
#define HLOMEM_PACKING_GREEDY_GREEDY_H

#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// Selects the order in which XLA's GlobalDecreasingSizeBestFitHeap
/// (xla/service/heap_simulator/heap_simulator.cc) places buffers. It puts each
/// buffer into the smallest gap that holds it between the buffers placed before
/// that are live with it, otherwise above all of them.
enum class XlaOrder {
  DecreasingSize,     ///< kSpatial: by size, then lifetime, both decreasing.
  DecreasingLifetime, ///< kTemporal: by lifetime, then size, both decreasing.
};

/// Places the buffers of \p P as XLA's best fit does. Fixed buffers are placed
/// first; the capacity is ignored. Equal buffers are placed in the order of
/// their positions. Tied buffers are placed as one buffer that is live whenever
/// one of them is.
Placement placeAsXla(const Problem &P, XlaOrder Order);

/// Returns the best placement of several orders and fits, for a solver to start
/// with. It takes O(n log n) for each of these, and memory of a small multiple
/// of n. Fixed buffers lie where they must; the capacity is ignored. The
/// placement is never larger than that of first fit, but may be above the
/// bound. Tied buffers are placed as one buffer that is live whenever one of
/// them is.
Placement placeGreedily(const Problem &P);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_GREEDY_GREEDY_H
