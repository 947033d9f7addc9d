//===- RematPass.cpp - The pass 'remat' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remat/Remat.inc"
#include "hlomem/Passes/Transform/WhatIfTransform.h"
#include "hlomem/WhatIf/Loops/Rematerialization.h"

using namespace llvm;

namespace hlomem {

static RematPolicy getPolicy(RematOptions::KeptKind Kept) {
  switch (Kept) {
  case RematOptions::KeptKind::NothingSaveable:
    return RematPolicy::Nothing;
  case RematOptions::KeptKind::DotsSaveable:
    return RematPolicy::Dots;
  case RematOptions::KeptKind::DotsWithNoBatchDimsSaveable:
    return RematPolicy::DotsWithoutBatch;
  }
  llvm_unreachable("no policy");
}

PreservedAnalyses RematPass::run() {
  const RematPolicy Policy = getPolicy(Options.Kept);
  const Prediction Kind = Policy == RematPolicy::Nothing
                              ? Prediction::remat
                              : Prediction::rematpolicy;
  return runLoopEdit<remark::LoopsRematerialized,
                     remark::NothingRematerialized>(
      *this, Kind, Options,
      [&](const RecordedAssignment &Record, const AssignerPolicy &How,
          const InstructionSet &Loops) -> Expected<Rematerialization> {
        // The loops need not have any.
        std::vector<ResidualStack> Stacks = findResidualStacks(Record);
        erase_if(Stacks,
                 [&](const ResidualStack &S) { return !Loops[S.Writer]; });
        // What a policy keeps may have no place that is known.
        Expected<Rematerialization> Edited =
            rematerialize(Record, Stacks, Policy, How);
        if (Edited && Edited->Count == 0)
          return unavailable(
              Stacks.empty()
                  ? "no loop keeps an array that another one only reads"
                  : "what the loops keep is what they carry and what the "
                    "policy keeps");
        if (Edited)
          if (Error E =
                  checkLargeEnough(Record.allocations(), Edited->Allocations,
                                   Kind, AM.getResult<BackendAnalysis>().get()))
            return E;
        return Edited;
      },
      [](remark::LoopsRematerialized &R, const Rematerialization &Edited) {
        if (!Edited.KeptSize.isZero())
          R.Instead =
              " and " + toExactString(Edited.KeptSize) + " kept instead";
      });
}

HLOMEM_PASS(Remat, RematPass)

} // namespace hlomem
