//===- DerivedLiveRanges.cpp - Live ranges by XLA's rules -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/DerivedLiveRanges.h"
#include "Program/PrintedInstructions.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/ValueLists.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/ADT/NameTable.h"
#include "hlomem/Support/ADT/RadixSort.h"
#include "hlomem/Support/Parallel.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

namespace {

/// LiveRangeRules with every choice made.
struct ChosenRules {
  bool SharesHandOver;
  HloLiveRangeRules OfEach;
};

/// Derives the ranges of one module by one set of rules after the other.
class RangeDeriver {
  const Module &M;
  const HloSchedule &S;
  const ScheduleIndex &Times;
  ArrayRef<Value> Values;
  Time EndOfProgram;
  /// The leaves of entry arguments that the HLO text declares as aliased with a
  /// result.
  DenseSet<std::pair<uint64_t, LeafId>> Aliases;
  const HloGraph *OfText;

public:
  /// \p Times are of the schedule of \p S.
  RangeDeriver(const Module &M, const HloSchedule &S,
               const ScheduleIndex &Times, const HloGraph *OfText)
      : M(M), S(S), Times(Times), Values(M.values()), EndOfProgram(S.getEnd()),
        OfText(OfText) {
    if (OfText)
      for (const InputOutputAlias &A : OfText->inputOutputAliases())
        Aliases.insert({A.Parameter, A.ParameterLeaf});
    for (Time T = 0; T != EndOfProgram; ++T) {
      HasCalls |= S.at(T).Op == Opcode::Call;
      HasAsyncComputations |= bool(S.getOwner(T).AsyncContext);
    }
  }

  std::vector<DerivedRange> derive(ChosenRules Rules);
  bool hasCalls() const { return HasCalls; }
  bool hasAsyncComputations() const { return HasAsyncComputations; }

private:
  DerivedRange deriveAlone(const Value &V, const ScheduledRanges &Rules) const;
  std::optional<bool> isAliasedWithResult(const Value &V) const;
  bool isArgument(const Value &V) const;
  void cutRanges(ArrayRef<uint32_t> ByBegin, std::vector<DerivedRange> &Ranges,
                 bool SharesHandOver) const;
  void normalizeSlices(const Allocation &A, std::vector<DerivedRange> &Ranges,
                       bool SharesHandOver) const;
  bool isReusedInBranch(const Value &Operand, Time End, const Value &Other,
                        Time Begin) const;
  void doubtEndsOfEmpty(ArrayRef<uint32_t> Slice,
                        std::vector<DerivedRange> &Ranges) const;
  void normalizeSlice(ArrayRef<uint32_t> ByBegin,
                      std::vector<DerivedRange> &Ranges,
                      bool SharesHandOver) const;

