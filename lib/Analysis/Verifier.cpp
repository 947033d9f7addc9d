//===- Verifier.cpp - Whether a dump contradicts itself -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Verifier.h"
#include "VerifierImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

static constexpr VerifierRuleInfo Rules[] = {
#define VERIFIER_RULE(Id, Name, Severity, Invariants, Statement)               \
  {VerifierRule::Id, Name, RuleSeverity::Severity, Invariants, Statement},
#include "hlomem/Analysis/VerifierRules.def"
};

static_assert(std::size(Rules) == NumVerifierRules,
              "the last rule of VerifierRules.def is another one");

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

void Verifier::report(VerifierRule R, RuleSeverity S, SMLoc Loc,
                      Printer Print) {
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

VerifierResult Verifier::run() {
  checkAllocationOrder();
  checkTotal();
  checkBounds();
  checkColour();
  checkFlags();
  checkTempOrder();
  checkThreadLocal();
  checkIds();
  checkUnique();
  checkPadding();
  checkDefinition();
  checkOverlapAndTouch();
  checkSchedule();
  checkRange();
  checkUse();
  checkRangeOrder();
  checkRangeOwner();
  checkArguments();
  checkDerivedRange();
  checkPeak();
  checkPeakList();
  checkPeakSizes();
  checkStackTrace();
  stable_sort(Result.Violations, [](const Violation &L, const Violation &R) {
    return L.Rule < R.Rule;
  });
  return std::move(Result);
}

VerifierResult verifyModule(const Module &M, const VerifierOptions &Options) {
  return Verifier(M, Options).run();
}

} // namespace hlomem
