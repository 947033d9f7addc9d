//===- UndonatePass.cpp - The pass 'undonate' -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Undonate/Undonate.inc"
#include "hlomem/Passes/Transform/WhatIfTransform.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses UndonatePass::run() {
  SmallVector<InputOutputAlias> Gone;
  return runDonation<remark::NotUndonated>(
      *this, Options.Values, /*KeepsPresets=*/false,
      [&](const RecordedAssignment &Record, const AssignerPolicy &How,
          ArrayRef<uint64_t> Numbers) -> Expected<Donation> {
        copy_if(Record.getProgram().inputOutputAliases(),
                std::back_inserter(Gone), [&](const InputOutputAlias &A) {
                  return binary_search(Numbers, A.Parameter);
                });
        if (Gone.empty())
          return unavailable(
              "results take the memory of none of these arguments");
        return undonate(Record, Numbers, How);
      },
      [&](const RecordedAssignment &Record, const Donation &D) {
        ArgumentSum Donated = sumArguments(Record, Gone);
        reportSpaces<remark::DonationTakenBack>(
            *this, Record, D.Allocations, Prediction::undonate,
            [&](remark::DonationTakenBack &R, MemorySpace) {
              R.Count = Donated.Count;
              R.Donated = Donated.Size;
              return false;
            },
            /*NoChange=*/"more");
        C.count(NumUndonated, Donated.Count);
      });
}

HLOMEM_PASS(Undonate, UndonatePass)

} // namespace hlomem
