//===- HeapTrace.h - What XLA's heap simulators did -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the traces of XLA's heap simulators: XLA places temporaries by
/// simulating a heap, and records what the simulation did as HeapSimulatorTrace
/// in xla/service/hlo.proto. XLA's own peaks, and those of XProf, are counted
/// from these traces.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_HEAPTRACE_H
#define HLOMEM_IR_HEAPTRACE_H

#include "hlomem/IR/Ids.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/SourceTexts.h"

namespace hlomem {

/// Represents a value with the numbers that the traces use for it.
struct TracedValue {
  /// Holds the id of the value: Value::getId().
  uint64_t Id = 0;
  /// Holds the padded bytes of the value itself; its slice may be larger.
  Bytes Size;
  /// Holds the elements times their bytes of the part of the shape that XLA and
  /// XProf use: they apply the last number of the value's index to the whole
  /// result of the instruction.
  Bytes Unpadded;
  MemorySpace Color = 0;
  /// Is true if a TPU's scalar unit computes the value, so that it needs no
  /// memory: an integer or truth value of one element that a scalar instruction
  /// defines.
  bool IsInRegister = false;
};

/// Represents a HeapSimulatorTrace.Event.
struct TraceEvent {
  enum class Kind : uint8_t {
    /// Identifies that the value gets memory.
    Alloc,
    /// Identifies that the value is not needed any more.
    Free,
    /// Identifies that the value gets the memory of another value.
    ShareWith,
  };
  Kind What = Kind::Alloc;
  ValueId Value;
  /// Identifies the other value of ShareWith.
  ValueId SharedWith = {};
  /// Names the instruction that the simulation was at; empty if the event names
  /// none.
  StringRef Instruction = {};
};

/// Represents a HeapSimulatorTrace. The order of its events is that of the
/// simulation, which differs from the schedule.
struct HeapTrace {
  std::vector<TraceEvent> Events;
  /// Is false for what memory-space assignment placed, by its own rules: the
  /// events are then only its list of buffers, and their peak may exceed the
  /// allocation.
  bool IsWholeModule = false;
};

/// Holds the traces of an assignment, as it was before any edit.
struct HeapTraces {
  /// Owns the names of instructions, unless the module does.
  SourceText Source;
  /// Lists all values of the assignment, ascending by id.
  IdVector<ValueId, TracedValue> Values;
  std::vector<HeapTrace> Traces;
  /// Lists what the assignment records as live at the peak of each allocation:
  /// pairs of an allocation's index and an id, which need not be that of a
  /// value.
  std::vector<std::pair<uint64_t, uint64_t>> PeakBuffers;

  /// Returns the value with \p Id; none if there is no such value.
  ValueId find(uint64_t Id) const;
};

} // namespace hlomem

#endif // HLOMEM_IR_HEAPTRACE_H
