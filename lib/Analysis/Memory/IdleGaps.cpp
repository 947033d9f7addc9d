//===- IdleGaps.cpp - What values could do in their gaps ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/IdleGaps.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Program/AliasAnalysis.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

namespace {

class RemedyFinder {
public:
  RemedyFinder(const Module &M, const Liveness &Live,
               const AliasBuffers &Buffers)
      : M(M), Live(Live), Buffers(Buffers),
        Instructions(Buffers.getInstructions()) {}

  std::vector<IdleGap> run(ArrayRef<Gap> Gaps);

private:
  void findObstacle(IdleGap &G) const;
  GapObstacle findObstacleOfInstruction(const Value &V) const;
  void findObstacleOfReaders(IdleGap &G) const;
  Opcode getOpcode(StringRef Instruction) const;
  void findOrder(ArrayRef<IdleGap> Movable);
  void chooseRemedy(IdleGap &G) const;

  const Module &M;
  const Liveness &Live;
  const AliasBuffers &Buffers;
  const InstructionIndex &Instructions;
  /// What the instructions of movable values read: until when it is live.
  DenseMap<StringRef, SmallVector<const Value *, 4>> Operands;
  /// Instructions whose order is given by more than what they read.
  DenseSet<StringRef> Ordered;
};

} // namespace

Opcode RemedyFinder::getOpcode(StringRef Instruction) const {
  const Value *V = M.findPrinted(Instruction);
  return V ? Instructions.get(*V).Op : Opcode::Unknown;
}

static bool isAsync(Opcode Op) {
  return hasTrait(Op, OpcodeTraits::AsyncStart) ||
         hasTrait(Op, OpcodeTraits::AsyncUpdate) ||
         hasTrait(Op, OpcodeTraits::AsyncDone);
}

GapObstacle RemedyFinder::findObstacleOfInstruction(const Value &V) const {
  const InstructionDetails *D = M.getInstruction(V);
  if (!D || !D->IsComplete || D->Op == Opcode::Unknown ||
      D->Name != V.getInstructionName())
    return GapObstacle::Unknown;
  if (V.getDefinition().hasIndex())
    return GapObstacle::PartOfTuple;
  if (isAsync(D->Op))
    return GapObstacle::Async;
  for (OpcodeTraits T :
       {OpcodeTraits::SideEffect, OpcodeTraits::Collective,
        OpcodeTraits::TransfersHost, OpcodeTraits::ControlFlow})
    if (hasTrait(D->Op, T))
      return GapObstacle::Effects;
  return GapObstacle::None;
}

// A `while` that begins where the range ends takes over what it is given;
// whoever else runs computations may read the value at times of their own.
void RemedyFinder::findObstacleOfReaders(IdleGap &G) const {
  const Value &V = *G.Where.V;
  Time End = Live.getRange(V)->End;
  // The first to run of those in the way, since uses have no fixed order.
  SmallVector<std::pair<Time, StringRef>> Readers;
  for (const Use &U : V.getUses())
    Readers.emplace_back(*Live.getTime(U.User.getName()), U.User.getName());
  llvm::sort(Readers);
  for (auto [At, Reader] : Readers) {
    Opcode Op = getOpcode(Reader);
    if (Op == Opcode::Unknown) {
      G.Obstacle = GapObstacle::UnknownRead;
      G.Reader = Reader;
    } else if (isAsync(Op)) {
      G.Obstacle = GapObstacle::Async;
    }
    bool TakesOver = Op == Opcode::While && At > End;
    if (hasTrait(Op, OpcodeTraits::ControlFlow) && !TakesOver)
      G.Obstacle = GapObstacle::Elsewhere;
    if (G.Obstacle != GapObstacle::None)
      return;
  }
}

void RemedyFinder::findObstacle(IdleGap &G) const {
  const Value &V = *G.Where.V;
  const AllocationFlags Flags = V.getAllocation().getFlags();
  const AliasBuffer *B = Buffers.find(V);
  if ((Flags & AllocationFlags::Parameter) != AllocationFlags::None &&
      Live.getRange(V)->Begin == 0)
    G.Obstacle = GapObstacle::Argument;
  else if ((Flags & AllocationFlags::Constant) != AllocationFlags::None ||
           Instructions.get(V).Op == Opcode::Constant)
    G.Obstacle = GapObstacle::Constant;
  else if (G.Where.Kind == GapKind::AfterLastRead)
    G.Obstacle = GapObstacle::NotNeeded;
  else if (V.isPhi())
    G.Obstacle = GapObstacle::Phi;
  else if (B && B->Values.front() != &V) {
    G.Obstacle = GapObstacle::TakesOver;
    G.Other = *std::prev(find(B->Values, &V));
  } else {
    G.Obstacle = findObstacleOfInstruction(V);
    if (G.Obstacle == GapObstacle::None)
      findObstacleOfReaders(G);
  }
}

// What the instructions read, and which of them are ordered by hand.
void RemedyFinder::findOrder(ArrayRef<IdleGap> Movable) {
  for (const IdleGap &G : Movable)
    if (G.Obstacle == GapObstacle::None)
      Operands[G.Where.V->getInstructionName()];
  if (Operands.empty())
    return;
  for (const Value &V : M.values()) {
    for (const Use &U : V.getUses()) {
      auto Found = Operands.find(U.User.getName());
      if (Found != Operands.end())
        Found->second.push_back(&V);
    }
    if (!Instructions.has(V, InstructionMarks::ControlPredecessors))
      continue;
    const InstructionDetails *D = M.getInstruction(V);
    if (!D->ControlPredecessors.empty())
      Ordered.insert(V.getInstructionName());
    for (StringRef Before : D->ControlPredecessors)
      Ordered.insert(Before);
  }
}

