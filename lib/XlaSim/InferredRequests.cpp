//===- InferredRequests.cpp - Heap events that a dump implies -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InferredRequests.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace llvm;

namespace hlomem {

InferredRequests::InferredRequests(const Module &M, const ArenaBuffers &Content,
                                   const Liveness &Live, Sharing How)
    : Content(Content), Live(Live) {
  // Index tables have allocations of their own, which are combined with the
  // heap afterwards.
  DenseMap<const Value *, BufferId> BufferOfValue;
  for (auto [I, B] : enumerate(Content.Buffers))
    for (const Value &V : Content.values(B))
      if (!V.getShape().isTuple()) {
        Values.push_back(&V);
        BufferOfValue[&V] = BufferId(I);
      }
  llvm::sort(Values, [](const Value *L, const Value *R) {
    return L->getId() < R->getId();
  });
  for (const Value *V : Values)
    BufferOf.push_back(BufferOfValue[V]);
  joinBuffers(M, How);
  Sizes.resize(Content.Buffers.size());
  IsCarried.resize(Content.Buffers.size());
  for (auto [V, B] : zip_equal(Values, BufferOf)) {
    Sizes[B] = std::max(Sizes[B], V->getSize());
    IsCarried[B] = IsCarried[B] || V->isPhi();
  }
}

/// What a loop begins with, and what it gives to the next iteration, is in the
/// HloBuffer of the phi that it is merged into, even where nothing of it is
/// live at the same time.
void InferredRequests::joinBuffers(const Module &M, Sharing How) {
  IntEqClasses Joined(Content.Buffers.size());
  DenseMap<const Value *, ValueId> NumberOf;
  for (auto [I, V] : withIds(Values))
    NumberOf[V] = I;
  for (auto [I, V] : withIds(Values)) {
    for (const Use &U : V->getUses()) {
      if (U.OperandNumber != 0)
        continue;
      const Value *Phi = M.findValue(U.User.getName(), U.User.getIndex());
      if (!Phi || !Phi->isPhi() || Phi->getOffset() != V->getOffset())
        continue;
      if (auto Found = NumberOf.find(Phi); Found != NumberOf.end())
        Joined.join(BufferOf[I].index(), BufferOf[Found->second].index());
    }
  }
  if (How == Sharing::Phis) {
    DenseMap<unsigned, unsigned> FirstOfTie;
    for (auto [I, B] : enumerate(Content.Buffers))
      if (B.Tie != 0)
        Joined.join(FirstOfTie.try_emplace(B.Tie, I).first->second, I);
  }
  for (BufferId &B : BufferOf)
    B = BufferId(Joined.findLeader(B.index()));
}

static bool updatesInPlace(const Value &V) {
  StringRef Name = V.getInstructionName();
  return Name.contains("dynamic-update-slice") ||
         Name.contains("dynamic_update_slice") || Name.contains("scatter");
}

bool InferredRequests::takesOver(ValueId V, ValueId Lender,
                                 Takeover When) const {
  if (V == Lender || BufferOf[V] != BufferOf[Lender] || When == Takeover::Never)
    return false;
  if (When == Takeover::ByOperation &&
      (IsCarried[BufferOf[V]] || updatesInPlace(*Values[V])))
    return false;
  return any_of(Values[Lender]->getUses(), [&](const Use &U) {
    return U.User.getName() == Values[V]->getInstructionName();
  });
}

HeapRequests InferredRequests::get(Takeover When) const {
  HeapRequests Trace;
  IdVector<ValueId, LiveRange> Ranges;
  std::vector<ValueId> ByBegin;
  for (auto [I, V] : withIds(Values)) {
    Trace.Sizes.push_back(Sizes[BufferOf[I]]);
    Ranges.push_back(*Live.getRange(*V));
    ByBegin.push_back(I);
  }
  std::vector<ValueId> ByEnd = ByBegin;
  llvm::sort(ByBegin, [&](ValueId L, ValueId R) {
    return std::tuple(Ranges[L].Begin, Ranges[L].End, L) <
           std::tuple(Ranges[R].Begin, Ranges[R].End, R);
  });
  llvm::sort(ByEnd, [&](ValueId L, ValueId R) {
    return std::tuple(Ranges[L].End, Ranges[L].Begin, L) <
           std::tuple(Ranges[R].End, Ranges[R].Begin, R);
  });

  IdVector<ValueId, bool> IsHeld(Values.size());
  IdVector<BufferId, ValueId> FirstOf(Content.Buffers.size());
  auto Free = [&](ValueId V) {
    Trace.Events.push_back({HeapEvent::Kind::Free, V});
    IsHeld[V] = false;
  };
  auto NextEnd = ByEnd.begin();
  // Of each buffer, what ends at the time that is looked at; many values may.
  DenseMap<BufferId, SmallVector<ValueId, 2>> Ending;
  Time EndingAt = 0;
  auto FindLender = [&](ValueId V) {
    if (Ranges[V].Begin != EndingAt) {
      EndingAt = Ranges[V].Begin;
      Ending.clear();
    }
    if (Ending.empty())
      for (auto It = NextEnd; It != ByEnd.end() && Ranges[*It].End == EndingAt;
           ++It)
        Ending[BufferOf[*It]].push_back(*It);
    auto Lenders = Ending.lookup(BufferOf[V]);
    for (ValueId Lender : reverse(Lenders))
      if (IsHeld[Lender] && takesOver(V, Lender, When))
        return Lender;
    return ValueId::none();
  };
  auto Define = [&](ValueId V) {
    IsHeld[V] = true;
    ValueId &First = FirstOf[BufferOf[V]];
    if (!First) {
      Trace.Events.push_back({HeapEvent::Kind::Alloc, V});
      First = V;
      return;
    }
    ValueId With = FindLender(V);
    if (With)
      Free(With);
    else
      With = First;
    Trace.Events.push_back({HeapEvent::Kind::Share, V, With});
  };
  auto FreeUntil = [&](Time End) {
    for (; NextEnd != ByEnd.end() && Ranges[*NextEnd].End < End; ++NextEnd)
      if (IsHeld[*NextEnd])
        Free(*NextEnd);
  };
  for (ValueId V : ByBegin) {
    // What ends at this very time is given back after what begins.
    FreeUntil(Ranges[V].Begin);
    Define(V);
  }
  for (; NextEnd != ByEnd.end(); ++NextEnd)
    if (IsHeld[*NextEnd])
      Free(*NextEnd);
  return Trace;
}

} // namespace hlomem
