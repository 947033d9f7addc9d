//===- SharedBuffers.cpp - Values that share bytes at some time -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedBuffers.h"
#include "OccupiedBytes.h"
#include "SliceClasses.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

static SharedBuffer makeBuffer(ArrayRef<Slice> Slices) {
  SharedBuffer B;
  B.Range = Slices.front().When;
  bool IsOne = true;
  for (const Slice &S : Slices) {
    B.Range = {std::min(B.Range.Begin, S.When.Begin),
               std::max(B.Range.End, S.When.End)};
    IsOne &= S.Begin == Slices.front().Begin && S.End == Slices.front().End;
  }
  if (IsOne) {
    B.Parts.push_back(
        {B.Range, Bytes(Slices.front().End - Slices.front().Begin)});
    return B;
  }
  std::vector<uint64_t> EndPoints;
  std::vector<std::tuple<Time, bool, const Slice *>> Events;
  for (const Slice &S : Slices) {
    EndPoints.insert(EndPoints.end(), {S.Begin, S.End});
    Events.emplace_back(S.When.Begin, true, &S);
    Events.emplace_back(S.When.End + 1, false, &S);
  }
  llvm::sort(Events, [](const auto &L, const auto &R) {
    return std::get<Time>(L) < std::get<Time>(R);
  });
  CoveredLength Covered(std::move(EndPoints));
  Time From = B.Range.Begin;
  for (auto [T, Begins, S] : Events) {
    if (T != From)
      B.Parts.push_back({{From, T - 1}, Bytes(Covered.get())});
    From = T;
    if (Begins)
      Covered.add(S->Begin, S->End);
    else
      Covered.remove(S->Begin, S->End);
  }
  return B;
}

static bool isTemporary(const Allocation &A) {
  return !A.getParameter() && !A.has(AllocationFlags::Constant) &&
         !A.has(AllocationFlags::MaybeLiveOut);
}

std::vector<SharedBuffer> findSharedBuffers(const Module &M, MemorySpace Space,
                                            const Liveness &Live) {
  std::vector<SharedBuffer> Buffers;
  Time End = Live.getEndOfProgram();
  for (const Allocation *A : M.allocationsIn(Space)) {
    if (A->isThreadLocal())
      continue;
    std::vector<Slice> Slices;
    for (const Value &V : A->values()) {
      std::optional<LiveRange> R = Live.getRange(V);
      if (R && !V.getSize().isZero() && R->Begin < End)
        Slices.push_back({V.getOffset().count(),
                          V.getEndOffset().count(),
                          {R->Begin, std::min(R->End, End - 1)}});
    }
    IntEqClasses Classes = findSliceClasses(Slices);
    std::vector<std::vector<Slice>> Groups(Classes.getNumClasses());
    for (auto [I, S] : enumerate(Slices))
      Groups[Classes[I]].push_back(S);
    for (const std::vector<Slice> &G : Groups) {
      Buffers.push_back(makeBuffer(G));
      Buffers.back().IsTemporary = isTemporary(*A);
    }
  }
  return Buffers;
}

} // namespace hlomem
