//===- HeapTrace.h - What XLA's heap simulators did -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// XLA places temporaries by simulating a heap, and records what the simulation
/// did: HeapSimulatorTrace in xla/service/hlo.proto. Its own peaks, and those
/// of XProf, are counted from these traces.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_HEAPTRACE_H
#define HLOMEM_IR_HEAPTRACE_H

#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace hlomem {

/// A value as the traces count it.
struct TracedValue {
  /// As Value::getId().
  uint64_t Id = 0;
  /// Padded, of the value itself; its slice may be larger.
  Bytes Size;
  /// The elements times their bytes of the part of the shape that XLA and XProf
  /// take for it: they apply the last number of its index to the whole result
  /// of the instruction.
  Bytes Unpadded;
  MemorySpace Color = 0;
  /// A TPU's scalar unit computes it, so that it needs no memory: an integer or
  /// truth value of one element that a scalar instruction defines.
  bool IsInRegister = false;
};

/// HeapSimulatorTrace.Event.
struct TraceEvent {
  enum class Kind : uint8_t {
    Alloc,     ///< The value gets memory.
    Free,      ///< It is not needed any more.
    ShareWith, ///< It gets the memory that another value has.
  };
  Kind What = Kind::Alloc;
  /// Position in HeapTraces::Values.
  uint32_t Value = 0;
  /// The same; of ShareWith only.
  uint32_t SharedWith = 0;
  /// The instruction that the simulation was at; empty where it names none.
  llvm::StringRef Instruction = {};
};

/// HeapSimulatorTrace. The order of its events is the simulation's, which is
/// not that of the schedule.
struct HeapTrace {
  std::vector<TraceEvent> Events;
  /// False for what memory space assignment placed, by its own rules: there the
  /// events are only its list of buffers, and their peak may exceed the
  /// allocation.
  bool IsWholeModule = false;
};

/// The traces of an assignment, as it was before any edit.
struct HeapTraces {
  /// Owns the names of instructions, unless the module does.
  SourceText Source;
  /// All values of the assignment, ascending by id.
  std::vector<TracedValue> Values;
  std::vector<HeapTrace> Traces;
  /// What the assignment lists as live at the peak of each allocation: indices
  /// of allocations, and ids, which no value need have.
  std::vector<std::pair<uint64_t, uint64_t>> PeakBuffers;

  /// The position in Values; none where no value has the id.
  std::optional<uint32_t> find(uint64_t Id) const;
};

} // namespace hlomem

#endif // HLOMEM_IR_HEAPTRACE_H
