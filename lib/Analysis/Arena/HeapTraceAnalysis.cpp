//===- HeapTraceAnalysis.cpp - XLA's own record of the heap ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Arena/HeapTraceAnalysis.h"
#include "Memory/ArenaSweep.h"
#include "hlomem/Analysis/Arena/TraceReplay.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace hlomem {

AnalysisKey HeapTraceAnalysis::Key;

HeapTraceInfo HeapTraceAnalysis::run(const Module &M, AnalysisManager &AM) {
  return HeapTraceInfo(M, AM.getResult<LivenessAnalysis>());
}

namespace {

/// Goes through the events of one trace.
class TraceWalk {
public:
  TraceWalk(const HeapTraceInfo &Info, const HeapTrace &T)
      : Info(Info), Known(*Info.get()), T(T) {
    findSizes();
    findParts();
  }

  void run(TracedArena &A);

private:
  using Problem = TraceProblem::Kind;

  void findSizes();
  void findParts();
  /// Of the buffer of the value.
  Bytes sizeOf(ValueId V) const { return Sizes.lookup(V); }
  void checkPlace(size_t At, TracedArena &A);
  void checkStep(size_t At, TracedArena &A);
  void checkEnd(TracedArena &A) const;
  void findLive(size_t End, TracedArena &A) const;

  const HeapTraceInfo &Info;
  const HeapTraces &Known;
  const HeapTrace &T;
  DenseMap<ValueId, Bytes> Sizes;
  /// The value has memory, by its position; where its last event is.
  struct State {
    bool IsLive = false;
    size_t Last = 0;
  };
  DenseMap<ValueId, State> States;
  /// Values whose events need not follow each other.
  DenseSet<ValueId> HasParts;
  std::optional<MemorySpace> Space;
};

} // namespace

void TraceWalk::findSizes() {
  EquivalenceClasses<ValueId> Buffers;
  for (const TraceEvent &E : T.Events) {
    Buffers.insert(E.Value);
    if (E.What == TraceEvent::Kind::ShareWith)
      Buffers.unionSets(E.Value, E.SharedWith);
  }
  // By the first one of each class.
  DenseMap<ValueId, Bytes> Largest;
  auto VisitValues = [this](function_ref<void(ValueId)> Visit) {
    for (const TraceEvent &E : T.Events) {
      Visit(E.Value);
      if (E.What == TraceEvent::Kind::ShareWith)
        Visit(E.SharedWith);
    }
  };
  VisitValues([&](ValueId V) {
    Bytes &Size = Largest[Buffers.getLeaderValue(V)];
    Size = std::max(Size, Known.Values[V].Size);
  });
  VisitValues(
      [&](ValueId V) { Sizes[V] = Largest[Buffers.getLeaderValue(V)]; });
}

// Memory space assignment lists the parts of a value's live range, as of one
// that a conditional takes in its branches, and not one after the other. In 357
// protos each of 46 such values was released as often as it got memory.
void TraceWalk::findParts() {
  if (T.IsWholeModule)
    return;
  DenseMap<ValueId, std::pair<uint64_t, uint64_t>> Counts;
  for (const TraceEvent &E : T.Events)
    if (E.What != TraceEvent::Kind::ShareWith) {
      auto &[Allocs, Frees] = Counts[E.Value];
      ++(E.What == TraceEvent::Kind::Alloc ? Allocs : Frees);
    }
  for (const auto &Of : Counts)
    if (Of.second.first > 1 && Of.second.first == Of.second.second)
      HasParts.insert(Of.first);
}

// A value is looked at when it comes first.
void TraceWalk::checkPlace(size_t At, TracedArena &A) {
  ValueId Position = T.Events[At].Value;
  const Value *V = Info.getValue(Position);
  if (!V || !V->getAllocation().has(AllocationFlags::PreallocatedTemp))
    return A.Problems.push_back({Problem::NotTemporary, At});
  MemorySpace Its = V->getAllocation().getMemorySpace();
  if (Space.value_or(Its) != Its)
    A.Problems.push_back({Problem::OtherSpace, At});
  Space = Its;
  if (Known.Values[Position].Size > V->getSize())
    A.Problems.push_back({Problem::LargerThanSlice, At});
}

void TraceWalk::checkStep(size_t At, TracedArena &A) {
  const TraceEvent &E = T.Events[At];
  if (E.What == TraceEvent::Kind::ShareWith) {
    const Value *V = Info.getValue(E.Value);
    const Value *With = Info.getValue(E.SharedWith);
    if (!States.contains(E.SharedWith))
      A.Problems.push_back({Problem::ShareWithUnknown, At});
    else if (V && With &&
             (&V->getAllocation() != &With->getAllocation() ||
              V->getOffset() != With->getOffset()))
      A.Problems.push_back({Problem::ShareElsewhere, At});
  }
  auto [Found, IsNew] = States.try_emplace(E.Value);
  if (IsNew)
    checkPlace(At, A);
  State &S = Found->second;
  bool Gets = E.What != TraceEvent::Kind::Free;
  if (Gets == S.IsLive && !HasParts.contains(E.Value))
    A.Problems.push_back(
        {Gets ? Problem::AllocOfLive : Problem::FreeOfDead, At});
  S = {Gets, At};
}

