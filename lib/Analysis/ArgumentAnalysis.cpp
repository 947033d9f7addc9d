//===- ArgumentAnalysis.cpp - Arguments that could be donated -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/ArgumentAnalysis.h"
#include "hlomem/Analysis/AliasAnalysis.h"
#include "hlomem/Analysis/Liveness.h"
#include "hlomem/Analysis/LoopAnalysis.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace hlomem {

AnalysisKey ArgumentAnalysis::Key;

ArgumentInfo ArgumentAnalysis::run(const Module &M, AnalysisManager &AM) {
  return ArgumentInfo(M, AM.getResult<LivenessAnalysis>(),
                      AM.getResult<LoopAnalysis>(),
                      AM.getResult<AliasAnalysis>());
}

namespace {

/// A part of the result with memory of its own.
struct Output {
  const Value *V = nullptr;
  /// All values that lie where it does to hand it on, the result included.
  std::vector<const Value *> Values;
  const Value *Writer = nullptr;
  Time WrittenAt = 0;
  bool IsTaken = false;
};

class DonationFinder {
public:
  DonationFinder(const Module &M, const Liveness &Live, const LoopInfo &Loops,
                 const AliasBuffers &Buffers)
      : M(M), Live(Live), Loops(Loops), Buffers(Buffers) {}

  std::vector<Argument> run();

private:
  using Place = std::pair<MemorySpace, uint64_t>;

  void indexConditionals();
  std::vector<const Value *> findBranchResults(const Value &V) const;
  Output makeOutput(const Value &V) const;
  void findOutputs();
  Argument makeArgument(const Allocation &A) const;
  /// False where it is unknown.
  bool findLastRead(Argument &A) const;
  void choose(Argument &A);

  const Module &M;
  const Liveness &Live;
  const LoopInfo &Loops;
  const AliasBuffers &Buffers;
  DenseMap<StringRef, const Conditional *> Conditionals;
  /// The values at each allocation and offset where a conditional's result is.
  std::map<std::pair<const Allocation *, uint64_t>, std::vector<const Value *>>
      BySlice;
  /// By memory space and padded size, each list by the time of writing.
  std::map<Place, std::vector<Output>> Outputs;
};

} // namespace

void DonationFinder::indexConditionals() {
  for (const Conditional &C : Loops.conditionals())
    Conditionals.try_emplace(C.Name, &C);
  if (Conditionals.empty())
    return;
  for (const Value &V : M.values())
    if (V.isPhi() && Conditionals.contains(V.getInstructionName()))
      BySlice[{&V.getAllocation(), V.getOffset().count()}];
  for (const Value &V : M.values())
    if (auto Found = BySlice.find({&V.getAllocation(), V.getOffset().count()});
        Found != BySlice.end())
      Found->second.push_back(&V);
}

// What the branches of a conditional give lies where its own result does. Where
// its branches are not known that is anything there.
std::vector<const Value *>
DonationFinder::findBranchResults(const Value &V) const {
  std::vector<const Value *> Result;
  const Conditional *C = Conditionals.lookup(V.getInstructionName());
  if (!V.isPhi() || !C)
    return Result;
  for (const Value *Other :
       BySlice.at({&V.getAllocation(), V.getOffset().count()})) {
    std::optional<LiveRange> R = Live.getRange(*Other);
    if (R && (C->Branches.empty() ||
              any_of(C->Branches, [R](const Conditional::Branch &B) {
                return R->Begin >= B.Begin && R->End == B.End;
              })))
      Result.push_back(Other);
  }
  return Result;
}

// A run of values ends where a loop's body has read the old contents and not
// written the new ones; what the loop carries joins the parts.
Output DonationFinder::makeOutput(const Value &V) const {
  Output O;
  O.V = &V;
  SmallVector<const AliasBuffer *, 4> Queue = {Buffers.find(V)};
  DenseSet<const AliasBuffer *> Seen(Queue.begin(), Queue.end());
  while (!Queue.empty()) {
    const AliasBuffer &B = *Queue.pop_back_val();
    append_range(O.Values, B.Values);
    for (const Value *Member : B.Values) {
      for (const Value *Part : findBranchResults(*Member))
        if (const AliasBuffer *Next = Buffers.find(*Part);
            Next && Seen.insert(Next).second)
          Queue.push_back(Next);
      std::optional<LoopInfo::Carried> C = Loops.findCarried(*Member);
      if (!C)
        continue;
      const CarriedLeaf &Leaf = Loops.loops()[C->InLoop].Leaves[C->Leaf];
      for (const Value *Part :
           {Leaf.Init, Leaf.Condition, Leaf.Body, Leaf.Root, Leaf.Result}) {
        const AliasBuffer *Next = Part ? Buffers.find(*Part) : nullptr;
        if (Next && &Part->getAllocation() == &V.getAllocation() &&
            Part->getOffset() == V.getOffset() && Seen.insert(Next).second)
          Queue.push_back(Next);
      }
    }
  }
  O.Writer = *min_element(O.Values, [&](const Value *L, const Value *R) {
    return std::pair(Live.getRange(*L)->Begin, L->getId()) <
           std::pair(Live.getRange(*R)->Begin, R->getId());
  });
  O.WrittenAt = Live.getRange(*O.Writer)->Begin;
  return O;
}

