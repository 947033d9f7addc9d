//===- HloLiveRanges.cpp - When values of a program are live --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

// An empty tuple stands for what is not there yet.
bool isAsyncComplete(const Shape &Operation, bool IsDone, size_t ParameterCount,
                     function_ref<const Shape *()> GetResult) {
  if (!Operation.isTuple() || Operation.getElements().size() < 2)
    return true;
  auto IsEmpty = [](const Shape *S) {
    return S && S->isTuple() && S->getElements().empty();
  };
  ArrayRef<const Shape *> Parts = Operation.getElements();
  return Parts[0]->getElements().size() == ParameterCount &&
         (IsDone || !IsEmpty(Parts[1]) || IsEmpty(GetResult()));
}

static bool isComplete(const HloGraph &G, const GraphInstruction &I) {
  if (I.Called.size() != 1)
    return true;
  const GraphComputation &C = G.getCalled(I);
  bool IsDone = I.Op == Opcode::AsyncDone && !I.Operands.empty();
  return isAsyncComplete(IsDone ? *G[I.Operands[0]].Type : *I.Type, IsDone,
                         C.Parameters.size(), [&] { return G[C.Root].Type; });
}

SmallVector<ComputationId, 2> getFlattened(const HloGraph &G,
                                           const GraphInstruction &I) {
  switch (I.Op) {
  case Opcode::Call:
  case Opcode::Conditional:
    return SmallVector<ComputationId, 2>(I.Called);
  case Opcode::AsyncStart:
  case Opcode::AsyncUpdate:
  case Opcode::AsyncDone:
    if (isComplete(G, I))
      return SmallVector<ComputationId, 2>(I.Called);
    return {};
  case Opcode::While:
    return {I.Called[1], I.Called[0]};
  default:
    return {};
  }
}

HloSchedule::HloSchedule(const HloGraph &G)
    : Times(G.instructions().size(), NotScheduled),
      Spans(G.computations().size()) {
  struct Visit {
    ComputationId Computation;
    size_t Next = 0;
    SmallVector<ComputationId, 2> Called = {};
    size_t NextCalled = 0;
    bool IsOpen = false;
  };
  SmallVector<Visit> Stack;
  auto Enter = [&](ComputationId C, ComputationId AsyncContext) {
    if (G.computations()[C].Schedule.empty() || Spans[C].Begin != NotScheduled)
      return;
    Spans[C] = {getEnd(), NotScheduled, AsyncContext};
    Stack.push_back({C});
  };
  Enter(G.getEntryNumber(), ComputationId::none());
  while (!Stack.empty()) {
    Visit &V = Stack.back();
    ComputationId C = V.Computation;
    ArrayRef<InstructionId> Schedule = G.computations()[C].Schedule;
    if (V.Next == Schedule.size()) {
      Spans[C].End = getEnd();
      Stack.pop_back();
      continue;
    }
    InstructionId Number = Schedule[V.Next];
    const GraphInstruction &I = G[Number];
    if (!V.IsOpen) {
      V.Called = getFlattened(G, I);
      V.NextCalled = 0;
      V.IsOpen = true;
    }
    if (V.NextCalled != V.Called.size()) {
      ComputationId Called = V.Called[V.NextCalled++];
      bool IsAsync = I.Op != Opcode::Call && I.Op != Opcode::Conditional &&
                     I.Op != Opcode::While;
      Enter(Called, IsAsync ? Called : Spans[C].AsyncContext);
      continue;
    }
    V.IsOpen = false;
    ++V.Next;
    Times[Number] = getEnd();
    Order.push_back(Number);
  }
}

AnalysisKey HloScheduleAnalysis::Key;

std::optional<HloSchedule> HloScheduleAnalysis::run(const Module &M,
                                                    AnalysisManager &) {
  const HloGraph *G = M.getGraph();
  return G ? std::optional(HloSchedule(*G)) : std::nullopt;
}

std::optional<std::pair<Time, Time>>
HloSchedule::getSpan(ComputationId Computation) const {
  const Span &S = Spans[Computation];
  if (S.End == NotScheduled)
    return std::nullopt;
  return std::pair(S.Begin, S.End);
}

ComputationId HloSchedule::getAsyncContext(ComputationId Computation) const {
  return Spans[Computation].AsyncContext;
}

//===----------------------------------------------------------------------===//
// Live ranges
//===----------------------------------------------------------------------===//