void TraceWalk::checkEnd(TracedArena &A) const {
  SmallVector<size_t> Unfreed;
  for (const auto &[Position, S] : States)
    if (S.IsLive && !HasParts.contains(Position))
      Unfreed.push_back(S.Last);
  llvm::sort(Unfreed);
  for (size_t Event : Unfreed)
    A.Problems.push_back({Problem::NeverFreed, Event});
}

/// What is live after the first \p End events.
void TraceWalk::findLive(size_t End, TracedArena &A) const {
  auto Size = [this](ValueId V) { return sizeOf(V); };
  HeapReplay Heap(Size);
  // By the event that gave it memory.
  std::vector<ValueId> Holders(End);
  DenseMap<ValueId, size_t> Given;
  for (size_t At = 0; At != End; ++At) {
    const TraceEvent &E = T.Events[At];
    Heap.step(E);
    if (auto Before = Given.find(E.Value); Before != Given.end()) {
      Holders[Before->second] = ValueId::none();
      Given.erase(Before);
    }
    if (E.What == TraceEvent::Kind::Free)
      continue;
    Holders[At] = E.Value;
    Given[E.Value] = At;
  }
  SmallMapVector<ValueId, TracedBuffer, 16> ByRoot;
  for (ValueId V : Holders) {
    if (!V)
      continue;
    ValueId Root = Heap.getRoot(V);
    if (!Heap.isLive(Root))
      continue;
    TracedBuffer &B = ByRoot[Root];
    B = {sizeOf(Root), Root, V, B.Holders + 1};
  }
  for (const auto &[Root, B] : ByRoot)
    A.AtPeak.push_back(B);
  llvm::sort(A.AtPeak, [this](const TracedBuffer &L, const TracedBuffer &R) {
    return L.Size != R.Size ? L.Size > R.Size
                            : Known.Values[L.Root].Id < Known.Values[R.Root].Id;
  });
}

void TraceWalk::run(TracedArena &A) {
  auto Size = [this](ValueId V) { return sizeOf(V); };
  HeapReplay Heap(Size);
  for (auto [At, E] : enumerate(T.Events)) {
    ++(E.What == TraceEvent::Kind::Alloc  ? A.Allocs
       : E.What == TraceEvent::Kind::Free ? A.Frees
                                          : A.Shares);
    checkStep(At, A);
    Heap.step(E);
    if (Heap.getLive() <= A.Peak)
      continue;
    A.Peak = Heap.getLive();
    A.PeakEvent = At;
  }
  checkEnd(A);
  if (!A.Peak.isZero())
    findLive(A.PeakEvent + 1, A);
}

HeapTraceInfo::HeapTraceInfo(const Module &M, const Liveness &Live) {
  if (M.isEdited() || M.isReplaced()) {
    WhyUnknown = "a pass has changed the assignment that the trace records";
    return;
  }
  Expected<std::shared_ptr<const HeapTraces>> Read = M.readHeapTraces();
  if (!Read) {
    WhyUnknown = toString(Read.takeError());
    return;
  }
  Traces = std::move(*Read);
  if (!Traces) {
    HasSource = false;
    WhyUnknown = "needs X.hlo.pb beside the dump (--xla_dump_hlo_as_proto)";
    return;
  }
  Values.resize(Traces->Values.size());
  for (const Value &V : M.values())
    if (ValueId Traced = Traces->find(V.getId()))
      Values[Traced] = &V;
  for (const HeapTrace &T : Traces->Traces)
    Arenas.push_back(makeArena(T, Live));
}

TracedArena HeapTraceInfo::makeArena(const HeapTrace &T,
                                     const Liveness &Live) const {
  TracedArena A;
  TraceWalk(*this, T).run(A);

  SmallSetVector<const Value *, 16> Placed;
  for (const TraceEvent &E : T.Events)
    if (const Value *V = Values[E.Value])
      Placed.insert(V);
  SmallMapVector<const Allocation *, std::pair<Bytes, Bytes>, 1> Ranges;
  for (const Value *V : Placed) {
    auto [Found, IsNew] = Ranges.try_emplace(&V->getAllocation(),
                                             V->getOffset(), V->getEndOffset());
    auto &[Begin, End] = Found->second;
    Begin = std::min(Begin, V->getOffset());
    End = std::max(End, V->getEndOffset());
  }
  for (const auto &[Block, Range] : Ranges) {
    A.Blocks.push_back(Block);
    A.Packed += Range.second - Range.first;
  }
  llvm::sort(A.Blocks);

  if (A.Blocks.size() != 1)
    return A;
  std::vector<OccupiedSlice> Slices;
  for (const Value *V : Placed) {
    std::optional<LiveRange> R = Live.getRange(*V);
    if (!R)
      return A;
    if (!V->getSize().isZero() && R->Begin < Live.getEndOfProgram())
      Slices.push_back({V->getOffset().count(), V->getEndOffset().count(), *R});
  }
  LiveChanges Changes(Live.getEndOfProgram());
  A.LivePeak = Slices.empty() ? PeakLoad() : sweepArena(Slices, Changes, 1);
  return A;
}

} // namespace hlomem
