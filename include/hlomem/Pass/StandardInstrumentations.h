//===- StandardInstrumentations.h - What watches a pipeline -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file combines the ways to observe a pipeline, each of which is a class
/// that registers callbacks. InstrumentationOptions selects them,
/// StandardInstrumentations holds what is summed over modules, and each module
/// has a ModuleInstrumentation.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_STANDARDINSTRUMENTATIONS_H
#define HLOMEM_PASS_STANDARDINSTRUMENTATIONS_H

#include "hlomem/Analysis/Counters.h"
#include "hlomem/Pass/ModulePrinting.h"
#include "hlomem/Pass/PassTiming.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <atomic>
#include <chrono>
#include <mutex>

namespace hlomem {

/// Counts the runs of passes over all modules and skips those beyond a limit,
/// to find by bisection which one is at fault. Passes with PassInfo::IsRequired
/// are neither counted nor skipped. The numbers are meaningful only if modules
/// run one after the other, on one thread.
class OptBisect {
public:
  /// Runs the first \p Limit passes, or all passes if it is negative.
  explicit OptBisect(int64_t Limit) : Limit(Limit) {}
  OptBisect(const OptBisect &) = delete;
  OptBisect &operator=(const OptBisect &) = delete;

  /// Registers callbacks for one more module. Each decision is printed as a
  /// line of \p OS: "BISECT: NOT running pass (3) peak on dump.txt".
  void registerCallbacks(PassInstrumentation &PI, raw_ostream &OS);

private:
  const int64_t Limit;
  int64_t LastNumber = 0;
};

/// Records what each thread does and when, with LLVM's TimeProfiler, which
/// exists once in a process.
class TimeTrace {
public:
  /// Begins the recording, on the main thread. Events shorter than \p
  /// Granularity, in microseconds, are left out. \p ToolName is the name of the
  /// process.
  TimeTrace(unsigned Granularity, StringRef ToolName);
  TimeTrace(const TimeTrace &) = delete;
  TimeTrace &operator=(const TimeTrace &) = delete;
  ~TimeTrace();

  /// Encloses the work of a thread: outside of such a scope nothing is recorded
  /// on it. It does nothing on the main thread or inside another scope.
  class ThreadScope {
  public:
    explicit ThreadScope(const TimeTrace *Trace);
    ThreadScope(const ThreadScope &) = delete;
    ThreadScope &operator=(const ThreadScope &) = delete;
    ~ThreadScope();

  private:
    bool IsOutermost = false;
  };

  /// Records an event from its construction to its destruction, if there is a
  /// recording.
  class EventScope {
  public:
    /// Begins an event. \p Detail is what it is about, such as a file.
    EventScope(StringRef Name, StringRef Detail);
    EventScope(const EventScope &) = delete;
    EventScope &operator=(const EventScope &) = delete;
    ~EventScope();

  private:
    bool IsRecorded;
  };

  /// Registers callbacks that record passes and analyses.
  static void registerCallbacks(PassInstrumentation &PI);

  /// Writes the recording as JSON in Chrome's format for traces. It must be
  /// called on the main thread after all others have ended.
  void write(raw_ostream &OS) const;

private:
  unsigned Granularity;
  std::string ToolName;
};

class Module;

/// Selects the instrumentations; by default none.
struct InstrumentationOptions {
  /// Prints each pass and analysis as it runs.
  bool DebugPassManager = false;
  /// Sums up the time of passes, analyses and phases.
  bool TimePasses = false;
  /// Records a trace of the program.
  bool TraceTime = false;
  /// Is the shortest event of the trace, in microseconds.
  unsigned TraceGranularity = 0;
  /// Counts what passes and analyses count.
  bool Count = false;
  /// Limits the number of passes that run: see OptBisect.
  std::optional<int64_t> BisectLimit = std::nullopt;
  /// Selects the passes around which the module is printed.
  ModulePrintingOptions Printing = {};
  /// Verifies the module after each pass that changed it. If it is unsound, the
  /// pipeline fails and the module is marked as unsound.
  bool VerifyEach = false;
  /// Is true if the pipeline begins with a verification of its own: a module
  /// that is unsound later was sound at first, unless that pass marks it as
  /// doubtful.
  bool StartsVerified = false;
  /// Modifies VerifyEach: a module that was unsound from the beginning may
  /// remain so.
  bool ForgivesUnsoundStart = false;