namespace {

class RangeFinder {
public:
  RangeFinder(const HloDataflow &D, const HloSchedule &S,
              HloLiveRangeRules Rules)
      : D(D), G(D.getGraph()), S(S), Rules(Rules) {
    for (const InputOutputAlias &A : G.inputOutputAliases())
      Aliased.insert({G.getEntry().Parameters[A.Parameter], A.ParameterLeaf});
  }

  std::optional<LiveRange> find(ValueId Value);
  HloPlace findEndPosition(ValueId Value);

private:
  /// When what runs an asynchronous computation starts and ends, where any
  /// does.
  struct AsyncSpan {
    std::optional<Time> LastStart;
    std::optional<Time> LastDone;
  };

  std::optional<LiveRange> findAtDefinition(HloPlace Definition);
  std::optional<Time> getEndAt(InstructionId Instruction) const;
  Time getLastUse(ValueId Value);
  bool lastsToTheEnd(HloPlace Definition) const;
  InstructionId findAsyncDone(InstructionId Start);
  AsyncSpan findAsyncSpan(ComputationId Context);
  void extendOverAsync(ComputationId Computation, LiveRange &Range);

  const HloDataflow &D;
  const HloGraph &G;
  const HloSchedule &S;
  HloLiveRangeRules Rules;
  /// Arguments that results take over.
  DenseSet<HloPlace> Aliased;
  /// By computation, and the end of each chain of asynchronous operations.
  DenseMap<ComputationId, AsyncSpan> AsyncSpans;
  DenseMap<InstructionId, InstructionId> AsyncDones;
  /// Of the value that is looked at.
  SmallVector<HloUse> Uses;
};

} // namespace

// What is at the root of a computation lives until the caller takes it.
std::optional<Time> RangeFinder::getEndAt(InstructionId Instruction) const {
  if (G.isRoot(Instruction)) {
    auto Span = S.getSpan(G[Instruction].Computation);
    return Span ? std::optional(Span->second) : std::nullopt;
  }
  Time T = S.getTime(Instruction);
  return T == HloSchedule::NotScheduled ? std::nullopt : std::optional(T);
}

// A call reads where its computation does, which stands before it, and a loop
// where its body begins.
Time RangeFinder::getLastUse(ValueId Value) {
  Uses.clear();
  D.getUses(Value, Uses);
  Time Last = 0;
  for (const HloUse &U : Uses) {
    InstructionId Reader = U.User;
    const GraphInstruction &I = G[Reader];
    bool IsFlattened = !I.Called.empty() && S.getSpan(I.Called[0]).has_value();
    if (I.Op == Opcode::Call && IsFlattened)
      continue;
    if (I.Op == Opcode::While && IsFlattened)
      Reader = G.getCalled(I).Parameters[0];
    if (Time T = S.getTime(Reader); T != HloSchedule::NotScheduled)
      Last = std::max(Last, T);
  }
  return Last;
}

// What the caller of the program lends it, and does not give away.
bool RangeFinder::lastsToTheEnd(HloPlace Definition) const {
  const GraphInstruction &I = G[Definition.Instruction];
  return I.Op == Opcode::Parameter && I.Computation == G.getEntryNumber() &&
         !Aliased.contains(Definition);
}

// The last of the chain of updates that \p Start begins: a done, or something
// else where there is none.
InstructionId RangeFinder::findAsyncDone(InstructionId Start) {
  SmallVector<InstructionId, 4> Chain;
  InstructionId At = Start;
  while (true) {
    if (auto Known = AsyncDones.find(At); Known != AsyncDones.end()) {
      At = Known->second;
      break;
    }
    Chain.push_back(At);
    if (G[At].Op == Opcode::AsyncDone)
      break;
    ArrayRef<GraphUse> Readers = G[At].Uses;
    const auto *Next = find_if(Readers, [&](GraphUse U) {
      Opcode Op = G[U.User].Op;
      return Op == Opcode::AsyncUpdate || Op == Opcode::AsyncDone;
    });
    if (Next == Readers.end())
      break;
    At = Next->User;
  }
  for (InstructionId Met : Chain)
    AsyncDones[Met] = At;
  return At;
}

RangeFinder::AsyncSpan RangeFinder::findAsyncSpan(ComputationId Context) {
  auto [Known, IsNew] = AsyncSpans.try_emplace(Context);
  if (!IsNew)
    return Known->second;
  auto Extend = [this](std::optional<Time> &To, InstructionId Instruction) {
    if (Time T = S.getTime(Instruction); T != HloSchedule::NotScheduled)
      To = std::max(To.value_or(T), T);
  };
  for (InstructionId Caller : G.computations()[Context].Callers) {
    if (G[Caller].Op != Opcode::AsyncStart)
      continue;
    InstructionId Done = findAsyncDone(Caller);
    if (G[Done].Op != Opcode::AsyncDone)
      continue;
    Extend(Known->second.LastDone, Done);
    Extend(Known->second.LastStart, Caller);
  }
  return Known->second;
}

