//===- Verifier.cpp - Whether a dump contradicts itself -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Verifier/Verifier.h"
#include "VerifierImpl.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Support/Parallel.h"

using namespace llvm;

namespace hlomem {

// The table Rules.
#define GEN_VERIFIER_RULE_DEFS
#include "hlomem/Verifier/VerifierRules.inc"

ArrayRef<VerifierRuleInfo> getVerifierRules() { return Rules; }

const VerifierRuleInfo &getInfo(VerifierRule R) { return Rules[size_t(R)]; }

std::optional<VerifierRule> findVerifierRule(StringRef Name) {
  for (const VerifierRuleInfo &I : Rules)
    if (I.Name == Name ||
        (!I.Invariants.empty() && is_contained(split(I.Invariants, ','), Name)))
      return I.Rule;
  return std::nullopt;
}

bool Verifier::begin(VerifierRule R, bool HasFacts) {
  if (!Options.Rules[size_t(R)])
    return false;
  (HasFacts ? Result.Checked : Result.Unchecked).set(size_t(R));
  return HasFacts;
}

const HloSchedule *Verifier::getSchedule() {
  // Without the text, what stands in the dump alone is checked.
  if (Options.ReadsProgram)
    return AM.getResult<ProgramStructureAnalysis>().get();
  return AM.getResult<ModuleStructureAnalysis>().get();
}

const HloGraph *Verifier::getOutlineOfText() {
  return Options.ReadsProgram ? getOutline(AM) : nullptr;
}

std::optional<MemorySpace> Verifier::spaceOf(const Value &V) {
  if (!V.isAllocated())
    return std::nullopt;
  return V.getAllocation().getMemorySpace();
}

void Verifier::report(VerifierRule R, RuleSeverity S, SMLoc Loc,
                      std::optional<MemorySpace> Space, Printer Print) {
  Result.Places.insert({R, Space});
  uint64_t Count = ++Result.Counts[size_t(R)][size_t(S)];
  if (Options.MaxPerRule != 0 && Count > Options.MaxPerRule)
    return;
  Violation &V = Result.Violations.emplace_back();
  V.Rule = R;
  V.Severity = S;
  V.Loc = Loc;
  raw_string_ostream OS(V.Message);
  Print(OS);
}

VerifierFacts::VerifierFacts(const Module &M)
    : HasTiles(M.getShapes().hasTiles()) {
  ValueOrder Used = usedValues(M);
  size_t PlacedCount =
      count_if(M.values(), [](const Value &V) { return V.isUsedValue(); });
  if (PlacedCount != Used.size())
    copy_if(Used, std::back_inserter(Unplaced),
            [](const Value *V) { return !V->isAllocated(); });
}

/// None of these needs what another one finds: they may run at once, and beside
/// deriveRanges(). Those that take long come first.
const Verifier::Check Verifier::IndependentChecks[] = {
    &Verifier::findSuspects,    &Verifier::checkPadding,
    &Verifier::checkPeakList,   &Verifier::checkColour,
    &Verifier::checkRangeOrder, &Verifier::checkAllocationOrder,
    &Verifier::checkTotal,      &Verifier::checkFlags,
    &Verifier::checkTempOrder,  &Verifier::checkThreadLocal,
    &Verifier::checkStackTrace,
};

/// One after the other: they ask the module for instructions and names, and
/// the last ones for what the others found.
const Verifier::Check Verifier::LaterChecks[] = {
    &Verifier::checkOverlapAndTouch,
    &Verifier::checkBounds,
    &Verifier::checkIdsAndUnique,
    &Verifier::checkSchedule,
    &Verifier::checkPeak,
    &Verifier::checkDefinition,
    &Verifier::checkRange,
    &Verifier::checkUse,
    &Verifier::checkRangeOwner,
    &Verifier::checkArguments,
    &Verifier::checkPeakSizes,
    &Verifier::checkDerivedRange,
    &Verifier::checkReport,
    &Verifier::checkTrace,
    &Verifier::checkForms,
};

std::vector<const Value *>
Verifier::findValues(function_ref<bool(const Value &)> IsDoubtful) const {
  static constexpr size_t ValuesPerPart = 8192;
  ArrayRef<Value> Values = M.values();
  std::vector<std::vector<const Value *>> Parts(
      divideCeil(Values.size(), ValuesPerPart));
  parallelFor(M.getThreadCount(), Parts.size(), [&](size_t Part) {
    for (const Value &V :
         Values.drop_front(Part * ValuesPerPart).take_front(ValuesPerPart))
      if (IsDoubtful(V))
        Parts[Part].push_back(&V);
  });
  std::vector<const Value *> Found;
  for (const std::vector<const Value *> &Part : Parts)
    append_range(Found, Part);
  copy_if(Facts.Unplaced, std::back_inserter(Found),
          [&](const Value *V) { return IsDoubtful(*V); });
  return Found;
}

void Verifier::add(Verifier Other) {
  append_range(Suspects, Other.Suspects);
  VerifierResult Part = std::move(Other.Result);
  append_range(Result.Violations,
               make_range(std::make_move_iterator(Part.Violations.begin()),
                          std::make_move_iterator(Part.Violations.end())));
  for (auto [Sums, Counts] : zip_equal(Result.Counts, Part.Counts))
    for (auto [Sum, Count] : zip_equal(Sums, Counts))
      Sum += Count;
  Result.Places.merge(Part.Places);
  Result.Checked |= Part.Checked;
  Result.Unchecked |= Part.Unchecked;
}

VerifierResult Verifier::run() {
  if (M.getThreadCount() == 1) {
    deriveRanges();
    for (Check C : IndependentChecks)
      (this->*C)();
  } else {
    std::vector<Verifier> Parts(std::size(IndependentChecks), *this);
    parallelFor(M.getThreadCount(), Parts.size() + 1, [&](size_t I) {
      // This takes longest, and alone asks for analyses.
      if (I == 0)
        return deriveRanges();
      (Parts[I - 1].*IndependentChecks[I - 1])();
    });
    for (Verifier &Part : Parts)
      add(std::move(Part));
  }
  for (Check C : LaterChecks)
    (this->*C)();
  stable_sort(Result.Violations, [](const Violation &L, const Violation &R) {
    return L.Rule < R.Rule;
  });
  return std::move(Result);
}

VerifierResult verifyModule(const Module &M, AnalysisManager &AM,
                            const VerifierOptions &Options) {
  VerifierFacts Facts(M);
  return Verifier(M, AM, Options, Facts).run();
}

} // namespace hlomem
