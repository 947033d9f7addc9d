//===- LoopAnalysis.cpp - Loops and conditionals --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "LoopFinder.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/Support/ADT/RadixSort.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace hlomem {

AnalysisKey LoopAnalysis::Key;

StringRef getName(LeafState State) {
  switch (State) {
  case LeafState::InPlace:
    return "in place";
  case LeafState::Invariant:
    return "invariant";
  case LeafState::Copied:
    return "copied";
  case LeafState::Unknown:
    return "unknown";
  }
  llvm_unreachable("no such state");
}

uint64_t Loop::countLeaves() const {
  return count_if(Leaves, [](const CarriedLeaf &L) { return !L.IsTable; });
}

uint64_t Loop::countLeaves(LeafState State) const {
  return count_if(Leaves, [State](const CarriedLeaf &L) {
    return !L.IsTable && L.State == State;
  });
}

LoopInfo LoopAnalysis::run(const Module &M, AnalysisManager &AM) {
  return LoopInfo(M, AM);
}

LoopInfo::LoopInfo(const Module &M, AnalysisManager &AM) {
  LoopFinder(M, AM, *this).run();
}

const Loop *LoopInfo::findLoop(StringRef Name) const {
  const auto *Found =
      find_if(loops(), [Name](const Loop &L) { return L.Name == Name; });
  return Found == loops().end() ? nullptr : Found;
}

std::optional<LoopInfo::Carried> LoopInfo::findCarried(const Value &V) const {
  auto Found = CarriedByValue.find(&V);
  if (Found == CarriedByValue.end())
    return std::nullopt;
  return Found->second;
}

ArrayRef<const Value *> LoopInfo::findBranchRoots(const Value &V) const {
  auto Found = RootsByResult.find(&V);
  if (Found == RootsByResult.end())
    return {};
  return Found->second;
}

void LoopFinder::run() {
  findCallers();
  if (Whiles.empty() && Conditionals.empty())
    return;
  Schedule = AM.getResult<ProgramStructureAnalysis>().get();
  Info.KnowsComputations = Schedule;
  Flow.emplace(M, AM);
  for (const Caller &C : Whiles)
    Info.Loops.push_back(makeLoop(C));
  if (!Schedule)
    findParameters();
  for (auto [L, C] : zip_equal(Info.Loops, Whiles))
    findLeaves(L, C);
  recordCarried();
  indexSlices();
  for (Loop &L : Info.Loops)
    findCopies(L);
  for (const Caller &C : Conditionals)
    Info.Conditionals.push_back(makeConditional(C));
  findBranchRoots();
  nestLoops();
}

void LoopFinder::addCaller(const InstructionDetails &D, const Value *Phi) {
  std::vector<Caller> &List = D.Op == Opcode::While ? Whiles : Conditionals;
  // The phis of an instruction stand side by side.
  if (List.empty() || List.back().Name != D.Name)
    List.push_back({D.Name, &D, Live.getTime(D.Name)});
  if (Phi)
    ++List.back().PhiCount;
}

// True if the graph has no others than those in the sorted lists.
bool LoopFinder::areCallersKnown() {
  const auto &OfGraph = AM.getResult<HloScheduleAnalysis>();
  return OfGraph && all_of(enumerate(OfGraph->names()), [&](auto At) {
           Opcode Op = OfGraph->at(At.index()).Op;
           if (Op != Opcode::While && Op != Opcode::Conditional)
             return true;
           ArrayRef<Caller> Known = Op == Opcode::While ? Whiles : Conditionals;
           const auto *Found = partition_point(
               Known, [&](const Caller &C) { return C.Name < At.value(); });
           return Found != Known.end() && Found->Name == At.value();
         });
}

