//===- VerifierImpl.h - The rules of the verifier, group by group ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_VERIFIERIMPL_H
#define HLOMEM_LIB_ANALYSIS_VERIFIERIMPL_H

#include "hlomem/Analysis/Verifier.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace hlomem {

/// `<3 while.9{1}>`, the short name of a value in messages.
struct ValueName {
  const ValueHeader &Header;

  explicit ValueName(const Value &V) : Header(V.getHeader()) {}
  explicit ValueName(const ValueHeader &H) : Header(H) {}
  friend llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, ValueName N) {
    return OS << '<' << N.Header.Id << ' ' << N.Header.Definition << '>';
  }
};

/// Checks one module. Each function checks one rule, or those that need the
/// same look at the module.
class Verifier {
public:
  Verifier(const Module &M, const VerifierOptions &Options)
      : M(M), Options(Options), IsWhole(!M.isIncomplete()) {}

  VerifierResult run();

private:
  using Printer = llvm::function_ref<void(llvm::raw_ostream &)>;

  // VerifierAllocations.cpp
  void checkAllocationOrder();
  void checkTotal();
  void checkBounds();
  void checkColour();
  void checkColourOf(const Value &V, bool IsReuse);
  void checkFlags();
  void checkTempOrder();
  void checkThreadLocal();

  // VerifierValues.cpp
  void checkIds();
  void checkUnique();
  void checkPadding();
  void checkDefinition();
  void checkDefinitionOf(const Value &V);
  void checkParameterNumber(const Value &V);

  // VerifierOverlap.cpp
  void checkOverlapAndTouch();
  void checkOverlapIn(const Allocation &A, bool ChecksOverlap,
                      bool ChecksTouch);

  // VerifierRanges.cpp
  void checkSchedule();
  void checkRange();
  void checkRangeOf(const Value &V);
  void checkUse();
  void checkRangeOrder();
  void checkRangeOwner();
  void checkArguments();
  void checkDerivedRange();

  // VerifierPeak.cpp
  void checkPeak();
  void checkPeakList();
  void checkPeakSizes();
  void checkStackTrace();

  /// True if the rule is to be checked, which takes that the dump has the
  /// facts. Notes which rules are.
  bool begin(VerifierRule R, bool HasFacts);
  /// The rule is broken. \p Print writes the message, if that is kept.
  void report(VerifierRule R, RuleSeverity S, llvm::SMLoc Loc, Printer Print);
  /// The same with the severity of the rule.
  void report(VerifierRule R, llvm::SMLoc Loc, Printer Print) {
    report(R, getInfo(R).Severity, Loc, Print);
  }

  bool hasUsedValues() const { return M.has(DumpSection::UsedValues); }
  bool hasAllocations() const { return M.has(DumpSection::Allocations); }
  /// All values that there are: of the allocations, and others under `Used
  /// values:`.
  template <typename Fn> void forEachValue(Fn F) const {
    for (const Value &V : M.values())
      F(V);
    for (const Value *V : M.usedValues())
      if (!V->isPlaced())
        F(*V);
  }

  const Module &M;
  const VerifierOptions &Options;
  /// No part of the dump was cut off.
  bool IsWhole;
  VerifierResult Result;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_VERIFIERIMPL_H
