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

using F = DumpFeature;

// Each form is the one before it and what has changed since, as far as a dump
// shows it or the writer asks for it.
static constexpr F Xla2018 = F::Pointers;
static constexpr F Xla201909 = Xla2018 | F::UsedValues;
static constexpr F Xla201910 = Xla201909 | F::Total;
static constexpr F Jaxlib0Point1Point66 = Xla201910 | F::LiveRanges;
static constexpr F Xla202108 = Jaxlib0Point1Point66 | F::HumanTotal;
static constexpr F Jaxlib0Point1Point72 = Xla202108 | F::Instructions;
static constexpr F Jaxlib0Point3Point20 = Jaxlib0Point1Point72 & ~F::Pointers;
static constexpr F Jaxlib0Point6Point0 = Jaxlib0Point3Point20 | F::LeavesInPeak;
static constexpr F Jaxlib0Point6Point1 = Jaxlib0Point6Point0 | F::SortedPeak;
static constexpr F Jaxlib0Point7Point1 = Jaxlib0Point6Point1 | F::StackTrace;
static constexpr F Jaxlib0Point10Point0 = Jaxlib0Point7Point1 | F::SeveralFiles;
static constexpr F Jaxlib0Point10Point2 =
    Jaxlib0Point10Point0 | F::ReusingValues;
static constexpr F Jaxlib0Point11Point2 = Jaxlib0Point10Point2 | F::Pages;

static constexpr LineStyle OffsetFirst = {.ValueLines =
                                              ValueLineForm::OffsetFirst};
static constexpr LineStyle OffsetFirstWithUses = {
    .ValueLines = ValueLineForm::OffsetFirstWithUses};
static constexpr LineStyle WithoutBlank = {.BlankAfterInstruction = false};
static constexpr LineStyle WithoutLineFeed = {.LineFeedAfterInstruction =
                                                  false};
static constexpr LineStyle WithBoth = {};
static constexpr LineStyle WithNoUses = {.PrintsNoUses = true};

static constexpr DumpDialect Forms[] = {
    {"xla-2018", OffsetFirst, Xla2018},
    {"xla-2019-05", OffsetFirstWithUses, Xla2018},
    {"xla-2019-09", WithoutBlank, Xla201909},
    {"xla-2019-10", WithoutBlank, Xla201910},
    {"jaxlib-0.1.66", WithoutBlank, Jaxlib0Point1Point66},
    {"xla-2021-08", WithoutBlank, Xla202108},
    {"jaxlib-0.1.72", WithoutBlank, Jaxlib0Point1Point72},
    {"jaxlib-0.3.20", WithoutBlank, Jaxlib0Point3Point20},
    {"jaxlib-0.4.24", WithoutLineFeed, Jaxlib0Point3Point20},
    {"jaxlib-0.4.36", WithBoth, Jaxlib0Point3Point20},
    {"jaxlib-0.5.3", WithBoth, Jaxlib0Point3Point20},
    {"jaxlib-0.6.0", WithBoth, Jaxlib0Point6Point0},
    {"jaxlib-0.6.1", WithBoth, Jaxlib0Point6Point1},
    {"jaxlib-0.7.1", WithBoth, Jaxlib0Point7Point1},
    {"jaxlib-0.7.2", WithBoth, Jaxlib0Point7Point1},
    {"jaxlib-0.10.0", WithBoth, Jaxlib0Point10Point0},
    {"jaxlib-0.10.2", WithNoUses, Jaxlib0Point10Point2},
    {"jaxlib-0.11.2", WithNoUses, Jaxlib0Point11Point2},
};

ArrayRef<DumpDialect> dumpDialects() { return Forms; }

const DumpDialect &getDumpDialect(StringRef Name) {
  const DumpDialect *Found = find_if(
      Forms, [Name](const DumpDialect &Form) { return Form.Name == Name; });
  assert(Found != std::end(Forms) && "no dialect of this name");
  return *Found;
}

static DumpFeature findFeatures(const Module &M) {
  const DumpClaims &Claims = getClaims(M);
  DumpFeature Seen = F::None;
  auto Add = [&Seen](bool Has, DumpFeature Feature) {
    if (Has)
      Seen |= Feature;
  };
  Add(printsPointers(M), F::Pointers);
  Add(any_of(M.allocations(),
             [](const auto &A) { return !A.reusingValues().empty(); }),
      F::ReusingValues);
  Add(any_of(M.allocations(), [](const auto &A) { return A.getPage(); }),
      F::Pages);
  Add(any_of(M.values(), [](const auto &V) { return V.hasInstructionText(); }),
      F::Instructions);
  Add(hasSection(M, DumpSection::UsedValues), F::UsedValues);
  Add(hasSection(M, DumpSection::LiveRanges), F::LiveRanges);
  Add(Claims.Total.has_value(), F::Total);
  Add(!Claims.HumanTotal.empty(), F::HumanTotal);
  Add(Claims.StackTrace.has_value(), F::StackTrace);
  Add(getTexts(M).size() > 1, F::SeveralFiles);
  if (Claims.Peak && !Claims.Peak->Entries.empty()) {
    Add(Claims.Peak->Form.HasIndices, F::LeavesInPeak);
    Add(Claims.Peak->Form.HasRunningSums, F::SortedPeak);
  }
  return Seen;
}

const DumpDialect *findOldestDialectOf(const Module &M) {
  if (!getDumpProvenance(M))
    return &getDialectOf(M);
  DumpFeature Seen = findFeatures(M);
  const LineStyle &Lines = getDialect(M);
  for (const DumpDialect &Form : Forms)
    if (Form.has(Seen) &&
        Form.has(F::Pointers) == ((Seen & F::Pointers) != F::None) &&
        Form.Lines.ValueLines == Lines.ValueLines &&
        // A text in which all has a use does not tell what an empty list is.
        (Form.Lines.PrintsNoUses || !Lines.PrintsNoUses) &&
        Form.Lines.BlankAfterInstruction == Lines.BlankAfterInstruction &&
        Form.Lines.LineFeedAfterInstruction == Lines.LineFeedAfterInstruction)
      return &Form;
  return nullptr;
}

} // namespace hlomem
