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
#include "hlomem/Analysis/Arena/TraceReplay.h"
#include "hlomem/IR/Module.h"
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
  explicit ViewerTraces(const HeapTraceInfo &Heap);

  /// Nothing where the space has no trace.
  ViewerPeak getPeak(MemorySpace Space) const {
    if (auto Own = OfBlocks.find(Space); Own != OfBlocks.end())
      return Peaks[Own->second];
    auto Most = ByEvents.find(Space);
    return Most == ByEvents.end() ? ViewerPeak() : Peaks[Most->second.second];
  }

private:
  // Traces are told by their positions.
  std::vector<ViewerPeak> Peaks;
  std::map<MemorySpace, size_t> OfBlocks;
  std::map<MemorySpace, std::pair<uint64_t, size_t>> ByEvents;
};

} // namespace

ViewerTraces::ViewerTraces(const HeapTraceInfo &Heap) {
  const IdVector<ValueId, TracedValue> &Values = Heap.get()->Values;
  // By the position in the module.
  std::map<const Allocation *, size_t> OfAllocation;
  for (auto [Position, T] : enumerate(Heap.get()->Traces)) {
    Peaks.push_back(getViewerPeak(
        T.Events, [&](ValueId V) { return Values[V].Size; },
        [&](ValueId V) { return Values[V].Unpadded; }));
    if (T.Events.empty())
      continue;
    if (const Value *First = Heap.getValue(T.Events.front().Value))
      OfAllocation[&First->getAllocation()] = Position;
    std::map<MemorySpace, uint64_t> Counts;
    for (const TraceEvent &E : T.Events)
      ++Counts[Values[E.Value].Color];
    for (auto [Space, Count] : Counts)
      if (Count > ByEvents[Space].first)
        ByEvents[Space] = {Count, Position};
  }
  for (auto [A, Position] : OfAllocation)
    if (isTemp(*A))
      OfBlocks.try_emplace(A->getMemorySpace(), Position);
}

static void addPeaks(const NumberRules &R,
                     const std::optional<ViewerTraces> &Traces,
                     MemorySpace Space, std::vector<ToolNumber> &Numbers) {
  ToolNumber Padded = R.compareWithPeak("peakHeapMib", Space, Space);
  ToolNumber Bare = R.compareWithPeak("peakUnpaddedHeapMib", Space, Space);
  if (!Traces) {
    Padded.WhyUnknown = Bare.WhyUnknown = R.Heap.whyUnknown().str();
  } else {
    const SpaceSums &S = R.getSpace(Space);
    ViewerPeak Peak = Traces->getPeak(Space);
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
  if (R.Heap.get())
    Traces.emplace(R.Heap);
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
