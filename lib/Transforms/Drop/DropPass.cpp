//===- DropPass.cpp - The pass 'drop' -------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Drop/Drop.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/PassUtils/ReplayEdit.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses DropPass::run() {
  return runShapeEdit<remark::ValuesDropped, remark::NothingDropped>(
      M, AM, C, replay::Prediction::drop,
      [&](const replay::RecordedAssignment &Record, BufferShapes &New) {
        return selectTypes(M, Record, *AM.getResult<ValueNamesAnalysis>(),
                           name(), Options.Values, New, [&](const Shape &S) {
                             return makeArrayOfSize(New.Shapes, S, 0);
                           });
      });
}

HLOMEM_PASS(Drop, DropPass)

} // namespace hlomem
