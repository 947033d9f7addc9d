//===- HeapRequests.h - What a heap is asked for ----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the events of one run of XLA's heap simulator, and the groups of
/// values that they make: HeapSimulator::RunComputation and
/// GlobalDecreasingSizeBestFitHeap of xla/service/heap_simulator.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_XLASIM_HEAPREQUESTS_H
#define HLOMEM_XLASIM_HEAPREQUESTS_H

#include "hlomem/IR/Ids.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/LifetimeBound.h"

namespace hlomem {

/// Represents one step of the simulator: HeapSimulatorTrace.Event of hlo.proto.
struct HeapEvent {
  enum class Kind : uint8_t {
    Alloc, ///< Gives the value memory of its own: ALLOC.
    Free,  ///< Gives the value's memory back: FREE.
    Share, ///< Gives it memory that another value has or had: SHARE_WITH.
  };
  Kind What = Kind::Alloc;
  /// Identifies the value by its position in HeapRequests::Sizes.
  ValueId Value;
  /// Identifies the value whose memory Value takes, by its position in
  /// HeapRequests::Sizes; for Share alone.
  ValueId With = {};

  friend bool operator==(const HeapEvent &, const HeapEvent &) = default;
};

/// Holds the events in their order, and the sizes of their values.
struct HeapRequests {
  /// Holds the bytes that each value asks for, in the order of the values' ids:
  /// of equal values the first is placed first. A value asks for the size of
  /// its buffer (HloBuffer), and for no less than a value whose memory it takes
  /// over.
  IdVector<ValueId, Bytes> Sizes;
  std::vector<HeapEvent> Events;
};

/// Holds the ticks from a value's allocation to its release, both included. A
/// tick is the number of the event among those of values that have bytes.
struct HeapInterval {
  uint32_t Begin = 0;
  uint32_t End = 0;

  friend bool operator==(const HeapInterval &, const HeapInterval &) = default;
};

/// Represents a value that was allocated and all values that share its memory,
/// at once or one after the other. They get one offset.
struct HeapGroup {
  /// Holds the bytes of the value that was allocated.
  Bytes Size;
  /// Holds the bytes of the largest value of the group.
  Bytes LargestSize;
  /// Holds the ticks from the first to the last one of any value of the group.
  HeapInterval Span;
  /// Holds the first position of the group's values and of their intervals in
  /// HeapGroups; End is one past the last one. The first value is the one that
  /// was allocated.
  uint32_t Begin = 0;
  uint32_t End = 0;
};

/// Holds the groups of a trace, by the position of the value that was
/// allocated. Values of no bytes, and values without an event, are in no group.
class HeapGroups {
public:
  /// Makes the groups of \p Trace, in O(n) time except for sorting. Fails if
  /// the events contradict each other, as by a value that is allocated twice or
  /// given back without having memory, or by memory that is shared with a value
  /// that never had any; if the sizes do not fit in 63 bits together; or if
  /// there are 2^31 - 1 events or more.
  static Expected<HeapGroups> create(const HeapRequests &Trace);

  ArrayRef<HeapGroup> groups() const HLOMEM_LIFETIME_BOUND { return Groups; }
  ArrayRef<ValueId> values(const HeapGroup &G) const HLOMEM_LIFETIME_BOUND {
    return ArrayRef(Values).slice(G.Begin, G.End - G.Begin);
  }
  ArrayRef<HeapInterval>
  intervals(const HeapGroup &G) const HLOMEM_LIFETIME_BOUND {
    return ArrayRef(Intervals).slice(G.Begin, G.End - G.Begin);
  }
  /// Returns the number of ticks, which all ticks are less than.
  uint32_t getNumTicks() const { return NumTicks; }
  /// Returns the number of values of the trace.
  size_t getNumValues() const { return NumValues; }

private:
  std::vector<HeapGroup> Groups;
  std::vector<ValueId> Values;
  std::vector<HeapInterval> Intervals;
  uint32_t NumTicks = 0;
  size_t NumValues = 0;
};

} // namespace hlomem

#endif // HLOMEM_XLASIM_HEAPREQUESTS_H
