//===- Waits.cpp - What writes over an argument runs last -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Waits.h"
#include "Loops/SliceUpdate.h"
#include "hlomem/XlaSim/RecordedAssignment.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <set>

using namespace llvm;
using namespace hlomem::PatternMatch;

namespace hlomem {

InstructionId liftToEntry(const HloGraph &G, InstructionId Instruction) {
  while (G[Instruction].Computation != G.getEntryNumber()) {
    ArrayRef<InstructionId> Callers = G.getComputation(G[Instruction]).Callers;
    if (Callers.empty())
      return InstructionId::none();
    Instruction = Callers.front();
  }
  return Instruction;
}

/// True if \p Instruction only moves what it reads, as to VMEM, after the
/// program was scheduled.
static bool isMoveOfTpu(const HloGraph &G, InstructionId Instruction) {
  const GraphInstruction &I = G[getStart(G, Instruction)];
  switch (I.Op) {
  case Opcode::Bitcast:
  case Opcode::CopyStart:
  case Opcode::CopyDone:
  case Opcode::GetTupleElement:
    return true;
  case Opcode::AsyncStart:
    return match(G, G.getNumber(I), m_Body(m_Op(Opcode::Slice)));
  default:
    return I.joinsSlices();
  }
}

/// True if \p Instruction is computed of \p First: what is scheduled before
/// that is not.
static bool isComputedOf(const HloGraph &G, const HloSchedule &Schedule,
                         InstructionId Instruction, InstructionId First) {
  Time Begin = Schedule.getTime(First);
  SmallVector<InstructionId> Pending{Instruction};
  DenseSet<InstructionId> Seen;
  while (!Pending.empty()) {
    InstructionId I = Pending.pop_back_val();
    if (I == First)
      return true;
    for (InstructionId Operand : G[I].Operands)
      if (Time T = Schedule.getTime(Operand); T != HloSchedule::NotScheduled &&
                                              T >= Begin &&
                                              Seen.insert(Operand).second)
        Pending.push_back(Operand);
  }
  return false;
}

/// What makes the value that \p Instruction writes, before anything moves it:
/// itself where that is another argument.
static InstructionId findMaker(const HloGraph &G, InstructionId Instruction) {
  InstructionId Maker = Instruction;
  while (isMoveOfTpu(G, Maker) && !G[Maker].Operands.empty())
    Maker = G[Maker].Operands.front();
  return G[Maker].Op == Opcode::Parameter ? Instruction : Maker;
}

void addWaits(const RecordedAssignment &Record, const HloSchedule &Schedule,
              ValueId Argument, ValueId Writer, WaitList &Waits) {
  const HloGraph &G = Record.getProgram();
  const HloDataflow &D = Record.getDataflow();
  InstructionId Written = liftToEntry(G, D.definitions()[Writer].Instruction);
  if (!Written)
    return;
  const InstructionId Maker = findMaker(G, Written);
  SmallVector<ValueId> Pending{Argument};
  DenseSet<ValueId> Seen{Argument};
  SmallVector<HloUse> Uses;
  while (!Pending.empty()) {
    Uses.clear();
    D.getUses(Pending.pop_back_val(), Uses);
    for (const HloUse &U : Uses) {
      InstructionId User = liftToEntry(G, U.User);
      if (!User || User == Maker || User == G.getEntry().Root)
        continue;
      const GraphInstruction &I = G[User];
      if (isMoveOfTpu(G, User)) {
        for (LeafId Leaf : I.Leaves->ids())
          if (ValueId V = D.getValueAt({User, Leaf});
              V && Seen.insert(V).second)
            Pending.push_back(V);
        continue;
      }
      // What needs the new value cannot come before it. Branches give the bytes
      // of operands in VMEM to others, which no live range tells.
      if (I.Op != Opcode::Conditional &&
          !isComputedOf(G, Schedule, User, Maker))
        Waits.push_back({User, Maker});
    }
  }
}

SmallVector<InstructionId> orderWithWaits(const HloGraph &G,
                                          const GraphComputation &C,
                                          const WaitList &Waits) {
  const size_t Count = C.Schedule.size();
  DenseMap<InstructionId, uint32_t> Ranks;
  for (auto [Rank, I] : enumerate(C.Schedule))
    Ranks[I] = Rank;
  struct Edges {
    std::vector<SmallVector<uint32_t, 4>> Later;
    std::vector<size_t> Missing;
  };
  Edges Operands = {std::vector<SmallVector<uint32_t, 4>>(Count),
                    std::vector<size_t>(Count)};
  Edges Waiting = Operands;
  auto Add = [&](Edges &To, InstructionId First, InstructionId Second) {
    auto From = Ranks.find(First), Next = Ranks.find(Second);
    if (From == Ranks.end() || Next == Ranks.end())
      return;
    To.Later[From->second].push_back(Next->second);
    ++To.Missing[Next->second];
  };
  for (InstructionId I : C.Schedule)
    for (InstructionId Operand : G[I].Operands)
      Add(Operands, Operand, I);
  for (auto [First, Second] : Waits)
    Add(Waiting, First, Second);
  // By rank, what has all operands; of these only Held waits.
  std::set<uint32_t> Ready, Held;
  auto Release = [&](uint32_t Rank) {
    if (Operands.Missing[Rank] == 0)
      (Waiting.Missing[Rank] == 0 ? Ready : Held).insert(Rank);
  };
  for (uint32_t Rank = 0; Rank != Count; ++Rank)
    Release(Rank);
  SmallVector<InstructionId> Order;
  while (!Ready.empty() || !Held.empty()) {
    std::set<uint32_t> &From = Ready.empty() ? Held : Ready;
    uint32_t Rank = *From.begin();
    From.erase(From.begin());
    Order.push_back(C.Schedule[Rank]);
    for (uint32_t Next : Operands.Later[Rank])
      if (--Operands.Missing[Next] == 0)
        Release(Next);
    for (uint32_t Next : Waiting.Later[Rank])
      if (--Waiting.Missing[Next] == 0 && Held.erase(Next))
        Ready.insert(Next);
  }
  return Order;
}

} // namespace hlomem
