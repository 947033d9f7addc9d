//===- Findings.cpp - Facts of other analyses in bytes --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/Findings.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/Padding.h"
#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "hlomem/Analysis/Program/AliasAnalysis.h"
#include "hlomem/Analysis/Program/ArgumentAnalysis.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace hlomem {

AnalysisKey FindingsAnalysis::Key;

/// What is less than this part of the whole is noise.
static constexpr uint64_t NoisePart = 100;

/// Of so many gaps at a peak it is calculated what they cost, which takes as
/// long as the program is.
static constexpr size_t MaxWhatIfs = 16;

StringRef getName(FindingKind Kind) {
  switch (Kind) {
  case FindingKind::OverLimit:
    return "over-limit";
  case FindingKind::LoopCopies:
    return "loop-copies";
  case FindingKind::NotDonated:
    return "not-donated";
  case FindingKind::IdleGap:
    return "idle-gap";
  case FindingKind::Fragmentation:
    return "fragmentation";
  case FindingKind::NotLiveAtPeak:
    return "not-live-at-peak";
  case FindingKind::Padding:
    return "padding";
  case FindingKind::ThreadLocal:
    return "thread-local";
  case FindingKind::UnknownRanges:
    return "unknown-ranges";
  }
  llvm_unreachable("unknown kind of finding");
}

StringRef Finding::getPass() const {
  switch (Kind) {
  case FindingKind::OverLimit:
  case FindingKind::NotLiveAtPeak:
    return "spaces";
  case FindingKind::LoopCopies:
  case FindingKind::NotDonated:
    return "alias";
  case FindingKind::Padding:
    return "padding";
  case FindingKind::IdleGap:
    return "liveness";
  case FindingKind::Fragmentation:
    return "frag";
  case FindingKind::ThreadLocal:
    return "thread-local";
  case FindingKind::UnknownRanges:
    return "peak";
  }
  llvm_unreachable("unknown kind of finding");
}

namespace {

class FindingsCollector {
public:
  FindingsCollector(const Module &M, AnalysisManager &AM)
      : M(M), AM(AM), Live(AM.getResult<LivenessAnalysis>()),
        Timeline(AM.getResult<MemoryTimelineAnalysis>()),
        Curves(AM.getResult<LiveCurvesAnalysis>()) {}

  std::vector<Finding> run();

private:
  void addOverLimit();
  void addLoopCopies();
  void addNotDonated();
  void addIdleGaps();
  void addPadding();
  void addFragmentation();
  void addNotLiveAtPeak();
  void addThreadLocal();
  void addUnknownRanges();
  bool isNoise(Bytes Size, Bytes Whole) const {
    return Size.isZero() || Size * NoisePart < Whole ||
           Size * NoisePart < Timeline.getAllSpaces().Peak.Size;
  }
  /// Leaves noise out, and sums that did not fit: what they are is unknown.
  void add(const Finding &F) {
    if (!F.Size.isOverflow() && !isNoise(F.Size, F.Whole))
      List.push_back(F);
  }

  const Module &M;
  AnalysisManager &AM;
  const Liveness &Live;
  const MemoryTimeline &Timeline;
  LiveCurves &Curves;
  std::vector<Finding> List;
};

} // namespace

void FindingsCollector::addOverLimit() {
  Backend B = AM.getResult<BackendAnalysis>().get();
  for (MemorySpace Space : Timeline.spaces()) {
    std::optional<Bytes> Limit = AM.getTarget().getLimit(B, Space);
    const SpaceTimeline &S = Timeline.getSpace(Space);
    if (!Limit || S.Allocated <= *Limit)
      continue;
    // Never noise: the program does not fit.
    List.push_back({.Kind = FindingKind::OverLimit,
                    .Size = S.Allocated - *Limit,
                    .Whole = *Limit,
                    .Space = Space,
                    .Loc = Timeline.getSpace(Space).Loc});
  }
}

void FindingsCollector::addLoopCopies() {
  AssignmentEdit Without(M);
  for (const Loop &L : AM.getResult<LoopAnalysis>().loops())
    removeLoopCopies(Live, L, Without);
  if (!Without.empty())
    add({.Kind = FindingKind::LoopCopies,
         .Size = PeakWhatIf(Live, Timeline, Curves).getDecrease(Without),
         .Whole = Timeline.getAllSpaces().Peak.Size,
         .Count = Without.values().size(),
         .Loc = Without.values().begin()->first->getLoc()});
}

// Donating them saves another number of bytes, which depends on when they and
// the results are live.
void FindingsCollector::addNotDonated() {
  Finding F = {.Kind = FindingKind::NotDonated,
               .Whole = Timeline.getAllSpaces().Allocated};
  for (const Argument &A : AM.getResult<ArgumentAnalysis>().arguments())
    if (A.State == DonationState::Possible && !A.IsUnusedDonor) {
      F.Size += A.Block->getSize();
      if (F.Count++ == 0)
        F.Loc = A.Block->getLoc();
    }
  add(F);
}

