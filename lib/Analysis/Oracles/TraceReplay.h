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
/// where values share a buffer. Each way is here, as it is theirs.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_ORACLES_TRACEREPLAY_H
#define HLOMEM_LIB_ANALYSIS_ORACLES_TRACEREPLAY_H

#include "hlomem/Dump/AssignmentProto.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace hlomem {

/// The size to count a value with, by its position in AssignmentProto::Values.
using SizeOfValue = llvm::function_ref<Bytes(uint32_t)>;

/// What XLA's ComputePeakMemory finds.
struct RootedPeak {
  Bytes Size;
  /// What is live all the time.
  Bytes Held;
  /// The first trace that reaches the peak; none where all stay below Held.
  std::optional<size_t> Trace;
};

/// The most live bytes as XLA's ComputePeakMemory counts them for
/// CompiledMemoryStats: \p Held, values by their positions, are live all the
/// time, and the traces follow one another. A buffer is live from its first
/// value to its last, and its size is that of the value at the root of what
/// shares it.
RootedPeak getRootedPeak(llvm::ArrayRef<uint32_t> Held,
                         const AssignmentProto &Proto, SizeOfValue Size);

/// A peak, and what other sizes give at the same time.
struct ViewerPeak {
  Bytes Size;
  Bytes Unpadded;
};

/// The peak of XProf's memory viewer (ProcessHeapSimulatorTrace in
/// hlo_proto_to_memory_visualization_utils.cc): each ALLOC adds, and what a
/// value shares is never forgotten.
ViewerPeak getViewerPeak(llvm::ArrayRef<TraceEvent> Trace, size_t ValueCount,
                         SizeOfValue Size, SizeOfValue Unpadded);

/// The most bytes that XLA's peak_buffers name (ComputePeakMemoryLogicalBuffers
/// in heap_simulator.cc): what an allocated value added leaves with that very
/// value, though others may still share its buffer. Only events whose value
/// \p Counts.
Bytes getPeakBufferBytes(llvm::ArrayRef<TraceEvent> Trace, size_t ValueCount,
                         llvm::function_ref<bool(uint32_t)> Counts,
                         SizeOfValue Size);

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_ORACLES_TRACEREPLAY_H
