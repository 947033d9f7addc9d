//===- StandardInstrumentations.h - What watches a pipeline -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each way to watch a pipeline is a class with a source file of its own, which
/// registers callbacks. Here they are put together: InstrumentationOptions says
/// which ones, StandardInstrumentations holds what is summed over modules, and
/// each module has a ModuleInstrumentation.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_STANDARDINSTRUMENTATIONS_H
#define HLOMEM_PASS_STANDARDINSTRUMENTATIONS_H

#include "hlomem/Analysis/Counters.h"
#include "hlomem/Pass/ModulePrinting.h"
#include "hlomem/Pass/PassInstrumentation.h"
#include "hlomem/Pass/PassTiming.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace hlomem {

/// Counts the runs of passes over all modules and skips those beyond a limit,
/// to find by halving which one does harm. Passes with PassInfo::IsRequired are
/// neither counted nor skipped. Numbers mean something only where modules run
/// one after the other: not for several threads.
class OptBisect {
public:
  /// Runs the first \p Limit passes; all of them if it is negative.
  explicit OptBisect(int64_t Limit) : Limit(Limit) {}
  OptBisect(const OptBisect &) = delete;
  OptBisect &operator=(const OptBisect &) = delete;

  /// Watches one more module. Each decision is a line of \p OS, "BISECT: NOT
  /// running pass (3) peak on dump.txt".
  void registerCallbacks(PassInstrumentation &PI, llvm::raw_ostream &OS);

private:
  const int64_t Limit;
  int64_t LastNumber = 0;
};

/// Records what each thread does and when, with LLVM's TimeProfiler, of which a
/// process has only one.
class TimeTrace {
public:
  /// Begins the recording, on the main thread. Events below \p Granularity, in
  /// microseconds, are left out. \p ToolName is the name of the process.
  TimeTrace(unsigned Granularity, llvm::StringRef ToolName);
  TimeTrace(const TimeTrace &) = delete;
  TimeTrace &operator=(const TimeTrace &) = delete;
  ~TimeTrace();

  /// Around the work of a thread: outside of it nothing is recorded there. Does
  /// nothing on the main thread and inside another one.
  class ThreadScope {
  public:
    explicit ThreadScope(const TimeTrace *Trace);
    ThreadScope(const ThreadScope &) = delete;
    ThreadScope &operator=(const ThreadScope &) = delete;
    ~ThreadScope();

  private:
    bool IsOutermost = false;
  };

  /// An event from now on until it is destroyed; none if nobody records.
  class EventScope {
  public:
    /// \p Detail is what it is about, such as a file.
    EventScope(llvm::StringRef Name, llvm::StringRef Detail);
    EventScope(const EventScope &) = delete;
    EventScope &operator=(const EventScope &) = delete;
    ~EventScope();

  private:
    bool IsRecorded;
  };

  /// Records passes and analyses.
  static void registerCallbacks(PassInstrumentation &PI);

  /// Writes what was recorded, as JSON in Chrome's format for traces. To be
  /// called on the main thread when all others are done.
  void write(llvm::raw_ostream &OS) const;

private:
  unsigned Granularity;
  std::string ToolName;
};

class Module;

/// What is asked for; by default nothing.
struct InstrumentationOptions {
  /// Print each pass and analysis as it runs.
  bool DebugPassManager = false;
  /// Sum up the time of passes, analyses and phases.
  bool TimePasses = false;
  /// Record a trace of the program.
  bool TraceTime = false;
  /// Shortest event of the trace, in microseconds.
  unsigned TraceGranularity = 0;
  /// Count what passes and analyses count.
  bool Count = false;
  /// See OptBisect.
  std::optional<int64_t> BisectLimit = std::nullopt;
  /// Print the module between passes.
  ModulePrintingOptions Printing = {};
  /// Verify the module after each pass that changed it. If it is unsound, the
  /// pipeline fails and the module is marked so.
  bool VerifyEach = false;
  /// The pipeline begins with a verification of its own: what is unsound later
  /// was sound at first, unless that marks the module as doubtful.
  bool StartsVerified = false;
  /// Of VerifyEach: a module that was unsound from the beginning may remain so.
  bool ForgivesUnsoundStart = false;

