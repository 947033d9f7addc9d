//===- FragPass.cpp - Unused bytes of each arena at peak occupancy --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragParts.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Passes/Report/ListedRows.h"
#include "hlomem/Passes/Selection/ValueSelection.h"

using namespace llvm;

namespace hlomem {

static_assert(isEffortRange(FragOptions::EffortRange) &&
              isAlignmentRange(FragOptions::AlignmentRange));

namespace {

class FragReport : public FragPartsReport {
public:
  using FragPartsReport::FragPartsReport;

  void run();

private:
  void reportSpace(MemorySpace Space);
  void reportSum(MemorySpace Space, ArrayRef<const Allocation *> Reported);
  void reportAllocation(const Allocation &A);
  void reportHoles(const Allocation &A, Time T);
  uint64_t countUnknownRanges(const Allocation &A) const;

  bool isReported(const Allocation &A) const {
    return !A.isThreadLocal() && (A.isArena() || Options.All);
  }

  /// \pre It is known.
  Bytes fragmentation(const Allocation &A) const {
    return *Timeline.getFragmentation(A);
  }
};

} // namespace

void FragReport::run() {
  if (Spaces.empty())
    return emit(remark::NothingToReport{});
  if (!Live.isKnown())
    return;
  if (none_of(M.allocations(), [&](const Allocation &A) {
        return isReported(A) && binary_search(Spaces, A.getMemorySpace());
      }))
    return emit(remark::NoArena{});
  for (MemorySpace Space : Spaces)
    reportSpace(Space);
  C.count(NumSplit, SplitCount);
  C.count(NumProven, ProvenCount);
}

void FragReport::reportSpace(MemorySpace Space) {
  std::vector<const Allocation *> Reported;
  for (const Allocation *A : M.allocationsIn(Space)) {
    auto Emit = [&](auto R) {
      R.Space = Backend.name(Space);
      R.Allocation = A->getIndex();
      R.Size = A->getSize();
      C.emit(A->getLoc(), R);
    };
    if (!isReported(*A))
      continue;
    if (Timeline.getFragmentation(*A))
      Reported.push_back(A);
    else if (!Timeline.isLoadKnown(*A))
      Emit(remark::ArenaUnknown{});
    else if (Timeline.holdsItsValues(*A))
      Emit(remark::ArenaHoldsScoped{});
    else
      Emit(remark::ArenaTooSmall{});
  }
  if (Reported.size() > 1)
    reportSum(Space, Reported);
  std::ranges::stable_sort(
      Reported, std::greater(),
      [this](const Allocation *A) { return fragmentation(*A); });
  for (const Allocation *A : Reported)
    if (Options.All || Reported.size() == 1 || !fragmentation(*A).isZero())
      reportAllocation(*A);
}

void FragReport::reportSum(MemorySpace Space,
                           ArrayRef<const Allocation *> Reported) {
  Bytes Size, Fragmentation, FullSize;
  uint64_t FullCount = 0;
  for (const Allocation *A : Reported) {
    Size += A->getSize();
    Fragmentation += fragmentation(*A);
    if (fragmentation(*A).isZero()) {
      ++FullCount;
      FullSize += A->getSize();
    }
  }
  C.emit(Reported.front()->getLoc(),
         remark::SpaceFragmentation{.Space = Backend.name(Space),
                                    .Count = Reported.size(),
                                    .Size = Size,
                                    .Share = Percent{Fragmentation, Size},
                                    .Fragmentation = Fragmentation});
  uint64_t UnknownCount = 0;
  for (const Allocation *A : Reported)
    UnknownCount += countUnknownRanges(*A);
  emitIfAny(remark::ArenaUnknownRanges{.Count = UnknownCount});
  if (FullCount != 0 && !Options.All)
    emit(remark::FullArenas{.Count = FullCount, .Size = FullSize});
}

void FragReport::reportAllocation(const Allocation &A) {
  const PeakLoad &Load = Timeline.getLoad(A);
  Bytes Fragmentation = fragmentation(A);
  C.emit(A.getLoc(), remark::ArenaFragmentation{
                         .Space = Backend.name(A.getMemorySpace()),
                         .Allocation = A.getIndex(),
                         .Kind = describeKind(A),
                         .Size = A.getSize(),
                         .Share = Percent{Fragmentation, A.getSize()},
                         .Fragmentation = Fragmentation,
                         .Load = Load.Size,
                         .At = Load.At,
                         .Instruction = Live.schedule()[Load.At]});
  if (A.isArena() && !Fragmentation.isZero())
    reportParts(A);
  reportHoles(A, Load.At);
  if (uint64_t Count = countUnknownRanges(A))
    C.emit(A.getLoc(), remark::ArenaUnknownRanges{.Count = Count});
}

void FragReport::reportHoles(const Allocation &A, Time T) {
  std::vector<LiveBuffer> Buffers =
      findLiveBuffers(A, Live, T, M.getThreadCount());
  std::vector<Hole> Holes = findHoles(A, Buffers);
  C.count(NumAllocations);
  C.count(NumHoles, Holes.size());
  std::ranges::stable_sort(Holes, std::greater(), &Hole::Size);
  // Of the values in the buffer, the largest may end short of its edge.
  auto Name = [&](std::optional<size_t> Buffer, StringRef AtEdge,
                  auto IsAtEdge) {
    if (!Buffer)
      return AtEdge.str();
    const LiveBuffer &B = Buffers[*Buffer];
    const Value *V = B.Representative;
    if (!IsAtEdge(V))
      V = *find_if(B.Aliases, IsAtEdge);
    return toString(V->getDefinition());
  };

  listRows(C, Options, Holes, &Hole::Size, [&](const Hole &H) {
    auto EndsHere = [Begin = H.Offset](const Value *V) {
      return V->getEndOffset() == Begin;
    };
    auto BeginsHere = [End = H.Offset + H.Size](const Value *V) {
      return V->getOffset() == End;
    };
    C.emit(A.getLoc(),
           remark::Hole{.Size = H.Size,
                        .Offset = H.Offset.count(),
                        .After = Name(H.After, "(start)", EndsHere),
                        .Before = Name(H.Before, "(end)", BeginsHere)});
  });
}

uint64_t FragReport::countUnknownRanges(const Allocation &A) const {
  if (Timeline.getSpace(A.getMemorySpace()).UnknownValues == 0)
    return 0;
  return count_if(A.values(), [this](const Value &V) {
    return !Live.getRange(V) && !V.getSize().isZero();
  });
}

HLOMEM_PASS(Frag, FragReport)

} // namespace hlomem
