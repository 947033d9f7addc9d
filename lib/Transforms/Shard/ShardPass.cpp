//===- ShardPass.cpp - The pass 'shard' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shard/Shard.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/PassUtils/ProgramSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/SameData.h"
#include "hlomem/Support/Unavailable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <set>

using namespace llvm;

namespace hlomem {

using replay::RecordedAssignment;

namespace {

class ShardRun : public ShardPass {
public:
  using ShardPass::ShardPass;

  PreservedAnalyses run();

private:
  Error cut(const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
            BufferShapes &New) const;
  Error fail(const Twine &Why) const {
    return createStringError("pass '" + name() + "': " + Why);
  }
};

} // namespace

/// Cuts each argument, and with it all values of its buffer.
Error ShardRun::cut(const RecordedAssignment &Record,
                    ArrayRef<BufferId> Buffers, BufferShapes &New) const {
  for (BufferId B : Buffers) {
    ValueId First = Record.getBuffers().getValues(B).front();
    if (!replay::holdsArgument(Record, B))
      return fail("'" + Record.getName(First) + "' is no argument");
  }
  SmallVector<ValueId> Left =
      replay::cutBuffers(Record, Buffers, Options.By, New);
  if (!Left.empty()) {
    std::string Text;
    raw_string_ostream OS(Text);
    Record.getShape(Left.front()).print(OS, /*WithLayout=*/false);
    return fail("'" + Record.getName(Left.front()) + "' is " + Text + ": " +
                Twine(Options.By) + " divides no dimension of it");
  }
  return Error::success();
}

PreservedAnalyses ShardRun::run() {
  if (Options.By < 2)
    return hlomem::fail(
        C, fail("by=" + Twine(Options.By) + ": it takes two devices or more"));
  return runEdit<remark::NothingSharded>(
      M, AM, C,
      [&](const RecordedAssignment &Record,
          const replay::Policy &How) -> Expected<replay::EditedAssignment> {
        Expected<SmallVector<BufferId>> Buffers =
            selectBuffers(M, Record, *AM.getResult<ValueNamesAnalysis>(),
                          name(), Options.Values);
        if (!Buffers)
          return Buffers.takeError();
        BufferShapes New(Record);
        if (Error E = cut(Record, *Buffers, New))
          return E;
        if (!AM.getResult<ReplayAnalysis>().Found->getProto())
          return unavailable(replay::NeedsProto);
        return replay::reshape(Record, New.get(), How);
      },
      [&](const RecordedAssignment &Record,
          const replay::EditedAssignment &Edited) {
        std::set<MemorySpace> Spaces(Record.spaces().begin(),
                                     Record.spaces().end());
        for (MemorySpace Space : Spaces)
          if (ChangedBuffers Changed =
                  countChanged(Record, *Edited.After, Space);
              Changed.Count != 0)
            C.emit(getLoc(M),
                   remark::ArgumentsSharded{
                       .Space = AM.getResult<BackendAnalysis>().name(Space),
                       .By = Options.By,
                       .Count = Changed.Count,
                       .OldSize = Changed.OldSize,
                       .NewSize = Changed.NewSize});
      });
}

HLOMEM_PASS(Shard, ShardRun)

} // namespace hlomem