// No gap takes more off the peak than its AtMost.
void FindingsCollector::addIdleGaps() {
  const auto &Reads = AM.getResult<ReadTimesAnalysis>();
  const auto &Buffers = AM.getResult<AliasAnalysis>();
  PeakWhatIf WhatIf(Live, Timeline, Curves);
  for (MemorySpace Space : Timeline.spaces()) {
    const PeakLoad &Peak = Timeline.getSpace(Space).Peak;
    std::vector<Gap> Gaps;
    for (const Allocation *A : M.allocationsIn(Space)) {
      if (A->isThreadLocal())
        continue;
      for (const Value &V : A->values())
        if (std::optional<LiveRange> R = Live.getRange(V);
            R && R->contains(Peak.At) && !isNoise(V.getSize(), Peak.Size))
          append_range(Gaps, Reads.findGaps(V));
    }
    std::vector<GapAtPeak> Candidates =
        findGapsAtPeak(M, Live, Reads, Buffers, Timeline, Curves, Space, Gaps);
    Finding Best = {.Kind = FindingKind::IdleGap,
                    .Whole = Peak.Size,
                    .Count = 1,
                    .Space = Space};
    for (const auto &[Gap, AtMost] :
         ArrayRef(Candidates).take_front(MaxWhatIfs)) {
      if (AtMost <= Best.Size)
        break;
      AssignmentEdit Edit(M);
      removeInGap(Live, Gap, Edit);
      Bytes Decrease = WhatIf.getDecrease(Space, Edit);
      if (Decrease <= Best.Size)
        continue;
      Best.Size = Decrease;
      Best.Loc = Gap.Where.V->getLoc();
      Best.Gap = Gap;
    }
    add(Best);
  }
}

void FindingsCollector::addPadding() {
  for (const PaddingAtPeak &P : AM.getResult<PaddingAnalysis>().peaks()) {
    if (P.Buffers.empty())
      continue;
    SMLoc Loc = P.Buffers.front().Buffer.Representative->getLoc();
    add({.Kind = FindingKind::Padding,
         .Size = P.Sum.Padding.total(),
         .Whole = P.Sum.Size,
         .Count = P.Sum.Buffers,
         .Space = P.Space,
         .Loc = Loc});
  }
}

void FindingsCollector::addFragmentation() {
  std::map<MemorySpace, Finding> BySpace;
  for (const Allocation &A : M.allocations()) {
    if (A.isThreadLocal() || !A.isArena() ||
        !Timeline.getSpace(A.getMemorySpace()).isFragmentationKnown())
      continue;
    std::optional<Bytes> Fragmentation = Timeline.getFragmentation(A);
    if (!Fragmentation)
      continue;
    auto [It, IsNew] = BySpace.try_emplace(A.getMemorySpace());
    Finding &F = It->second;
    if (IsNew)
      F = {.Kind = FindingKind::Fragmentation,
           .Space = A.getMemorySpace(),
           .Loc = A.getLoc()};
    F.Size += *Fragmentation;
    F.Whole += A.getSize();
    F.Count += !Fragmentation->isZero();
  }
  for (const auto &[Space, F] : BySpace)
    add(F);
}

// What may be live at unknown times is none.
void FindingsCollector::addNotLiveAtPeak() {
  for (MemorySpace Space : Timeline.spaces()) {
    const SpaceTimeline &S = Timeline.getSpace(Space);
    if (S.Peak.Size.isZero() || !S.UnknownArenas.isZero())
      continue;
    add({.Kind = FindingKind::NotLiveAtPeak,
         .Size = differenceOrZero(S.Allocated, S.Peak.Size + S.Fragmentation +
                                                   S.UnknownBytes),
         .Whole = S.Allocated,
         .Count = static_cast<uint64_t>(
             count_if(M.allocationsIn(Space),
                      [](const Allocation *A) { return !A->isThreadLocal(); })),
         .Space = Space,
         .Loc = Timeline.getSpace(Space).Loc});
  }
}

void FindingsCollector::addThreadLocal() {
  Finding F = {.Kind = FindingKind::ThreadLocal,
               .Whole = getClaims(M).Total.value_or(M.getTotalSize())};
  for (const Allocation &A : M.allocations())
    if (A.isThreadLocal()) {
      F.Size += A.getSize();
      if (F.Count++ == 0)
        F.Loc = A.getLoc();
    }
  add(F);
}

void FindingsCollector::addUnknownRanges() {
  const SpaceTimeline &All = Timeline.getAllSpaces();
  if (All.UnknownValues == 0 || All.UnknownBytes.isZero())
    return;
  auto *First = find_if(M.values(), [this](const Value &V) {
    return !V.getAllocation().isThreadLocal() && !V.getSize().isZero() &&
           !Live.getRange(V);
  });
  // Never noise: they are in no peak.
  List.push_back(
      {.Kind = FindingKind::UnknownRanges,
       .Size = All.UnknownBytes,
       .Whole = All.Allocated,
       .Count = All.UnknownValues,
       .Loc = First == M.values().end() ? getLoc(M) : First->getLoc()});
}

std::vector<Finding> FindingsCollector::run() {
  if (Live.isKnown()) {
    addLoopCopies();
    addNotDonated();
    addIdleGaps();
    addPadding();
    addFragmentation();
    addNotLiveAtPeak();
    addUnknownRanges();
  }
  addThreadLocal();
  addOverLimit();
  stable_sort(List, [](const Finding &L, const Finding &R) {
    bool IsLOver = L.Kind == FindingKind::OverLimit;
    bool IsROver = R.Kind == FindingKind::OverLimit;
    return IsLOver != IsROver ? IsLOver : L.Size > R.Size;
  });
  return std::move(List);
}

Findings FindingsAnalysis::run(const Module &M, AnalysisManager &AM) {
  return {FindingsCollector(M, AM).run()};
}

} // namespace hlomem
