//===- DonatePass.cpp - The pass 'donate' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Donate/Donate.inc"
#include "hlomem/Passes/Transform/WhatIfTransform.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses DonatePass::run() {
  // Of a donation that changes nothing.
  SmallVector<HloPlace> Unpaired;
  PreservedAnalyses Preserved = runDonation<remark::NotDonated>(
      *this, Options.Values, /*KeepsPresets=*/true,
      [&](const RecordedAssignment &Record, const AssignerPolicy &How,
          ArrayRef<uint64_t> Numbers) -> Expected<Donation> {
        Expected<Donation> D = donate(Record, Numbers, How);
        if (!D)
          return D;
        if (Error E = checkKnown(Record, *D))
          return E;
        if (!D->getNewPairs(Record).empty())
          return D;
        Unpaired = D->Unpaired;
        return unavailable(
            Unpaired.empty()
                ? "results take the memory of all these arguments already"
                : "no other result takes the memory of any of these arguments");
      },
      [&](const RecordedAssignment &Record, const Donation &D) {
        C.count(NumDonated,
                reportDonation<remark::DonationApplied, remark::DonatedCopies,
                               remark::DonatedCopy, remark::DonationUnusable>(
                    *this, Record, D));
        C.count(NumCopies, D.AddedCopies.size());
      });
  if (!Unpaired.empty())
    reportUnusable<remark::DonationUnusable>(
        *this, AM.getResult<ReplayAnalysis>().Found->getRecord(), Unpaired);
  return Preserved;
}

HLOMEM_PASS(Donate, DonatePass)

} // namespace hlomem