  /// Is true if modules need a ModuleInstrumentation.
  bool isAny() const {
    return DebugPassManager || TimePasses || TraceTime || Count ||
           BisectLimit || Printing.isAny() || VerifyEach;
  }
  /// Is true if modules must run one after the other, in order.
  bool needsOrder() const { return BisectLimit.has_value(); }
};

/// Identifies what the program does besides running passes.
enum class RunPhase : uint8_t {
  Listing,  ///< Searching folders for inputs.
  Reading,  ///< Reading and decompressing files.
  Parsing,  ///< Making a module from texts.
  Running,  ///< Running the pass manager itself, with the output of remarks.
  Freeing,  ///< Destroying modules.
  Printing, ///< Writing the output of tasks in order.
};

/// Returns the name of \p P in tables and traces, "reading".
StringRef toString(RunPhase P);

/// Holds what the modules of a run share. Several threads may use one object.
class StandardInstrumentations {
public:
  /// Makes the object, on the main thread. \p ToolName is the name of the
  /// process.
  StandardInstrumentations(const InstrumentationOptions &Options,
                           StringRef ToolName);
  StandardInstrumentations(const StandardInstrumentations &) = delete;
  StandardInstrumentations &
  operator=(const StandardInstrumentations &) = delete;

  const InstrumentationOptions &options() const { return Options; }
  /// Returns the bisection, or null unless requested.
  OptBisect *bisect() { return Bisect ? &*Bisect : nullptr; }
  /// Returns the trace, or null unless requested.
  const TimeTrace *trace() const { return Trace ? &*Trace : nullptr; }

  /// Adds the times of one module or phase.
  void addTimes(const TimeTable &Table);
  void addCounters(const CounterSet &Set);
  /// Counts a dump of \p Size bytes that is going to be parsed.
  void countInput(uint64_t Size);
  /// Counts a dump that could not be parsed.
  void countBrokenModule();

  // The following functions are for the end, when no other thread uses the
  // object.

  /// Prints the table of -time-passes.
  void printTimes(raw_ostream &OS) const;
  /// Prints all counters, and the times if these are requested, as the JSON
  /// object that docs/Counters.md describes.
  void printCounters(raw_ostream &OS) const;

private:
  const InstrumentationOptions Options;
  const std::chrono::steady_clock::time_point Start;
  std::optional<OptBisect> Bisect;
  std::optional<TimeTrace> Trace;
  std::atomic<uint64_t> InputSize = 0;

  /// Guards Times and Counters.
  std::mutex Mutex;
  TimeTable Times;
  CounterTotals Counters;
};

/// Marks a phase of the calling thread from its construction to its
/// destruction. Phases are not nested, and no pass runs inside of one.
class PhaseScope {
public:
  /// Begins a phase. \p Detail is the file or dump that it is about.
  PhaseScope(StandardInstrumentations &Shared, RunPhase Phase, StringRef Detail)
      : Shared(Shared), Phase(Phase) {
    const InstrumentationOptions &Options = Shared.options();
    if (Options.TimePasses || Options.TraceTime)
      begin(Detail);
  }
  PhaseScope(const PhaseScope &) = delete;
  PhaseScope &operator=(const PhaseScope &) = delete;
  ~PhaseScope() {
    if (Begin)
      end();
  }

private:
  void begin(StringRef Detail);
  void end();

  StandardInstrumentations &Shared;
  RunPhase Phase;
  std::optional<ThreadTime> Begin;
  std::optional<TimeTrace::EventScope> Event;
};

/// Shows, if its thread crashes while it exists, what has been printed for the
/// module. That text is kept back until the module's turn, which does not come
/// after a crash.
class CrashOutput : public llvm::PrettyStackTraceEntry {
public:
  explicit CrashOutput(const std::string &Text) : Text(Text) {}
  void print(raw_ostream &OS) const override;

private:
  const std::string &Text;
};

/// Holds the callbacks for one module. It is made where the module is, given to
/// its AnalysisManager and PassContext, and destroyed after them. It belongs to
/// one thread. It is needed only if InstrumentationOptions::isAny().
class ModuleInstrumentation {
public:
  /// Makes the callbacks. All arguments must outlive the object. \p OS gets
  /// what is printed while passes run.
  ModuleInstrumentation(StandardInstrumentations &Shared, const Module &M,
                        raw_ostream &OS);
  ModuleInstrumentation(const ModuleInstrumentation &) = delete;
  ModuleInstrumentation &operator=(const ModuleInstrumentation &) = delete;
  /// Adds what was counted and timed to what the modules share.
  ~ModuleInstrumentation();

  const PassInstrumentation &callbacks() const { return Callbacks; }

private:
  StandardInstrumentations &Shared;
  PassInstrumentation Callbacks;
  CounterSet Counters;
  TimeTable Times;
  TimeStack Stack;
  std::optional<TimeTrace::EventScope> Event;
};

} // namespace hlomem

#endif // HLOMEM_PASS_STANDARDINSTRUMENTATIONS_H