  /// True if modules need a ModuleInstrumentation.
  bool isAny() const {
    return DebugPassManager || TimePasses || TraceTime || Count ||
           BisectLimit || Printing.isAny() || VerifyEach;
  }
  /// True if modules must run one after the other, in order.
  bool needsOrder() const { return BisectLimit.has_value(); }
};

/// What the program does besides running passes.
enum class RunPhase : uint8_t {
  Listing,  ///< Searching folders for inputs.
  Reading,  ///< Reading and unpacking files.
  Parsing,  ///< From texts to a module.
  Running,  ///< The pass manager itself, with the output of remarks.
  Freeing,  ///< Destroying modules.
  Printing, ///< Writing what tasks have prepared, in order.
};

/// "reading", as it stands in tables and traces.
llvm::StringRef toString(RunPhase P);

/// What the modules of a run share. One object may be used by several threads.
class StandardInstrumentations {
public:
  /// Made on the main thread. \p ToolName is the name of the process.
  StandardInstrumentations(const InstrumentationOptions &Options,
                           llvm::StringRef ToolName);
  StandardInstrumentations(const StandardInstrumentations &) = delete;
  StandardInstrumentations &
  operator=(const StandardInstrumentations &) = delete;

  const InstrumentationOptions &options() const { return Options; }
  /// Null unless requested.
  OptBisect *bisect() { return Bisect ? &*Bisect : nullptr; }
  const TimeTrace *trace() const { return Trace ? &*Trace : nullptr; }

  /// Adds what one module or phase took.
  void addTimes(const TimeTable &Table);
  void addCounters(const CounterSet &Set);
  /// Counts a dump that is going to be parsed, of \p Size bytes, and one that
  /// could not be.
  void countInput(uint64_t Size);
  void countBrokenModule();

  // These are for the end, when no other thread uses the object.

  /// Writes the table of -time-passes.
  void printTimes(llvm::raw_ostream &OS) const;
  /// Writes all counters, with the times if those were asked for, as the JSON
  /// object that docs/Counters.md describes.
  void printCounters(llvm::raw_ostream &OS) const;

private:
  const InstrumentationOptions Options;
  const std::chrono::steady_clock::time_point Start;
  std::optional<OptBisect> Bisect;
  std::optional<TimeTrace> Trace;
  std::atomic<uint64_t> InputSize = 0;

  /// Of what follows.
  std::mutex Mutex;
  TimeTable Times;
  CounterTotals Counters;
};

/// A phase of the calling thread, from now on until it is destroyed. Phases are
/// not nested, and no pass runs inside of one.
class PhaseScope {
public:
  /// \p Detail is the file or dump that it is about.
  PhaseScope(StandardInstrumentations &Shared, RunPhase Phase,
             llvm::StringRef Detail)
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
  void begin(llvm::StringRef Detail);
  void end();

  StandardInstrumentations &Shared;
  RunPhase Phase;
  std::optional<ThreadTime> Begin;
  std::optional<TimeTrace::EventScope> Event;
};

/// While it lives, a crash on its thread shows what has been printed for the
/// module: that is kept back until the module's turn, which never comes then.
class CrashOutput : public llvm::PrettyStackTraceEntry {
public:
  explicit CrashOutput(const std::string &Text) : Text(Text) {}
  void print(llvm::raw_ostream &OS) const override;

private:
  const std::string &Text;
};

/// The callbacks for one module: made where the module is, given to its
/// AnalysisManager and PassContext, and destroyed after them. Belongs to one
/// thread. If nothing is asked for, there is no need to make one: see
/// InstrumentationOptions::isAny().
class ModuleInstrumentation {
public:
  /// All must outlive it. \p OS takes what is printed while passes run.
  ModuleInstrumentation(StandardInstrumentations &Shared, const Module &M,
                        llvm::raw_ostream &OS);
  ModuleInstrumentation(const ModuleInstrumentation &) = delete;
  ModuleInstrumentation &operator=(const ModuleInstrumentation &) = delete;
  /// Adds what was counted and timed to what modules share.
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
