//===- StandardInstrumentations.cpp - What watches a pipeline -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/StandardInstrumentations.h"
#include "DebugPassManager.h"
#include "VerifyEach.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/FrameworkCounters.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

/// Of the JSON object: to be raised when a key goes or means something else.
static constexpr int CountersVersion = 3;

StringRef toString(RunPhase P) {
  switch (P) {
  case RunPhase::Listing:
    return "listing inputs";
  case RunPhase::Reading:
    return "reading";
  case RunPhase::Parsing:
    return "parsing";
  case RunPhase::Running:
    return "running passes";
  case RunPhase::Freeing:
    return "freeing";
  case RunPhase::Printing:
    return "printing";
  }
  llvm_unreachable("unknown phase");
}

StandardInstrumentations::StandardInstrumentations(
    const InstrumentationOptions &Options, StringRef ToolName)
    : Options(Options), Start(std::chrono::steady_clock::now()) {
  if (Options.BisectLimit)
    Bisect.emplace(*Options.BisectLimit);
  if (Options.TraceTime)
    Trace.emplace(Options.TraceGranularity, ToolName);
  if (Options.Count) {
    CounterSet Zeros;
    addFrameworkCounters(Zeros);
    Counters.add(Zeros);
  }
}

void StandardInstrumentations::addTimes(const TimeTable &Table) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Times.merge(Table);
}

void StandardInstrumentations::addCounters(const CounterSet &Set) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Counters.add(Set);
}

void StandardInstrumentations::countInput(uint64_t Size) {
  InputSize += Size;
  if (!Options.Count)
    return;
  CounterSet Set;
  Set.add(counter::InputBytes, Size);
  addCounters(Set);
}

void StandardInstrumentations::countBrokenModule() {
  if (!Options.Count)
    return;
  CounterSet Set;
  Set.add(counter::BrokenModules);
  addCounters(Set);
}

void StandardInstrumentations::printTimes(raw_ostream &OS) const {
  Times.print(OS, std::chrono::steady_clock::now() - Start, InputSize);
}

void StandardInstrumentations::printCounters(raw_ostream &OS) const {
  json::OStream JSON(OS, /*IndentSize=*/2);
  JSON.object([&] {
    JSON.attributeObject("counters", [&] {
      for (const auto &[Name, N] : Counters.totals())
        JSON.attribute(Name, N);
    });
    if (Options.TimePasses) {
      JSON.attributeBegin("times");
      Times.print(JSON);
      JSON.attributeEnd();
    }
    JSON.attribute("version", CountersVersion);
  });
  OS << '\n';
}

void PhaseScope::begin(StringRef Detail) {
  if (Shared.options().TraceTime)
    Event.emplace(toString(Phase), Detail);
  if (Shared.options().TimePasses)
    Begin = ThreadTime::now();
}

void PhaseScope::end() {
  TimeTable Table;
  Table.add(TimedKind::Phase, toString(Phase), ThreadTime::now() - *Begin);
  Shared.addTimes(Table);
}

void CrashOutput::print(raw_ostream &OS) const {
  OS << "Printed so far:\n" << Text;
}

ModuleInstrumentation::ModuleInstrumentation(StandardInstrumentations &Shared,
                                             const Module &M, raw_ostream &OS)
    : Shared(Shared), Stack(Times) {
  const InstrumentationOptions &Options = Shared.options();
  if (OptBisect *Bisect = Shared.bisect())
    Bisect->registerCallbacks(Callbacks, OS);
  if (Options.DebugPassManager)
    registerDebugPassManager(Callbacks, OS);
  if (Options.Printing.isAny())
    registerModulePrinting(Callbacks, Options.Printing, OS);
  if (Options.VerifyEach)
    registerVerifyEach(Callbacks, Options.StartsVerified,
                       Options.ForgivesUnsoundStart);
  if (Options.Count) {
    countModule(M, Counters);
    registerCounterCallbacks(Callbacks, Counters);
  }
  if (Options.TraceTime) {
    Event.emplace(toString(RunPhase::Running), M.getName());
    TimeTrace::registerCallbacks(Callbacks);
  }
  // Last, so that no pass is charged for what others do before it begins or,
  // since these callbacks go to the front, after its end.
  if (Options.TimePasses) {
    Stack.begin(TimedKind::Phase, toString(RunPhase::Running));
    Stack.registerCallbacks(Callbacks);
  }
}

ModuleInstrumentation::~ModuleInstrumentation() {
  if (Shared.options().TimePasses) {
    Stack.end();
    Shared.addTimes(Times);
  }
  if (Shared.options().Count)
    Shared.addCounters(Counters);
}

} // namespace hlomem
