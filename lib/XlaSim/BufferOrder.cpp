//===- BufferOrder.cpp - In which order buffers are assigned --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferOrder.h"

using namespace llvm;

namespace hlomem {

/// The computations that \p C calls, in the order of its instructions' ids.
static SmallVector<ComputationId, 4> getCallees(const HloGraph &G,
                                                const GraphComputation &C) {
  SmallVector<std::pair<uint64_t, InstructionId>, 8> Calls;
  for (InstructionId I : C.instructions())
    if (!G[I].Called.empty())
      Calls.push_back({G[I].Id, I});
  llvm::sort(Calls);
  SmallVector<ComputationId, 4> Callees;
  for (auto [Id, I] : Calls)
    append_range(Callees, G[I].Called);
  return Callees;
}

/// XLA's CallGraph::VisitNodes: a computation after those that it calls.
static std::vector<ComputationId> getPostOrder(const HloGraph &G) {
  struct Frame {
    ComputationId Computation;
    SmallVector<ComputationId, 4> Callees;
    size_t Next = 0;
  };
  std::vector<ComputationId> Order;
  // A text has no ids, but is written in that order.
  if (G.isInCallOrder()) {
    append_range(Order, G.computations().ids());
    return Order;
  }
  IdVector<ComputationId, bool> Seen(G.computations().size());
  auto Visit = [&](ComputationId Root) {
    if (Seen[Root])
      return;
    std::vector<Frame> Stack;
    auto Enter = [&](ComputationId C) {
      Seen[C] = true;
      Stack.push_back({C, getCallees(G, G.computations()[C])});
    };
    Enter(Root);
    while (!Stack.empty()) {
      Frame &F = Stack.back();
      if (F.Next == F.Callees.size()) {
        Order.push_back(F.Computation);
        Stack.pop_back();
      } else if (ComputationId C = F.Callees[F.Next++]; !Seen[C]) {
        Enter(C);
      }
    }
  };
  Visit(G.getEntryNumber());
  for (ComputationId C : G.computations().ids())
    Visit(C);
  return Order;
}

/// Numbers the instructions of the computations in \p Context, callers first;
/// by instruction. Others get the largest number.
static IdVector<InstructionId, uint32_t>
numberInstructions(const HloDataflow &D, HloContext Context) {
  const HloGraph &G = D.getGraph();
  IdVector<InstructionId, uint32_t> Numbers(
      G.instructions().size(), std::numeric_limits<uint32_t>::max());
  uint32_t Next = 0;
  std::vector<ComputationId> CalleesFirst = getPostOrder(G);
  for (ComputationId C : reverse(CalleesFirst))
    if (D.getContext(C) == Context)
      for (InstructionId I : G.computations()[C].instructions())
        Numbers[I] = Next++;
  return Numbers;
}

static Time getFirstTime(const AssignerInput &Input, BufferId Buffer) {
  Time First = std::numeric_limits<Time>::max();
  for (ValueId V : Input.Buffers->getValues(Buffer))
    if (Input.Ranges[V])
      First = std::min(First, Input.Ranges[V]->Begin);
  return First;
}

std::vector<BufferId> getBufferOrder(const AssignerInput &Input,
                                     IdArrayRef<BufferId, BufferFacts> Buffers,
                                     HloContext Context,
                                     const AssignerPolicy &P) {
  std::vector<BufferId> Order;
  for (auto [I, B] : withIds(Buffers))
    if (B.Context == Context)
      Order.push_back(I);
  if (Context == HloContext::ThreadLocal && P.ThreadLocalById)
    return Order;

  bool IsByTime = P.AssignsByTime;
  IdVector<InstructionId, uint32_t> Numbers;
  if (!IsByTime)
    Numbers = numberInstructions(*Input.Dataflow, Context);
  IdVector<BufferId, uint32_t> Positions(Buffers.size());
  for (BufferId B : Order) {
    if (IsByTime) {
      Positions[B] = getFirstTime(Input, B);
      continue;
    }
    Positions[B] = std::numeric_limits<uint32_t>::max();
    for (ValueId V : Input.Buffers->getValues(B))
      Positions[B] = std::min(
          Positions[B], Numbers[Input.Dataflow->definitions()[V].Instruction]);
  }
  llvm::sort(Order, [&](BufferId L, BufferId R) {
    auto Key = [&](BufferId B) {
      const BufferFacts &F = Buffers[B];
      uint32_t Position = Positions[B];
      // Descending by size.
      return std::tuple(IsByTime ? Position : 0, ~F.Size.count(), !F.IsLiveOut,
                        IsByTime ? 0 : Position, B);
    };
    return Key(L) < Key(R);
  });
  return Order;
}

} // namespace hlomem
