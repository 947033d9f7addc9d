//===- MemoryViewerRules.cpp - Numbers of XProf's memory viewer -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules of openxla/xprof, xprof/convert/
/// hlo_proto_to_memory_visualization_utils.cc.
///
//===----------------------------------------------------------------------===//

#include "NumberRules.h"
#include "TraceReplay.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace hlomem {

namespace {

// HloProtoBufferWrapper::GetHeapSimulatorTraceId: the trace of the first block
// of temporaries in the space, else the one with most events of values of that
// colour. A block's trace is the last that begins with one of its values: the
// number that the trace itself has is stale.
class ViewerTraces {
public:
  explicit ViewerTraces(const AssignmentProto &P);

  /// Null where there is none.
  const HeapTrace *find(MemorySpace Space) const {
    if (auto Own = OfBlocks.find(Space); Own != OfBlocks.end())
      return Own->second;
    auto Most = ByEvents.find(Space);
    return Most == ByEvents.end() ? nullptr : Most->second.second;
  }

private:
  std::map<MemorySpace, const HeapTrace *> OfBlocks;
  std::map<MemorySpace, std::pair<uint64_t, const HeapTrace *>> ByEvents;
};

} // namespace

ViewerTraces::ViewerTraces(const AssignmentProto &P) {
  std::vector<std::optional<uint32_t>> Homes = P.findAllocations();
  std::vector<const HeapTrace *> OfAllocation(P.Allocations.size());
  for (const HeapTrace &T : P.Traces) {
    if (T.empty())
      continue;
    if (std::optional<uint32_t> Home = Homes[T.front().Value])
      OfAllocation[*Home] = &T;
    std::map<MemorySpace, uint64_t> Counts;
    for (const TraceEvent &E : T)
      ++Counts[P.Values[E.Value].Color];
    for (auto [Space, Count] : Counts)
      if (Count > ByEvents[Space].first)
        ByEvents[Space] = {Count, &T};
  }
  for (auto [A, T] : zip_equal(P.Allocations, OfAllocation))
    if (T && A.isTemp())
      OfBlocks.try_emplace(A.Color, T);
}

static void addPeaks(const NumberRules &R,
                     const std::optional<ViewerTraces> &Traces,
                     MemorySpace Space, std::vector<ToolNumber> &Numbers) {
  ToolNumber Padded = R.compareWithPeak("peakHeapMib", Space, Space);
  ToolNumber Bare = R.compareWithPeak("peakUnpaddedHeapMib", Space, Space);
  if (!Traces) {
    Padded.WhyUnknown = Bare.WhyUnknown = R.WhyNoProto;
  } else {
    const SpaceSums &S = R.getSpace(Space);
    ArrayRef<ProtoValue> Values = R.Proto->Values;
    ViewerPeak Peak;
    if (const HeapTrace *Trace = Traces->find(Space))
      Peak = getViewerPeak(
          *Trace, Values.size(), [&](uint32_t V) { return Values[V].Size; },
          [&](uint32_t V) { return Values[V].Unpadded; });
    Padded.Theirs = S.indefinite() + Peak.Size;
    Bare.Theirs = S.indefinite() + Peak.Unpadded;
    for (ToolNumber *N : {&Padded, &Bare}) {
      Difference D(*N);
      D.add(S.indefinite(), S.IndefiniteAtPeak,
            "arguments, results, constants, counted as always live",
            "arguments, results, constants, by allocation");
      R.explainTemps(D, Peak.Size, Space);
    }
    Difference(Bare).add(Peak.Unpadded, Peak.Size,
                         "sizes of larger parts than the values",
                         "sizes of temporaries without padding");
  }
  Numbers.push_back(std::move(Padded));
  Numbers.push_back(std::move(Bare));
}

ToolReport makeMemoryViewer(const NumberRules &R) {
  ToolReport Report = {"XProf's memory viewer", {}};
  std::optional<ViewerTraces> Traces;
  if (R.Proto)
    Traces.emplace(*R.Proto);
  for (const auto &[Space, S] : R.spaces()) {
    if (S.allocated().isZero())
      continue;
    ToolNumber Total = R.compare("totalBufferAllocationMib", S.allocated(),
                                 "allocated in " + R.describe(Space), Space);
    Total.Theirs = Total.Ours;
    Report.Numbers.push_back(std::move(Total));
    addPeaks(R, Traces, Space, Report.Numbers);
  }
  return Report;
}

} // namespace hlomem
