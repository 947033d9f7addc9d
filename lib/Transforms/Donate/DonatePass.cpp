//===- DonatePass.cpp - The pass 'donate' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Donate/Donate.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/PassUtils/ProgramSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/Donation.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

namespace {

class DonateRun : public DonatePass {
public:
  using DonatePass::DonatePass;

  PreservedAnalyses run();

private:
  void report(const replay::RecordedAssignment &Record,
              const replay::Donation &D);
  void listUnusable(const HloGraph &G, ArrayRef<HloPlace> Unpaired);
};

} // namespace

void DonateRun::report(const replay::RecordedAssignment &Record,
                       const replay::Donation &D) {
  ArgumentSum Donated = sumArguments(Record, D.getNewPairs(Record));
  reportSpaces<remark::DonationApplied>(
      M, AM, C, Record, D.Allocations, replay::getPrediction(D),
      [&](remark::DonationApplied &R, MemorySpace) {
        R.Count = Donated.Count;
        R.Donated = Donated.Size;
        return false;
      });
  if (!D.AddedCopies.empty())
    C.emit(getLoc(M), remark::DonatedCopies{});
  for (const replay::Donation::Copy &Copy : D.AddedCopies) {
    StringRef Name =
        findArgumentName(M, Record.getProgram(),
                         *AM.getResult<ValueNamesAnalysis>(), Copy.Parameter);
    C.emit(getLoc(M), remark::DonatedCopy{
                          .Size = Copy.Size,
                          .Name = describeArgument(Name, Copy.Parameter),
                          .Argument = Copy.Parameter,
                          .Copied = Copy.IsOfResult ? "result" : "argument",
                          .Value = Copy.Writer,
                          .Readers = join(Copy.Readers, ", "),
                          .OpName = Name.str()});
  }
  C.count(NumDonated, Donated.Count);
  C.count(NumCopies, D.AddedCopies.size());
}

void DonateRun::listUnusable(const HloGraph &G, ArrayRef<HloPlace> Unpaired) {
  for (HloPlace P : Unpaired) {
    uint64_t Number = G.instructions()[P.Instruction].Number;
    StringRef Name =
        findArgumentName(M, G, *AM.getResult<ValueNamesAnalysis>(), Number);
    C.emit(getLoc(M),
           remark::DonationUnusable{.Argument = Number,
                                    .Name = describeArgument(Name, Number)});
  }
}

PreservedAnalyses DonateRun::run() {
  if (Error E = checkNamesArguments(name(), Options.Values))
    return fail(C, std::move(E));
  const HloGraph *G = nullptr;
  // Of a donation that changes nothing.
  SmallVector<HloPlace> Unpaired;
  PreservedAnalyses Preserved = runEdit<remark::NotDonated>(
      M, AM, C,
      [&](const replay::RecordedAssignment &Record,
          const replay::Policy &How) -> Expected<replay::Donation> {
        G = &Record.getProgram();
        Expected<SmallVector<uint64_t>> Numbers = selectArguments(
            M, *G, *AM.getResult<ValueNamesAnalysis>(), name(), Options.Values);
        if (!Numbers)
          return Numbers.takeError();
        if (Error E = checkEditable(AM.getResult<ReplayAnalysis>(),
                                    AM.getResult<BackendAnalysis>().get(),
                                    /*KeepsPresets=*/true))
          return E;
        Expected<replay::Donation> D = replay::donate(Record, *Numbers, How);
        if (!D)
          return D;
        if (Error E = replay::checkKnown(Record, *D))
          return E;
        if (!D->getNewPairs(Record).empty())
          return D;
        Unpaired = D->Unpaired;
        return unavailable(
            Unpaired.empty()
                ? "results take the memory of all these arguments already"
                : "no other result takes the memory of any of these arguments");
      },
      [&](const replay::RecordedAssignment &Record, const replay::Donation &D) {
        report(Record, D);
        listUnusable(*G, D.Unpaired);
      });
  if (!Unpaired.empty())
    listUnusable(*G, Unpaired);
  return Preserved;
}

HLOMEM_PASS(Donate, DonateRun)

} // namespace hlomem
