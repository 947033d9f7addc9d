//===- DumpDialects.cpp - The forms in which XLA wrote dumps --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/Writer/DumpDialects.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

LineStyle getLineStyle(const XlaFacts &F) {
  return {.ValueLines = F.ValueLines,
          .BlankAfterInstruction = F.BlankAfterInstruction,
          .LineFeedAfterInstruction = F.LineFeedAfterInstruction,
          .PrintsNoUses = F.PrintsNoUses};
}

/// What the dump shows of all that only some releases print, but for pointers.
static SmallVector<bool XlaFacts::*, 16> findShown(const Module &M) {
  const DumpClaims &Claims = getClaims(M);
  SmallVector<bool XlaFacts::*, 16> Shown;
  auto Add = [&Shown](bool Has, bool XlaFacts::*Fact) {
    if (Has)
      Shown.push_back(Fact);
  };
  Add(any_of(M.allocations(),
             [](const auto &A) { return !A.reusingValues().empty(); }),
      &XlaFacts::ReusingValues);
  Add(any_of(M.allocations(), [](const auto &A) { return A.getPage(); }),
      &XlaFacts::Pages);
  Add(any_of(M.values(), [](const auto &V) { return V.hasInstructionText(); }),
      &XlaFacts::Instructions);
  Add(hasSection(M, DumpSection::UsedValues), &XlaFacts::UsedValues);
  Add(hasSection(M, DumpSection::LiveRanges), &XlaFacts::LiveRanges);
  Add(Claims.Total.has_value(), &XlaFacts::Total);
  Add(!Claims.HumanTotal.empty(), &XlaFacts::HumanTotal);
  Add(Claims.StackTrace.has_value(), &XlaFacts::StackTrace);
  Add(getTexts(M).size() > 1, &XlaFacts::SeveralFiles);
  if (Claims.Peak && !Claims.Peak->Entries.empty()) {
    Add(Claims.Peak->Form.HasIndices, &XlaFacts::LeavesInPeak);
    Add(Claims.Peak->Form.HasRunningSums, &XlaFacts::SortedPeak);
  }
  // A text in which all has a use does not tell what an empty list is.
  Add(getDialect(M).PrintsNoUses, &XlaFacts::PrintsNoUses);
  return Shown;
}

const XlaFacts *findOldestDialectOf(const Module &M) {
  if (!getDumpProvenance(M))
    return &getDialectOf(M);
  auto Shown = findShown(M);
  const LineStyle Lines = getDialect(M);
  for (const XlaFacts &F : XlaReleases)
    if (all_of(Shown, [&F](bool XlaFacts::*Fact) { return F.*Fact; }) &&
        F.Pointers == printsPointers(M) && F.ValueLines == Lines.ValueLines &&
        F.BlankAfterInstruction == Lines.BlankAfterInstruction &&
        F.LineFeedAfterInstruction == Lines.LineFeedAfterInstruction)
      return &F;
  return nullptr;
}

} // namespace hlomem
