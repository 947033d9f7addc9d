//===- FrameworkCounters.cpp - What is counted of every run ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/FrameworkCounters.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

void addFrameworkCounters(CounterSet &Counters) {
#define FRAMEWORK_COUNTER(Id, Group, Name, Description)                        \
  Counters.add(counter::Id, 0);
#include "hlomem/Pass/FrameworkCounters.def"
}

void countModule(const Module &M, CounterSet &Counters) {
  uint64_t Positions = 0, Uses = 0;
  for (const Value &V : M.values()) {
    Positions += V.getPositions().size();
    Uses += V.getUses().size();
  }
  Counters.add(counter::Modules);
  Counters.add(counter::ModuleAllocations, M.allocations().size());
  Counters.add(counter::ModuleValues, M.values().size());
  Counters.add(counter::ModulePositions, Positions);
  Counters.add(counter::ModuleUses, Uses);
  Counters.add(counter::ModuleSchedule, M.schedule().size());
}

void registerCounterCallbacks(PassInstrumentation &PI, CounterSet &Counters) {
  auto Count = [&Counters](const CounterInfo &C) {
    return [&Counters, &C](StringRef, const Module &) { Counters.add(C); };
  };
  PI.setCounters(&Counters);
  PI.registerBeforePassCallback(Count(counter::PassesRun));
  PI.registerSkippedPassCallback(Count(counter::PassesSkipped));
  PI.registerBeforeAnalysisCallback(Count(counter::AnalysesComputed));
  PI.registerCachedAnalysisCallback(Count(counter::AnalysesCached));
  PI.registerAnalysisInvalidatedCallback(Count(counter::AnalysesInvalidated));
}

} // namespace hlomem