// What loops and conditionals give are phis, so that those tell. A loop that
// changes nothing has none; only the HLO text may have it.
void LoopFinder::findCallers() {
  for (const Value &V : M.values()) {
    if (!V.isPhi())
      continue;
    if (Opcode Op = Instructions.get(V).Op;
        Op == Opcode::While || Op == Opcode::Conditional)
      addCaller(*M.getInstruction(V), &V);
  }
  auto ByName = [](const Caller &L, const Caller &R) {
    return L.Name < R.Name;
  };
  for (std::vector<Caller> *List : {&Whiles, &Conditionals}) {
    stable_sort(*List, ByName);
    std::vector<Caller> Unique;
    for (const Caller &C : *List)
      if (!Unique.empty() && Unique.back().Name == C.Name)
        Unique.back().PhiCount += C.PhiCount;
      else
        Unique.push_back(C);
    *List = std::move(Unique);
  }
  std::shared_ptr<const ProgramSource> Program;
  if (!areCallersKnown())
    Program = AM.getResult<ProgramAnalysis>().Program;
  if (const HloGraph *G = Program ? getOutline(AM) : nullptr) {
    std::array Sizes = {Whiles.size(), Conditionals.size()};
    for (const GraphInstruction &I : G->instructions()) {
      bool IsWhile = I.Op == Opcode::While;
      if ((!IsWhile && I.Op != Opcode::Conditional) || !Live.getTime(I.Name))
        continue;
      std::vector<Caller> &List = IsWhile ? Whiles : Conditionals;
      ArrayRef Known = ArrayRef(List).take_front(Sizes[IsWhile ? 0 : 1]);
      if (binary_search(Known, Caller{I.Name, nullptr, std::nullopt, 0},
                        ByName))
        continue;
      auto *D = new (Arena)
          InstructionDetails(*Program->readDetails(I.Name, Shapes, Arena));
      List.push_back({I.Name, D, Live.getTime(I.Name)});
    }
  }
  auto InOrder = [](const Caller &L, const Caller &R) {
    return std::pair(L.At.value_or(~Time()), L.Name) <
           std::pair(R.At.value_or(~Time()), R.Name);
  };
  llvm::sort(Whiles, InOrder);
  llvm::sort(Conditionals, InOrder);
}

void LoopFinder::sortByBegin(std::vector<const Value *> &Values) const {
  sortByStoredKey(MutableArrayRef(Values), [this](const Value *V) {
    LiveRange R = *Live.getRange(*V);
    return std::tuple(R.Begin, R.End, V->getId());
  });
}

ArrayRef<const Value *> LoopFinder::getByBegin() {
  if (!ByBegin) {
    ByBegin.emplace();
    for (const Value &V : M.values())
      if (Live.getRange(V))
        ByBegin->push_back(&V);
    sortByBegin(*ByBegin);
  }
  return *ByBegin;
}

void LoopFinder::indexSlices() {
  for (const Loop &L : Info.Loops)
    for (const CarriedLeaf &Leaf : L.Leaves)
      if (Leaf.Body)
        BySlice[sliceOf(*Leaf.Body)];
  if (BySlice.empty())
    return;
  for (const Value &V : M.values())
    if (auto Found = BySlice.find(sliceOf(V));
        Found != BySlice.end() && Live.getRange(V))
      Found->second.push_back(&V);
  for (auto &[Slice, Values] : BySlice)
    sortByBegin(Values);
}

static std::optional<uint64_t> readTripCount(const InstructionDetails &D) {
  Expected<json::Value> Config = D.getBackendConfig();
  if (!Config) {
    consumeError(Config.takeError());
    return std::nullopt;
  }
  const json::Object *Root = Config->getAsObject();
  const json::Object *Known =
      Root ? Root->getObject("known_trip_count") : nullptr;
  const json::Value *Count = Known ? Known->get("n") : nullptr;
  if (!Count)
    return std::nullopt;
  if (std::optional<StringRef> Text = Count->getAsString()) {
    uint64_t N = 0;
    return to_integer(*Text, N, 10) ? std::optional(N) : std::nullopt;
  }
  return Count->getAsUINT64();
}

Loop LoopFinder::makeLoop(const Caller &C) {
  Loop L;
  L.Name = C.Name;
  L.At = C.At;
  L.PhiCount = C.PhiCount;
  L.TripCount = readTripCount(*C.Details);
  if (!C.Details->Operands.empty())
    L.Init = C.Details->Operands.front().Name;
  for (const CalledComputation &Called : C.Details->CalledComputations)
    (Called.Role == "body" ? L.BodyName : L.ConditionName) = Called.Name;
  if (Schedule)
    findParts(L);
  return L;
}

