//===- ArenaReplay.h - Arenas placed again without a program ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs XLA's heap simulator again on the temporaries of a dump that tells no
/// operands. Which values share memory is inferred from where they lie, when
/// they are live and what reads them; the inference is proven right if it gives
/// every offset of the dump.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_XLASIM_ARENAREPLAY_H
#define HLOMEM_XLASIM_ARENAREPLAY_H

#include "hlomem/XlaSim/AssignerPolicy.h"
#include "hlomem/XlaSim/HeapRequests.h"

namespace hlomem {

class Allocation;
class Liveness;
class Module;
class Value;

/// Represents the heap of one arena, placed again.
struct ArenaReplay {
  const Allocation *Home = nullptr;
  /// Holds the arrays with bytes that are in the heap, ascending by id. Index
  /// tables of tuples lie beside the heap.
  IdVector<ValueId, const Value *> Values;
  /// Holds the groups of Values.
  HeapGroups Groups;
  /// Holds the offset of the heap's first byte in the arena.
  Bytes Base;
  HeapAlgorithm Algorithm = HeapAlgorithm::BestFit;
  uint64_t Alignment = 1;
  HeapPlacement Placement;
  /// Counts the values whose offset came out as in the dump.
  size_t EqualCount = 0;

  bool isExact() const { return EqualCount == Values.size(); }
  /// Returns the offset of \p V in the arena by \p P, which places Groups.
  Bytes getOffset(ValueId V, const HeapPlacement &P) const {
    return Base + P.Offsets[V];
  }
  /// Returns the offset in the arena at which the heap ends in the dump.
  Bytes getRecordedEnd() const;
};

/// Places \p A, a temp arena (isTempArena()), again by the rules of \p Kind, or
/// of all backends if it is unknown, until one gives the dump; otherwise
/// returns the placement that comes closest. It has no values if the arena
/// holds nothing but index tables. Fails if nothing can be placed; the message
/// is part of a sentence. Takes linear time except for sorting and placeHeap().
Expected<ArenaReplay> replayArena(const Module &M, const Allocation &A,
                                  const Liveness &Live, Backend Kind);

/// Replays the temp arenas of \p M by replayArena(), in the order of the
/// module, except those of index tables alone. Calls \p Visit with each arena
/// and its replay or the error, and \p VisitPreset once with each memory space
/// for which isPresetSpace() is true.
void replayArenas(
    const Module &M, const Liveness &Live, Backend Kind,
    function_ref<void(const Allocation &, Expected<ArenaReplay>)> Visit,
    function_ref<void(MemorySpace)> VisitPreset);

/// Returns true if what lies in \p Space is placed before buffers are assigned,
/// by an algorithm that is not public.
bool isPresetSpace(Backend Kind, MemorySpace Space);

} // namespace hlomem

#endif // HLOMEM_XLASIM_ARENAREPLAY_H
