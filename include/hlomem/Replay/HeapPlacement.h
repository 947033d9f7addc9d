//===- HeapPlacement.h - Where XLA's heaps put their values -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The placement of one heap, to the byte as XLA does it:
/// xla/service/heap_simulator/heap_simulator.cc.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_HEAPPLACEMENT_H
#define HLOMEM_REPLAY_HEAPPLACEMENT_H

#include "hlomem/Replay/HeapTrace.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace hlomem::replay {

/// An algorithm that XLA places a heap with.
enum class HeapAlgorithm {
  /// GlobalDecreasingSizeBestFitHeap, kSpatial: the largest first, each into
  /// the smallest gap that holds it.
  Spatial,
  /// The same, kTemporal: what is live longest first.
  Temporal,
  /// ChooseBestHeapAlgorithm: the smaller of both, Spatial if they are equal.
  BestFit,
  /// kFastMerge, of 2026: in the order of time, gaps that are given back join
  /// their neighbours.
  FastMerge,
};

/// As options spell it: "best-fit".
llvm::StringRef getName(HeapAlgorithm Algorithm);

/// Where the values of a heap lie.
struct HeapPlacement {
  /// Of all heaps: of each the highest end. Not rounded.
  Bytes Size;
  /// By value of the trace; 0 for what is in no group.
  IdVector<ValueId, Bytes> Offsets;
  /// Of each heap: one, unless a limit makes more. None if nothing has bytes.
  std::vector<Bytes> HeapSizes;
  /// By value of the trace, the position in HeapSizes of the heap that it is
  /// in.
  IdVector<ValueId, uint32_t> HeapOf;
  /// The algorithm that it is of: for BestFit, the one that was chosen.
  HeapAlgorithm Algorithm = HeapAlgorithm::Spatial;
};

/// Places \p Groups at multiples of \p Alignment, a number of bytes that is not
/// 0. What would end beyond \p Limit goes to a further heap, unless the
/// heap is empty (ConstrainedGlobalDecreasingSizeBestFitHeap); FastMerge knows
/// no limit. The same on every machine. Takes O(n log n) in time where gaps are
/// few, for each heap that more than one value may go to. An error if the limit
/// makes so many of these that it would take minutes.
llvm::Expected<HeapPlacement> placeHeap(const HeapGroups &Groups,
                                        HeapAlgorithm Algorithm,
                                        uint64_t Alignment,
                                        Bytes Limit = Bytes::overflow());

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_HEAPPLACEMENT_H
