//===- KeptForBackward.cpp - What layers that no loop runs keep -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advise/KeptForBackward.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

KeptForBackward findKeptForBackward(const PassRun &Run, const ChangeTrial &T) {
  std::optional<LivePeak> Peak = T.findPeak(0);
  if (!Peak)
    return {};
  const RecordedAssignment &Record = T.getProgram(0);
  const HloGraph &G = Record.getProgram();
  const HloDataflow &D = Record.getDataflow();
  HloSchedule Schedule(G);
  auto FindOpName = [&](InstructionId Instruction) -> StringRef {
    const Value *V = Run.M.findPrinted(G.instructions()[Instruction].Name);
    return V ? Run.AM.getResult<ValueNamesAnalysis>()->findOpName(*V)
             : StringRef();
  };

  KeptForBackward Kept;
  bool HasCheckpoint = false;
  SmallVector<HloUse> Uses;
  for (const ReplayedAllocation &A : Record.allocations()) {
    if (A.Space != 0 || !A.isTemporary())
      continue;
    for (const PlacedValue &Member : A.Members) {
      InstructionId Maker = D.definitions()[Member.Value].Instruction;
      if (G.instructions()[Maker].Computation != G.getEntryNumber() ||
          Schedule.getTime(Maker) > Peak->At ||
          !isOfForwardPass(FindOpName(Maker)))
        continue;
      Uses.clear();
      D.getUses(Member.Value, Uses);
      bool IsReadBackward = any_of(Uses, [&](const HloUse &U) {
        Time At = Schedule.getTime(U.User);
        if (At == HloSchedule::NotScheduled || At < Peak->At)
          return false;
        StringRef OpName = FindOpName(U.User);
        HasCheckpoint |= isCheckpointed(OpName);
        return isOfBackwardPass(OpName);
      });
      if (!IsReadBackward)
        continue;
      ++Kept.Count;
      Kept.Size += Member.Size;
    }
  }
  return HasCheckpoint ? KeptForBackward() : Kept;
}

} // namespace hlomem
