//===- Verifier.h - Whether a dump contradicts itself ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks the rules of docs/Verifier.md.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_VERIFIER_VERIFIER_H
#define HLOMEM_VERIFIER_VERIFIER_H

#include "hlomem/IR/FactKinds.h"
#include "hlomem/IR/MemorySpace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hlomem {

class AnalysisManager;
class HeapTraceInfo;
class HloProgram;
struct MemoryReport;
class Module;

// The enumeration VerifierRule and NumVerifierRules, how many there are.
#define GEN_VERIFIER_RULE_DECLS
#include "hlomem/Verifier/VerifierRules.inc"

/// What it means that a rule is broken.
enum class RuleSeverity : uint8_t {
  Warning, ///< Some compiler may have had its reasons.
  Error,   ///< The dump contradicts itself; its numbers cannot be trusted.
};

/// What is known of a rule without a dump.
struct VerifierRuleInfo {
  VerifierRule Rule;
  /// For users, "overlap".
  llvm::StringLiteral Name;
  /// Single cases may be milder.
  RuleSeverity Severity;
  /// What is contradicted where the rule is broken.
  FactKinds Facts;
  /// The numbers of the invariants that it covers, "I6,I7"; may be empty.
  llvm::StringLiteral Invariants;
  /// One sentence without a full stop.
  llvm::StringLiteral Statement;
};

/// All rules, in the order in which they are checked and reported.
llvm::ArrayRef<VerifierRuleInfo> getVerifierRules();
const VerifierRuleInfo &getInfo(VerifierRule R);
/// The rule with this name, or that covers the invariant with this number
/// ("I25"); none if there is no such rule.
std::optional<VerifierRule> findVerifierRule(llvm::StringRef Name);

/// A set of rules.
using VerifierRuleSet = std::bitset<NumVerifierRules>;

/// What to check.
struct VerifierOptions {
  VerifierRuleSet Rules = VerifierRuleSet().set();
  /// Violations to keep of each rule and severity; 0 keeps all.
  unsigned MaxPerRule = 10;
  /// The HLO text beside the dump, or null. With it more live ranges can be
  /// derived.
  const HloProgram *Program = nullptr;
  /// XLA's memory usage report beside the dump, or null. Where it cannot be
  /// read, the name of its file, if that is known, and the reason.
  const MemoryReport *Report = nullptr;
  std::string ReportName;
  std::string ReportProblem;
  /// What XLA's heap simulators recorded, or null.
  const HeapTraceInfo *Traces = nullptr;
  /// Compare with the other form of the dump, text or HloProto: null where
  /// there is none, and where it cannot be read; then there is a reason.
  bool ComparesForms = false;
  const Module *Other = nullptr;
  std::string OtherProblem;
};

/// A place where the dump breaks a rule.
struct Violation {
  VerifierRule Rule;
  RuleSeverity Severity;
  /// The line to blame: of two that do not fit, the later one.
  llvm::SMLoc Loc;
  /// What is wrong there, in the user's terms, without a full stop.
  std::string Message;
};

/// A rule that is broken, and the memory space in which; none where that may be
/// any.
using BrokenRulePlace = std::pair<VerifierRule, std::optional<MemorySpace>>;

/// What the verifier found in one module.
class VerifierResult {
public:
  /// In the order of the rules; of one rule in the order of the dump, or of
  /// time. See VerifierOptions::MaxPerRule.
  llvm::ArrayRef<Violation> violations() const { return Violations; }
  /// How often the rule is broken with this severity, including those not kept.
  uint64_t getCount(VerifierRule R, RuleSeverity S) const {
    return Counts[size_t(R)][size_t(S)];
  }
  /// The same for all rules.
  uint64_t getCount(RuleSeverity S) const {
    uint64_t Sum = 0;
    for (const auto &C : Counts)
      Sum += C[size_t(S)];
    return Sum;
  }
  /// Where rules are broken, as errors or warnings; each place once, in the
  /// order of the rules.
  const std::set<BrokenRulePlace> &places() const { return Places; }
  /// No checked rule is broken as an error.
  bool isSound() const { return getCount(RuleSeverity::Error) == 0; }
  /// Rules that were asked for and that the dump has the facts for.
  const VerifierRuleSet &checked() const { return Checked; }
  /// Rules that were asked for and that the dump lacks the facts for.
  const VerifierRuleSet &unchecked() const { return Unchecked; }

private:
  friend class Verifier;

  std::vector<Violation> Violations;
  std::array<std::array<uint64_t, 2>, NumVerifierRules> Counts{};
  std::set<BrokenRulePlace> Places;
  VerifierRuleSet Checked, Unchecked;
};

/// Checks \p M, the module of \p AM. A rule whose facts are missing is not
/// checked, nor one that a dump may break by having been cut, if it was
/// (Module::isIncomplete). Time is O(n log n) in the size of the dump, however
/// many rules it breaks.
VerifierResult verifyModule(const Module &M, AnalysisManager &AM,
                            const VerifierOptions &Options = {});

} // namespace hlomem

#endif // HLOMEM_VERIFIER_VERIFIER_H