void LoopFinder::findParts(Loop &L) {
  if (!L.At)
    return;
  ArrayRef<ComputationId> Callees = Schedule->getCallees(*L.At);
  if (Callees.size() != 2)
    return;
  const ScheduledComputation &Condition = (*Schedule)[Callees[0]];
  const ScheduledComputation &Body = (*Schedule)[Callees[1]];
  if (!Condition.isScheduled() || !Body.isScheduled())
    return;
  L.Begin = Condition.Begin;
  L.BodyBegin = Body.Begin;
  auto GetName = [this](InstructionId Parameter) {
    Time T = Schedule->getTime(Parameter);
    return T == HloSchedule::NotScheduled ? StringRef() : Live.schedule()[T];
  };
  L.ConditionParameter = GetName(Condition.FirstParameter);
  L.BodyParameter = GetName(Body.FirstParameter);
  L.BodyRoot = Schedule->getRootName(Body);
}

// Where the owners of instructions are in doubt, a loop's two parameters are
// the last ones before it that are no other loop's: computations stand right
// before their callers. They have its type.
void LoopFinder::findParameters() {
  std::vector<const Value *> Parameters;
  for (const Value *V : getByBegin()) {
    if (!V->isPhi() || !V->getDefinition().getIndex().empty() ||
        !V->getShape().isTuple())
      continue;
    if (Instructions.get(*V).Op == Opcode::Parameter &&
        Live.getTime(V->getInstructionName()))
      Parameters.push_back(V);
  }
  SmallVector<const Value *, 8> Open;
  auto Next = Parameters.begin();
  for (auto [L, C] : zip_equal(Info.Loops, Whiles)) {
    if (!L.At)
      return;
    for (; Next != Parameters.end() &&
           *Live.getTime((*Next)->getInstructionName()) < *L.At;
         ++Next)
      Open.push_back(*Next);
    if (Open.size() < 2 || !C.Details->Type)
      return;
    const Value *Body = Open.pop_back_val();
    const Value *Condition = Open.pop_back_val();
    auto Fits = [Type = C.Details->Type](const Value *V) {
      return isSameShape(V->getShape(), *Type, /*WithLayout=*/false);
    };
    if (!Fits(Body) || !Fits(Condition))
      return;
    L.BodyParameter = Body->getInstructionName();
    L.ConditionParameter = Condition->getInstructionName();
    L.Begin = Live.getTime(L.ConditionParameter);
    L.BodyBegin = Live.getTime(L.BodyParameter);
  }
}

void LoopFinder::addLeaves(Loop &L, const Shape &Type,
                           const std::string &Index) {
  CarriedLeaf &Leaf = L.Leaves.emplace_back();
  Leaf.Index = Index;
  Leaf.IsTable = Type.isTuple();
  for (auto [I, Element] : enumerate(Type.getElements()))
    if (Type.isTuple())
      addLeaves(L, *Element, Index + (Index.empty() ? "" : ",") + utostr(I));
}

// The root is the tuple whose elements all lie where the loop's result does.
void LoopFinder::findRoot(Loop &L) {
  if (!L.At || !L.BodyBegin)
    return;
  ArrayRef<const Value *> All = getByBegin();
  const auto *End = lower_bound(All, *L.At, [this](const Value *V, Time T) {
    return Live.getRange(*V)->Begin < T;
  });
  for (const Value *V : reverse(make_range(All.begin(), End))) {
    if (Live.getRange(*V)->Begin <= *L.BodyBegin)
      return;
    if (!V->getShape().isTuple() || !V->getDefinition().getIndex().empty() ||
        !L.Leaves.front().Result ||
        sliceOf(*V) != sliceOf(*L.Leaves.front().Result))
      continue;
    StringRef Name = V->getInstructionName();
    if (all_of(L.Leaves, [&](const CarriedLeaf &Leaf) {
          const Value *Root = findAt(Name, Leaf.Index);
          return Root && Leaf.Result &&
                 (Root == Leaf.Result ||
                  sliceOf(*Root) == sliceOf(*Leaf.Result));
        })) {
      L.BodyRoot = Name;
      return;
    }
  }
}

