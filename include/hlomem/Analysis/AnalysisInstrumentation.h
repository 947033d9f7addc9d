//===- AnalysisInstrumentation.h - Callbacks around analyses --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ANALYSISINSTRUMENTATION_H
#define HLOMEM_ANALYSIS_ANALYSISINSTRUMENTATION_H

#include "hlomem/Analysis/Counters.h"

namespace hlomem {

class Module;

/// Holds callbacks that an AnalysisManager makes, for timing, tracing and
/// tests. They are called in the order in which they were registered, on the
/// thread that runs the analysis. An object that several threads share must
/// hold only thread-safe callbacks.
class AnalysisInstrumentation {
public:
  /// Is called with the name of the analysis, "MemoryTimelineAnalysis", and its
  /// module.
  using AnalysisCallback = std::function<void(StringRef, const Module &)>;

  /// Registers a callback for the time before an analysis computes its result.
  /// A cached result makes no such callback.
  void registerBeforeAnalysisCallback(AnalysisCallback C) {
    BeforeAnalysis.push_back(std::move(C));
  }
  /// Registers a callback for the time after an analysis has computed its
  /// result; the analyses that it requested ran in between. If \p ToFront, the
  /// callback comes before all that are registered so far, as clocks need.
  void registerAfterAnalysisCallback(AnalysisCallback C, bool ToFront = false) {
    AfterAnalysis.insert(ToFront ? AfterAnalysis.begin() : AfterAnalysis.end(),
                         std::move(C));
  }
  /// Registers a callback for the request of a cached result.
  void registerCachedAnalysisCallback(AnalysisCallback C) {
    CachedAnalysis.push_back(std::move(C));
  }
  /// Registers a callback for the time before a cached result is dropped
  /// because it no longer holds.
  void registerAnalysisInvalidatedCallback(AnalysisCallback C) {
    AnalysisInvalidated.push_back(std::move(C));
  }

  void runBeforeAnalysis(StringRef Name, const Module &M) const {
    for (const AnalysisCallback &C : BeforeAnalysis)
      C(Name, M);
  }
  void runAfterAnalysis(StringRef Name, const Module &M) const {
    for (const AnalysisCallback &C : AfterAnalysis)
      C(Name, M);
  }
  void runCachedAnalysis(StringRef Name, const Module &M) const {
    for (const AnalysisCallback &C : CachedAnalysis)
      C(Name, M);
  }
  void runAnalysisInvalidated(StringRef Name, const Module &M) const {
    for (const AnalysisCallback &C : AnalysisInvalidated)
      C(Name, M);
  }

  /// Makes passes and analyses count in \p Set, which must outlive this object.
  /// If \p Set is null, which is the default, nothing is counted.
  void setCounters(CounterSet *Set) { Counters = Set; }
  void count(const CounterInfo &Counter, uint64_t N) const {
    if (Counters)
      Counters->add(Counter, N);
  }

private:
  SmallVector<AnalysisCallback, 1> BeforeAnalysis;
  SmallVector<AnalysisCallback, 1> AfterAnalysis;
  SmallVector<AnalysisCallback, 1> CachedAnalysis;
  SmallVector<AnalysisCallback, 1> AnalysisInvalidated;
  CounterSet *Counters = nullptr;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ANALYSISINSTRUMENTATION_H
