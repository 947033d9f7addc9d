//===- Verifier.h - Whether a dump contradicts itself ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares the verifier, which checks the rules of docs/Verifier.md.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_VERIFIER_VERIFIER_H
#define HLOMEM_VERIFIER_VERIFIER_H

#include "hlomem/IR/FactKinds.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/LLVM.h"
#include <array>
#include <bitset>
#include <set>

namespace hlomem {

class AnalysisManager;
class HeapTraceInfo;
struct MemoryReport;
class Module;

// The generated file defines the enumeration VerifierRule and the number of
// rules, NumVerifierRules.
#define GEN_VERIFIER_RULE_DECLS
#include "hlomem/Verifier/VerifierRules.inc"

/// Says what a broken rule means.
enum class RuleSeverity : uint8_t {
  Warning, ///< A compiler may have had a reason.
  Error,   ///< The dump contradicts itself; its numbers cannot be trusted.
};

/// Describes a rule.
struct VerifierRuleInfo {
  VerifierRule Rule;
  /// Names the rule for users, "overlap".
  StringLiteral Name;
  /// Is the severity of the rule. A single violation may have a lower one.
  RuleSeverity Severity;
  /// Holds the facts that are contradicted if the rule is broken.
  FactKinds Facts;
  /// Lists the numbers of the invariants that the rule covers, "I6,I7"; may be
  /// empty.
  StringLiteral Invariants;
  /// Is what the rule requires, one sentence without a full stop.
  StringLiteral Statement;
};

/// Returns all rules, in the order in which they are checked and reported.
ArrayRef<VerifierRuleInfo> getVerifierRules();
const VerifierRuleInfo &getInfo(VerifierRule R);
/// Returns the rule with this name, or the one that covers the invariant with
/// this number ("I25"); none if there is no such rule.
std::optional<VerifierRule> findVerifierRule(StringRef Name);

/// Represents a set of rules.
using VerifierRuleSet = std::bitset<NumVerifierRules>;

/// Selects what is checked.
struct VerifierOptions {
  VerifierRuleSet Rules = VerifierRuleSet().set();
  /// Limits the violations that are kept for each rule and severity; 0 keeps
  /// all.
  unsigned MaxPerRule = 10;
  /// Is true if the HLO text beside the dump may be read. It allows more live
  /// ranges to be derived.
  bool ReadsProgram = false;
  /// Is XLA's memory usage report beside the dump, or null. If it cannot be
  /// read, ReportProblem says why, and ReportName names its file if that is
  /// known.
  const MemoryReport *Report = nullptr;
  std::string ReportName;
  std::string ReportProblem;
  /// Holds what XLA's heap simulators recorded; may be null.
  const HeapTraceInfo *Traces = nullptr;
  /// Enables the comparison with the other form of the dump, text or HloProto.
  /// Other is null if there is none, or if it cannot be read; OtherProblem says
  /// why then.
  bool ComparesForms = false;
  const Module *Other = nullptr;
  std::string OtherProblem;
};

/// Represents a place where the dump breaks a rule.
struct Violation {
  VerifierRule Rule;
  RuleSeverity Severity;
  /// Is the line to blame: of two that contradict each other, the later one.
  SMLoc Loc;
  /// Says what is wrong there, in the user's terms, without a full stop.
  std::string Message;
};

/// Identifies a rule that is broken and the memory space in which it is; none
/// if that may be any.
using BrokenRulePlace = std::pair<VerifierRule, std::optional<MemorySpace>>;

/// Holds what the verifier found in one module.
class VerifierResult {
public:
  /// Returns the violations in the order of the rules; those of one rule are in
  /// the order of the dump or of the schedule. VerifierOptions::MaxPerRule
  /// limits them.
  ArrayRef<Violation> violations() const { return Violations; }
  /// Returns how often rule \p R is broken with severity \p S, including
  /// violations that are not kept.
  uint64_t getCount(VerifierRule R, RuleSeverity S) const {
    return Counts[size_t(R)][size_t(S)];
  }
  /// Returns how often rules are broken with severity \p S, including
  /// violations that are not kept.
  uint64_t getCount(RuleSeverity S) const {
    uint64_t Sum = 0;
    for (const auto &C : Counts)
      Sum += C[size_t(S)];
    return Sum;
  }
  /// Returns where rules are broken, as errors or warnings, in the order of the
  /// rules.
  const std::set<BrokenRulePlace> &places() const { return Places; }
  /// Is true if no checked rule is broken as an error.
  bool isSound() const { return getCount(RuleSeverity::Error) == 0; }
  /// Returns the requested rules that were checked.
  const VerifierRuleSet &checked() const { return Checked; }
  /// Returns the requested rules that the dump lacks the facts for.
  const VerifierRuleSet &unchecked() const { return Unchecked; }

private:
  friend class Verifier;

  std::vector<Violation> Violations;
  std::array<std::array<uint64_t, 2>, NumVerifierRules> Counts{};
  std::set<BrokenRulePlace> Places;
  VerifierRuleSet Checked, Unchecked;
};

/// Checks \p M, the module of \p AM. A rule is not checked if its facts are
/// missing, or if the dump was cut (Module::isIncomplete) and the rule may be
/// broken by that. Takes O(n log n) in the size of the dump, however many rules
/// it breaks.
VerifierResult verifyModule(const Module &M, AnalysisManager &AM,
                            const VerifierOptions &Options = {});

} // namespace hlomem

#endif // HLOMEM_VERIFIER_VERIFIER_H
