//===- StandardInstrumentations.cpp - What watches a pipeline -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/StandardInstrumentations.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/PassContext.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Utf8.h"
#include "hlomem/Verifier/Verifier.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// -opt-bisect-limit
//===----------------------------------------------------------------------===//

void OptBisect::registerCallbacks(PassInstrumentation &PI, raw_ostream &OS) {
  PI.registerShouldRunOptionalPassCallback(
      [this, &OS](StringRef Pass, const Module &M) {
        bool ShouldRun = ++LastNumber <= Limit || Limit < 0;
        OS << "BISECT: " << (ShouldRun ? "" : "NOT ") << "running pass ("
           << LastNumber << ") " << Pass << " on " << toPrintable(M.getName())
           << '\n';
        return ShouldRun;
      });
}

//===----------------------------------------------------------------------===//
// -debug-pass-manager
//===----------------------------------------------------------------------===//

/// Prints to \p OS what a pass manager does, in the words of LLVM's
/// -debug-pass-manager: "Running pass: peak on dump.txt".
static void registerDebugPassManager(PassInstrumentation &PI, raw_ostream &OS) {
  auto Printer = [&OS](StringLiteral What) {
    return [&OS, What](StringRef Name, const Module &M) {
      OS << What << Name << " on " << toPrintable(M.getName()) << '\n';
    };
  };
  PI.registerSkippedPassCallback(Printer("Skipping pass: "));
  PI.registerBeforePassCallback(Printer("Running pass: "));
  PI.registerBeforeAnalysisCallback(Printer("Running analysis: "));
  PI.registerAnalysisInvalidatedCallback(Printer("Invalidating analysis: "));
}

//===----------------------------------------------------------------------===//
// -time-trace
//===----------------------------------------------------------------------===//

TimeTrace::TimeTrace(unsigned Granularity, StringRef ToolName)
    : Granularity(Granularity), ToolName(ToolName) {
  timeTraceProfilerInitialize(Granularity, ToolName);
}

TimeTrace::~TimeTrace() { timeTraceProfilerCleanup(); }

TimeTrace::ThreadScope::ThreadScope(const TimeTrace *Trace) {
  if (!Trace || timeTraceProfilerEnabled())
    return;
  timeTraceProfilerInitialize(Trace->Granularity, Trace->ToolName);
  IsOutermost = true;
}

TimeTrace::ThreadScope::~ThreadScope() {
  if (IsOutermost)
    timeTraceProfilerFinishThread();
}

static void begin(const Twine &Name, StringRef Detail) {
  // Names of files may be anything, texts in JSON not.
  timeTraceProfilerBegin(Name.str(), toValidUtf8(Detail));
}

TimeTrace::EventScope::EventScope(StringRef Name, StringRef Detail)
    : IsRecorded(timeTraceProfilerEnabled()) {
  if (IsRecorded)
    begin(Name, Detail);
}

TimeTrace::EventScope::~EventScope() {
  if (IsRecorded)
    timeTraceProfilerEnd();
}

void TimeTrace::registerCallbacks(PassInstrumentation &PI) {
  PI.registerBeforePassCallback([](StringRef Name, const Module &M) {
    begin("pass " + Name, M.getName());
  });
  PI.registerAfterPassCallback(
      [](StringRef, const Module &, const PreservedAnalyses &) {
        timeTraceProfilerEnd();
      },
      /*ToFront=*/true);
  PI.registerBeforeAnalysisCallback([](StringRef Name, const Module &M) {
    begin("analysis " + Name, M.getName());
  });
  PI.registerAfterAnalysisCallback(
      [](StringRef, const Module &) { timeTraceProfilerEnd(); },
      /*ToFront=*/true);
}

void TimeTrace::write(raw_ostream &OS) const {
  // What the profiler wants is a stream that can seek.
  SmallString<0> Text;
  raw_svector_ostream TextOS(Text);
  timeTraceProfilerWrite(TextOS);
  OS << Text << '\n';
}

//===----------------------------------------------------------------------===//
// -counters
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// -verify-each
//===----------------------------------------------------------------------===//

static VerifierResult verify(const Module &M) {
  VerifierOptions OneOfEach;
  OneOfEach.MaxPerRule = 1;
  AnalysisManager Own(M);
  return verifyModule(M, Own, OneOfEach);
}

static Error makeError(StringRef Pass, const VerifierResult &Result,
                       bool WasSound) {
  const Violation *First = find_if(Result.violations(), [](const Violation &V) {
    return V.Severity == RuleSeverity::Error;
  });
  std::string Message = ("the module contradicts itself after pass '" + Pass +
                         (WasSound ? "'" : "', as it did before the first one"))
                            .str();
  raw_string_ostream OS(Message);
  OS << ": " << First->Message << " [" << getInfo(First->Rule).Name << ']';
  if (uint64_t More = Result.getCount(RuleSeverity::Error) - 1)
    OS << " and " << countText(More, "error") << " more";
  return createStringError(OS.str());
}

namespace {

/// What is known of one module between passes.
struct ModuleState {
  /// No pass is to blame for what was wrong from the beginning.
  std::optional<bool> WasSound;
  /// Of the module before each running pass: of one with a pipeline inside, and
  /// of the passes of that, whose module may be a copy.
  SmallVector<uint64_t, 2> Running;
  /// Before the pass that ended last.
  uint64_t EditCount = 0;
};

} // namespace

/// Runs the verifier after each pass that changed the module, and stops the
/// pipeline with an error that names the pass if the module is unsound. For one
/// module. Unless it \p StartsVerified, by a pass that tells the context what
/// it found, it is verified before the first pass too. One that was unsound
/// before that may remain so if \p ForgivesUnsoundStart.
static void registerVerifyEach(PassInstrumentation &PI, bool StartsVerified,
                               bool ForgivesUnsoundStart) {
  auto State = std::make_shared<ModuleState>();
  if (StartsVerified)
    State->WasSound = true;
  PI.registerBeforePassCallback([State](StringRef, const Module &M) {
    if (!State->WasSound)
      State->WasSound = verify(M).isSound();
    State->Running.push_back(M.getEditCount());
  });
  PI.registerAfterPassCallback(
      [State](StringRef, const Module &, const PreservedAnalyses &) {
        State->EditCount = State->Running.pop_back_val();
      });
  // Not left to what the pass says that it preserved: a pass may be wrong.
  PI.registerAfterPassCheckCallback([=](StringRef Pass, const Module &M,
                                        const PreservedAnalyses &,
                                        PassContext &C) {
    if (C.isDoubtful())
      State->WasSound = false;
    if (M.getEditCount() == State->EditCount ||
        (ForgivesUnsoundStart && State->WasSound == false))
      return;
    VerifierResult Result = verify(M);
    if (Result.isSound())
      return;
    C.markUnsound();
    C.fail(makeError(Pass, Result, State->WasSound.value_or(true)));
  });
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

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
