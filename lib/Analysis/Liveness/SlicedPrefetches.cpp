//===- SlicedPrefetches.cpp - Slices that are their destination -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/SlicedPrefetches.h"
#include "Program/PrintedInstructions.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

static bool putsSlicesTogether(StringRef InstructionText) {
  return InstructionText.contains("custom_call_target=\"ConcatBitcast\"");
}

// Also of an asynchronous one, which is printed as what it runs.
static bool mayPutSlicesTogether(Opcode Op) {
  return Op == Opcode::CustomCall || Op == Opcode::Unknown ||
         hasTrait(Op, OpcodeTraits::AsyncStart);
}

static bool putsSlicesTogether(const InstructionDetails &I) {
  return I.getAttribute("custom_call_target") == "\"ConcatBitcast\"";
}

bool putsSlicesTogether(const Module &M, const Value &V) {
  StringRef Text = V.getInstructionText();
  if (!Text.empty())
    return putsSlicesTogether(Text);
  if (!mayPutSlicesTogether(getOpcode(M, V)))
    return false;
  const InstructionDetails *I = M.getInstruction(V);
  return I && putsSlicesTogether(*I);
}

const SlicedPrefetches::EndingValues &
SlicedPrefetches::getEnding(const HeldRange &H,
                            ArrayRef<const HeldRange *> Ending) {
  const Allocation *A = &H.V->getAllocation();
  if (Last.A == A && Last.At == H.Range.Begin)
    return Last;
  Last = EndingValues();
  Last.A = A;
  Last.At = H.Range.Begin;
  for (const HeldRange *E : Ending) {
    if (!E->V->hasUses())
      Last.WithoutUses.push_back(E);
    for (Time T : Times.getUses(*E->V)) {
      if (T == ScheduleIndex::NotScheduled)
        continue;
      SmallVector<const HeldRange *, 4> &Read = Last.ByReader[T];
      // It may be read twice.
      if (Read.empty() || Read.back() != E)
        Read.push_back(E);
    }
  }
  return Last;
}

/// By offset.
SmallVector<const HeldRange *>
SlicedPrefetches::findSlices(const HeldRange &H,
                             ArrayRef<const HeldRange *> Ending) {
  const Value &V = *H.V;
  const EndingValues &All = getEnding(H, Ending);
  SmallVector<const HeldRange *> Slices;
  if (Time Reader = Times.getDefinition(V);
      Reader != ScheduleIndex::NotScheduled)
    if (auto Read = All.ByReader.find(Reader); Read != All.ByReader.end())
      append_range(Slices, Read->second);
  ArrayRef<const HeldRange *> Rest = All.WithoutUses;
  Rest = Rest.drop_front(partition_point(Rest,
                                         [&](const HeldRange *E) {
                                           return E->V->getOffset() <
                                                  V.getOffset();
                                         }) -
                         Rest.begin());
  for (const HeldRange *E : Rest) {
    if (E->V->getOffset() >= V.getEndOffset())
      break;
    if (E->V->getEndOffset() <= V.getEndOffset())
      Slices.push_back(E);
  }
  llvm::stable_sort(Slices, [](const HeldRange *L, const HeldRange *R) {
    return L->V->getOffset() < R->V->getOffset();
  });
  return Slices;
}

SlicedPrefetches::Kind
SlicedPrefetches::classify(const HeldRange &H,
                           ArrayRef<const HeldRange *> Ending) {
  const Value &V = *H.V;
  // How many slices there are; without an instruction the bytes alone tell.
  std::optional<size_t> Count;
  if (M.hasInstruction(V)) {
    if (!putsSlicesTogether(M, V))
      return Kind::None;
    StringRef Text = V.getInstructionText();
    Count = Text.empty() ? M.getInstruction(V)->Operands.size()
                         : parseOutline(Text).Operands.size();
  } else if (InstructionId I = Program ? Program->find(V.getInstructionName())
                                       : InstructionId::none()) {
    if (!(*Program)[I].joinsSlices())
      return Kind::None;
    Count = (*Program)[I].Operands.size();
  }

  bool HasGap = false, HasOverlap = false;
  Bytes At = V.getOffset();
  SmallVector<const HeldRange *> Slices = findSlices(H, Ending);
  for (const HeldRange *S : Slices) {
    const Value &W = *S->V;
    HasGap |= W.getOffset() > At;
    HasOverlap |= W.getOffset() < At;
    At = std::max(At, W.getEndOffset());
  }
  HasGap |= At < V.getEndOffset();
  HasOverlap |= At > V.getEndOffset();
  // Of what was cut off there is no trace.
  bool IsWhole = !M.isIncomplete();
  bool IsComplete = !Count || Slices.size() == *Count;
  if (!HasOverlap && (!IsWhole || (!HasGap && IsComplete)))
    return Kind::InPlace;
  return Count ? Kind::Apart : Kind::None;
}

} // namespace hlomem
