//===- CastPass.cpp - The pass 'cast' -------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cast/Cast.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/PassUtils/ProgramSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses CastPass::run() {
  ElementType To = parseElementType(Options.To);
  if (elementClass(To) != ElementClass::Float &&
      elementClass(To) != ElementClass::Signed &&
      elementClass(To) != ElementClass::Unsigned) {
    C.fail(createStringError("pass '" + name() + "': '" + Options.To +
                             "' is no type of numbers, such as bf16 or s8"));
    return PreservedAnalyses::all();
  }
  return runShapeEdit<remark::ValuesCast, remark::NothingCast>(
      M, AM, C, replay::Prediction::cast,
      [&](const replay::RecordedAssignment &Record,
          BufferShapes &New) -> Error {
        Expected<SmallVector<BufferId>> Buffers =
            selectBuffers(M, Record, *AM.getResult<ValueNamesAnalysis>(),
                          name(), Options.Values);
        if (!Buffers)
          return Buffers.takeError();
        replay::castBuffers(Record, *Buffers, To,
                            AM.getResult<BackendAnalysis>().get(), New);
        return Error::success();
      },
      Options.IsUnmeasured);
}

HLOMEM_PASS(Cast, CastPass)

} // namespace hlomem