void LoopFinder::setState(CarriedLeaf &Leaf) const {
  std::array Parts = {Leaf.Init, Leaf.Condition, Leaf.Body, Leaf.Root,
                      Leaf.Result};
  if (Leaf.Init && Leaf.Init == Leaf.Result)
    Leaf.State = LeafState::Invariant;
  else if (is_contained(Parts, nullptr))
    Leaf.State = LeafState::Unknown;
  else if (all_of(Parts, [&](const Value *V) {
             return sliceOf(*V) == sliceOf(*Leaf.Result);
           }))
    Leaf.State = LeafState::InPlace;
  else
    Leaf.State = LeafState::Copied;
}

void LoopFinder::findLeaves(Loop &L, const Caller &C) {
  if (!C.Details->Type)
    return;
  addLeaves(L, *C.Details->Type, "");
  for (CarriedLeaf &Leaf : L.Leaves) {
    Leaf.Result = findAt(L.Name, Leaf.Index);
    Leaf.Init = findAt(L.Init, Leaf.Index);
    Leaf.Condition = findAt(L.ConditionParameter, Leaf.Index);
    Leaf.Body = findAt(L.BodyParameter, Leaf.Index);
  }
  if (L.BodyRoot.empty())
    findRoot(L);
  for (CarriedLeaf &Leaf : L.Leaves) {
    Leaf.Root = findAt(L.BodyRoot, Leaf.Index);
    setState(Leaf);
    for (const Value *Parameter : {Leaf.Condition, Leaf.Body})
      L.PhiCount += Parameter && Parameter->isPhi() && Leaf.Init != Leaf.Result;
  }
}

// A value may be the result of one loop and the initial value of the next.
void LoopFinder::recordCarried() {
  auto Record = [this](auto Part, LeafRole Role) {
    for (auto [I, L] : enumerate(Info.Loops))
      for (auto [J, Leaf] : enumerate(L.Leaves))
        if (const Value *V = Leaf.*Part;
            V && Leaf.State != LeafState::Invariant)
          Info.CarriedByValue.try_emplace(V, LoopInfo::Carried{I, J, Role});
  };
  Record(&CarriedLeaf::Result, LeafRole::Result);
  Record(&CarriedLeaf::Body, LeafRole::Body);
  Record(&CarriedLeaf::Condition, LeafRole::Condition);
  Record(&CarriedLeaf::Root, LeafRole::Root);
  Record(&CarriedLeaf::Init, LeafRole::Init);
}

// For each time up to which branches of conditionals begin, when the last of
// them ends.
static std::vector<std::pair<Time, Time>>
findEndsOfBranches(ArrayRef<Conditional> Conditionals) {
  std::vector<std::pair<Time, Time>> Ends;
  for (const Conditional &C : Conditionals)
    for (const Conditional::Branch &B : C.Branches)
      Ends.emplace_back(B.Begin, B.End);
  llvm::sort(Ends);
  for (size_t I = 1; I < Ends.size(); ++I)
    Ends[I].second = std::max(Ends[I].second, Ends[I - 1].second);
  return Ends;
}

void LoopFinder::nestLoops() {
  std::vector<Loop> &Loops = Info.Loops;
  std::vector<std::pair<Time, Time>> EndsOfBranches =
      findEndsOfBranches(Info.Conditionals);
  // Whether everything that may be around the next loop is known.
  bool IsKnown = all_of(Info.Conditionals, [](const Conditional &C) {
    return !C.Branches.empty();
  });
  // From the outside in, so that the loop around is done.
  SmallVector<size_t, 8> Around;
  for (size_t I = Loops.size(); I-- != 0;) {
    Loop &L = Loops[I];
    if (!L.At)
      continue;
    while (!Around.empty() && *Loops[Around.back()].Begin > *L.At)
      Around.pop_back();
    IsKnown &= L.Begin.has_value();
    if (!Around.empty())
      L.Parent = Around.back();
    if (L.Begin)
      Around.push_back(I);
    auto Behind = upper_bound(EndsOfBranches, *L.At, [](Time T, const auto &B) {
      return T < B.first;
    });
    L.IsConditional =
        Behind != EndsOfBranches.begin() && *L.At < std::prev(Behind)->second;
    if (!IsKnown || !L.TripCount)
      continue;
    std::optional<uint64_t> Outer = 1;
    if (L.Parent)
      Outer = Loops[*L.Parent].Iterations;
    if (Outer)
      L.Iterations = checkedMulUnsigned(*Outer, *L.TripCount);
  }
}

} // namespace hlomem
