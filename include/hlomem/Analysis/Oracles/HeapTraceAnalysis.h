//===- HeapTraceAnalysis.h - XLA's own record of the heap -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Relates the traces of the heap simulators to the values and allocations of
/// the module. The number of an allocation that a trace itself states is of
/// before allocations were combined, and of no use: a trace belongs to the
/// allocation that its values lie in.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ORACLES_HEAPTRACEANALYSIS_H
#define HLOMEM_ANALYSIS_ORACLES_HEAPTRACEANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/IR/HeapTrace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class Allocation;
class Liveness;
class Module;
class Value;

/// A buffer that is live in a trace. Values are positions in
/// HeapTraces::Values.
struct TracedBuffer {
  /// The largest of all values that ever have it.
  Bytes Size;
  /// The first value that had it, whether that is still live or not.
  uint32_t Root = 0;
  /// The last value that got the buffer and is live.
  uint32_t Last = 0;
  /// Live values that have it.
  uint32_t Holders = 0;
};

/// What no sound trace has.
struct TraceProblem {
  enum class Kind : uint8_t {
    NotTemporary,     ///< The value is in no allocation of temporaries.
    OtherSpace,       ///< It is in another memory space than those before.
    AllocOfLive,      ///< It gets memory while it has some.
    FreeOfDead,       ///< It is released while it has none.
    ShareWithUnknown, ///< What it shares never had memory.
    ShareElsewhere,   ///< What it shares lies elsewhere.
    NeverFreed,       ///< It is live at the end.
    LargerThanSlice,  ///< It is larger than its slice.
  };
  Kind What = Kind::NotTemporary;
  /// Position in HeapTrace::Events; of NeverFreed that of the value's last.
  size_t Event = 0;
};

/// A trace and the memory that it is of.
struct TracedArena {
  /// The allocations that its values lie in, in the order of the module; one,
  /// unless XLA split it. Empty for a trace without events.
  llvm::SmallVector<const Allocation *, 1> Blocks;
  /// From the first byte of its values to the last one, added up over Blocks:
  /// an allocation may hold several arenas, and values that are in no trace.
  Bytes Packed;
  /// The most live bytes, a buffer being live from its first value to its last,
  /// after which event they are reached first, and what is live then, the
  /// largest first.
  Bytes Peak;
  size_t PeakEvent = 0;
  std::vector<TracedBuffer> AtPeak;
  /// How many events of each kind there are.
  uint64_t Allocs = 0, Shares = 0, Frees = 0;
  /// The most bytes that the live ranges of the same values give, and when;
  /// none where ranges are unknown or there are several Blocks.
  std::optional<PeakLoad> LivePeak;
  std::vector<TraceProblem> Problems;

  /// Bytes that XLA's packing leaves unused at the peak of the trace.
  Bytes getFragmentation() const { return differenceOrZero(Packed, Peak); }
};

/// The traces of a module.
class HeapTraceInfo {
public:
  HeapTraceInfo(const Module &M, const Liveness &Live);

  /// Null where they are unknown; then whyUnknown() says why. There may be none
  /// of them: no heap was simulated then.
  const HeapTraces *get() const { return Traces.get(); }
  llvm::StringRef whyUnknown() const { return WhyUnknown; }
  /// There is something to read them from, whether they are known or not.
  bool hasSource() const { return HasSource; }
  /// In the order of HeapTraces::Traces.
  llvm::ArrayRef<TracedArena> arenas() const { return Arenas; }
  /// The value at this position of HeapTraces::Values; null where it is in no
  /// allocation.
  const Value *getValue(uint32_t Position) const { return Values[Position]; }

private:
  TracedArena makeArena(const HeapTrace &T, const Liveness &Live) const;

  std::shared_ptr<const HeapTraces> Traces;
  std::string WhyUnknown;
  bool HasSource = true;
  std::vector<const Value *> Values;
  std::vector<TracedArena> Arenas;
};

struct HeapTraceAnalysis : public AnalysisInfoMixin<HeapTraceAnalysis> {
  using Result = HeapTraceInfo;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ORACLES_HEAPTRACEANALYSIS_H
