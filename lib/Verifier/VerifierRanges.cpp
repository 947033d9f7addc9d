//===- VerifierRanges.cpp - Rules of the schedule and of live ranges ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "hlomem/Analysis/Liveness/DerivedLiveRanges.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;

namespace hlomem {

static raw_ostream &operator<<(raw_ostream &OS, LiveRange R) {
  return OS << R.Begin << '-' << R.End;
}

void Verifier::checkSchedule() {
  const DumpClaims &Claims = getClaims(M);
  if (!begin(VerifierRule::Schedule, Claims.EndOfProgram && IsWhole))
    return;
  if (*Claims.EndOfProgram != M.getEndOfProgram())
    report(VerifierRule::Schedule, Claims.EndOfProgramLoc,
           [&](raw_ostream &OS) {
             OS << "'max' is " << *Claims.EndOfProgram
                << ", but the schedule ends at " << M.getEndOfProgram();
           });
  if (AM.getResult<ScheduleIndexAnalysis>().isUnique())
    return;
  DenseMap<StringRef, Time> Times;
  for (auto [T, Name] : enumerate(M.schedule())) {
    auto [First, IsNew] = Times.try_emplace(Name, T);
    if (!IsNew)
      report(VerifierRule::Schedule, SMLoc::getFromPointer(Name.data()),
             [&, T = T, Name = Name, First = First](raw_ostream &OS) {
               OS << Name << " is scheduled at " << First->second
                  << " and again at " << T;
             });
  }
}

//===----------------------------------------------------------------------===//
// Where ranges begin and end
//===----------------------------------------------------------------------===//

void Verifier::checkRange() {
  if (!begin(VerifierRule::Range, hasOwnRanges()))
    return;
  for (const UnlistedLiveRange &U : unlistedLiveRanges(M)) {
    bool IsBackwards = U.Range.End < U.Range.Begin;
    if (!IsBackwards && U.Range.End <= M.getEndOfProgram())
      continue;
    // The schedule may have been cut, or digits of the last range.
    bool IsLast =
        !liveRangeOrder(M).back() && &U == &unlistedLiveRanges(M).back();
    if (!IsWhole && (!IsBackwards || IsLast))
      continue;
    report(VerifierRule::Range, U.Definition.getLoc(), [&](raw_ostream &OS) {
      OS << "live range " << U.Range << " of " << U.Definition;
      if (IsBackwards)
        OS << " ends before it begins";
      else
        OS << " ends after the end of the program, " << M.getEndOfProgram();
    });
  }
  if (!IsWhole)
    return;
  const ScheduleIndex &Times = AM.getResult<ScheduleIndexAnalysis>();
  for (const Value *V : findValues([&](const Value &V) {
         std::optional<LiveRange> R = V.getLiveRange();
         return R && Times.getDefinition(V) != R->Begin;
       }))
    checkRangeOf(*V);
}

// In some dumps of 2026 values of an asynchronous computation, which stands
// right before its start in the schedule, begin with that start.
bool Verifier::beginsWithAsyncStart(Time Begin, Time Defined) {
  if (Begin >= M.schedule().size() ||
      (getTexts(M).size() == 1 && !getDialect(M).PrintsNoUses))
    return false;
  if (const HloSchedule *S = getSchedule()) {
    ComputationId Async = S->getOwner(Defined).AsyncContext;
    return Async && (*S)[Async].AsyncStart.value_or((*S)[Async].End) == Begin;
  }
  // Some are printed as the operation that they wrap: `all-gather-start`.
  return hasTrait(findOpcodeAt(M, nullptr, Begin), OpcodeTraits::AsyncStart);
}

void Verifier::checkRangeOf(const Value &V) {
  LiveRange R = *V.getLiveRange();
  std::optional<Time> Defined = M.getTime(V.getInstructionName());
  if (!Defined)
    return report(VerifierRule::Range, V, [&](raw_ostream &OS) {
      OS << "value " << ValueName(V) << " is live " << R
         << ", but its instruction is not scheduled";
    });
  RuleSeverity Severity = RuleSeverity::Error;
  if (R.Begin < *Defined) {
    const InstructionDetails *I = M.getInstruction(V);
    if (!I || I->Op == Opcode::Parameter || I->Op == Opcode::Unknown)
      return;
    // In 2026 those of an asynchronous computation begin with its start.
    if (getDialect(M).PrintsNoUses || getTexts(M).size() > 1)
      Severity = RuleSeverity::Warning;
  } else if (beginsWithAsyncStart(R.Begin, *Defined)) {
    return;
  }
  report(VerifierRule::Range, Severity, V, [&](raw_ostream &OS) {
    OS << "value " << ValueName(V) << " is live " << R
       << ", but its instruction runs at " << *Defined;
  });
}

namespace {

/// What loops carry in the place of the arguments of an allocation.
struct CarriedArguments {
  explicit CarriedArguments(const Allocation &A) {
    for (const Value &V : A.values())
      if (std::optional<LiveRange> R = V.getLiveRange()) {
        if (V.isPhi())
          PhiBegins.insert(R->Begin);
        Last = std::max(Last, R->End);
      }
  }

