//===- BufferOrder.h - In which order buffers are assigned ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_XLASIM_BUFFERORDER_H
#define HLOMEM_LIB_XLASIM_BUFFERORDER_H

#include "hlomem/XlaSim/Assigner.h"

namespace hlomem {

/// What XLA calls an HloBuffer.
struct BufferFacts {
  Bytes Size;
  MemorySpace Space = 0;
  bool IsLiveOut = false;
  /// Other devices write one of its values.
  bool IsReceived = false;
  /// Of its first value.
  HloContext Context = HloContext::Unreached;
};

/// The buffers whose first values are in computations of \p Context, which is
/// Global or ThreadLocal, in the order in which XLA assigns them.
std::vector<BufferId> getBufferOrder(const AssignerInput &Input,
                                     IdArrayRef<BufferId, BufferFacts> Buffers,
                                     HloContext Context,
                                     const AssignerPolicy &P);

} // namespace hlomem

#endif // HLOMEM_LIB_XLASIM_BUFFERORDER_H
