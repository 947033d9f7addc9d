//===- SpaceSweep.cpp - Live bytes of a memory space over time ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpaceSweep.h"
#include "ArenaSweep.h"
#include "hlomem/Analysis/Liveness.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Parallel.h"

using namespace llvm;

namespace hlomem {

// Fewer are read before a thread has started.
static constexpr size_t MinValuesOfThread = 1 << 15;

SpaceSweep::SpaceSweep(const Module &M, const Liveness &Live)
    : Live(Live), Threads(M.getThreadCount()), Changes(Live.getEndOfProgram()) {
}

AllocationLoad SpaceSweep::readPart(const Allocation &A, size_t Begin,
                                    size_t End, Slices &List) const {
  AllocationLoad Facts;
  for (const Value &V : A.values().slice(Begin, End - Begin)) {
    Facts.AllFit &= V.getEndOffset() <= A.getSize();
    if (V.getSize().isZero())
      continue;
    Facts.AnyBytes = true;
    std::optional<LiveRange> R = Live.getRange(V);
    (R ? Facts.AnyKnown : Facts.AnyUnknown) = true;
    if (R && R->Begin < Live.getEndOfProgram())
      List.push_back({V.getOffset().count(), V.getEndOffset().count(), *R});
  }
  return Facts;
}

AllocationLoad SpaceSweep::readValues(const Allocation &A) {
  Found.clear();
  size_t Count = A.values().size();
  if (Threads == 1 || Count < MinValuesOfThread)
    return readPart(A, 0, Count, Found);
  std::vector<Slices> Lists(Threads);
  std::vector<AllocationLoad> Parts(Threads);
  Lists[0].swap(Found);
  parallelFor(Threads, Threads, [&](size_t Part) {
    Parts[Part] = readPart(A, Count * Part / Threads,
                           Count * (Part + 1) / Threads, Lists[Part]);
  });
  Found.swap(Lists[0]);
  for (const Slices &List : ArrayRef(Lists).drop_front())
    Found.append(List.begin(), List.end());
  AllocationLoad Facts;
  for (const AllocationLoad &Part : Parts)
    Facts.addValues(Part);
  return Facts;
}

AllocationLoad SpaceSweep::add(const Allocation &A) {
  AllocationLoad Result = readValues(A);
  if (Found.empty())
    return Result;
  if (A.isArena()) {
    Result.Load = sweepArena(Found, Changes, Threads);
    return Result;
  }
  Bytes Size = A.values().front().getSize();
  LiveRange R = Found.front().Range;
  Changes.announce(Size);
  Changes.change(R.Begin, 0, Size.count());
  if (R.End + 1 < Changes.getTimes())
    Changes.change(R.End + 1, Size.count(), 0);
  Result.Load = {Size, R.Begin};
  return Result;
}

} // namespace hlomem
