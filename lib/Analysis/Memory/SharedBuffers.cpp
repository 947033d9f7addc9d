//===- SharedBuffers.cpp - Values that share bytes at some time -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedBuffers.h"
#include "CoveredLength.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/SpaceAllocations.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

using namespace llvm;

namespace hlomem {

namespace {

/// Bytes of an allocation that a value occupies for a time.
struct Slice {
  uint64_t Begin = 0;
  uint64_t End = 0;
  LiveRange When;
};

/// Finds which slices overlap in place and time: sweeps over the time and keeps
/// the runs of bytes that live slices cover.
class OverlapFinder {
public:
  explicit OverlapFinder(ArrayRef<Slice> Slices)
      : Slices(Slices), Classes(Slices.size()) {}

  IntEqClasses find();

private:
  using Members = SmallVector<uint32_t, 2>;

  void enter(uint32_t Id);
  void leave(uint32_t Id);
  /// What \p Ids, which begin in ascending order, cover is runs of their own.
  void addRuns(ArrayRef<uint32_t> Ids);
  uint64_t getEnd(ArrayRef<uint32_t> Ids) const;

  ArrayRef<Slice> Slices;
  IntEqClasses Classes;
  /// By their first byte.
  std::map<uint64_t, Members> Runs;
};

} // namespace

uint64_t OverlapFinder::getEnd(ArrayRef<uint32_t> Ids) const {
  uint64_t End = 0;
  for (uint32_t Id : Ids)
    End = std::max(End, Slices[Id].End);
  return End;
}

void OverlapFinder::addRuns(ArrayRef<uint32_t> Ids) {
  uint64_t End = 0;
  Members *Run = nullptr;
  for (uint32_t Id : Ids) {
    if (!Run || Slices[Id].Begin >= End)
      Run = &Runs[Slices[Id].Begin];
    Run->push_back(Id);
    End = std::max(End, Slices[Id].End);
  }
}

void OverlapFinder::enter(uint32_t Id) {
  const Slice &S = Slices[Id];
  Members Joined = {Id};
  auto From = Runs.upper_bound(S.Begin);
  if (From != Runs.begin() && getEnd(std::prev(From)->second) > S.Begin)
    --From;
  auto To = From;
  for (; To != Runs.end() && To->first < S.End; ++To) {
    Classes.join(Id, To->second.front());
    append_range(Joined, To->second);
  }
  Runs.erase(From, To);
  llvm::sort(Joined, [this](uint32_t L, uint32_t R) {
    return std::pair(Slices[L].Begin, L) < std::pair(Slices[R].Begin, R);
  });
  addRuns(Joined);
}

void OverlapFinder::leave(uint32_t Id) {
  auto Run = std::prev(Runs.upper_bound(Slices[Id].Begin));
  Members Left = std::move(Run->second);
  Runs.erase(Run);
  erase(Left, Id);
  addRuns(Left);
}

IntEqClasses OverlapFinder::find() {
  std::vector<uint32_t> Order(Slices.size());
  for (auto [I, Id] : enumerate(Order))
    Id = I;
  stable_sort(Order, [this](uint32_t L, uint32_t R) {
    return Slices[L].When.Begin < Slices[R].When.Begin;
  });
  using Entry = std::pair<Time, uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> Live;
  for (uint32_t Id : Order) {
    for (; !Live.empty() && Live.top().first < Slices[Id].When.Begin;
         Live.pop())
      leave(Live.top().second);
    enter(Id);
    Live.push({Slices[Id].When.End, Id});
  }
  Classes.compress();
  return std::move(Classes);
}

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
  for (const Allocation *A : getAllocations(M, Space)) {
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
    IntEqClasses Classes = OverlapFinder(Slices).find();
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
