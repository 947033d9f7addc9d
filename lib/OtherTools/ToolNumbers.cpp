//===- ToolNumbers.cpp - What other tools say of a dump -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/OtherTools/ToolNumbers.h"
#include "NumberRules.h"
#include "hlomem/Analysis/Arena/TraceReplay.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

AnalysisKey ToolNumbersAnalysis::Key;

bool ToolNumber::addsUp() const {
  if (!Theirs || !Ours)
    return true;
  Bytes More = *Ours, Less = *Theirs;
  for (const NumberPart &P : Parts)
    (P.IsLess ? Less : More) += P.Size;
  return More == Less;
}

//===----------------------------------------------------------------------===//
// The dump itself
//===----------------------------------------------------------------------===//

// `Total bytes used` adds up the sizes of all allocations
// (BufferAssignment::ToString, ComputeSummaryStats).
static ToolNumber makePrintedTotal(const NumberRules &R) {
  ToolNumber N = R.compare("Total bytes used", R.getAllocated(DefaultSpace),
                           "allocated in " + R.describe(DefaultSpace));
  const DumpClaims &Claims = getClaims(R.M);
  if (!Claims.Total) {
    N.WhyUnknown = "the dump does not print it";
    return N;
  }
  N.Theirs = Claims.Total;
  Difference D(N);
  R.addOtherSpaces(D, &SpaceSums::allocated);
  for (const auto &[Space, Sums] : R.spaces())
    D.more(Sums.ThreadLocal, "thread-local, not on device");
  return N;
}

// The list at the earliest time with the largest sum of logical sizes
// (HloLiveRange::ComputePeakMemoryMoment, HloLiveRange::ToString).
static ToolNumber makePrintedPeak(const NumberRules &R) {
  ToolNumber N = R.compare("Live ranges (peak)", std::nullopt,
                           "peak of all spaces together");
  const std::optional<PrintedPeak> &Peak = getClaims(R.M).Peak;
  if (!Peak) {
    N.WhyUnknown = "the dump does not print a list of the peak";
    return N;
  }
  if (!Peak->IsSumKnown) {
    N.WhyUnknown = "jaxlib before 0.6.1 lists other sizes than later ones, and "
                   "the HloProto may be of either";
    return N;
  }
  N.Theirs = Peak->getSum();
  if (!R.Live.isKnown())
    return N;
  const PeakLoad &Ours = R.Timeline.getAllSpaces().Peak;
  N.Ours = Ours.Size;
  Bytes Then = getLiveBytes(R.M, std::nullopt, R.Live, Peak->At);
  Difference D(N);
  D.add(Then, Ours.Size, "",
        "XLA's list is for @" + utostr(Peak->At) + ", the peak is at @" +
            utostr(Ours.At));
  if (!Peak->Form.HasIndices) {
    // Lines of such a list name no leaf.
    D.add(*N.Theirs, Then, "each line has an instruction's whole result",
          "each line has an instruction's whole result");
    return N;
  }

  std::vector<const Value *> Listed;
  Bytes Slices, Logical, Elsewhere;
  for (const PeakListEntry &E : Peak->Entries) {
    const Value *V =
        R.M.findValue(E.Definition.getName(), E.Definition.getIndex());
    if (!V || !V->isAllocated() || V->getAllocation().isThreadLocal() ||
        V->getSize().isZero() || !R.Live.isLiveAt(*V, Peak->At)) {
      Elsewhere += E.Size;
      continue;
    }
    Listed.push_back(V);
    Slices += V->getSize();
    Logical += E.Size;
  }
  // Those of one allocation stand side by side in the module.
  llvm::sort(Listed);
  Listed.erase(llvm::unique(Listed), Listed.end());
  Bytes Union;
  for (const LiveBuffer &B : findLiveBuffers(Listed, R.Live, Peak->At))
    Union += B.Size;
  D.add(Union, Then, "", "live values that the list leaves out");
  D.more(Slices - Union, "bytes that several listed values share");
  D.add(Logical, Slices, "sizes in the list exceed the slices",
        "logical sizes, without padding");
  D.more(Elsewhere, "listed, but without live device memory");
  return N;
}

//===----------------------------------------------------------------------===//
// Runtimes
//===----------------------------------------------------------------------===//

static ToolNumber makeUnknown(StringRef Field, StringRef Why) {
  ToolNumber N;
  N.Field = Field.str();
  N.WhyUnknown = Why.str();
  return N;
}

// What a runtime counts is no property of one program.
static ToolReport makeRuntime(Backend B) {
  ToolReport Report = {"at run time", {}};
  if (B == Backend::CPU) {
    Report.Numbers.push_back(
        makeUnknown("device.memory_stats()", "a CPU device has none"));
    Report.Numbers.push_back(makeUnknown(
        "top, resident memory",
        "also includes Python, XLA and memory that malloc retains"));
    return Report;
  }
  Report.Numbers.push_back(makeUnknown(
      "bytes_in_use", "all live arrays of the process, from any program"));
  Report.Numbers.push_back(
      makeUnknown("peak_bytes_in_use",
                  "high-water mark of the process, over all programs"));
  if (B == Backend::TPU)
    Report.Numbers.push_back(makeUnknown(
        "tpu-info", "includes loaded programs and the runtime's own memory"));
  else
    Report.Numbers.push_back(
        makeUnknown("nvidia-smi", "shows the pool that JAX preallocates, "
                                  "75% of the GPU by default"));
  return Report;
}

//===----------------------------------------------------------------------===//
// ToolNumbersAnalysis
//===----------------------------------------------------------------------===//

ToolNumbers ToolNumbersAnalysis::run(const Module &M, AnalysisManager &AM) {
  NumberRules R(M, AM);
  ToolNumbers Result;
  Result.Tools.push_back(
      {"XLA's dump", {makePrintedTotal(R), makePrintedPeak(R)}});
  Result.Tools.push_back(makeUsageReport(R));
  Result.Tools.push_back(makeMemoryAnalysis(R));
  Result.Tools.push_back(makeMemoryViewer(R));
  Result.Tools.push_back(makeRuntime(R.Machine.get()));
  return Result;
}

} // namespace hlomem
