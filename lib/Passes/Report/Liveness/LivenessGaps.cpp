//===- LivenessGaps.cpp - Values that are idle ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LivenessReport.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

static std::string describeObstacle(const IdleGap &G) {
  switch (G.Obstacle) {
  case GapObstacle::None:
    break;
  case GapObstacle::NotNeeded:
    return "stays: nothing reads it after that";
  case GapObstacle::Argument:
    return "stays: argument";
  case GapObstacle::Constant:
    return "stays: constant";
  case GapObstacle::Phi:
    return "stays: a phi in place of the values it merges";
  case GapObstacle::TakesOver:
    return "stays: in place of " + toString(G.Other->getDefinition());
  case GapObstacle::HandsOver:
    return "stays: its place goes to " + toString(G.Other->getDefinition());
  case GapObstacle::PartOfTuple:
    return "stays: part of a tuple";
  case GapObstacle::Effects:
    return "stays: its instruction has effects or a fixed order";
  case GapObstacle::Elsewhere:
    return "stays: read in a loop, branch or call";
  case GapObstacle::Async:
    return "stays: in an asynchronous operation";
  case GapObstacle::Unknown:
    return "unknown: the dump does not show its instruction";
  case GapObstacle::UnknownRead:
    return ("unknown: the dump does not show the instruction " + G.Reader +
            ", which reads it")
        .str();
  }
  llvm_unreachable("nothing is in the way");
}

std::string LivenessReport::describe(const IdleGap &G) const {
  Time Next = G.Where.When.End + 1;
  switch (G.Remedy) {
  case GapRemedy::None:
    return describeObstacle(G);
  case GapRemedy::Sink:
    return formatv("begin at {0}", Next);
  case GapRemedy::Recompute:
    return formatv("compute again at {0}, or offload", Next);
  case GapRemedy::Offload:
    if (!G.Other)
      return formatv("offload until {0}", Next);
    return formatv("offload until {0} (made of {1}, which is gone then)", Next,
                   G.Other->getDefinition());
  }
  llvm_unreachable("no such remedy");
}

size_t LivenessReport::reportGaps() {
  std::vector<Gap> Long;
  Bytes Areas[3], Rest;
  for (const Gap &G : Gaps)
    if (isLongEnough(G.When.length())) {
      Long.push_back(G);
      Areas[static_cast<unsigned>(G.Kind)] += G.getArea();
      Rest += G.getArea();
    }
  if (Long.empty())
    return 0;
  std::ranges::stable_sort(Long, std::greater(), &Gap::getArea);
  C.emit(Long.front().V->getLoc(), remark::GapsFound{.Count = Long.size(),
                                                     .Area = Rest,
                                                     .Before = Areas[0],
                                                     .Between = Areas[1],
                                                     .After = Areas[2]});
  size_t Listed = countListed(Long.size(), Options.Top);
  for (const IdleGap &G :
       findRemedies(M, Live, Buffers, ArrayRef(Long).take_front(Listed))) {
    const Gap &Where = G.Where;
    Rest = differenceOrZero(Rest, Where.getArea());
    C.emit(Where.V->getLoc(), remark::GapRow{.Area = Where.getArea(),
                                             .Size = Where.V->getSize(),
                                             .Range = Where.When,
                                             .Length = Where.When.length(),
                                             .Where = getName(Where.Kind).str(),
                                             .Value = Where.V->getDefinition(),
                                             .What = describe(G)});
  }
  reportRest(C, Options, Long.size() - Listed, Rest);
  return Long.size();
}

//===----------------------------------------------------------------------===//
// At the peak
//===----------------------------------------------------------------------===//

// A buffer waits if all its values do.
void LivenessReport::reportIdle(MemorySpace Space) {
  const PeakLoad &Peak = Timeline.getSpace(Space).Peak;
  DenseSet<const Value *> Idle;
  for (const Gap &G : GapsBySpace[Space])
    if (G.When.contains(Peak.At))
      Idle.insert(G.V);
  Bytes Size;
  uint64_t Count = 0;
  for (const LiveBuffer &B : findLiveBuffers(M, Space, Live, Peak.At))
    if (Idle.contains(B.Representative) &&
        all_of(B.Aliases, [&](const Value *V) { return Idle.contains(V); })) {
      Size += B.Size;
      Count += 1 + B.Aliases.size();
    }
  if (Count == 0)
    return;
  C.emit(SMLoc::getFromPointer(Live.schedule()[Peak.At].data()),
         remark::IdleAtPeak{.Space = Backend.name(Space),
                            .Peak = Peak.Size,
                            .At = Peak.At,
                            .Share = Percent{Size, Peak.Size},
                            .Size = Size,
                            .Count = Count});
}

size_t LivenessReport::reportPeak(MemorySpace Space) {
  if (Timeline.getSpace(Space).Peak.Size.isZero())
    return 0;
  reportIdle(Space);
  std::vector<Gap> Long;
  copy_if(GapsBySpace[Space], std::back_inserter(Long),
          [this](const Gap &G) { return isLongEnough(G.When.length()); });
  std::vector<GapAtPeak> Candidates =
      findGapsAtPeak(M, Live, Reads, Buffers, Timeline, Curves, Space, Long);
  PeakWhatIf WhatIf(Live, Timeline, Curves);
  Bytes Now = Timeline.getSpace(Space).Peak.Size;
  std::vector<std::pair<Bytes, const IdleGap *>> Found;
  size_t Calculated = 0;
  size_t Wanted = countListed(Candidates.size(), Options.Top);
  for (; Calculated != Candidates.size() && Found.size() != Wanted;
       ++Calculated) {
    const IdleGap &G = Candidates[Calculated].Gap;
    AssignmentEdit Edit(M);
    removeInGap(Live, G, Edit);
    Bytes Peak = WhatIf.getPeak(Space, Edit);
    if (Peak < Now)
      Found.emplace_back(Peak, &G);
  }
  if (Found.empty())
    return Calculated;
  stable_sort(Found, less_first());
  C.emit(Found.front().second->Where.V->getLoc(),
         remark::GapsAtPeak{.Space = Backend.name(Space),
                            .Count = Found.size(),
                            .LivePeak = Found.front().first});
  for (auto [Peak, G] : Found) {
    const Value &V = *G->Where.V;
    C.emit(V.getLoc(),
           remark::GapAtPeakRow{.LivePeak = Peak,
                                .Size = V.getSize(),
                                .Range = G->Where.When,
                                .Value = V.getDefinition(),
                                .What = describe(*G),
                                .StandsFor = Names.getName(V),
                                .OpName = Names.findOpName(V).str()});
  }
  emitIfAny(remark::GapsAtPeakRest{.Count = Candidates.size() - Calculated});
  return Calculated;
}

} // namespace hlomem