  /// Whether the values that come after an argument that is live in \p R hold
  /// what is left of the time up to \p End.
  bool reach(LiveRange R, Time End) const {
    return PhiBegins.contains(R.End) && Last == End;
  }

  DenseSet<Time> PhiBegins;
  Time Last = 0;
};

} // namespace

void Verifier::checkArguments() {
  if (!begin(VerifierRule::Arguments,
             M.hasLiveRanges() && hasAllocations() && IsWhole))
    return;
  LiveRange Whole = {0, M.getEndOfProgram()};
  for (const Allocation &A : M.allocations()) {
    if (!A.has(AllocationFlags::Parameter) || A.isDonated())
      continue;
    // Built when needed.
    std::optional<CarriedArguments> Carried;
    for (const Value &V : A.values()) {
      std::optional<LiveRange> R = V.getLiveRange();
      // A loop's own parameter is no argument of the program.
      if (!R || *R == Whole || V.isPhi())
        continue;
      const InstructionDetails *I = M.getInstruction(V);
      if (I ? I->Op != Opcode::Parameter : A.isArena())
        continue;
      if (R->Begin == 0) {
        if (!Carried)
          Carried.emplace(A);
        if (Carried->reach(*R, Whole.End))
          continue;
      }
      report(VerifierRule::Arguments, V, [&](raw_ostream &OS) {
        OS << "argument " << ValueName(V) << " in allocation " << A.getIndex()
           << " is live " << *R << " instead of " << Whole;
      });
    }
  }
}

bool Verifier::canDeriveRanges() const {
  return hasOwnRanges() && hasAllocations() && hasUsedValues() && IsWhole;
}

void Verifier::deriveRanges() {
  if (!Options.Rules[size_t(VerifierRule::DerivedRange)] || !canDeriveRanges())
    return;
  const HloGraph *OfText = getOutlineOfText();
  if (OfText && !AM.getResult<ProgramStructureAnalysis>().isOfText())
    OfText = nullptr;
  const HloSchedule *Schedule = getSchedule();
  const auto &Times = AM.getResult<ScheduleIndexAnalysis>();
  Derived = std::make_shared<const DerivedLiveRanges>(
      deriveLiveRanges(M, Times, Schedule, OfText));
}

void Verifier::checkDerivedRange() {
  if (!begin(VerifierRule::DerivedRange, canDeriveRanges()))
    return;
  // What breaks these rules has been reported; no range could be right.
  for (VerifierRule R :
       {VerifierRule::Overlap, VerifierRule::Touch, VerifierRule::Schedule,
        VerifierRule::Range, VerifierRule::Use, VerifierRule::Arguments})
    if (Result.getCount(R, RuleSeverity::Error) != 0)
      return;
  for (const Value *V : findValues([&](const Value &V) {
         std::optional<LiveRange> Printed = V.getLiveRange();
         std::optional<LiveRange> Expected = Derived->getLiveRange(V);
         return Printed && Expected && *Printed != *Expected;
       }))
    report(VerifierRule::DerivedRange, *V, [&](raw_ostream &OS) {
      OS << "value " << ValueName(*V) << " is live " << *V->getLiveRange()
         << ", but schedule, positions and uses make that "
         << *Derived->getLiveRange(*V);
    });
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// The instructions of such a computation run before the one that calls it: its
/// operands may be dead by then.
static bool runsComputationBefore(Opcode Op) {
  return is_contained({Opcode::While, Opcode::Call, Opcode::Conditional,
                       Opcode::AsyncStart, Opcode::AsyncUpdate,
                       Opcode::AsyncDone},
                      Op);
}

void Verifier::checkUse() {
  if (!begin(VerifierRule::Use, hasOwnRanges() && hasUsedValues() && IsWhole))
    return;
  // Where values take over the bytes of others: what is left of the range of
  // one that they replace belongs to them. Built when needed.
  using SliceAtTime = std::tuple<uint64_t, uint64_t, Time>;
  std::optional<DenseSet<SliceAtTime>> Begins;
  auto IsReplaced = [&](const Value &V) {
    if (!V.isAllocated())
      return true;
    auto SliceOf = [](const Value &W, Time T) {
      return SliceAtTime(W.getAllocation().getIndex(), W.getOffset().count(),
                         T);
    };
    if (!Begins) {
      Begins.emplace();
      for (const Value &W : M.values())
        if (std::optional<LiveRange> R = W.getLiveRange();
            R && !W.getSize().isZero())
          Begins->insert(SliceOf(W, R->Begin));
    }
    LiveRange R = *V.getLiveRange();
    // A range of one instant is nobody's successor at that instant. Until June
    // 2022 the first ended an instant earlier, and no dump tells for sure that
    // it is of that time.
    return (R.Begin != R.End && Begins->contains(SliceOf(V, R.End))) ||
           Begins->contains(SliceOf(V, R.End + 1));
  };
  const ScheduleIndex &Times = AM.getResult<ScheduleIndexAnalysis>();
  auto IsRead = [](Time T, LiveRange R) {
    return T == ScheduleIndex::NotScheduled || R.contains(T);
  };
  // Also what is live before it is defined, as a parameter, is read later.
  auto GetReadable = [&](const Value &V) {
    LiveRange R = *V.getLiveRange();
    if (Time T = Times.getDefinition(V); T != ScheduleIndex::NotScheduled)
      R.Begin = std::max(R.Begin, T);
    return R;
  };
  std::vector<const Value *> Doubtful = findValues([&](const Value &V) {
    if (!V.getLiveRange())
      return false;
    LiveRange R = GetReadable(V);
    return !all_of(Times.getUses(V), [&](Time T) { return IsRead(T, R); });
  });
  if (Doubtful.empty())
    return;

  // The values that late readers give as a whole: they are few, and a table of
  // all values by name takes long.
  BitVector IsLate(M.schedule().size());
  for (const Value *V : Doubtful)
    for (Time T : Times.getUses(*V))
      if (T != ScheduleIndex::NotScheduled && T > V->getLiveRange()->End)
        IsLate.set(T);
  DenseMap<Time, const Value *> Results;
  for (const Value *V : findValues([&](const Value &V) {
         Time T = Times.getDefinition(V);
         return T != ScheduleIndex::NotScheduled && IsLate[T] &&
                V.isAllocated() && V.getDefinition().getIndex().empty();
       }))
    Results.try_emplace(Times.getDefinition(*V), V);
  auto GetOpcode = [&](Time T) {
    const Value *Result = Results.lookup(T);
    const InstructionDetails *I = Result ? M.getInstruction(*Result) : nullptr;
    return I ? I->Op : Opcode::Unknown;
  };

  for (const Value *V : Doubtful) {
    LiveRange R = GetReadable(*V);
    for (auto [U, T] : zip_equal(V->getUses(), Times.getUses(*V))) {
      if (IsRead(T, R))
        continue;
      if (T > R.End) {
        // Without its text nothing tells a call from others.
        Opcode Op = GetOpcode(T);
        if (Op == Opcode::Unknown || runsComputationBefore(Op) ||
            IsReplaced(*V))
          continue;
      }
      report(VerifierRule::Use, getInfo(VerifierRule::Use).Severity,
             U.User.getLoc(), spaceOf(*V), [&, &U = U, T = T](raw_ostream &OS) {
               OS << "value " << ValueName(*V)
                  << (R == *V->getLiveRange() ? " is live "
                                              : " is defined and live ")
                  << R << ", but " << U.User.getName() << " reads it at " << T;
             });
    }
  }
}

//===----------------------------------------------------------------------===//
// Whose ranges they are
//===----------------------------------------------------------------------===//

void Verifier::checkRangeOrder() {
  if (!begin(VerifierRule::RangeOrder,
             hasOwnRanges() && (hasAllocations() || hasUsedValues())))
    return;
  const Value *Before = nullptr;
  for (const Value *V : liveRangeOrder(M)) {
    if (!V)
      continue;
    if (Before && V->getId() < Before->getId())
      report(VerifierRule::RangeOrder, V->getLoc(), [&](raw_ostream &OS) {
        OS << "the live range of value " << ValueName(*V) << " comes after "
           << "that of " << ValueName(*Before);
      });
    Before = V;
  }
}

void Verifier::checkRangeOwner() {
  if (!begin(VerifierRule::RangeOwner,
             M.hasLiveRanges() && hasAllocations() && IsWhole))
    return;
  // Not a lot of doubtful ranges, but one mistake.
  size_t Strange = count_if(unlistedLiveRanges(M), [this](const auto &U) {
    return !M.findValue(U.Definition.getName(), U.Definition.getIndex());
  });
  if (getTexts(M).size() > 1 && Strange * 2 > liveRangeOrder(M).size()) {
    report(VerifierRule::RangeOwner, RuleSeverity::Error,
           unlistedLiveRanges(M).front().Definition.getLoc(),
           [&](raw_ostream &OS) {
             OS << "these are the live ranges of another module: " << Strange
                << " of " << liveRangeOrder(M).size() << " belong to no value";
           });
    return;
  }
  DenseSet<DefinitionKey> Impossible;
  for (const UnlistedLiveRange &U : unlistedLiveRanges(M)) {
    ShapeIndex Index = U.Definition.getIndex();
    if (U.Range.End < U.Range.Begin || U.Range.End > M.getEndOfProgram()) {
      Impossible.insert(U.Definition.getKey());
      continue;
    }
    const Value *Owner = M.findValue(U.Definition.getName(), Index);
    report(VerifierRule::RangeOwner, U.Definition.getLoc(),
           [&](raw_ostream &OS) {
             OS << "live range " << U.Range << " of " << U.Definition;
             if (Owner)
               OS << " is a second one for value " << ValueName(*Owner);
             else
               OS << " belongs to no value of an allocation";
           });
  }
  for (const Value *V : findValues([&](const Value &V) {
         return !V.getLiveRange() && V.isAllocated() &&
                !V.getAllocation().isThreadLocal() &&
                !V.getAllocation().has(AllocationFlags::Constant) &&
                !Impossible.contains(V.getDefinition().getKey());
       }))
    report(VerifierRule::RangeOwner, *V, [&](raw_ostream &OS) {
      OS << "value " << ValueName(*V) << " in allocation "
         << V->getAllocation().getIndex() << " has no live range";
    });
}

} // namespace hlomem
