//===- HeapEvents.h - What a heap is asked for ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_XLASIM_HEAPEVENTS_H
#define HLOMEM_LIB_XLASIM_HEAPEVENTS_H

#include "hlomem/XlaSim/OperandSharing.h"

namespace hlomem {

/// The events of HeapSimulator::RunComputation for \p Values, which are of one
/// memory space and in a heap. \p BufferSizes has the bytes of each buffer.
HeapRequests makeHeapRequests(const AssignerInput &Input,
                              ArrayRef<ValueId> Values,
                              IdArrayRef<BufferId, Bytes> BufferSizes,
                              OperandSharing &Sharing);

} // namespace hlomem

#endif // HLOMEM_LIB_XLASIM_HEAPEVENTS_H