// Tables are made by the runtime, which no argument is for.
void DonationFinder::findOutputs() {
  for (const Allocation &A : M.allocations()) {
    if (!A.has(AllocationFlags::MaybeLiveOut) ||
        A.has(AllocationFlags::Parameter) || A.has(AllocationFlags::Constant) ||
        A.isThreadLocal())
      continue;
    for (const Value &V : A.values()) {
      std::optional<LiveRange> R = Live.getRange(V);
      if (R && R->End == Live.getEndOfProgram() && !V.getShape().isTuple() &&
          Buffers.find(V))
        Outputs[{A.getMemorySpace(), V.getSize().count()}].push_back(
            makeOutput(V));
    }
  }
  for (auto &[Where, List] : Outputs)
    stable_sort(List, [](const Output &L, const Output &R) {
      return L.WrittenAt < R.WrittenAt;
    });
}

bool DonationFinder::findLastRead(Argument &A) const {
  const Value &V = *A.Leaf;
  if (!V.hasUses())
    return false;
  for (const Use &U : V.getUses()) {
    std::optional<Time> T = Live.getTime(U.User.getName());
    if (!T)
      return false;
    A.LastRead = std::max(A.LastRead, T);
  }
  for (const Position &P : V.getPositions())
    if (!(P == V.getDefinition()))
      A.LastRead = std::max(A.LastRead, Live.getTime(P.getName()));
  return true;
}

Argument DonationFinder::makeArgument(const Allocation &A) const {
  Argument Result;
  Result.Block = &A;
  for (const Value &V : A.values()) {
    std::optional<LiveRange> R = Live.getRange(V);
    if (R && R->Begin == 0 &&
        (!Result.Leaf || V.getSize() > Result.Leaf->getSize()))
      Result.Leaf = &V;
  }
  if (A.isDonated())
    Result.State = Donation::Done;
  else if (A.getSize().isZero())
    Result.State = Donation::NoBytes;
  else if (Result.Leaf && !Result.Leaf->getSize().isZero() &&
           Live.getRange(*Result.Leaf) && findLastRead(Result))
    Result.State = Donation::Possible;
  return Result;
}

void DonationFinder::choose(Argument &A) {
  auto Found =
      Outputs.find({A.Block->getMemorySpace(), A.Leaf->getSize().count()});
  if (Found == Outputs.end() || A.Leaf->getShape().isTuple()) {
    A.State = Donation::NoOutput;
    return;
  }
  std::vector<Output> &List = Found->second;
  auto IsRead = [&A](const Output &O) {
    return A.LastRead && *A.LastRead >= O.WrittenAt;
  };
  auto First = partition_point(List, IsRead);
  auto Free = std::find_if(First, List.end(),
                           [](const Output &O) { return !O.IsTaken; });
  if (Free == List.end() && First != List.end()) {
    A.State = Donation::OutputsTaken;
    return;
  }
  Output &O = Free == List.end() ? List.back() : *Free;
  A.Output = O.V;
  A.Writer = O.Writer;
  A.WrittenAt = O.WrittenAt;
  if (Free == List.end()) {
    A.State = *A.LastRead == O.WrittenAt ? Donation::ReadByWriter
                                         : Donation::ReadLater;
    return;
  }
  O.IsTaken = true;
  A.Changes.push_back(
      {A.Leaf, LiveRange{0, A.LastRead.value_or(0)}, nullptr, Bytes()});
  for (const Value *V : O.Values)
    A.Changes.push_back({V, Live.getRange(*V), A.Block, A.Leaf->getOffset()});
}

std::vector<Argument> DonationFinder::run() {
  indexConditionals();
  findOutputs();
  std::vector<Argument> Result;
  for (const Allocation &A : M.allocations())
    if (A.has(AllocationFlags::Parameter) && !A.isThreadLocal())
      Result.push_back(makeArgument(A));
  stable_sort(Result, [](const Argument &L, const Argument &R) {
    return L.Block->getSize() > R.Block->getSize();
  });

  // What is read longest can take the fewest results, and what it can take all
  // others of its size can: in this order the most find one.
  SmallVector<Argument *, 0> Order;
  for (Argument &A : Result)
    if (A.State == Donation::Possible)
      Order.push_back(&A);
  stable_sort(Order, [](const Argument *L, const Argument *R) {
    return L->LastRead > R->LastRead;
  });
  for (Argument *A : Order)
    choose(*A);
  return Result;
}

ArgumentInfo::ArgumentInfo(const Module &M, const Liveness &Live,
                           const LoopInfo &Loops, const AliasBuffers &Buffers)
    : Arguments(DonationFinder(M, Live, Loops, Buffers).run()) {}

} // namespace hlomem
