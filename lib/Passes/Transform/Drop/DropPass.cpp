//===- DropPass.cpp - The pass 'drop' -------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Drop/Drop.inc"
#include "hlomem/Passes/Transform/WhatIfTransform.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses DropPass::run() {
  return runBufferEdit<remark::ValuesDropped, remark::NothingDropped>(
      *this, Prediction::drop, Options,
      [&](const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
          BufferShapes &New) {
        changeTypes(Record, Buffers, New, [&](const Shape &S) {
          return makeArrayOfSize(New.Shapes, S, 0);
        });
      });
}

HLOMEM_PASS(Drop, DropPass)

} // namespace hlomem
