//===- HeapPlacement.h - Where XLA's heaps put their values -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Places one heap, exact to the byte, as XLA does it:
/// xla/service/heap_simulator/heap_simulator.cc.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_XLASIM_HEAPPLACEMENT_H
#define HLOMEM_XLASIM_HEAPPLACEMENT_H

#include "hlomem/XlaSim/HeapRequests.h"

namespace hlomem {

/// Identifies an algorithm by which XLA places a heap.
enum class HeapAlgorithm {
  /// Places the largest first, each into the smallest gap that holds it:
  /// GlobalDecreasingSizeBestFitHeap, kSpatial.
  Spatial,
  /// Places what is live longest first, each into the smallest gap that holds
  /// it: GlobalDecreasingSizeBestFitHeap, kTemporal.
  Temporal,
  /// Takes the smaller result of Spatial and Temporal, Spatial if they are
  /// equal: ChooseBestHeapAlgorithm.
  BestFit,
  /// Places in the order of time; gaps that are given back join their
  /// neighbours: kFastMerge, of 2026.
  FastMerge,
};

/// Returns the name of \p Algorithm as options spell it: "best-fit".
StringRef getName(HeapAlgorithm Algorithm);

/// Describes where the values of a heap lie.
struct HeapPlacement {
  /// Holds the sum of the highest ends of all heaps, in bytes and not rounded.
  Bytes Size;
  /// Holds the offset of each value of the trace; 0 for what is in no group.
  IdVector<ValueId, Bytes> Offsets;
  /// Holds heap sizes: one, unless a limit makes more; none if nothing has
  /// bytes.
  std::vector<Bytes> HeapSizes;
  /// Holds the position in HeapSizes of the heap of each value of the trace.
  IdVector<ValueId, uint32_t> HeapOf;
  /// Identifies the algorithm used; for BestFit, the one that was chosen.
  HeapAlgorithm Algorithm = HeapAlgorithm::Spatial;
};

/// Places \p Groups at multiples of \p Alignment, a number of bytes that is not
/// 0; the result is the same on every machine. What would end beyond \p Limit
/// goes to a further heap, unless the heap is empty
/// (ConstrainedGlobalDecreasingSizeBestFitHeap); FastMerge knows no limit.
/// Takes O(n log n) time where gaps are few, for each heap that more than one
/// value may go to. Fails if the limit makes so many of these that it would
/// take minutes.
Expected<HeapPlacement> placeHeap(const HeapGroups &Groups,
                                  HeapAlgorithm Algorithm, uint64_t Alignment,
                                  Bytes Limit = Bytes::overflow());

} // namespace hlomem

#endif // HLOMEM_XLASIM_HEAPPLACEMENT_H
