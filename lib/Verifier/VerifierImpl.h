//===- VerifierImpl.h - The rules of the verifier, group by group ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_VERIFIER_VERIFIERIMPL_H
#define HLOMEM_LIB_VERIFIER_VERIFIERIMPL_H

#include "hlomem/Analysis/Liveness/DerivedLiveRanges.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/MemoryReport.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/DisplayText.h"
#include "hlomem/Verifier/Verifier.h"
#include "llvm/ADT/DenseSet.h"

namespace hlomem {

class HeldRanges;
struct HeapTrace;
class HloSchedule;
class SlicedPrefetches;
struct TraceProblem;
struct TracedArena;

/// The highest memory space that a size is known to be right for: those above
/// are stacks and the like, of which XLA may keep the size of the last one
/// only.
inline constexpr MemorySpace LastCommonSpace = 6;

/// `<3 while.9{1}>`, the short name of a value in messages.
struct ValueName {
  const ValueHeader &Header;

  explicit ValueName(const Value &V) : Header(V.getHeader()) {}
  explicit ValueName(const ValueHeader &H) : Header(H) {}
  friend raw_ostream &operator<<(raw_ostream &OS, ValueName N) {
    return OS << '<' << N.Header.Id << ' ' << N.Header.Definition << '>';
  }
};

/// A shape as messages have it: that of a large tuple is shortened.
struct ShapeText {
  const Shape &S;

  friend raw_ostream &operator<<(raw_ostream &OS, ShapeText T) {
    std::string Text;
    llvm::raw_string_ostream(Text) << T.S;
    return OS << shortenEnd(Text, MaxShapeWidth);
  }
};

/// What several rules ask for, found out before they are checked.
struct VerifierFacts {
  explicit VerifierFacts(const Module &M);

  /// What stands under `Used values:` only.
  std::vector<const Value *> Unplaced;
  /// Some shape of a value has a tile. Shapes of instructions, which are read
  /// later, do not matter.
  bool HasTiles;
};

/// Checks rules of one module. Each function checks one rule, or those that
/// need the same look at the module. Where a rule takes a closer look, there is
/// a short way to see that it holds; what breaks it is left to the long way.
class Verifier {
public:
  Verifier(const Module &M, AnalysisManager &AM, const VerifierOptions &Options,
           const VerifierFacts &Facts)
      : M(M), AM(AM), Options(Options), Facts(Facts),
        IsWhole(!M.isIncomplete()) {}

  /// Checks all rules, on as many threads as the module allows.
  VerifierResult run();

private:
  using Printer = function_ref<void(raw_ostream &)>;
  using Check = void (Verifier::*)();

  static const Check IndependentChecks[];
  static const Check LaterChecks[];

  void add(Verifier Part);

  // VerifierAllocations.cpp
  void checkAllocationOrder();
  void checkTotal();
  void checkBounds();
  void checkColour();
  void checkColourOf(const Value &V, bool IsReuse);
  void checkFlags();
  void checkLiveOut(const Allocation &A);
  void checkTempOrder();
  void checkThreadLocal();

  // VerifierIdentity.cpp
  void checkIdsAndUnique();
  void checkUnplaced();
  bool isUsedListUsual() const;
  bool arePlacedUnique(bool IsUsedListUsual) const;
  void checkIds(bool IsUsedListUsual);
  void checkUnique(bool IsUsedListUsual);
  void checkPlacedUnique();
  void checkUsedUnique(bool IsUsedListUsual);

  // VerifierPadding.cpp
  void checkPadding();

  // VerifierDefinition.cpp
  void checkDefinition();
  void checkDefinitionOf(const Value &V);
  void checkParameterNumber(const Value &V);

  // VerifierOverlap.cpp
  /// Finds what checkOverlapAndTouch() looks at.
  void findSuspects();
  void checkOverlapAndTouch();
  void checkOverlapIn(const Allocation &A, const HeldRanges &Ranges,
                      SlicedPrefetches &Prefetches);

  // VerifierRanges.cpp
  void checkSchedule();
  void checkRange();
  bool beginsWithAsyncStart(Time Begin, Time Defined);
  void checkRangeOf(const Value &V);
  void checkUse();
  void checkRangeOrder();
  void checkRangeOwner();
  void checkArguments();
  bool canDeriveRanges() const;
  /// What checkDerivedRange() compares with.
  void deriveRanges();
  void checkDerivedRange();

