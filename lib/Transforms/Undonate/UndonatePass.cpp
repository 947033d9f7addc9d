//===- UndonatePass.cpp - The pass 'undonate' -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Undonate/Undonate.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/PassUtils/ProgramSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/Donation.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

namespace {

class UndonateRun : public UndonatePass {
public:
  using UndonatePass::UndonatePass;

  PreservedAnalyses run();
};

} // namespace

PreservedAnalyses UndonateRun::run() {
  if (Error E = checkNamesArguments(name(), Options.Values))
    return fail(C, std::move(E));
  SmallVector<InputOutputAlias> Gone;
  return runEdit<remark::NotUndonated>(
      M, AM, C,
      [&](const replay::RecordedAssignment &Record,
          const replay::Policy &How) -> Expected<replay::Donation> {
        Expected<SmallVector<uint64_t>> Numbers = selectArguments(
            M, Record.getProgram(), *AM.getResult<ValueNamesAnalysis>(), name(),
            Options.Values);
        if (!Numbers)
          return Numbers.takeError();
        if (Error E = checkEditable(AM.getResult<ReplayAnalysis>(),
                                    AM.getResult<BackendAnalysis>().get()))
          return E;
        copy_if(Record.getProgram().inputOutputAliases(),
                std::back_inserter(Gone), [&](const InputOutputAlias &A) {
                  return binary_search(*Numbers, A.Parameter);
                });
        if (Gone.empty())
          return unavailable(
              "results take the memory of none of these arguments");
        return replay::undonate(Record, *Numbers, How);
      },
      [&](const replay::RecordedAssignment &Record, const replay::Donation &D) {
        ArgumentSum Donated = sumArguments(Record, Gone);
        reportSpaces<remark::DonationTakenBack>(
            M, AM, C, Record, D.Allocations, replay::Prediction::undonate,
            [&](remark::DonationTakenBack &R, MemorySpace) {
              R.Count = Donated.Count;
              R.Donated = Donated.Size;
              return false;
            },
            /*NoChange=*/"more");
        C.count(NumUndonated, Donated.Count);
      });
}

HLOMEM_PASS(Undonate, UndonateRun)

} // namespace hlomem
