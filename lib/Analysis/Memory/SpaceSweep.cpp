//===- SpaceSweep.cpp - Live bytes of a memory space over time ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpaceSweep.h"
#include "ArenaSweep.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Parallel.h"

using namespace llvm;

namespace hlomem {

SpaceSweep::SpaceSweep(const Module &M, const Liveness &Live)
    : Live(Live), Threads(M.getThreadCount()), Changes(Live.getEndOfProgram()) {
}

AllocationLoad SpaceSweep::readPart(const Allocation &A, size_t Begin,
                                    size_t End, OccupiedSlice *&Next) const {
  AllocationLoad Facts;
  for (const Value &V : A.values().slice(Begin, End - Begin)) {
    Facts.AllFit &= V.getEndOffset() <= A.getSize();
    if (V.getSize().isZero())
      continue;
    Facts.AnyBytes = true;
    std::optional<LiveRange> R = Live.getRange(V);
    (R ? Facts.AnyKnown : Facts.AnyUnknown) = true;
    if (R && R->Begin < Live.getEndOfProgram())
      *Next++ = {V.getOffset().count(), V.getEndOffset().count(), *R};
  }
  return Facts;
}

AllocationLoad SpaceSweep::readValues(const Allocation &A) {
  size_t Count = A.values().size();
  if (Count > Capacity) {
    Memory.Reset();
    Slices = Memory.Allocate<OccupiedSlice>(Count);
    Capacity = Count;
  }
  unsigned PartCount = countParts(Threads, Count);
  SmallVector<OccupiedSlice *, 8> Begins(PartCount), Ends(PartCount);
  SmallVector<AllocationLoad, 8> Parts(PartCount);
  parallelForParts(PartCount, Count,
                   [&](size_t Part, size_t Begin, size_t End) {
                     Begins[Part] = Ends[Part] = Slices + Begin;
                     Parts[Part] = readPart(A, Begin, End, Ends[Part]);
                   });

  AllocationLoad Facts = Parts.front();
  SlicesEnd = Ends.front();
  for (size_t Part = 1; Part != PartCount; ++Part) {
    Facts.addValues(Parts[Part]);
    if (SlicesEnd != Begins[Part])
      std::copy(Begins[Part], Ends[Part], SlicesEnd);
    SlicesEnd += Ends[Part] - Begins[Part];
  }
  return Facts;
}

AllocationLoad SpaceSweep::add(const Allocation &A) {
  AllocationLoad Result = readValues(A);
  ArrayRef<OccupiedSlice> Found(Slices, SlicesEnd);
  if (Found.empty())
    return Result;
  if (A.isArena()) {
    Result.Load = sweepArena(Found, Changes, Threads);
    return Result;
  }
  Bytes Size = A.values().front().getSize();
  LiveRange R = Found.front().Range;
  Changes.announce(Size, 2);
  Changes.change(R.Begin, 0, Size.count());
  if (R.End + 1 < Changes.getTimes())
    Changes.change(R.End + 1, Size.count(), 0);
  Result.Load = {Size, R.Begin};
  return Result;
}

} // namespace hlomem
