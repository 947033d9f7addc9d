//===- ChangeNames.cpp - The names and effects of changes ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/ChangeNames.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/Selection/ProgramSelection.h"
#include "hlomem/Passes/WhatIf/OwnRematEffect.h"
#include "hlomem/XlaSim/ReplayAnalysis.h"

using namespace llvm;

namespace hlomem {

Fit judgeChange(const PassRun &Run, const ChangeTrial &Trial,
                StringRef Precision, const TriedChanges &R) {
  auto Judge = [&Run](Bytes Needed) {
    return judgeFit(Needed, Run.M, Run.AM).Kind;
  };
  Fit Most = Judge(Trial.getMostNeeded(Precision, R));
  if (Most != Judge(Trial.getLeastNeeded(Precision, R)))
    return Fit::Close;
  return Most == Fit::Fits && Trial.isWidened(Precision, R) && !aimsAtLimit(Run)
             ? Fit::Close
             : Most;
}

/// Returns the names of loops that run no gradient. Only JAX tells in op_names
/// what does: a scan that walks backward, as of advantages, is none.
static StringSet<> findLoopsWithoutGradient(const PassRun &Run,
                                            const HloGraph &G) {
  StringSet<> Loops;
  for (const GraphInstruction &I : G.instructions())
    if (I.Op == Opcode::While)
      Loops.insert(I.Name);
  if (Loops.empty())
    return {};
  ValueNames &OpNames = *Run.AM.getResult<ValueNamesAnalysis>();
  StringSet<> Found;
  bool HasGradient = false;
  for (const Value &V : Run.M.values()) {
    StringRef OpName = OpNames.findOpName(V);
    if (isOfBackwardPass(OpName) || isRecomputed(OpName))
      HasGradient = true;
    else if (!OpName.empty() && Loops.contains(V.getInstructionName()))
      Found.insert(V.getInstructionName());
  }
  return HasGradient ? Found : StringSet<>();
}

ChangeTrial makeChangeTrial(const PassRun &Run) {
  AnalysisManager &AM = Run.AM;
  const Replay &Found = *AM.getResult<ReplayAnalysis>().Found;
  const HloGraph &G = Found.getRecord().getProgram();
  const Parts &Named = AM.getResult<PartsAnalysis>();
  std::vector<StringRef> ArgumentNames;
  SmallVector<uint64_t> State;
  for (uint64_t N = 0; N != G.getEntry().Parameters.size(); ++N) {
    ArgumentNames.push_back(findArgumentName(Run, G, N));
    if (Named.findArgument(N) == PartKind::OptimizerState)
      State.push_back(N);
  }
  ChangeTrial T(
      Found.getRecord(), *Found.getBest().How,
      AM.getResult<BackendAnalysis>().get(),
      [&AM](MemorySpace S) { return isLimited(S, AM); }, ArgumentNames, State,
      findLoopsWithoutGradient(Run, G));
  if (std::optional<Bytes> Limit = getFitLimit(Run.M, AM))
    T.setLimit(*Limit);
  return T;
}

/// What a change is called, and its class.
static std::pair<StringRef, uint64_t> getFacts(Change C) {
  switch (C) {
  case Change::Carry:
    return {"Carry", 1};
  case Change::Donate:
    return {"Donate", 1};
  case Change::Checkpoint:
    return {"Checkpoint", 2};
  case Change::CheckpointKeepingDots:
    return {"CheckpointDots", 2};
  case Change::OffloadState:
    return {"OffloadState", 2};
  case Change::NarrowState:
    return {"NarrowState", 3};
  }
  llvm_unreachable("no change");
}

uint64_t getChangeClass(ChangeSet Changes) {
  uint64_t Class = 0;
  for (unsigned N = 0; N != ChangeCount; ++N)
    if (Changes >> N & 1)
      Class = std::max(Class, getFacts(Change(N)).second);
  return Class;
}

std::optional<UserPlace> ChangeNames::findPlace(StringRef Instruction) const {
  return Run.AM.getResult<UserSourceAnalysis>().find(Instruction);
}

std::string ChangeNames::getName(ChangeSet Changes) const {
  SmallVector<StringRef> Words;
  // What costs nothing stands first.
  for (unsigned N = ChangeCount; N-- != 0;)
    if (Changes >> N & 1)
      Words.push_back(getFacts(Change(N)).first);
  // Of three the row of a table would have more than 100 columns.
  return join(Words, Words.size() < 3 ? " + " : "+");
}

/// True for what a change has added: it has the name of a parameter.
static bool isAdded(const HloGraph &G, const GraphInstruction &I) {
  if (I.Op == Opcode::Parameter)
    return false;
  return any_of(G.computations()[I.Computation].Parameters,
                [&](InstructionId P) { return G[P].Name == I.Name; });
}

/// The line of \p I or of what is fused in it.
std::optional<UserPlace>
ChangeNames::findOwnLine(const HloGraph &G, const GraphInstruction &I) const {
  // No line is that of what the user's program does not have yet.
  if (isAdded(G, I))
    return std::nullopt;
  if (std::optional<UserPlace> At = findPlace(I.Name))
    return At;
  if (I.Op == Opcode::Fusion && !I.Called.empty()) {
    const GraphComputation &Body = G.computations()[I.Called.front()];
    for (InstructionId Inner : reverse(Body.instructions()))
      if (std::optional<UserPlace> At = findPlace(G[Inner].Name))
        return At;
  }
  return std::nullopt;
}

/// That of \p I, of what it reads, or of the loop that it is in.
std::optional<UserPlace>
ChangeNames::findLine(const HloGraph &G, const GraphInstruction *I) const {
  // Deeper nesting is no program of a user's.
  for (unsigned Depth = 0; Depth != 16; ++Depth) {
    if (std::optional<UserPlace> At = findOwnLine(G, *I))
      return At;
    // Copies and the like have none. What ends a program reads all of it.
    if (I->Op != Opcode::Tuple)
      for (InstructionId Operand : I->Operands)
        if (std::optional<UserPlace> At = findOwnLine(G, G[Operand]))
          return At;
    ArrayRef<InstructionId> Callers = G.computations()[I->Computation].Callers;
    if (Callers.empty())
      break;
    I = &G[Callers.front()];
  }
  return std::nullopt;
}

ChangeNames::Place
ChangeNames::describePeak(const RecordedAssignment &Program,
                          const std::optional<LivePeak> &Peak) const {
  if (!Peak)
    return {"nowhere", ""};
  const HloGraph &G = Program.getProgram();
  const GraphInstruction &I = G[Peak->Instruction];
  Place Result = {I.Name.str(), I.Name.str()};
  if (std::optional<UserPlace> At = findLine(G, &I))
    Result.Text = printShort(*At);
  return Result;
}

} // namespace hlomem
