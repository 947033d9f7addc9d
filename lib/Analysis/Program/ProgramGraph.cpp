//===- ProgramGraph.cpp - The graph of a module's program -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Dump/Writer/DumpDialects.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ProgramSource.h"

using namespace llvm;

namespace hlomem {

AnalysisKey ProgramGraphAnalysis::Key;

namespace {

/// What a graph refers to, and itself.
struct OwnedGraph {
  std::shared_ptr<const ProgramSource> Program;
  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  std::shared_ptr<const HloGraph> Graph;
};

} // namespace

static ProgramGraph readGraph(std::shared_ptr<const ProgramSource> Program,
                              FusionBodies Bodies) {
  ProgramGraph Result = {Program, nullptr, ""};
  if (!Program)
    return Result;
  auto Owned = std::make_shared<OwnedGraph>();
  if (auto G = Program->readGraph(Owned->Shapes, Bodies)) {
    Owned->Program = std::move(Program);
    Owned->Graph = std::move(*G);
    Result.Graph = std::shared_ptr<const HloGraph>(Owned, Owned->Graph.get());
  } else {
    Result.Problem = toString(G.takeError());
  }
  return Result;
}

ProgramGraph ProgramGraphAnalysis::run(const Module &M, AnalysisManager &) {
  Expected<std::shared_ptr<const ProgramSource>> Program = M.readProgram();
  if (!Program)
    return {nullptr, nullptr, toString(Program.takeError())};
  return readGraph(std::move(*Program), FusionBodies::Read);
}

AnalysisKey ProgramOutlineAnalysis::Key;

ProgramGraph ProgramOutlineAnalysis::run(const Module &M, AnalysisManager &AM) {
  if (const HloGraph *G = M.getGraph())
    return {nullptr, {std::shared_ptr<void>(), G}, ""};
  return readGraph(AM.getResult<ProgramAnalysis>().Program,
                   FusionBodies::LeftOut);
}

const HloGraph *getProgramGraph(AnalysisManager &AM) {
  return AM.getResult<ProgramAnalysis>().Program
             ? AM.getResult<ProgramGraphAnalysis>().Graph.get()
             : nullptr;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static std::string toString(const HloPosition &At) {
  std::string Text;
  raw_string_ostream(Text) << At;
  return Text;
}

// Where elements are taken from tuples is not told by all texts.
static Error checkSchedule(const Module &M, const HloGraph &G) {
  auto IsTold = [&](InstructionId I) {
    return G[I].Op != Opcode::GetTupleElement;
  };
  HloSchedule Schedule(G);
  const auto *Next = M.schedule().begin();
  for (InstructionId I : make_filter_range(Schedule.order(), IsTold)) {
    StringRef Name = G[I].Name;
    // What the text does not tell stands in the dump alone.
    Next = std::find_if(Next, M.schedule().end(), [&](StringRef In) {
      if (In == Name)
        return true;
      InstructionId Known = G.find(In);
      return Known && IsTold(Known);
    });
    if (Next == M.schedule().end() || *Next != Name)
      return createStringError("the program runs '" + Name +
                               "' at another time than the dump");
    ++Next;
  }
  return Error::success();
}

Expected<ValuePlaces> findPlaces(const Module &M, const HloGraph &G) {
  if (M.hasLiveRanges())
    if (Error E = checkSchedule(M, G))
      return E;
  ValuePlaces Found;
  for (const Value &V : M.values())
    Found.Values.push_back(&V);
  copy_if(M.listedValues(), std::back_inserter(Found.Values),
          [](const Value *V) { return !V->isAllocated(); });
  llvm::sort(Found.Values, [](const Value *L, const Value *R) {
    return L->getId() < R->getId();
  });
  for (auto [Number, V] : withIds(Found.Values)) {
    if (Number != ValueId(0) && Found.Values[Number - 1]->getId() == V->getId())
      return createStringError("two values have the id " + Twine(V->getId()));
    std::optional<HloPlace> At =
        G.find(V->getDefinition().getName(), V->getDefinition().getIndex());
    if (!At)
      return createStringError("the program does not define " +
                               toString(V->getDefinition()));
    if (V->isAllocated() && V->hasShape() &&
        !isSameShape(G.getType(*At), V->getShape(), /*WithLayout=*/false))
      return createStringError("the program gives another shape to " +
                               toString(V->getDefinition()));
    Found.Definitions.push_back(*At);
  }
  return Found;
}

SmallVector<XlaRelease> findReleases(const Module &M) {
  const XlaFacts *Oldest = findOldestDialectOf(M);
  SmallVector<XlaRelease> Found;
  for (const XlaFacts &F : XlaReleases)
    if ((!Oldest || F.Release >= Oldest->Release) &&
        (Found.empty() ||
         F.AsyncUpdatesForwardOperand !=
             getFacts(Found.back()).AsyncUpdatesForwardOperand))
      Found.push_back(F.Release);
  return Found;
}

} // namespace hlomem
