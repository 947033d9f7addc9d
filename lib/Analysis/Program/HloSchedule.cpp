//===- HloSchedule.cpp - The flattened schedule of a program --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

ArrayRef<ComputationId>
HloSchedule::getCallees(InstructionId Instruction) const {
  auto It = Callees.find(Instruction);
  if (It == Callees.end())
    return {};
  return It->second;
}

// What an instruction calls stands before it; a computation that two
// instructions call stands before the first.
bool HloSchedule::flatten(
    ComputationId Start,
    function_ref<ArrayRef<InstructionId>(ComputationId)> GetList) {
  // XLA's programs nest a few dozen deep; the source may say anything.
  static constexpr size_t MaxDepth = 1000;
  struct Visit {
    ComputationId Computation;
    ArrayRef<InstructionId> Rest;
    /// What the first of Rest calls, as far as that was not met yet.
    ArrayRef<ComputationId> Called = {};
    bool IsOpen = false;
  };
  SmallVector<Visit> Stack;
  Entry = Start;
  // False for a computation that calls itself.
  auto Enter = [&](ComputationId C, ComputationId AsyncContext) {
    ScheduledComputation &To = Computations[C];
    if (To.isScheduled())
      return To.End != NotScheduled;
    ArrayRef<InstructionId> List = GetList(C);
    if (List.empty())
      return true;
    To.Begin = getEnd();
    To.End = NotScheduled;
    To.AsyncContext = AsyncContext;
    Stack.push_back({C, List});
    IsDeep |= Stack.size() > MaxDepth;
    return true;
  };
  Enter(Start, ComputationId::none());
  while (!Stack.empty()) {
    Visit &V = Stack.back();
    ComputationId C = V.Computation;
    if (V.Rest.empty()) {
      Computations[C].End = getEnd();
      Stack.pop_back();
      continue;
    }
    InstructionId I = V.Rest.front();
    if (!std::exchange(V.IsOpen, true))
      V.Called = getCallees(I);
    if (!V.Called.empty()) {
      ComputationId Callee = V.Called.front();
      V.Called = V.Called.drop_front();
      bool IsAsync = isAsyncWrapper(Instructions[I].Op);
      if (IsAsync)
        Computations[Callee].AsyncCaller = C;
      if (!Enter(Callee, IsAsync ? Callee : Computations[C].AsyncContext))
        return false;
      continue;
    }
    if (Instructions[I].At != NotScheduled)
      return false;
    Instructions[I].At = getEnd();
    Order.push_back(I);
    V.Rest = V.Rest.drop_front();
    V.IsOpen = false;
  }
  return true;
}

void HloSchedule::findAsyncSpans(const HloGraph &G) {
  DenseMap<InstructionId, InstructionId> Starts;
  for (auto [T, I] : enumerate(Order)) {
    Opcode Op = Instructions[I].Op;
    if (!isAsyncWrapper(Op))
      continue;
    InstructionId Start = I;
    if (Op != Opcode::AsyncStart) {
      InstructionId From = G[I].getOperand(0);
      auto Known = From ? Starts.find(From) : Starts.end();
      if (Known == Starts.end())
        continue;
      Start = Known->second;
    }
    Starts[I] = Start;
    for (ComputationId C : G[Start].Called)
      if (Op == Opcode::AsyncStart)
        Computations[C].AsyncStart = T;
      else if (Op == Opcode::AsyncDone)
        Computations[C].AsyncDone = T;
  }
}

//===----------------------------------------------------------------------===//
// Of a graph
//===----------------------------------------------------------------------===//

