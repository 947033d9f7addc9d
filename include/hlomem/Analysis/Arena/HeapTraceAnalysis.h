//===- HeapTraceAnalysis.h - XLA's own record of the heap -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Relates the traces of XLA's heap simulators to the values and allocations of
/// the module. A trace belongs to the allocation that contains its values; the
/// number of an allocation that a trace itself states is of before allocations
/// were combined, and of no use.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ARENA_HEAPTRACEANALYSIS_H
#define HLOMEM_ANALYSIS_ARENA_HEAPTRACEANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/IR/HeapTrace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class Allocation;
class Liveness;
class Module;
class Value;

/// Represents a buffer that is live in a trace.
struct TracedBuffer {
  /// Holds the size of the largest value that ever has the buffer.
  Bytes Size;
  /// Identifies the first value that had the buffer, whether it is still live
  /// or not.
  ValueId Root;
  /// Identifies the last value that got the buffer and is live.
  ValueId Last;
  /// Counts the live values that have the buffer.
  uint32_t Holders = 0;
};

/// Represents a contradiction, which no sound trace has.
struct TraceProblem {
  /// Identifies the contradiction.
  enum class Kind : uint8_t {
    /// Identifies a value that is in no allocation of temporaries.
    NotTemporary,
    /// Identifies a value in another memory space than the values before it.
    OtherSpace,
    /// Identifies a value that gets memory while it has some.
    AllocOfLive,
    /// Identifies a value that is released while it has no memory.
    FreeOfDead,
    /// Identifies a value that shares the memory of one that never had any.
    ShareWithUnknown,
    /// Identifies a value that shares memory that is elsewhere than the value.
    ShareElsewhere,
    /// Identifies a value that is live at the end.
    NeverFreed,
    /// Identifies a value that is larger than its slice.
    LargerThanSlice,
  };
  Kind What = Kind::NotTemporary;
  /// Holds the position in HeapTrace::Events; for NeverFreed that of the
  /// value's last event.
  size_t Event = 0;
};

/// Represents a trace and the memory that it is about.
struct TracedArena {
  /// Lists the allocations that contain the trace's values, in the order of the
  /// module; one, unless XLA split it. Empty for a trace without events.
  SmallVector<const Allocation *, 1> Blocks;
  /// Holds the bytes from the first byte of the trace's values to the last one,
  /// added up over Blocks: an allocation may hold several arenas, and values
  /// that are in no trace.
  Bytes Packed;
  /// Holds the most live bytes, a buffer being live from its first value to its
  /// last.
  Bytes Peak;
  /// Holds the position of the event after which Peak is reached first.
  size_t PeakEvent = 0;
  /// Lists what is live at the peak, the largest first.
  std::vector<TracedBuffer> AtPeak;
  /// Counts the events of each kind.
  uint64_t Allocs = 0, Shares = 0, Frees = 0;
  /// Holds the peak by the live ranges of the trace's values; none if ranges
  /// are unknown or there are several Blocks.
  std::optional<PeakLoad> LivePeak;
  std::vector<TraceProblem> Problems;

  /// Returns the bytes that XLA's packing leaves unused at the peak of the
  /// trace.
  Bytes getFragmentation() const { return differenceOrZero(Packed, Peak); }
};

/// Holds the traces of a module.
class HeapTraceInfo {
public:
  HeapTraceInfo(const Module &M, const Liveness &Live);

  /// Returns the traces; null if they are unknown, and whyUnknown() then tells
  /// why. The list is empty if no heap was simulated.
  const HeapTraces *get() const { return Traces.get(); }
  StringRef whyUnknown() const { return WhyUnknown; }
  /// Returns true if there is a file to read the traces from, whether they are
  /// known or not.
  bool hasSource() const { return HasSource; }
  /// Returns the arenas in the order of HeapTraces::Traces.
  ArrayRef<TracedArena> arenas() const { return Arenas; }
  /// Returns the value of the module that is \p V in the traces; null if it is
  /// in no allocation.
  const Value *getValue(ValueId V) const { return Values[V]; }

private:
  TracedArena makeArena(const HeapTrace &T, const Liveness &Live) const;

  std::shared_ptr<const HeapTraces> Traces;
  std::string WhyUnknown;
  bool HasSource = true;
  IdVector<ValueId, const Value *> Values;
  std::vector<TracedArena> Arenas;
};

struct HeapTraceAnalysis : public AnalysisInfoMixin<HeapTraceAnalysis> {
  using Result = HeapTraceInfo;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ARENA_HEAPTRACEANALYSIS_H
