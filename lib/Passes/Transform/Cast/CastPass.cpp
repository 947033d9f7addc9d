//===- CastPass.cpp - The pass 'cast' -------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cast/Cast.inc"
#include "hlomem/Passes/Transform/WhatIfTransform.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses CastPass::run() {
  ElementType To = parseElementType(Options.To);
  if (!is_contained(
          {ElementClass::Float, ElementClass::Signed, ElementClass::Unsigned},
          elementClass(To)))
    return fail("'" + Options.To +
                "' is no type of numbers, such as bf16 or s8");
  return runBufferEdit<remark::ValuesCast, remark::NothingCast>(
      *this, Prediction::cast, Options,
      [&](const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
          BufferShapes &New) {
        castBuffers(Record, Buffers, To, AM.getResult<BackendAnalysis>().get(),
                    New);
      });
}

HLOMEM_PASS(Cast, CastPass)

} // namespace hlomem
