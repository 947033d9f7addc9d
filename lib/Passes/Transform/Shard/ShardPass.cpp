//===- ShardPass.cpp - The pass 'shard' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shard/Shard.inc"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "hlomem/Passes/Transform/WhatIfTransform.h"
#include "hlomem/WhatIf/SameElements.h"
#include <set>

using namespace llvm;

namespace hlomem {

/// Cuts each argument over \p By devices, and with it all values of its buffer.
static Error cut(const PassRun &Run, const RecordedAssignment &Record,
                 ArrayRef<BufferId> Buffers, uint64_t By, BufferShapes &New) {
  for (BufferId B : Buffers)
    if (!holdsArgument(Record, B))
      return Run.makeError(
          "'" + Record.getName(Record.getBuffers().getValues(B).front()) +
          "' is no argument");
  SmallVector<ValueId> Left = cutBuffers(Record, Buffers, By, New);
  if (Left.empty())
    return Error::success();
  return Run.makeError(
      "'" + Record.getName(Left.front()) + "' is " +
      toString(Record.getShape(Left.front()), /*WithLayout=*/false) + ": " +
      Twine(By) + " divides no dimension of it");
}

PreservedAnalyses ShardPass::run() {
  if (Options.By < 2)
    return fail("by=" + Twine(Options.By) + ": it takes two devices or more");
  return runEdit<remark::NothingSharded>(
      *this,
      [&](const RecordedAssignment &Record,
          const AssignerPolicy &How) -> Expected<EditedAssignment> {
        Expected<SmallVector<BufferId>> Buffers =
            selectBuffers(*this, Record, Options.Values);
        if (!Buffers)
          return Buffers.takeError();
        BufferShapes New(Record);
        if (Error E = cut(*this, Record, *Buffers, Options.By, New))
          return E;
        if (!AM.getResult<ReplayAnalysis>().Found->getProto())
          return unavailable(NeedsProto);
        return reshape(Record, New.get(), How);
      },
      [&](const RecordedAssignment &Record, const EditedAssignment &Edited) {
        std::set<MemorySpace> Spaces(Record.spaces().begin(),
                                     Record.spaces().end());
        for (MemorySpace Space : Spaces)
          if (ChangedBuffers Changed =
                  countChanged(Record, *Edited.After, Space);
              Changed.Count != 0)
            emit(remark::ArgumentsSharded{
                .Space = AM.getResult<BackendAnalysis>().name(Space),
                .By = Options.By,
                .Count = Changed.Count,
                .OldSize = Changed.OldSize,
                .NewSize = Changed.NewSize});
      });
}

HLOMEM_PASS(Shard, ShardPass)

} // namespace hlomem
