//===- ArenaReplay.h - Arenas placed again without a program ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// XLA's heap simulator run again on the temporaries of a dump that tells no
/// operands. Which values share memory is inferred from where they lie, when
/// they are live and what reads them; that it gives every offset of the dump
/// is what shows that it was inferred rightly.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_ARENAREPLAY_H
#define HLOMEM_REPLAY_ARENAREPLAY_H

#include "hlomem/Replay/HeapPlacement.h"
#include "hlomem/Replay/HeapTrace.h"
#include "hlomem/Replay/Policy.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace hlomem {

class Allocation;
class Liveness;
class Module;
class Value;

} // namespace hlomem

namespace hlomem::replay {

/// The heap of one arena, placed again.
struct ArenaReplay {
  const Allocation *Home = nullptr;
  /// What the heap holds, ascending by id: the arrays with bytes. Index tables
  /// of tuples lie beside the heap.
  IdVector<ValueId, const Value *> Values;
  /// Of these.
  HeapGroups Groups;
  /// The first byte of the heap in the arena.
  Bytes Base;
  HeapAlgorithm Algorithm = HeapAlgorithm::BestFit;
  uint64_t Alignment = 1;
  HeapPlacement Placement;
  /// Values whose offset came out as in the dump.
  size_t EqualCount = 0;

  bool isExact() const { return EqualCount == Values.size(); }
  /// Where a value lies by \p P, which places the groups of this.
  Bytes getOffset(ValueId V, const HeapPlacement &P) const {
    return Base + P.Offsets[V];
  }
  /// Where the heap ends in the dump.
  Bytes getRecordedEnd() const;
};

/// Places \p A, a temp arena (isTempArena()), again, by the rules of \p Kind,
/// or of all backends where that is unknown, until one gives the dump;
/// otherwise the one that comes closest. No values are placed where it holds
/// nothing but index tables. An error says, as part of a sentence, why nothing
/// can be placed. Linear but for sorting and for placeHeap().
llvm::Expected<ArenaReplay> replayArena(const Module &M, const Allocation &A,
                                        const Liveness &Live, Backend Kind);

/// Replays the temp arenas of \p M likewise, in its order, but for those of
/// index tables alone. \p Visit gets each with its replay or the error; \p
/// VisitPreset each memory space that isPresetSpace(), once.
void replayArenas(
    const Module &M, const Liveness &Live, Backend Kind,
    llvm::function_ref<void(const Allocation &, llvm::Expected<ArenaReplay>)>
        Visit,
    llvm::function_ref<void(MemorySpace)> VisitPreset);

/// Whether what lies in \p Space is placed before buffers are assigned, by an
/// algorithm that is not public.
bool isPresetSpace(Backend Kind, MemorySpace Space);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_ARENAREPLAY_H
