//===- ProgramStructure.cpp - Computations of a flattened schedule --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/ProgramStructure.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

StringRef ProgramStructure::getRootName(const ScheduledComputation &C) const {
  StringRef Name;
  if (C.IsRootKnown)
    for (uint32_t Index : C.Instructions)
      if (const ScheduledInstruction &I = Instructions[Index]; I.IsRoot)
        Name = I.isScheduled() ? schedule()[I.At] : StringRef();
  return Name;
}

ArrayRef<uint32_t>
ProgramStructure::getCallees(const ScheduledInstruction &I) const {
  auto It = Callees.find(&I - Instructions.data());
  if (It == Callees.end())
    return {};
  return It->second;
}

// What an instruction calls stands before it; a computation that two
// instructions call stands before the first.
bool ProgramStructure::flatten(uint32_t Index,
                               std::optional<uint32_t> AsyncContext,
                               unsigned Depth) {
  // XLA's programs nest a few dozen deep; the text may say anything.
  static constexpr unsigned MaxDepth = 1000;
  if (Depth == MaxDepth)
    return false;
  Computations[Index].AsyncContext = AsyncContext;
  Time Begin = Order.size();
  for (uint32_t I : Computations[Index].Instructions) {
    if (auto Called = Callees.find(I); Called != Callees.end()) {
      bool IsAsync = isAsyncWrapper(Instructions[I].Op);
      for (uint32_t Callee : Called->second) {
        const ScheduledComputation &C = Computations[Callee];
        if (IsAsync)
          Computations[Callee].AsyncCaller = Index;
        if (C.Begin == C.End && !C.Instructions.empty() &&
            !flatten(Callee, IsAsync ? Callee : AsyncContext, Depth + 1))
          return false;
      }
    }
    if (Instructions[I].isScheduled())
      return false;
    Instructions[I].At = Order.size();
    Order.push_back(I);
  }
  Computations[Index].Begin = Begin;
  Computations[Index].End = Order.size();
  return true;
}

bool ProgramStructure::flatten(uint32_t Entry) {
  Computations[Entry].IsEntry = true;
  Order.reserve(Instructions.size());
  return flatten(Entry, std::nullopt, 0);
}

static bool isCaller(Opcode Op) {
  return Op == Opcode::While || Op == Opcode::Conditional ||
         Op == Opcode::Call || Op == Opcode::AsyncStart;
}