// True if a part of an asynchronous operation, whose tuple has the shape
// \p Operation, has all operands of the computation and, unless it is the last
// part, a place for its result. The computation precedes the first part for
// which this is true. An empty tuple stands for what is not there yet.
static bool isAsyncComplete(const Shape &Operation, bool IsDone,
                            size_t ParameterCount,
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

// The computations that are scheduled before \p I, in their order.
static SmallVector<ComputationId, 2> getFlattened(const HloGraph &G,
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

void HloSchedule::addInstructions(const HloGraph &G) {
  Instructions.resize(G.instructions().size());
  Computations.resize(G.computations().size());
  for (auto [C, Source] : withIds(G.computations())) {
    if (Source.IsUnread)
      continue;
    Computations[C].Root = Source.Root;
    if (!Source.Parameters.empty())
      Computations[C].FirstParameter = Source.Parameters.front();
    for (InstructionId I : Source.instructions()) {
      Instructions[I].Op = G[I].Op;
      Instructions[I].Computation = C;
      if (auto Called = getFlattened(G, G[I]); !Called.empty())
        Callees[I] = std::move(Called);
    }
  }
}

HloSchedule::HloSchedule(const HloGraph &G, ArrayRef<StringRef> Names)
    : GivenNames(Names) {
  addInstructions(G);
  // A graph has no computation that calls itself.
  flatten(G.getEntryNumber(),
          [&](ComputationId C) { return G.computations()[C].Schedule; });
  findAsyncSpans(G);
}

AnalysisKey HloScheduleAnalysis::Key;

std::optional<HloSchedule> HloScheduleAnalysis::run(const Module &M,
                                                    AnalysisManager &) {
  const HloGraph *G = M.getGraph();
  return G ? std::optional(HloSchedule(*G, M.schedule())) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Of a text
//===----------------------------------------------------------------------===//

// Where the text leaves out elements of tuples, its graph has instructions of
// its own that no dump names.
static bool isTold(const GraphInstruction &I) {
  return I.Op != Opcode::GetTupleElement || !I.Name.contains('#');
}

// An element of a tuple that the text leaves out runs in the computation that
// ran last and has not come to its end: it reads what that has computed, and
// something there reads it.
bool HloSchedule::listInstructions(
    const HloGraph &G, ArrayRef<StringRef> DumpNames,
    IdVector<ComputationId, std::vector<InstructionId>> &Lists) {
  IdVector<ComputationId, uint32_t> Left(Lists.size());
  bool LeavesOutElements = false;
  for (const GraphInstruction &I : G.instructions()) {
    Left[I.Computation] += isTold(I);
    LeavesOutElements |= !isTold(I);
  }
  IdVector<ComputationId, uint32_t> Sizes = Left;
  SmallVector<ComputationId> Running;
  for (StringRef Name : DumpNames) {
    InstructionId I = G.find(Name);
    if (I && isTold(G[I])) {
      ComputationId Owner = G[I].Computation;
      if (Running.empty() || Running.back() != Owner)
        Running.push_back(Owner);
      // A name that stands twice is no matter of this.
      Left[Owner] -= Left[Owner] != 0;
    } else {
      if (!LeavesOutElements || Running.empty())
        return false;
      I = InstructionId(Instructions.size());
      Instructions.push_back({Opcode::GetTupleElement, Running.back()});
    }
    Lists[Instructions[I].Computation].push_back(I);
    while (!Running.empty() && Left[Running.back()] == 0)
      Running.pop_back();
  }
  // All of a computation runs, or nothing.
  return all_of(Lists.ids(), [&](ComputationId C) {
    return Left[C] == 0 || Left[C] == Sizes[C];
  });
}

std::optional<HloSchedule> HloSchedule::ofText(const HloGraph &G,
                                               ArrayRef<StringRef> Names) {
  if (Names.empty() && !G.isScheduled())
    return std::nullopt;
  HloSchedule S;
  S.GivenNames = Names;
  S.addInstructions(G);
  // The dump's order counts, for the text may not be scheduled. Computations
  // that are not part of the dump's schedule keep no instructions.
  IdVector<ComputationId, std::vector<InstructionId>> Lists(
      S.Computations.size());
  if (Names.empty()) {
    for (auto [C, List] : withIds(Lists))
      copy_if(G.computations()[C].Schedule, std::back_inserter(List),
              [&](InstructionId I) { return isTold(G[I]); });
  } else {
    if (!S.listInstructions(G, Names, Lists))
      return std::nullopt;
  }
  if (!S.flatten(G.getEntryNumber(),
                 [&](ComputationId C) { return ArrayRef(Lists[C]); }) ||
      S.IsDeep)
    return std::nullopt;
  auto IsInText = [&](InstructionId I) {
    return G.instructions().ids().contains(I);
  };
  if (Names.empty()) {
    for (InstructionId I : S.Order)
      S.OwnNames.push_back(G[I].Name);
  } else {
    if (S.Order.size() != Names.size())
      return std::nullopt;
    // Those without a name in the text have one in the dump alone, and keep
    // their order.
    InstructionId NextLeftOut(G.instructions().size());
    for (auto [I, Name] : zip_equal(S.Order, Names)) {
      if (IsInText(I) ? G[I].Name != Name : I != NextLeftOut)
        return std::nullopt;
      if (!IsInText(I))
        ++NextLeftOut;
    }
  }
  S.findAsyncSpans(G);
  return S;
}

//===----------------------------------------------------------------------===//
// The best one
//===----------------------------------------------------------------------===//

AnalysisKey ModuleStructureAnalysis::Key;

BestSchedule ModuleStructureAnalysis::run(const Module &M,
                                          AnalysisManager &AM) {
  if (const auto &OfGraph = AM.getResult<HloScheduleAnalysis>();
      OfGraph && !OfGraph->isDeep() && !M.schedule().empty() &&
      OfGraph->getEnd() == M.getEndOfProgram())
    return BestSchedule(&*OfGraph);
  return {HloSchedule::ofDump(M, AM.getResult<ScheduleIndexAnalysis>()),
          /*IsOfText=*/false};
}

AnalysisKey ProgramStructureAnalysis::Key;

BestSchedule ProgramStructureAnalysis::run(const Module &M,
                                           AnalysisManager &AM) {
  if (!M.getGraph())
    if (const ProgramSource *P = AM.getResult<ProgramAnalysis>().Program.get();
        P && (!M.schedule().empty() || hasAllInstructions(*P, M)))
      if (const HloGraph *G = getOutline(AM))
        if (auto OfText = HloSchedule::ofText(*G, M.schedule()))
          return {std::move(OfText), /*IsOfText=*/true};
  return BestSchedule(AM.getResult<ModuleStructureAnalysis>().get());
}

Opcode findOpcodeAt(const Module &M, const HloSchedule *S, Time T) {
  if (T >= M.schedule().size())
    return Opcode::Unknown;
  if (S)
    return S->at(T).Op;
  StringRef Name = M.schedule()[T];
  const Value *Result = M.findValue(Name, ShapeIndex());
  if (const InstructionDetails *I =
          Result ? M.getInstruction(*Result) : nullptr)
    return I->Op;
  // XLA names instructions by what they do: `conditional.2`, `copy-start.3`.
  StringRef Stem = Name.split('.').first;
  if (Stem == "conditional")
    return Opcode::Conditional;
  return Stem.ends_with("-start") ? Opcode::AsyncStart : Opcode::Unknown;
}

} // namespace hlomem
