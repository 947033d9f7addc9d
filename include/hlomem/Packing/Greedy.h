//===- Greedy.h - Placing buffers one by one ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_GREEDY_H
#define HLOMEM_PACKING_GREEDY_H

#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// XLA's GlobalDecreasingSizeBestFitHeap
/// (xla/service/heap_simulator/heap_simulator.cc): buffers one by one, each
/// into the smallest gap between those placed before that are live with it and
/// that holds it, otherwise above all of them.
enum class XlaOrder {
  DecreasingSize,     ///< kSpatial: by size, then lifetime, both decreasing.
  DecreasingLifetime, ///< kTemporal: by lifetime, then size, both decreasing.
};

/// Where XLA's best fit puts the buffers of \p P. Fixed buffers are placed
/// first; the capacity is not looked at. Of equals the first by position comes
/// first. What is tied is placed as one buffer that lasts for all of them.
Placement placeAsXla(const Problem &P, XlaOrder Order);

/// The best of several orders and fits, in O(n log n) each and a small multiple
/// of n in memory: what a solver begins with. Fixed buffers lie where they
/// must; the capacity is not looked at. Never larger than what a first fit
/// gives, but may be above the bound. What is tied is placed as one buffer that
/// lasts for all of them.
Placement placeGreedily(const Problem &P);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_GREEDY_H
