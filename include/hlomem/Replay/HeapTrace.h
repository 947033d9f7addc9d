//===- HeapTrace.h - What XLA's heap simulator did --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The events of one run of XLA's heap simulator, and the groups of values that
/// they make: HeapSimulator::RunComputation and
/// GlobalDecreasingSizeBestFitHeap of xla/service/heap_simulator.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_HEAPTRACE_H
#define HLOMEM_REPLAY_HEAPTRACE_H

#include "hlomem/IR/Ids.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/LifetimeBound.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace hlomem::replay {

/// One step of the simulator: HeapSimulatorTrace.Event of hlo.proto.
struct HeapEvent {
  enum class Kind : uint8_t {
    Alloc, ///< ALLOC: the value gets memory of its own.
    Free,  ///< FREE: its memory is given back.
    Share, ///< SHARE_WITH: it takes the memory that another value has or had.
  };
  Kind What = Kind::Alloc;
  /// The position of the value in HeapTrace::Sizes.
  ValueId Value;
  /// Of Share alone: the value whose memory it takes, counted like Value.
  ValueId With = {};

  friend bool operator==(const HeapEvent &, const HeapEvent &) = default;
};

/// The events in their order, and the values that they are about.
struct HeapTrace {
  /// What each value asks for, in the order of the values' ids: of equals
  /// the first is placed first. A value asks for the size of its buffer
  /// (HloBuffer), and for no less than a value whose memory it takes over.
  IdVector<ValueId, Bytes> Sizes;
  std::vector<HeapEvent> Events;
};

/// The ticks from that of a value's allocation to that of its release, both
/// included. A tick is the number of the event among those of values that have
/// bytes.
struct HeapInterval {
  uint32_t Begin = 0;
  uint32_t End = 0;

  friend bool operator==(const HeapInterval &, const HeapInterval &) = default;
};

/// A value that was allocated, and all that share its memory, at once or one
/// after the other. They get one offset.
struct HeapGroup {
  /// Of the value that was allocated.
  Bytes Size;
  /// The most of any of them.
  Bytes LargestSize;
  /// From the first tick of any of them to the last one.
  HeapInterval Span;
  /// The values are [Begin, End) of HeapGroups::values(), and their intervals
  /// stand there likewise. The first is the one that was allocated.
  uint32_t Begin = 0;
  uint32_t End = 0;
};

/// The groups of a trace, by the position of the value that was allocated.
/// Values of no bytes, and those without an event, are in none.
class HeapGroups {
public:
  /// An error if the events contradict each other: a value that is allocated
  /// twice or given back without being there, memory that is shared with a
  /// value that never had any, sums that do not fit in 63 bits, 2^31 events or
  /// more. O(n) but for sorting.
  static llvm::Expected<HeapGroups> create(const HeapTrace &Trace);

  llvm::ArrayRef<HeapGroup> groups() const HLOMEM_LIFETIME_BOUND {
    return Groups;
  }
  llvm::ArrayRef<ValueId>
  values(const HeapGroup &G) const HLOMEM_LIFETIME_BOUND {
    return llvm::ArrayRef(Values).slice(G.Begin, G.End - G.Begin);
  }
  llvm::ArrayRef<HeapInterval>
  intervals(const HeapGroup &G) const HLOMEM_LIFETIME_BOUND {
    return llvm::ArrayRef(Intervals).slice(G.Begin, G.End - G.Begin);
  }
  /// All ticks are less than this.
  uint32_t getNumTicks() const { return NumTicks; }
  /// How many values the trace has.
  size_t getNumValues() const { return NumValues; }

private:
  std::vector<HeapGroup> Groups;
  std::vector<ValueId> Values;
  std::vector<HeapInterval> Intervals;
  uint32_t NumTicks = 0;
  size_t NumValues = 0;
};

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_HEAPTRACE_H
