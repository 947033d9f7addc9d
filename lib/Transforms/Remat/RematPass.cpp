//===- RematPass.cpp - The pass 'remat' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remat/Remat.inc"
#include "hlomem/PassUtils/ProgramSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/Rematerialization.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

using replay::RematPolicy;
using replay::ResidualStack;

namespace {

class RematRun : public RematPass {
public:
  using RematPass::RematPass;

  PreservedAnalyses run();

private:
  Expected<std::vector<ResidualStack>>
  selectStacks(const replay::RecordedAssignment &Record) const;
  RematPolicy getPolicy() const;
};

} // namespace

RematPolicy RematRun::getPolicy() const {
  switch (Options.Kept) {
  case RematOptions::KeptKind::NothingSaveable:
    return RematPolicy::Nothing;
  case RematOptions::KeptKind::DotsSaveable:
    return RematPolicy::Dots;
  case RematOptions::KeptKind::DotsWithNoBatchDimsSaveable:
    return RematPolicy::DotsWithoutBatch;
  }
  llvm_unreachable("no policy");
}

/// The stacks of the loops that the option names, which need not have any.
Expected<std::vector<ResidualStack>>
RematRun::selectStacks(const replay::RecordedAssignment &Record) const {
  Expected<BitVector> Loops =
      selectLoops(Record.getProgram(), name(), Options.Loops);
  if (!Loops)
    return Loops.takeError();
  std::vector<ResidualStack> Stacks = replay::findResidualStacks(Record);
  erase_if(Stacks,
           [&](const ResidualStack &S) { return !Loops->test(S.Writer); });
  return Stacks;
}

PreservedAnalyses RematRun::run() {
  const replay::Prediction Kind =
      Options.Kept == RematOptions::KeptKind::NothingSaveable
          ? replay::Prediction::remat
          : replay::Prediction::rematpolicy;
  return runEdit<remark::NothingRematerialized>(
      M, AM, C,
      [&](const replay::RecordedAssignment &Record,
          const replay::Policy &How) -> Expected<replay::Rematerialization> {
        Expected<std::vector<ResidualStack>> Stacks = selectStacks(Record);
        if (!Stacks)
          return Stacks.takeError();
        if (Error E = checkEdit(AM, Kind, Options.IsUnmeasured))
          return E;
        Expected<replay::Rematerialization> Edited =
            replay::rematerialize(Record, *Stacks, getPolicy(), How);
        // What a policy keeps may have no place that is known.
        if (!Edited)
          return unavailable(toString(Edited.takeError()));
        if (Edited->Count == 0)
          return unavailable(
              Stacks->empty()
                  ? "no loop keeps an array that another one only reads"
                  : "what the loops keep is what they carry and what the "
                    "policy keeps");
        if (Error E = replay::checkLargeEnough(
                Record.allocations(), Edited->Allocations, Kind,
                AM.getResult<BackendAnalysis>().get()))
          return E;
        return Edited;
      },
      [&](const replay::RecordedAssignment &Record,
          const replay::Rematerialization &Edited) {
        reportSpaces<remark::LoopsRematerialized>(
            M, AM, C, Record, Edited.Allocations, Kind,
            [&](remark::LoopsRematerialized &R, MemorySpace) {
              R.Count = Edited.Count;
              R.Size = Edited.Size;
              if (!Edited.KeptSize.isZero())
                R.Instead =
                    " and " + toExactString(Edited.KeptSize) + " kept instead";
              return false;
            });
      });
}

HLOMEM_PASS(Remat, RematRun)

} // namespace hlomem