  bool HasCalls = false;
  bool HasAsyncComputations = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

// None where the dump and the text contradict each other.
std::optional<bool> RangeDeriver::isAliasedWithResult(const Value &V) const {
  const Allocation &A = V.getAllocation();
  bool IsDonated = A.isDonated();
  if (!OfText)
    return IsDonated;
  if (!A.getParameter())
    return std::nullopt;
  std::optional<HloPlace> At =
      OfText->find(V.getInstructionName(), V.getDefinition().getIndex());
  bool IsAliased = At && Aliases.contains({A.getParameter()->Number, At->Leaf});
  if (IsAliased != IsDonated)
    return std::nullopt;
  return IsDonated;
}

bool RangeDeriver::isArgument(const Value &V) const {
  Time Defined = Times.getDefinition(V);
  return Defined != ScheduleIndex::NotScheduled && S.isArgumentAt(Defined);
}

DerivedRange RangeDeriver::deriveAlone(const Value &V,
                                       const ScheduledRanges &Rules) const {
  DerivedRange Result;
  Time Defined = Times.getDefinition(V);
  if (Defined == ScheduleIndex::NotScheduled)
    return Result;
  LiveRange &R = Result.Range;
  R = Rules.getDefinition(Defined);
  Result.State = DerivedRange::Unknown;
  if (S.isArgumentAt(Defined)) {
    std::optional<bool> IsAliased = isAliasedWithResult(V);
    if (!IsAliased)
      return Result;
    if (!*IsAliased) {
      R.End = EndOfProgram;
      Result.State = DerivedRange::Known;
      return Result;
    }
  }
  // The first position is the definition.
  ArrayRef<Time> Positions = Times.getPositions(V);
  if (V.hasUses() && !Positions.empty() &&
      Rules.extend(R, Positions, Times.getUses(V)))
    Result.State = DerivedRange::Known;
  return Result;
}

//===----------------------------------------------------------------------===//
// The values of one buffer
//===----------------------------------------------------------------------===//

// A TPU's memory-space assignment gives the bytes of a conditional's operand to
// others once a branch has read it for the last time. Mostly they are another
// buffer, and the range is not cut.
bool RangeDeriver::isReusedInBranch(const Value &Operand, Time End,
                                    const Value &Other, Time Begin) const {
  if (End == EndOfProgram || S.at(End).Op != Opcode::Conditional ||
      !M.getShapes().hasTiles() ||
      !hasProperty(Backend::TPU, Operand.getAllocation().getMemorySpace(),
                   MemorySpaceProperties::IsOnChip))
    return false;
  bool IsInBranch = any_of(S.getCallees(End), [&](ComputationId Branch) {
    const ScheduledComputation &C = S[Branch];
    return C.Begin <= Begin && Begin < C.End;
  });
  return IsInBranch && !Other.isPhi();
}

// XLA cuts the ranges of a buffer's values so that one ends where the next
// begins. The dump does not name buffers. But no two buffers that share a slice
// share more than one instant either, before the cut or after it, and where
// ranges share one instant or none there is nothing to cut: all values of a
// slice can be taken for one buffer. Two cases need more care: values of no
// size may share a place for any time, and before June 2022 a range that ended
// with the begin of the next lost an instant if the two were one buffer.
void RangeDeriver::cutRanges(ArrayRef<uint32_t> ByBegin,
                             std::vector<DerivedRange> &Ranges,
                             bool SharesHandOver) const {
  // What others have reused may go on until then, in whichever value.
  Time ReusedUntil = 0;
  for (size_t I = 0; I + 1 < ByBegin.size(); ++I) {
    DerivedRange &First = Ranges[ByBegin[I]];
    DerivedRange &Second = Ranges[ByBegin[I + 1]];
    if (Second.Range.Begin < ReusedUntil)
      Second.State = DerivedRange::Unknown;
    Time Begin = Second.Range.Begin;
    Time End = First.Range.End;
    if (End < Begin || (End == Begin && SharesHandOver))
      continue;
    const Value &Holder = Values[ByBegin[I]];
    if (isReusedInBranch(Holder, End, Values[ByBegin[I + 1]], Begin)) {
      First.State = DerivedRange::Unknown;
      // What reads the operand may also write to its buffer.
      if (is_contained(Times.getUses(Holder), Begin))
        Second.State = DerivedRange::Unknown;
      ReusedUntil = std::max(ReusedUntil, End);
      continue;
    }
    bool IsOneBuffer = End > Begin || (isArgument(Holder) &&
                                       Holder.getAllocation().isDonated() &&
                                       Second.Range.End == EndOfProgram);
    Second.Range.End = std::max(Second.Range.End, End);
    if (Holder.getSize().isZero())
      First.State = Second.State = DerivedRange::Unknown;
    else if (SharesHandOver)
      First.Range.End = Begin;
    else if (IsOneBuffer && First.Range.Begin < Begin)
      First.Range.End = Begin - 1;
    else
      First.State = DerivedRange::Unknown;
  }
}

// Values without bytes that share a place may be one buffer or not. What ends
// otherwise than by itself does so where another begins, or with another.
void RangeDeriver::doubtEndsOfEmpty(ArrayRef<uint32_t> Slice,
                                    std::vector<DerivedRange> &Ranges) const {
  DenseSet<Time> Meetings;
  for (uint32_t I : Slice) {
    Meetings.insert(Ranges[I].Range.Begin);
    Meetings.insert(Ranges[I].Range.End);
  }
  for (uint32_t I : Slice) {
    DerivedRange &R = Ranges[I];
    Time End = Values[I].getLiveRange()->End;
    if (R.Range.End != End && Meetings.contains(End))
      R.State = DerivedRange::Unknown;
  }
}

void RangeDeriver::normalizeSlice(ArrayRef<uint32_t> ByBegin,
                                  std::vector<DerivedRange> &Ranges,
                                  bool SharesHandOver) const {
  if (SharesHandOver && Values[ByBegin.front()].getSize().isZero() &&
      all_of(ByBegin, [&](uint32_t I) {
        return Ranges[I].State == DerivedRange::Known &&
               Values[I].getLiveRange();
      }))
    return doubtEndsOfEmpty(ByBegin, Ranges);
  // An unknown range may cut or extend any that it can meet.
  Time FirstDoubt = std::numeric_limits<Time>::max();
  SmallVector<uint32_t, 16> Known;
  for (uint32_t I : ByBegin) {
    if (Ranges[I].State == DerivedRange::Known)
      Known.push_back(I);
    else if (Ranges[I].State == DerivedRange::Unknown)
      FirstDoubt = std::min(FirstDoubt, Ranges[I].Range.Begin);
  }
  cutRanges(Known, Ranges, SharesHandOver);
  for (uint32_t I : Known)
    if (Ranges[I].Range.End >= FirstDoubt)
      Ranges[I].State = DerivedRange::Unknown;
}

void RangeDeriver::normalizeSlices(const Allocation &A,
                                   std::vector<DerivedRange> &Ranges,
                                   bool SharesHandOver) const {
  // There may be millions of values, but few share an offset.
  std::vector<uint32_t> ByOffset =
      getSortedPositions(A.values().size(), [&A](uint32_t N) {
        return A.values()[N].getOffset().count();
      });
  for (uint32_t &I : ByOffset)
    I += A.values().data() - Values.data();
  auto IsBefore = [&](uint32_t L, uint32_t R) {
    auto KeyOf = [&](uint32_t I) {
      return std::tuple(Values[I].getSize(), Ranges[I].Range.Begin,
                        Ranges[I].Range.End, Values[I].getId());
    };
    return KeyOf(L) < KeyOf(R);
  };
  // Calls Fn for what stands side by side and is the same.
  auto ForEachGroup = [&](MutableArrayRef<uint32_t> Rest, auto Get, auto Fn) {
    while (!Rest.empty()) {
      Bytes Same = Get(Values[Rest.front()]);
      size_t Count = 1;
      while (Count != Rest.size() && Get(Values[Rest[Count]]) == Same)
        ++Count;
      if (Count != 1)
        Fn(Rest.take_front(Count));
      Rest = Rest.drop_front(Count);
    }
  };
  ForEachGroup(ByOffset, std::mem_fn(&Value::getOffset),
               [&](MutableArrayRef<uint32_t> SameOffset) {
                 llvm::sort(SameOffset, IsBefore);
                 ForEachGroup(SameOffset, std::mem_fn(&Value::getSize),
                              [&](ArrayRef<uint32_t> SameSlice) {
                                normalizeSlice(SameSlice, Ranges,
                                               SharesHandOver);
                              });
               });
}

std::vector<DerivedRange> RangeDeriver::derive(ChosenRules Rules) {
  const ScheduledRanges OfEach(S, Rules.OfEach);
  std::vector<DerivedRange> Ranges(Values.size());
  static constexpr size_t PartSize = 8192;
  parallelFor(M.getThreadCount(), divideCeil(Values.size(), PartSize),
              [&](size_t Part) {
                size_t Begin = Part * PartSize;
                size_t End = std::min(Begin + PartSize, Values.size());
                for (size_t I = Begin; I != End; ++I)
                  Ranges[I] = deriveAlone(Values[I], OfEach);
              });
  for (const Allocation &A : M.allocations())
    normalizeSlices(A, Ranges, Rules.SharesHandOver);
  return Ranges;
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

// What all releases have in common that may have written the dump by its
// spelling.
static LiveRangeRules rulesOfDialect(const Module &M) {
  const Value *WithText = nullptr;
  bool HasOperandTypes = false;
  for (const Value &V : M.values()) {
    if (!V.hasInstructionText())
      continue;
    WithText = &V;
    if (Opcode Op = getOpcode(M, V);
        Op == Opcode::Parameter || Op == Opcode::Constant)
      continue;
    const InstructionDetails *I = M.getInstruction(V);
    if (!I || I->Operands.empty())
      continue;
    HasOperandTypes = I->Operands.front().Type != nullptr;
    break;
  }
  bool HasPointers = printsPointers(M);
  auto MayBeOf = [&](const XlaFacts &F) {
    if (F.Pointers != HasPointers || F.OperandTypes < HasOperandTypes)
      return false;
    if (HasPointers)
      return F.Instructions == (WithText != nullptr);
    return !WithText ||
           F.BlankAfterInstruction == getDialect(M).BlankAfterInstruction;
  };
  auto Agree = [&]<typename T>(T XlaFacts::*Fact) {
    std::optional<T> Common;
    for (const XlaFacts &F : make_filter_range(XlaReleases, MayBeOf)) {
      if (Common && *Common != F.*Fact)
        return std::optional<T>();
      Common = F.*Fact;
    }
    return Common;
  };
  return {Agree(&XlaFacts::SharesHandOver), Agree(&XlaFacts::IgnoresCalls),
          Agree(&XlaFacts::BeginsAsync)};
}

/// \p Matters is false where both choices give the same.
template <typename T>
static SmallVector<T, 3>
choicesOf(std::optional<T> Given, std::optional<T> Dialect,
          std::initializer_list<T> All, bool Matters = true) {
  if (std::optional<T> Choice = Given ? Given : Dialect)
    return {*Choice};
  if (!Matters)
    return {*All.begin()};
  return All;
}

static size_t countContradictions(ArrayRef<Value> Values,
                                  ArrayRef<DerivedRange> Ranges) {
  size_t Count = 0;
  for (auto [V, R] : zip_equal(Values, Ranges))
    Count += R.State == DerivedRange::Known && V.getLiveRange() &&
             *V.getLiveRange() != R.Range;
  return Count;
}

/// Of several derivations keeps those that contradict least what is printed,
/// and of these what they have in common.
static std::vector<DerivedRange>
deriveByRules(const Module &M, RangeDeriver &Deriver, LiveRangeRules Given) {
  LiveRangeRules Dialect = rulesOfDialect(M);
  SmallVector<ChosenRules, 8> Choices;
  for (bool Shares :
       choicesOf(Given.SharesHandOver, Dialect.SharesHandOver, {true, false}))
    for (bool Ignores : choicesOf(Given.IgnoresCalls, Dialect.IgnoresCalls,
                                  {true, false}, Deriver.hasCalls()))
      for (AsyncBegin Begin :
           choicesOf(Given.BeginsAsync, Dialect.BeginsAsync,
                     {AsyncBegin::Computation, AsyncBegin::Definition,
                      AsyncBegin::Start},
                     Deriver.hasAsyncComputations()))
        Choices.push_back({Shares, {Ignores, Begin}});
  if (Choices.size() == 1)
    return Deriver.derive(Choices.front());

  std::vector<DerivedRange> Best;
  size_t BestCount = std::numeric_limits<size_t>::max();
  for (ChosenRules Rules : Choices) {
    std::vector<DerivedRange> Ranges = Deriver.derive(Rules);
    size_t Count = countContradictions(M.values(), Ranges);
    if (Count < BestCount) {
      Best = std::move(Ranges);
      BestCount = Count;
    } else if (Count == BestCount) {
      for (auto [Kept, Other] : zip_equal(Best, Ranges))
        if (Other.State != DerivedRange::Known || Other.Range != Kept.Range)
          Kept.State = DerivedRange::Unknown;
    }
  }
  return Best;
}

//===----------------------------------------------------------------------===//
// DerivedLiveRanges
//===----------------------------------------------------------------------===//

std::optional<LiveRange> DerivedLiveRanges::getLiveRange(const Value &V) const {
  // Used values that stand in no allocation are elsewhere in memory.
  if (!V.isAllocated())
    return std::nullopt;
  const DerivedRange &R = Ranges[&V - FirstValue];
  return R.State == DerivedRange::Known ? std::optional(R.Range) : std::nullopt;
}

// An argument that no result takes over needs no owners.
static std::optional<LiveRange> rangeOfArgument(const Module &M,
                                                const Value &V) {
  if (V.isPhi() || V.getAllocation().getFlags() != AllocationFlags::Parameter ||
      V.getAllocation().values().size() != 1 ||
      getOpcode(M, V) != Opcode::Parameter ||
      !M.getTime(V.getInstructionName()))
    return std::nullopt;
  return LiveRange{0, M.getEndOfProgram()};
}

DerivedLiveRanges deriveLiveRanges(const Module &M, const ScheduleIndex &Times,
                                   const HloSchedule *Schedule,
                                   const HloGraph *OfText,
                                   LiveRangeRules Rules) {
  DerivedLiveRanges Result;
  Result.FirstValue = M.values().data();
  Result.DumpSchedule = M.schedule();
  if (!Schedule) {
    Result.Ranges.resize(M.values().size());
    for (auto [V, Derived] : zip_equal(M.values(), Result.Ranges))
      if (std::optional<LiveRange> R = rangeOfArgument(M, V))
        Derived = {DerivedRange::Known, *R};
    return Result;
  }
  Result.KnowsComputations = true;
  // The schedule of the text is that of the dump, if that has one.
  if (M.schedule().empty()) {
    Result.OwnSchedule = Schedule->names().vec();
    Result.OwnTimes.emplace(M, Result.OwnSchedule,
                            NameTable::of(Result.OwnSchedule));
  }
  RangeDeriver Deriver(M, *Schedule, Result.OwnTimes ? *Result.OwnTimes : Times,
                       OfText);
  Result.Ranges = deriveByRules(M, Deriver, Rules);
  return Result;
}

} // namespace hlomem
