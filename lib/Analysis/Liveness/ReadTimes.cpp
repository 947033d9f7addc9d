//===- ReadTimes.cpp - When values are read, and when not -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/ReadTimes.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/AliasAnalysis.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

AnalysisKey ReadTimesAnalysis::Key;

ReadTimes ReadTimesAnalysis::run(const Module &, AnalysisManager &AM) {
  return ReadTimes(AM.getResult<LivenessAnalysis>(),
                   AM.getResult<AliasAnalysis>());
}

StringRef getName(GapKind Kind) {
  switch (Kind) {
  case GapKind::BeforeFirstRead:
    return "before first read";
  case GapKind::BetweenReads:
    return "between reads";
  case GapKind::AfterLastRead:
    return "after last read";
  }
  llvm_unreachable("no such kind");
}

Bytes Gap::getArea() const { return V->getSize() * When.length(); }

ReadTimes::ReadTimes(const Liveness &Live, const AliasBuffers &Buffers)
    : Live(Live), Buffers(Buffers) {}

uint64_t ReadTimes::getLength(const Value &V) const {
  std::optional<LiveRange> R = Live.getRange(V);
  if (!R)
    return 0;
  return R->length() - (R->End >= Live.getEndOfProgram());
}

Bytes ReadTimes::getArea(const Value &V) const {
  return V.getSize() * getLength(V);
}

bool ReadTimes::knowsReads(const Value &V) const {
  return V.hasUses() && Live.getRange(V) &&
         all_of(V.getUses(), [this](const Use &U) {
           return Live.getTime(U.User.getName());
         });
}

SmallVector<Read, 4> ReadTimes::findReads(const Value &V) const {
  SmallVector<Read, 4> Reads;
  if (!knowsReads(V))
    return Reads;
  LiveRange R = *Live.getRange(V);
  auto Clamp = [R](Time T) { return std::clamp(T, R.Begin, R.End); };
  for (const Use &U : V.getUses())
    Reads.push_back({Clamp(*Live.getTime(U.User.getName())), U.User.getName(),
                     U.OperandNumber});
  // An instruction may have the value at many positions, and read it as well.
  SmallDenseSet<StringRef, 8> Seen;
  Seen.insert(V.getInstructionName());
  for (const Read &Known : Reads)
    Seen.insert(Known.By);
  for (const Position &P : V.getPositions())
    if (Seen.insert(P.getName()).second)
      if (std::optional<Time> T = Live.getTime(P.getName()))
        Reads.push_back({Clamp(*T), P.getName(), std::nullopt});
  // Uses have no fixed order. Those at one time are of instructions that run
  // after the range, or of one.
  auto GetKey = [this](const Read &R) {
    return std::tuple(R.At, *Live.getTime(R.By), R.Operand);
  };
  stable_sort(Reads, [&](const Read &L, const Read &R) {
    return GetKey(L) < GetKey(R);
  });
  return Reads;
}

SmallVector<Gap, 4> ReadTimes::findGaps(const Value &V) const {
  SmallVector<Gap, 4> Gaps;
  SmallVector<Read, 4> Reads = findReads(V);
  if (Reads.empty())
    return Gaps;
  LiveRange R = *Live.getRange(V);
  Time Touched = R.Begin;
  GapKind Kind = GapKind::BeforeFirstRead;
  auto AddUpTo = [&](Time End) {
    if (Touched + 1 < End)
      Gaps.push_back({&V, {Touched + 1, End - 1}, Kind});
    Touched = std::max(Touched, End);
  };
  for (const Read &At : Reads) {
    AddUpTo(At.At);
    Kind = GapKind::BetweenReads;
  }
  Kind = GapKind::AfterLastRead;
  // What takes over touches it then.
  const AliasBuffer *B = Buffers.find(V);
  AddUpTo(B && B->Values.back() != &V
              ? R.End
              : std::min(R.End + 1, Live.getEndOfProgram()));
  return Gaps;
}

bool ReadTimes::isNeverRead(const Value &V) const {
  if (!V.getUses().empty() || !knowsReads(V) || !findReads(V).empty())
    return false;
  const AliasBuffer *B = Buffers.find(V);
  if (!B)
    return false;
  // Others take over what is in it; a result takes but an argument's memory.
  size_t Next = find(B->Values, &V) - B->Values.begin() + 1;
  if (Next != B->Values.size() &&
      B->Links[Next - 1] != LinkKind::DonatedArgument)
    return false;
  LiveRange R = *Live.getRange(V);
  // One that stays longer than its definition is the result of something.
  return R.Begin == R.End ||
         (R.Begin == 0 && !V.isPhi() && V.getAllocation().getParameter());
}

} // namespace hlomem
