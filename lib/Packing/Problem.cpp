//===- Problem.cpp - Buffers to be placed in one stretch of memory --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Problem.h"
#include <algorithm>
#include <cassert>

using namespace llvm;

namespace hlomem::packing {

uint64_t getSize(const Problem &P, ArrayRef<uint64_t> Offsets) {
  assert(P.Buffers.size() == Offsets.size() && "an offset for each buffer");
  uint64_t Size = 0;
  for (size_t I = 0; I != Offsets.size(); ++I)
    Size = std::max(Size, Offsets[I] + P.Buffers[I].Size);
  return Size;
}

} // namespace hlomem::packing
