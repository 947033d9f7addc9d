//===- RecomputeClaims.cpp - What XLA would print after an edit -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/PeakList.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

/// Of a type that is not in our table: the bytes in memory are those of the
/// array wherever nothing is padded.
static Bytes getSliceSize(const HloPosition &, const Value *V) {
  return V && V->isAllocated() ? V->getSize() : Bytes();
}

/// True if both were printed as the same text.
static bool haveSameLines(const PrintedPeak &A, const PrintedPeak &B) {
  return A.At == B.At &&
         llvm::equal(
             A.Entries, B.Entries,
             [&](const PeakListEntry &L, const PeakListEntry &R) {
               return L.Definition.getName() == R.Definition.getName() &&
                      (!A.Form.HasIndices || L.Definition == R.Definition) &&
                      L.Size == R.Size && L.Cumulative == R.Cumulative;
             });
}

static void updatePeak(const Module &M, DumpClaims &Claims,
                       BumpPtrAllocator &Arena) {
  if (Claims.Peak) {
    // Where the rule has not the facts that it takes, the time stays.
    PrintedPeak New =
        makePeakList(M, computePeakTime(M).value_or(Claims.Peak->At),
                     Claims.Peak->Form, Claims.Peak, getSliceSize);
    New.Loc = Claims.Peak->Loc;
    if (!haveSameLines(*Claims.Peak, New)) {
      Claims.Peak = std::move(New);
      // It divides the bytes of the list among computations, of which the dump
      // does not say where they are called.
      Claims.StackTrace.reset();
    }
  }
  if (!Claims.Moments)
    return;
  for (PrintedMoment &P : *Claims.Moments) {
    PrintedPeak Lines =
        makePeakList(M, P.At, {.HasIndices = false, .HasRunningSums = false},
                     Claims.Peak, getSliceSize);
    P.Size = Lines.getSum();
    auto Names = map_range(Lines.Entries, [](const PeakListEntry &E) {
      return E.Definition.getName();
    });
    P.Names = StringRef(join(Names, ",")).copy(Arena);
  }
}

DumpClaims computeClaims(const Module &M, const XlaFacts &Form,
                         BumpPtrAllocator &Arena) {
  DumpClaims Claims;
  Claims.Total = M.getPrintedTotal();
  Claims.HumanTotal = StringRef(toHumanString(*Claims.Total)).copy(Arena);
  Claims.EndOfProgram = M.getEndOfProgram();
  if (std::optional<Time> At = computePeakTime(M))
    Claims.Peak = makePeakList(
        M, *At,
        {.HasIndices = Form.LeavesInPeak, .HasRunningSums = Form.SortedPeak},
        /*Claimed=*/std::nullopt, getSliceSize);
  return Claims;
}

OwnedClaims PrintableProvenance::computeClaims(const Module &M) const {
  OwnedClaims Result{DumpClaims(), std::make_unique<BumpPtrAllocator>()};
  Result.Claims = hlomem::computeClaims(M, getForm(), *Result.Arena);
  if (std::optional<PrintedPeak> &Peak = Result.Claims.Peak;
      Peak && IsPeakFormUnknown) {
    // The order of the list is no matter of its sum.
    PeakListForm Other = {.HasIndices = !Peak->Form.HasIndices,
                          .HasRunningSums = false};
    Peak->IsFormKnown = false;
    Peak->IsSumKnown = makePeakList(M, Peak->At, Other,
                                    /*Claimed=*/std::nullopt, getSliceSize)
                           .getSum() == Peak->getSum();
  }
  return Result;
}

OwnedClaims DumpProvenance::recomputeClaims(const Module &M) const {
  OwnedClaims Result{ReadClaims, std::make_unique<BumpPtrAllocator>()};
  DumpClaims &Claims = Result.Claims;
  if (AreSizesEdited && Claims.Total) {
    Claims.Total = M.getPrintedTotal();
    if (!Claims.HumanTotal.empty())
      Claims.HumanTotal =
          StringRef(toHumanString(*Claims.Total)).copy(*Result.Arena);
  }
  if (AreLiveRangesEdited)
    updatePeak(M, Claims, *Result.Arena);
  return Result;
}

} // namespace hlomem
