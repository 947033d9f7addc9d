//===- AssignmentProto.h - The buffer assignment of an HloProto -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What XLA's `X.hlo.pb` has that the text of a dump has not: the heap
/// simulator's traces, from which XLA and XProf compute their peaks. Read are
/// only those, and what they are counted with.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_ASSIGNMENTPROTO_H
#define HLOMEM_DUMP_ASSIGNMENTPROTO_H

#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem {

class Module;

/// A LogicalBufferProto.
struct ProtoValue {
  /// XLA's id, as Value::getId().
  uint64_t Id = 0;
  /// Padded, of the value itself; its slice may be larger.
  Bytes Size;
  /// The elements times their bytes of the part of the shape that XLA and XProf
  /// take for it: they apply the last number of its index to the whole result
  /// of the instruction. Size where the instruction is not in the module.
  Bytes Unpadded;
  MemorySpace Color = 0;
  /// A TPU's scalar unit computes it, so that it needs no memory: an integer or
  /// truth value of one element that a scalar instruction defines.
  bool IsInRegister = false;
};

/// The place of a value in an allocation.
struct ProtoSlice {
  /// Position in AssignmentProto::Values.
  uint32_t Value = 0;
  Bytes Offset;
  Bytes Size;
};

/// A BufferAllocationProto.
struct ProtoAllocation {
  uint64_t Index = 0;
  Bytes Size;
  MemorySpace Color = 0;
  bool IsThreadLocal = false;
  bool IsParameter = false;
  bool IsLiveOut = false;
  bool IsConstant = false;
  std::vector<ProtoSlice> Slices;

  /// An argument, result or constant: XLA's peaks take it for live all the
  /// time.
  bool isIndefinite() const { return IsParameter || IsLiveOut || IsConstant; }
  bool isTemp() const { return !isIndefinite() && !IsThreadLocal; }
};

/// HeapSimulatorTrace.Event.
struct TraceEvent {
  enum class Kind : uint8_t { Alloc, Free, ShareWith };
  Kind What = Kind::Alloc;
  /// Position in AssignmentProto::Values.
  uint32_t Value = 0;
  /// The same; of ShareWith only.
  uint32_t SharedWith = 0;
};

/// HeapSimulatorTrace: what a heap simulator did, in its order.
using HeapTrace = std::vector<TraceEvent>;

/// A BufferAssignmentProto.
struct AssignmentProto {
  std::vector<ProtoValue> Values;
  std::vector<ProtoAllocation> Allocations;
  std::vector<HeapTrace> Traces;

  /// For each value the position of the allocation that it lies in.
  std::vector<std::optional<uint32_t>> findAllocations() const;
  /// True if the allocations are those of \p M, with the same values at the
  /// same places.
  bool isOf(const Module &M) const;
};

/// Reads the buffer assignment of \p Data, an HloProto. An error says what is
/// wrong with it, without the name of a file. Linear in its bytes.
llvm::Expected<AssignmentProto> parseAssignmentProto(llvm::StringRef Data);

} // namespace hlomem

#endif // HLOMEM_DUMP_ASSIGNMENTPROTO_H