// What runs asynchronously, and what that calls, may run until it is waited
// for.
void RangeFinder::extendOverAsync(ComputationId Computation, LiveRange &Range) {
  ComputationId Context = S.getAsyncContext(Computation);
  if (!Context)
    return;
  AsyncSpan Span = findAsyncSpan(Context);
  if (Span.LastDone)
    Range.End = std::max(Range.End, *Span.LastDone);
  if (Span.LastStart && Rules.AsyncValuesBeginAtStart &&
      Context == Computation) {
    Range.Begin = std::max(Range.Begin, *Span.LastStart);
    Range.End = std::max(Range.End, *Span.LastStart);
  }
}

// Without what else holds the value or reads it.
std::optional<LiveRange> RangeFinder::findAtDefinition(HloPlace Definition) {
  const GraphInstruction &I = G[Definition.Instruction];
  Time At = S.getTime(Definition.Instruction);
  if (At == HloSchedule::NotScheduled)
    return std::nullopt;
  auto [Begin, End] = *S.getSpan(I.Computation);
  LiveRange Range = {I.Op == Opcode::Parameter ? Begin : At,
                     G.isRoot(Definition.Instruction) ? End : At};
  extendOverAsync(I.Computation, Range);
  return Range;
}

HloPlace RangeFinder::findEndPosition(ValueId Value) {
  HloPlace Last = D.definitions()[Value];
  std::optional<LiveRange> Range = findAtDefinition(Last);
  if (!Range)
    return Last;
  for (HloPlace P : D.getPositions(Value).drop_front())
    if (std::optional<Time> T = getEndAt(P.Instruction); T && *T > Range->End) {
      Range->End = *T;
      Last = P;
    }
  return Last;
}

std::optional<LiveRange> RangeFinder::find(ValueId Value) {
  HloPlace Definition = D.definitions()[Value];
  std::optional<LiveRange> Found = findAtDefinition(Definition);
  if (!Found)
    return std::nullopt;
  LiveRange Range = *Found;
  for (HloPlace P : D.getPositions(Value).drop_front())
    if (std::optional<Time> T = getEndAt(P.Instruction))
      Range.End = std::max(Range.End, *T);
  Range.End = lastsToTheEnd(Definition)
                  ? S.getEnd()
                  : std::max(Range.End, getLastUse(Value));
  return Range;
}

IdVector<ValueId, HloPlace> findEndPositions(const HloDataflow &D,
                                             const HloSchedule &Schedule,
                                             HloLiveRangeRules Rules) {
  RangeFinder Finder(D, Schedule, Rules);
  IdVector<ValueId, HloPlace> Positions;
  for (ValueId V : D.definitions().ids())
    Positions.push_back(Finder.findEndPosition(V));
  return Positions;
}

IdVector<ValueId, std::optional<LiveRange>>
computeLiveRanges(const HloDataflow &D, const HloBuffers &Buffers,
                  const HloSchedule &Schedule, HloLiveRangeRules Rules) {
  IdVector<ValueId, std::optional<LiveRange>> Ranges(D.definitions().size());
  RangeFinder Finder(D, Schedule, Rules);
  for (ValueId V : Ranges.ids())
    Ranges[V] = Finder.find(V);
  // The values of a buffer take turns: one lasts at least as long as those
  // before it, and they no longer than to where it begins.
  SmallVector<ValueId> Members;
  for (BufferId B : Buffers.ids()) {
    Members.clear();
    copy_if(Buffers.getValues(B), std::back_inserter(Members),
            [&](ValueId V) { return Ranges[V].has_value(); });
    llvm::sort(Members, [&](ValueId X, ValueId Y) {
      return std::tuple(Ranges[X]->Begin, Ranges[X]->End, X) <
             std::tuple(Ranges[Y]->Begin, Ranges[Y]->End, Y);
    });
    for (size_t I = 1; I < Members.size(); ++I) {
      LiveRange &Before = *Ranges[Members[I - 1]];
      LiveRange &After = *Ranges[Members[I]];
      After.End = std::max(Before.End, After.End);
      Before.End = std::min(Before.End, After.Begin);
    }
  }
  return Ranges;
}

} // namespace hlomem