  // VerifierPeak.cpp
  void checkPeak();
  void checkPeakList();
  void checkPeakBuffers();
  void checkPeakSizes();
  void checkStackTrace();

  // VerifierReport.cpp
  void checkReport();
  void checkReportTotal(const MemoryReport::TotalLine &Said, Bytes Actual,
                        std::optional<MemorySpace> Space);
  void checkReportTotals();
  void checkReportAllocations();
  void checkReportTables();
  const Allocation *findAllocation(uint64_t Index) const;

  // VerifierTrace.cpp
  void checkTrace();
  void reportTraceProblem(const HeapTrace &T, const TraceProblem &P);
  void checkTracePeak(const HeapTrace &T, const TracedArena &A);
  void checkBuffers();

  // VerifierForms.cpp
  void checkForms();
  void compareAllocations();
  void compareValues();
  void comparePeaks();
  /// "text" or "HloProto".
  StringRef getThisForm() const;
  StringRef getOtherForm() const;

  /// Which computation owns an instruction, or null where that is in doubt. Not
  /// while other threads are at work.
  const HloSchedule *getSchedule();
  /// Returns the graph of the text that the options name; null without one.
  const HloGraph *getOutlineOfText();

  /// True if the rule is to be checked, which takes that the dump has the
  /// facts. Notes which rules are.
  bool begin(VerifierRule R, bool HasFacts);
  /// Returns the memory space of the value, or none if it is in no allocation.
  static std::optional<MemorySpace> spaceOf(const Value &V);

  /// The rule is broken in \p Space, or in all. \p Print writes the message, if
  /// that is kept.
  void report(VerifierRule R, RuleSeverity S, SMLoc Loc,
              std::optional<MemorySpace> Space, Printer Print);
  /// In all spaces.
  void report(VerifierRule R, RuleSeverity S, SMLoc Loc, Printer Print) {
    report(R, S, Loc, std::nullopt, Print);
  }
  /// In that of the value or allocation to blame.
  void report(VerifierRule R, RuleSeverity S, const Value &V, Printer Print) {
    report(R, S, V.getLoc(), spaceOf(V), Print);
  }
  void report(VerifierRule R, RuleSeverity S, const Allocation &A,
              Printer Print) {
    report(R, S, A.getLoc(), A.getMemorySpace(), Print);
  }
  /// The same with the severity of the rule.
  template <typename PlaceT>
  void report(VerifierRule R, const PlaceT &Place, Printer Print) {
    report(R, getInfo(R).Severity, Place, Print);
  }

  /// The source asserts what can be calculated of the rest, or is in an order
  /// of its own. Of a source that is no dump the reader has done both.
  bool hasOwnClaims() const {
    return !llvm::isa_and_present<PrintableProvenance>(M.getProvenance());
  }
  /// The source tells when values are live. What was computed of a program
  /// agrees with its schedule, positions and uses.
  bool hasOwnRanges() const {
    return M.hasLiveRanges() &&
           (M.values().empty() || !M.values().front().isComputed());
  }
  /// What a source lists was made of the module as it is, and agrees with it.
  bool isAsComputed() const {
    return M.getGraph() && M.getEditCount() == 0 && !hasOwnRanges();
  }
  bool hasUsedValues() const { return hasSection(M, DumpSection::UsedValues); }
  bool hasAllocations() const {
    return hasSection(M, DumpSection::Allocations);
  }
  /// All values that there are: of the allocations, and others under `Used
  /// values:`.
  template <typename Fn> void forEachValue(Fn F) const {
    for (const Value &V : M.values())
      F(V);
    for (const Value *V : Facts.Unplaced)
      F(*V);
  }

  /// Those of all values that \p IsDoubtful says so of, in the order of
  /// forEachValue(). Works with the threads of the module.
  std::vector<const Value *>
  findValues(function_ref<bool(const Value &)> IsDoubtful) const;

  const Module &M;
  /// Not to be asked by several threads.
  AnalysisManager &AM;
  const VerifierOptions &Options;
  const VerifierFacts &Facts;
  /// No part of the dump was cut off.
  bool IsWhole;
  std::shared_ptr<const DerivedLiveRanges> Derived;
  /// Allocations in which values share bytes, by the printed live ranges.
  std::vector<const Allocation *> Suspects;
  VerifierResult Result;
};

} // namespace hlomem

#endif // HLOMEM_LIB_VERIFIER_VERIFIERIMPL_H
