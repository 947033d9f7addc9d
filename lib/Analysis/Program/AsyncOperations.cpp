//===- AsyncOperations.cpp - Copies and others in flight --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/AsyncOperations.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

AnalysisKey AsyncOperationsAnalysis::Key;

static Bytes sumOf(ArrayRef<const Value *> Values,
                   function_ref<bool(MemorySpace)> IsWanted) {
  Bytes Sum;
  for (const Value *V : Values)
    if (IsWanted(V->getAllocation().getMemorySpace()))
      Sum += V->getSize();
  return Sum;
}

static bool isIn(const Value *V, MemorySpace Space) {
  return V->getAllocation().getMemorySpace() == Space;
}

Bytes AsyncOperation::getBytesInto(MemorySpace Space) const {
  if (!Sources.empty() &&
      all_of(Sources, [&](const Value *V) { return isIn(V, Space); }))
    return Bytes();
  return sumOf(Results, [&](MemorySpace S) { return S == Space; });
}

Bytes AsyncOperation::getBytesOutOf(MemorySpace Space) const {
  if (none_of(Sources, [&](const Value *V) { return isIn(V, Space); }))
    return Bytes();
  if (Results.empty() && !Done.empty())
    return sumOf(Sources, [&](MemorySpace S) { return S == Space; });
  return sumOf(Results, [&](MemorySpace S) { return S != Space; });
}

Bytes AsyncOperation::getBytesWithin(MemorySpace Space) const {
  if (Sources.empty() ||
      any_of(Sources, [&](const Value *V) { return !isIn(V, Space); }))
    return Bytes();
  return sumOf(Results, [&](MemorySpace S) { return S == Space; });
}

namespace {

class AsyncOperationFinder {
public:
  AsyncOperationFinder(const Module &M, const Liveness &Live,
                       const InstructionIndex &Instructions,
                       std::vector<AsyncOperation> &Operations)
      : M(M), Live(Live), Instructions(Instructions), Operations(Operations) {}

  /// Returns how many values have an instruction that the dump does not print.
  uint64_t run();

private:
  void addOperation(const Value &V, const InstructionDetails &I);
  /// What is waited for by \p Name, or by the last update of it; empty if
  /// nothing is.
  StringRef findDone(StringRef Name) const;
  void addSourcesAndResults();

  const Module &M;
  const Liveness &Live;
  const InstructionIndex &Instructions;
  std::vector<AsyncOperation> &Operations;
  /// Values by the instruction that defines them, where that is a start or an
  /// update.
  DenseMap<StringRef, SmallVector<const Value *, 2>> Definitions;
  DenseSet<StringRef> Updates;
};

} // namespace

uint64_t AsyncOperationFinder::run() {
  uint64_t Unknown = 0;
  DenseSet<StringRef> Seen;
  for (const Value &V : M.values()) {
    if (V.getAllocation().isThreadLocal())
      continue;
    Unknown += !M.hasInstruction(V);
    Opcode Op = Instructions.get(V).Op;
    bool IsStart = hasTrait(Op, OpcodeTraits::AsyncStart);
    bool IsUpdate = hasTrait(Op, OpcodeTraits::AsyncUpdate);
    if (!IsStart && !IsUpdate)
      continue;
    Definitions[V.getInstructionName()].push_back(&V);
    if (!Seen.insert(V.getInstructionName()).second)
      continue;
    if (IsUpdate)
      Updates.insert(V.getInstructionName());
    if (IsStart)
      addOperation(V, *M.getInstruction(V));
  }
  for (AsyncOperation &O : Operations) {
    O.Done = findDone(O.Start);
    std::optional<Time> Begin = Live.getTime(O.Start),
                        End = Live.getTime(O.Done);
    if (Begin && End && *Begin <= *End)
      O.InFlight = LiveRange{*Begin, *End};
  }
  addSourcesAndResults();
  stable_sort(Operations,
              [&](const AsyncOperation &L, const AsyncOperation &R) {
                Time Last = Live.getEndOfProgram();
                return Live.getTime(L.Start).value_or(Last) <
                       Live.getTime(R.Start).value_or(Last);
              });
  return Unknown;
}

void AsyncOperationFinder::addOperation(const Value &V,
                                        const InstructionDetails &I) {
  AsyncOperation &O = Operations.emplace_back();
  O.Start = V.getInstructionName();
  O.OpcodeName = I.OpcodeName;
  O.Loc = V.getLoc();
  uint64_t Number = 0;
  if (auto Text = I.getAttribute("cross_program_prefetch_index"))
    if (!Text->getAsInteger(10, Number))
      O.CrossProgramPrefetch = Number;
}

// Nothing but an update or a done may read what a start defines, so the first
// to read it is one; those after read what the done forwards.
StringRef AsyncOperationFinder::findDone(StringRef Name) const {
  // A chain is no longer than there are updates.
  for (size_t Step = 0; Step <= Updates.size(); ++Step) {
    auto Defined = Definitions.find(Name);
    if (Defined == Definitions.end())
      return "";
    StringRef First;
    Time FirstTime = 0;
    for (const Value *V : Defined->second)
      for (const Use &U : V->getUses()) {
        StringRef User = U.User.getName();
        std::optional<Time> At = Live.getTime(User);
        // Without a schedule: nothing but a done reads the tuple's table.
        if (User == Name || (!At && !V->getShape().isTuple()))
          continue;
        Time UserTime = At.value_or(Live.getEndOfProgram());
        if (First.empty() ||
            std::pair(UserTime, User) < std::pair(FirstTime, First)) {
          First = User;
          FirstTime = UserTime;
        }
      }
    if (!Updates.contains(First))
      return First;
    Name = First;
  }
  return "";
}

void AsyncOperationFinder::addSourcesAndResults() {
  DenseMap<StringRef, size_t> Starts, Dones;
  for (auto [I, O] : enumerate(Operations)) {
    Starts.try_emplace(O.Start, I);
    if (!O.Done.empty())
      Dones.try_emplace(O.Done, I);
  }
  if (Starts.empty())
    return;
  // All of one value comes together.
  auto Add = [](SmallVectorImpl<const Value *> &List, const Value &V) {
    if (List.empty() || List.back() != &V)
      List.push_back(&V);
  };
  for (const Value &V : M.values()) {
    if (V.getAllocation().isThreadLocal() || V.getShape().isTuple() ||
        V.getSize().isZero())
      continue;
    for (const Use &U : V.getUses())
      if (auto I = Starts.find(U.User.getName()); I != Starts.end())
        Add(Operations[I->second].Sources, V);
    for (const Position &P : V.getPositions())
      if (auto I = Dones.find(P.getName()); I != Dones.end())
        Add(Operations[I->second].Results, V);
  }
}

AsyncOperations::AsyncOperations(const Module &M, const Liveness &Live,
                                 const InstructionIndex &Instructions) {
  UnknownInstructions =
      AsyncOperationFinder(M, Live, Instructions, Operations).run();
}

AsyncOperations AsyncOperationsAnalysis::run(const Module &M,
                                             AnalysisManager &AM) {
  return AsyncOperations(M, AM.getResult<LivenessAnalysis>(),
                         AM.getResult<InstructionIndexAnalysis>());
}

} // namespace hlomem