// An element of a tuple that the text leaves out runs in the computation that
// ran last and has not come to its end: it reads what that has computed, and
// something there reads it.
bool ProgramStructure::listInstructions(const HloProgram &P,
                                        ArrayRef<StringRef> DumpSchedule) {
  SmallVector<uint32_t> Left;
  for (const HloComputation &C : P.computations())
    Left.push_back(C.End - C.Begin);
  SmallVector<uint32_t> Running;
  for (StringRef Name : DumpSchedule) {
    const HloInstruction *Known = P.findInstruction(Name);
    uint32_t I = Instructions.size();
    if (Known) {
      I = P.getNumber(*Known);
      uint32_t Owner = Instructions[I].Computation;
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
    Computations[Instructions[I].Computation].Instructions.push_back(I);
    while (!Running.empty() && Left[Running.back()] == 0)
      Running.pop_back();
  }
  return true;
}

std::optional<ProgramStructure>
ProgramStructure::fromText(const HloProgram &P,
                           ArrayRef<StringRef> DumpSchedule) {
  if (DumpSchedule.empty() && !P.isScheduled())
    return std::nullopt;
  ProgramStructure S;
  ArrayRef<HloInstruction> All = P.instructions();
  S.Instructions.resize(All.size());
  S.Computations.resize(P.computations().size());
  for (auto [I, Source] : enumerate(All)) {
    S.Instructions[I].Op = Source.Op;
    S.Instructions[I].Computation = Source.Computation;
    S.Instructions[I].IsRoot = Source.IsRoot;
  }

  // The dump's order counts, for the text may not be scheduled. Computations
  // that are not part of the dump's schedule keep no instructions.
  if (DumpSchedule.empty()) {
    for (auto [I, Source] : enumerate(All))
      S.Computations[Source.Computation].Instructions.push_back(I);
  } else {
    if (!S.listInstructions(P, DumpSchedule))
      return std::nullopt;
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  // Where the value of an asynchronous operation comes from, and what its parts
  // are.
  DenseMap<uint32_t, uint32_t> AsyncSource;
  DenseMap<uint32_t, const Shape *> AsyncTypes;
  DenseMap<uint32_t, uint32_t> AsyncCallees;
  for (auto [I, Source] : enumerate(All)) {
    bool EndsAsync =
        Source.Op == Opcode::AsyncDone || Source.Op == Opcode::AsyncUpdate;
    if (!isCaller(Source.Op) && !EndsAsync)
      continue;
    // `fusion-start` runs a computation that the text does not show.
    if (Source.Op == Opcode::AsyncStart && Source.OpcodeName != "async-start") {
      if (DumpSchedule.empty())
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
      AsyncSource[I] = From - All.data();
      continue;
    }
    SmallVector<uint32_t, 2> &Called = S.Callees[I];
    for (const CalledComputation &C : D.CalledComputations) {
      const HloComputation *Callee = P.findComputation(C.Name);
      if (!Callee)
        return std::nullopt;
      Called.push_back(Callee - P.computations().data());
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
  auto FindStart = [&AsyncSource](uint32_t Part) -> std::optional<uint32_t> {
    // The limit is for texts whose updates form a circle.
    static constexpr unsigned MaxUpdates = 100;
    for (unsigned Steps = 0; Steps != MaxUpdates; ++Steps) {
      auto Next = AsyncSource.find(Part);
      if (Next == AsyncSource.end())
        return Part;
      Part = Next->second;
    }
    return std::nullopt;
  };
  DenseMap<uint32_t, const Shape *> Results;
  for (uint32_t Part : make_first_range(AsyncTypes)) {
    std::optional<uint32_t> Start = FindStart(Part);
    if (!Start)
      return std::nullopt;
    auto Callee = AsyncCallees.find(*Start);
    bool IsDone = All[Part].Op == Opcode::AsyncDone;
    auto Operation = AsyncTypes.find(IsDone ? AsyncSource.at(Part) : Part);
    if (Callee == AsyncCallees.end() || Operation == AsyncTypes.end())
      continue;
    const HloComputation &C = P.computations()[Callee->second];
    auto GetResult = [&, Number = Callee->second] {
      auto [Known, IsNew] = Results.try_emplace(Number);
      if (IsNew)
        Known->second = P.readDetails(P.getRoot(C), Shapes, Arena).Type;
      return Known->second;
    };
    if (isAsyncComplete(*Operation->second, IsDone, P.getParameterCount(C),
                        GetResult))
      S.Callees[Part] = {Callee->second};
    else
      S.Callees.erase(Part);
  }

  for (auto [C, Scheduled] : zip_equal(P.computations(), S.Computations)) {
    size_t Count = count_if(Scheduled.Instructions,
                            [All](uint32_t I) { return I < All.size(); });
    if (Count != 0 && Count != C.End - C.Begin)
      return std::nullopt;
  }
  if (!S.flatten(&P.getEntry() - P.computations().data()))
    return std::nullopt;
  if (DumpSchedule.empty()) {
    auto NameOf = [All](uint32_t I) { return All[I].Name; };
    S.OwnSchedule.assign(map_iterator(S.Order.begin(), NameOf),
                         map_iterator(S.Order.end(), NameOf));
  } else {
    if (S.Order.size() != DumpSchedule.size())
      return std::nullopt;
    // Those without a name in the text have one in the dump alone, and keep
    // their order.
    uint32_t NextLeftOut = All.size();
    for (auto [I, Name] : zip_equal(S.Order, DumpSchedule))
      if (I < All.size() ? All[I].Name != Name : I != NextLeftOut++)
        return std::nullopt;
  }
  S.ScheduleOfDump = DumpSchedule;

  for (auto [I, C] : enumerate(P.computations()))
    if (P.getParameterCount(C) != 0)
      S.Computations[I].FirstParameter =
          S.getTime(&P.getParameter(C, 0) - All.data());
  for (auto [Start, Callee] : AsyncCallees)
    S.Computations[Callee].AsyncStart =
        std::max(S.Computations[Callee].AsyncStart, S.getTime(Start));
  for (auto [Done, From] : AsyncSource) {
    auto Callee = AsyncCallees.find(*FindStart(From));
    if (All[Done].Op != Opcode::AsyncDone || Callee == AsyncCallees.end())
      continue;
    std::optional<Time> &End = S.Computations[Callee->second].AsyncDone;
    End = std::max(End, S.getTime(Done));
  }
  return S;
}

// As fromText(), of a schedule that was made of the same graph.
std::optional<ProgramStructure>
ProgramStructure::fromGraph(const HloGraph &G, const HloSchedule &Schedule,
                            ArrayRef<StringRef> Names) {
  if (Names.empty())
    return std::nullopt;
  ProgramStructure S;
  S.Instructions.resize(G.instructions().size());
  S.Computations.resize(G.computations().size());
  for (auto [I, Source] : withIds(G.instructions())) {
    S.Instructions[I.index()].Op = Source.Op;
    S.Instructions[I.index()].Computation = Source.Computation.index();
    for (ComputationId Called : getFlattened(G, Source))
      S.Callees[I.index()].push_back(Called.index());
  }
  for (auto [C, Source] : withIds(G.computations())) {
    if (Source.IsUnread)
      continue;
    S.Instructions[Source.Root.index()].IsRoot = true;
    if (Schedule.getSpan(C))
      for (InstructionId I : Source.Schedule)
        S.Computations[C.index()].Instructions.push_back(I.index());
  }
  auto IsSame = [](uint32_t Index, InstructionId I) {
    return Index == I.index();
  };
  if (!S.flatten(G.getEntryNumber().index()) ||
      S.Order.size() != Names.size() ||
      !equal(S.Order, Schedule.order(), IsSame))
    return std::nullopt;
  S.ScheduleOfDump = Names;
  for (auto [C, Source] : withIds(G.computations()))
    if (!Source.Parameters.empty())
      S.Computations[C.index()].FirstParameter =
          S.getTime(Source.Parameters[0].index());
  for (auto [I, Source] : withIds(G.instructions())) {
    if (!isAsyncWrapper(Source.Op))
      continue;
    for (ComputationId Callee : Source.Called) {
      ScheduledComputation &C = S.Computations[Callee.index()];
      if (Source.Op == Opcode::AsyncStart)
        C.AsyncStart = std::max(C.AsyncStart, S.getTime(I.index()));
      else if (Source.Op == Opcode::AsyncDone)
        C.AsyncDone = std::max(C.AsyncDone, S.getTime(I.index()));
    }
  }
  return S;
}

AnalysisKey ModuleStructureAnalysis::Key;

std::optional<ProgramStructure>
ModuleStructureAnalysis::run(const Module &M, AnalysisManager &AM) {
  if (const auto &Schedule = AM.getResult<HloScheduleAnalysis>())
    if (auto OfGraph =
            ProgramStructure::fromGraph(*M.getGraph(), *Schedule, M.schedule()))
      return OfGraph;
  return ProgramStructure::fromDump(M, AM.getResult<ScheduleIndexAnalysis>());
}

AnalysisKey ProgramStructureAnalysis::Key;

BestStructure ProgramStructureAnalysis::run(const Module &M,
                                            AnalysisManager &AM) {
  if (!M.getGraph())
    if (const HloProgram *P = AM.getResult<ProgramAnalysis>().Program.get();
        P && (!M.schedule().empty() || hasAllInstructions(*P, M)))
      if (auto OfText = ProgramStructure::fromText(*P, M.schedule()))
        return BestStructure(std::move(*OfText));
  return BestStructure(AM.getResult<ModuleStructureAnalysis>());
}

Opcode findOpcodeAt(const Module &M, const ProgramStructure *S, Time T) {
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
