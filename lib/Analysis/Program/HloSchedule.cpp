//===- HloSchedule.cpp - The flattened schedule of a program --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
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

void HloSchedule::findAsyncSpans(
    function_ref<InstructionId(InstructionId)> GetOperand,
    function_ref<ArrayRef<ComputationId>(InstructionId)> GetCalled) {
  DenseMap<InstructionId, InstructionId> Starts;
  for (auto [T, I] : enumerate(Order)) {
    Opcode Op = Instructions[I].Op;
    if (!isAsyncWrapper(Op))
      continue;
    InstructionId Start = I;
    if (Op != Opcode::AsyncStart) {
      InstructionId From = GetOperand(I);
      auto Known = From ? Starts.find(From) : Starts.end();
      if (Known == Starts.end())
        continue;
      Start = Known->second;
    }
    Starts[I] = Start;
    for (ComputationId C : GetCalled(Start))
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

HloSchedule::HloSchedule(const HloGraph &G, ArrayRef<StringRef> Names)
    : Instructions(G.instructions().size()),
      Computations(G.computations().size()), GivenNames(Names) {
  for (auto [C, Source] : withIds(G.computations())) {
    if (Source.IsUnread)
      continue;
    Computations[C].Root = Source.Root;
    if (!Source.Parameters.empty())
      Computations[C].FirstParameter = Source.Parameters.front();
    for (InstructionId I : Source.Schedule) {
      Instructions[I].Op = G[I].Op;
      Instructions[I].Computation = C;
      if (auto Called = getFlattened(G, G[I]); !Called.empty())
        Callees[I] = std::move(Called);
    }
  }
  // A graph has no computation that calls itself.
  flatten(G.getEntryNumber(),
          [&](ComputationId C) { return G.computations()[C].Schedule; });
  findAsyncSpans([&](InstructionId I) { return G[I].getOperand(0); },
                 [&](InstructionId I) { return G[I].Called; });
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

static bool isCaller(Opcode Op) {
  return Op == Opcode::While || Op == Opcode::Conditional ||
         Op == Opcode::Call || Op == Opcode::AsyncStart;
}

// An element of a tuple that the text leaves out runs in the computation that
// ran last and has not come to its end: it reads what that has computed, and
// something there reads it.
bool HloSchedule::listInstructions(
    const HloProgram &P, ArrayRef<StringRef> DumpNames,
    IdVector<ComputationId, std::vector<InstructionId>> &Lists) {
  IdVector<ComputationId, uint32_t> Left;
  for (const HloComputation &C : P.computations())
    Left.push_back(C.End - C.Begin);
  SmallVector<ComputationId> Running;
  for (StringRef Name : DumpNames) {
    const HloInstruction *Known = P.findInstruction(Name);
    InstructionId I(Instructions.size());
    if (Known) {
      I = InstructionId(P.getNumber(*Known));
      ComputationId Owner = Instructions[I].Computation;
      if (Running.empty() || Running.back() != Owner)
        Running.push_back(Owner);
      // A name that stands twice is no matter of this.
      Left[Owner] -= Left[Owner] != 0;
    } else {
      if (!P.leavesOutTupleElements() || Running.empty())
        return false;
      ScheduledInstruction &Element = Instructions.emplace_back();
      Element.Op = Opcode::GetTupleElement;
      Element.Computation = Running.back();
    }
    Lists[Instructions[I].Computation].push_back(I);
    while (!Running.empty() && Left[Running.back()] == 0)
      Running.pop_back();
  }
  return true;
}

std::optional<HloSchedule> HloSchedule::ofText(const HloProgram &P,
                                               ArrayRef<StringRef> Names) {
  if (Names.empty() && !P.isScheduled())
    return std::nullopt;
  HloSchedule S;
  ArrayRef<HloInstruction> All = P.instructions();
  S.GivenNames = Names;
  S.Computations.resize(P.computations().size());
  for (const HloInstruction &I : All)
    S.Instructions.push_back({I.Op, ComputationId(I.Computation)});
  for (auto [To, C] : zip_equal(S.Computations, P.computations())) {
    To.Root = InstructionId(C.Root);
    if (P.getParameterCount(C) != 0)
      To.FirstParameter = InstructionId(P.getNumber(P.getParameter(C, 0)));
  }

  // The dump's order counts, for the text may not be scheduled. Computations
  // that are not part of the dump's schedule keep no instructions.
  IdVector<ComputationId, std::vector<InstructionId>> Lists(
      S.Computations.size());
  if (Names.empty()) {
    for (auto [I, Source] : withIds(S.Instructions))
      Lists[Source.Computation].push_back(I);
  } else {
    if (!S.listInstructions(P, Names, Lists))
      return std::nullopt;
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  // Where the value of an asynchronous operation comes from, and what its parts
  // are.
  DenseMap<InstructionId, InstructionId> AsyncSource;
  DenseMap<InstructionId, const Shape *> AsyncTypes;
  DenseMap<InstructionId, ComputationId> AsyncCallees;
  for (const HloInstruction &Source : All) {
    InstructionId I(P.getNumber(Source));
    bool EndsAsync =
        Source.Op == Opcode::AsyncDone || Source.Op == Opcode::AsyncUpdate;
    if (!isCaller(Source.Op) && !EndsAsync)
      continue;
    // `fusion-start` runs a computation that the text does not show.
    if (Source.Op == Opcode::AsyncStart && Source.OpcodeName != "async-start") {
      if (Names.empty())
        return std::nullopt;
      continue;
    }
    InstructionDetails D = P.readDetails(Source, Shapes, Arena);
    if (!D.IsComplete)
      return std::nullopt;
    if (isAsyncWrapper(Source.Op))
      AsyncTypes[I] = D.Type;
    if (EndsAsync) {
      const HloInstruction *From =
          D.Operands.empty() ? nullptr
                             : P.findInstruction(D.Operands.front().Name);
      if (!From)
        return std::nullopt;
      AsyncSource[I] = InstructionId(P.getNumber(*From));
      continue;
    }
    SmallVector<ComputationId, 2> &Called = S.Callees[I];
    for (const CalledComputation &C : D.CalledComputations) {
      const HloComputation *Callee = P.findComputation(C.Name);
      if (!Callee)
        return std::nullopt;
      Called.push_back(ComputationId(Callee - P.computations().data()));
    }
    if (Source.Op == Opcode::AsyncStart && Called.size() == 1)
      AsyncCallees[I] = Called.front();
    // The condition is flattened first, whatever is printed first.
    if (Source.Op == Opcode::While) {
      if (Called.size() != 2)
        return std::nullopt;
      if (D.CalledComputations[0].Role == "body")
        std::swap(Called[0], Called[1]);
    }
  }

  // What runs there stands before the first part that has all operands.
  auto FindStart = [&AsyncSource](InstructionId Part) {
    // The limit is for texts whose updates form a circle.
    static constexpr unsigned MaxUpdates = 100;
    for (unsigned Steps = 0; Steps != MaxUpdates; ++Steps) {
      auto Next = AsyncSource.find(Part);
      if (Next == AsyncSource.end())
        return Part;
      Part = Next->second;
    }
    return InstructionId::none();
  };
  DenseMap<ComputationId, const Shape *> Results;
  for (InstructionId Part : make_first_range(AsyncTypes)) {
    InstructionId Start = FindStart(Part);
    if (!Start)
      return std::nullopt;
    auto Callee = AsyncCallees.find(Start);
    bool IsDone = S.Instructions[Part].Op == Opcode::AsyncDone;
    auto Operation = AsyncTypes.find(IsDone ? AsyncSource.at(Part) : Part);
    if (Callee == AsyncCallees.end() || Operation == AsyncTypes.end())
      continue;
    ComputationId Number = Callee->second;
    const HloComputation &C = P.computations()[Number.index()];
    auto GetResult = [&] {
      auto [Known, IsNew] = Results.try_emplace(Number);
      if (IsNew)
        Known->second = P.readDetails(P.getRoot(C), Shapes, Arena).Type;
      return Known->second;
    };
    if (isAsyncComplete(*Operation->second, IsDone, P.getParameterCount(C),
                        GetResult))
      S.Callees[Part] = {Number};
    else
      S.Callees.erase(Part);
  }

  auto IsInText = [All](InstructionId I) { return I.index() < All.size(); };
  for (auto [C, List] : zip_equal(P.computations(), Lists)) {
    size_t Count = count_if(List, IsInText);
    if (Count != 0 && Count != C.End - C.Begin)
      return std::nullopt;
  }
  if (!S.flatten(ComputationId(&P.getEntry() - P.computations().data()),
                 [&](ComputationId C) { return ArrayRef(Lists[C]); }) ||
      S.IsDeep)
    return std::nullopt;
  auto NameOf = [All](InstructionId I) { return All[I.index()].Name; };
  if (Names.empty()) {
    S.OwnNames.assign(map_iterator(S.Order.begin(), NameOf),
                      map_iterator(S.Order.end(), NameOf));
  } else {
    if (S.Order.size() != Names.size())
      return std::nullopt;
    // Those without a name in the text have one in the dump alone, and keep
    // their order.
    InstructionId NextLeftOut(All.size());
    for (auto [I, Name] : zip_equal(S.Order, Names)) {
      if (IsInText(I) ? NameOf(I) != Name : I != NextLeftOut)
        return std::nullopt;
      if (!IsInText(I))
        ++NextLeftOut;
    }
  }
  S.findAsyncSpans([&](InstructionId I) { return AsyncSource.lookup(I); },
                   [&](InstructionId I) {
                     auto Callee = AsyncCallees.find(I);
                     return Callee == AsyncCallees.end()
                                ? ArrayRef<ComputationId>()
                                : ArrayRef(Callee->second);
                   });
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
    if (const HloProgram *P = AM.getResult<ProgramAnalysis>().Program.get();
        P && (!M.schedule().empty() || hasAllInstructions(*P, M)))
      if (auto OfText = HloSchedule::ofText(*P, M.schedule()))
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
