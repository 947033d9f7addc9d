//===- TraceReplay.h - Bytes of a heap simulator's trace --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// XLA and XProf count the events of a trace in several ways, which differ
/// where values share a buffer. Each way is here, as it is theirs. Time and
/// memory are linear in the events, however many values there are; only where a
/// link that XProf keeps is replaced are later ones looked up again.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ARENA_TRACEREPLAY_H
#define HLOMEM_ANALYSIS_ARENA_TRACEREPLAY_H

#include "hlomem/IR/HeapTrace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

/// Returns the bytes to count a value with.
using SizeOfValue = function_ref<Bytes(ValueId)>;

/// Represents the heap as XLA's ComputePeakMemory sees it: a buffer is live
/// from its first value to its last, and its size is that of the value at the
/// root of what shares it.
class HeapReplay {
public:
  /// Makes an empty heap. \p Size must outlive this.
  explicit HeapReplay(SizeOfValue Size) : Size(Size) {}

  /// Makes \p Value live; no event ends it.
  void hold(ValueId Value) { add(Value); }
  /// Does what \p E says.
  void step(const TraceEvent &E);
  /// Returns the bytes that are live now.
  Bytes getLive() const { return Live; }
  /// Returns the value whose buffer \p Value has, which may be itself.
  ValueId getRoot(ValueId Value) const;
  /// Returns true if some value has the buffer of \p Root.
  bool isLive(ValueId Root) const;

private:
  struct State {
    ValueId Root;
    /// Counts the values that have its buffer, itself among them.
    int64_t Count = 0;
  };
  State &get(ValueId Value) {
    return States.try_emplace(Value, State{Value}).first->second;
  }
  void add(ValueId Root);

  SizeOfValue Size;
  llvm::DenseMap<ValueId, State> States;
  Bytes Live;
};

/// Holds what XLA's ComputePeakMemory finds.
struct RootedPeak {
  Bytes Size;
  /// Counts the bytes that are live all the time.
  Bytes Held;
  /// Identifies the first trace that reaches the peak; none if all stay below
  /// Held.
  std::optional<size_t> Trace;
};

/// Returns the most live bytes as XLA's ComputePeakMemory counts them for
/// CompiledMemoryStats: \p Held, values by their positions, are live all the
/// time, and the traces follow one another.
RootedPeak getRootedPeak(ArrayRef<ValueId> Held, ArrayRef<HeapTrace> Traces,
                         SizeOfValue Size);

/// Represents a peak, and the bytes by other sizes at the same time.
struct ViewerPeak {
  Bytes Size;
  Bytes Unpadded;
};

/// Returns the peak of XProf's memory viewer (ProcessHeapSimulatorTrace in
/// hlo_proto_to_memory_visualization_utils.cc): each ALLOC adds, and what a
/// value shares is never forgotten.
ViewerPeak getViewerPeak(ArrayRef<TraceEvent> Trace, SizeOfValue Size,
                         SizeOfValue Unpadded);

/// Returns the most bytes that XLA's peak_buffers name of each allocation
/// (ComputePeakMemoryLogicalBuffers in heap_simulator.cc): what an allocated
/// value added leaves with that very value, though others may still share its
/// buffer. \p Home gives the allocation of a value, and none for values that
/// do not count; allocations without any are left out.
llvm::DenseMap<AllocationId, Bytes>
getPeakBufferBytes(ArrayRef<TraceEvent> Trace,
                   function_ref<AllocationId(ValueId)> Home, SizeOfValue Size);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ARENA_TRACEREPLAY_H