void RemedyFinder::chooseRemedy(IdleGap &G) const {
  if (G.Obstacle != GapObstacle::None)
    return;
  StringRef Name = G.Where.V->getInstructionName();
  if (Ordered.contains(Name)) {
    G.Obstacle = GapObstacle::Effects;
    return;
  }
  // The dump must show all that the instruction reads, to be able to say that
  // it is still there.
  const InstructionDetails &D = *M.getInstruction(*G.Where.V);
  ArrayRef<const Value *> Read = Operands.find(Name)->second;
  bool IsKnown = Read.size() >= D.Operands.size();
  Time Next = G.Where.When.End + 1;
  for (const Value *V : Read) {
    std::optional<LiveRange> R = Live.getRange(*V);
    if (!R) {
      IsKnown = false;
    } else if (R->End < Next) {
      if (!G.Other || R->End < Live.getRange(*G.Other)->End)
        G.Other = V;
    }
  }
  if (G.Other || !IsKnown)
    G.Remedy = GapRemedy::Offload;
  else if (G.Where.Kind == GapKind::BeforeFirstRead)
    G.Remedy = GapRemedy::Sink;
  else
    // What a fusion contains is not in the dump: random numbers, perhaps.
    G.Remedy =
        D.Op == Opcode::Fusion ? GapRemedy::Offload : GapRemedy::Recompute;
  const AliasBuffer *B = Buffers.find(*G.Where.V);
  if (G.Remedy != GapRemedy::Sink && B && B->Values.back() != G.Where.V) {
    G.Remedy = GapRemedy::None;
    G.Obstacle = GapObstacle::HandsOver;
    G.Other = *std::next(find(B->Values, G.Where.V));
  }
}

std::vector<IdleGap> RemedyFinder::run(ArrayRef<Gap> Gaps) {
  std::vector<IdleGap> Result;
  for (const Gap &Where : Gaps) {
    Result.emplace_back().Where = Where;
    findObstacle(Result.back());
  }
  findOrder(Result);
  for (IdleGap &G : Result)
    chooseRemedy(G);
  return Result;
}

std::vector<IdleGap> findRemedies(const Module &M, const Liveness &Live,
                                  const AliasBuffers &Buffers,
                                  ArrayRef<Gap> Gaps) {
  return RemedyFinder(M, Live, Buffers).run(Gaps);
}

void removeInGap(const Liveness &Live, const IdleGap &G, AssignmentEdit &E) {
  assert(G.Remedy != GapRemedy::None && "the value has to stay");
  LiveRange R = *Live.getRange(*G.Where.V);
  LiveRange Gap = G.Where.When;
  SmallVector<LiveRange, 2> Ranges;
  if (G.Remedy != GapRemedy::Sink)
    Ranges.push_back({R.Begin, Gap.Begin - 1});
  Ranges.push_back({Gap.End + 1, R.End});
  E.setLiveRanges(*G.Where.V, Ranges);
}

//===----------------------------------------------------------------------===//
// At the peak
//===----------------------------------------------------------------------===//

// When the value would no longer be there.
static LiveRange freedBy(const Liveness &Live, const IdleGap &G) {
  if (G.Remedy != GapRemedy::Sink)
    return G.Where.When;
  return {Live.getRange(*G.Where.V)->Begin, G.Where.When.End};
}

std::vector<GapAtPeak>
findGapsAtPeak(const Module &M, const Liveness &Live, const ReadTimes &Reads,
               const AliasBuffers &Buffers, const MemoryTimeline &Timeline,
               LiveCurves &Curves, MemorySpace Space, ArrayRef<Gap> Gaps) {
  const PeakLoad &Peak = Timeline.getSpace(Space).Peak;
  std::vector<Gap> AtPeak;
  for (const Gap &G : Gaps) {
    LiveRange Widest = G.When;
    if (G.Kind == GapKind::BeforeFirstRead)
      Widest.Begin = Live.getRange(*G.V)->Begin;
    if (G.V->getAllocation().getMemorySpace() == Space &&
        Widest.contains(Peak.At))
      AtPeak.push_back(G);
  }
  if (AtPeak.empty())
    return {};
  // The most that is live before a step, and from it on.
  const LiveCurve &Curve = Curves.getSpace(Space);
  size_t Count = Curve.steps().size();
  std::vector<Bytes> Before(Count + 1), From(Count + 1);
  for (size_t I = 0; I != Count; ++I)
    Before[I + 1] = std::max(Before[I], Curve.steps()[I].Live);
  for (size_t I = Count; I != 0; --I)
    From[I - 1] = std::max(From[I], Curve.steps()[I - 1].Live);
  auto FindStep = [&](Time T) {
    return T < Curve.getEnd() ? Curve.findStep(T) : Count;
  };

  std::vector<GapAtPeak> Ranked;
  for (const IdleGap &G : findRemedies(M, Live, Buffers, AtPeak)) {
    if (G.Remedy == GapRemedy::None)
      continue;
    LiveRange Freed = freedBy(Live, G);
    Bytes Elsewhere = From[FindStep(Freed.End + 1)];
    if (Freed.Begin != 0)
      Elsewhere = std::max(Elsewhere, Before[FindStep(Freed.Begin - 1) + 1]);
    Bytes AtMost =
        std::min(G.Where.V->getSize(), differenceOrZero(Peak.Size, Elsewhere));
    if (!AtMost.isZero())
      Ranked.push_back({G, AtMost});
  }
  stable_sort(Ranked, [](const GapAtPeak &L, const GapAtPeak &R) {
    return std::tuple(L.AtMost, L.Gap.Where.V->getSize()) >
           std::tuple(R.AtMost, R.Gap.Where.V->getSize());
  });
  return Ranked;
}

} // namespace hlomem
