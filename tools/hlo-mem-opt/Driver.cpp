//===- Driver.cpp - Inputs to tasks to ordered output ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "InputList.h"
#include "InputLoader.h"
#include "OrderedTasks.h"
#include "OutputFile.h"
#include "ProgressLine.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Parser/DumpParser.h"
#include "hlomem/Passes/PassManager.h"
#include "hlomem/Remarks/BuiltinRemarks.h"
#include "hlomem/Remarks/TextRemarkStream.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <optional>

using namespace llvm;

namespace hlomem {

namespace {

/// What is to be printed for one input or one module of it, once those before
/// it are printed; in this order.
struct TaskOutput {
  std::vector<std::string> Warnings;
  std::string Diagnostics;
  /// What to know of the diagnostics.
  std::string Note;
  /// What was printed while the passes ran.
  std::string Instrumentation;
  /// Stands above the remarks where there are several modules.
  std::string ModuleName;
  std::string Remarks;
  std::string Document;
  /// Why there is nothing, or not all of it.
  std::string Error;
  ExitCode Code = ExitDone;
  /// The modules of a stream, which are tasks of their own.
  std::vector<ModuleInput> Modules;
};

class Driver {
public:
  Driver(const DriverOptions &Options, const PassManager &Pipeline)
      : Options(Options), Pipeline(Pipeline),
        Instrumentations(Options.Instrumentation, Options.ToolName),
        RemarkOS(Pipeline.writesDocument() && Options.Output == "-" ? errs()
                                                                    : outs()),
        // Asked once: a stream is not to be shared between threads.
        HasColorRemarks(usesColor(RemarkOS)), HasColorErrors(usesColor(errs())),
        Tasks(countThreads(Options), [this] { Progress.show(); }) {}

  ExitCode run();

private:
  using ThreadScope = TimeTrace::ThreadScope;

  static unsigned countThreads(const DriverOptions &Options) {
    if (Options.Instrumentation.needsOrder())
      return 1;
    return Options.ThreadCount ? Options.ThreadCount
                               : hardware_concurrency().compute_thread_count();
  }
  static bool usesColor(raw_ostream &OS) {
    return WithColor::defaultAutoDetectFunction()(OS);
  }

  // These run on any thread.
  TaskOutput runInput(const InputSet &Set, bool IsInline);
  void runDump(ModuleInput Input, TaskOutput &Output, bool IsInline);
  void runModule(Module &M, const ModuleInput &Input, TaskOutput &Output,
                 raw_ostream &DocumentOS);
  std::unique_ptr<Module> parse(DumpInput Dump, TaskOutput &Output);

  // These run on the main one.
  void runModules(std::vector<ModuleInput> Modules);
  void print(TaskOutput &Output);
  void writeReports();
  /// Says what went wrong, if anything did.
  void check(Error E) {
    if (!E)
      return;
    error(toString(std::move(E)));
    Code = std::max(Code, ExitBadInput);
  }
  void error(const Twine &Message) {
    Progress.clear();
    WithColor::error(errs(), Options.ToolName)
        << toPrintable(Message.str()) << '\n';
  }

  const DriverOptions &Options;
  const PassManager &Pipeline;
  StandardInstrumentations Instrumentations;
  raw_ostream &RemarkOS;
  bool HasColorRemarks;
  bool HasColorErrors;
  /// Where documents go.
  raw_ostream *Document = nullptr;
  ExitCode Code = ExitDone;
  uint64_t UnsoundCount = 0;
  bool HasSeveralModules = false;
  bool HasPrintedRemarks = false;
  ProgressLine Progress;
  /// Last, so that its threads end before what they use.
  OrderedTasks Tasks;
};

} // namespace

/// Says of what the numbers that follow are.
static void reportWhatIsMissing(const Module &M, const ModuleInput &Input,
                                RemarkStream &Remarks) {
  static constexpr StringLiteral Origin = "input";
  if (M.isIncomplete())
    Remarks.emit(Origin, M.getLoc(), remark::IncompleteDump{});
  if (!M.has(DumpSection::Allocations)) {
    Remarks.emit(Origin, M.getLoc(),
                 remark::NoAllocations{.Reason = Input.WhyNoAllocations});
    return;
  }
  // In the first years a whole dump had neither of what follows, and then no
  // live ranges.
  bool HasValues = M.has(DumpSection::UsedValues);
  bool IsSplit =
      M.texts().size() > 1 ||
      (!HasValues && M.getDialect().ValueLines == ValueLineForm::SizeFirst);
  if (!IsSplit)
    return;
  if (!HasValues)
    Remarks.emit(Origin, M.getLoc(),
                 remark::NoUsedValues{.Reason = Input.WhyNoUsedValues});
  if (!M.has(DumpSection::LiveRanges) && !M.has(DumpSection::LiveRangesNote))
    Remarks.emit(Origin, M.getLoc(),
                 remark::NoLiveRanges{.Reason = Input.WhyNoLiveRanges});
}

ExitCode Driver::run() {
  std::vector<InputSet> Inputs;
  {
    PhaseScope Scope(Instrumentations, RunPhase::Listing, "");
    Inputs = listInputs(Options.Inputs, Options.JoinSiblings);
  }
  HasSeveralModules = Inputs.size() > 1;
  Progress.expect(Inputs.size());

  // A document of which a part is missing is dropped; each input has said
  // itself what is wrong with it.
  auto RunAll = [&](raw_ostream &OS) {
    Document = &OS;
    std::vector<TaskOutput> Outputs(Inputs.size());
    bool IsInline = Tasks.isInline(Inputs.size());
    Tasks.run(
        Inputs.size(),
        [&](size_t I) {
          ThreadScope Scope(Instrumentations.trace());
          Outputs[I] = runInput(Inputs[I], IsInline);
        },
        [&](size_t I) {
          TaskOutput Output = std::move(Outputs[I]);
          print(Output);
          runModules(std::move(Output.Modules));
        });
    Progress.clear();
    return Code == ExitDone;
  };
  if (Pipeline.writesDocument())
    check(writeOutputFile(Options.Output, RunAll));
  else
    RunAll(nulls());
  check(flushStandardOutput());
  writeReports();
  if (UnsoundCount != 0 && Options.VerifiesUnasked)
    WithColor::note(errs(), Options.ToolName)
        << (UnsoundCount == 1
                ? "1 dump contradicts itself and goes"
                : Twine(UnsoundCount) + " dumps contradict themselves and go")
        << " no further; -no-verify goes on all the same\n";
  return Code;
}

void Driver::writeReports() {
  const InstrumentationOptions &Wanted = Options.Instrumentation;
  if (Wanted.TimePasses)
    Instrumentations.printTimes(errs());
  if (Wanted.Count)
    check(writeOutputFile(Options.CountersOutput, [&](raw_ostream &OS) {
      Instrumentations.printCounters(OS);
      return true;
    }));
  if (Wanted.TraceTime)
    check(writeOutputFile(Options.TraceOutput, [&](raw_ostream &OS) {
      Instrumentations.trace()->write(OS);
      return true;
    }));
}

TaskOutput Driver::runInput(const InputSet &Set, bool IsInline) {
  TaskOutput Output;
  auto Fail = [&](std::string Message) {
    Output.Error = std::move(Message);
    Output.Code = ExitBadInput;
  };
  if (!Set.Problem.empty()) {
    Fail(Set.Problem);
    return Output;
  }
  Expected<LoadedInput> Input = [&] {
    PhaseScope Scope(Instrumentations, RunPhase::Reading, Set.Files.front());
    return loadInput(Set, Options.JoinSiblings);
  }();
  if (!Input) {
    Fail(toString(Input.takeError()));
    return Output;
  }
  Output.Warnings = std::move(Input->Warnings);
  if (Input->Modules.size() == 1)
    runDump(std::move(Input->Modules.front()), Output, IsInline);
  else
    Output.Modules = std::move(Input->Modules);
  return Output;
}

void Driver::runModules(std::vector<ModuleInput> Modules) {
  if (Modules.empty()) {
    Progress.step();
    Progress.show();
    return;
  }
  HasSeveralModules = true;
  Progress.expect(Modules.size() - 1);
  std::vector<TaskOutput> Outputs(Modules.size());
  bool IsInline = Tasks.isInline(Modules.size());
  Tasks.run(
      Modules.size(),
      [&](size_t I) {
        ThreadScope Scope(Instrumentations.trace());
        runDump(std::move(Modules[I]), Outputs[I], IsInline);
      },
      [&](size_t I) {
        TaskOutput Output = std::move(Outputs[I]);
        print(Output);
        Progress.step();
        Progress.show();
      });
}

void Driver::runDump(ModuleInput Input, TaskOutput &Output, bool IsInline) {
  std::unique_ptr<Module> M = parse(std::move(Input.Dump), Output);
  if (!M) {
    Instrumentations.countBrokenModule();
    Output.Code = ExitBadInput;
    return;
  }
  // What is written in place must not follow the progress line.
  if (IsInline)
    Progress.clear();
  raw_string_ostream Buffered(Output.Document);
  runModule(*M, Input, Output, IsInline ? *Document : Buffered);
  PhaseScope Scope(Instrumentations, RunPhase::Freeing, Output.ModuleName);
  M.reset();
}

void Driver::runModule(Module &M, const ModuleInput &Input, TaskOutput &Output,
                       raw_ostream &DocumentOS) {
  Output.ModuleName = M.getName();
  raw_string_ostream RemarkText(Output.Remarks);
  TextRemarkStream Remarks(
      RemarkText, M.getSources(), M.getName(),
      {.Color = HasColorRemarks, .ExactBytes = Options.ExactBytes});
  reportWhatIsMissing(M, Input, Remarks);
  raw_string_ostream InstrumentationText(Output.Instrumentation);
  std::optional<ModuleInstrumentation> Instrumentation;
  std::optional<CrashOutput> OnCrash;
  if (Options.Instrumentation.isAny()) {
    Instrumentation.emplace(Instrumentations, M, InstrumentationText);
    OnCrash.emplace(Output.Instrumentation);
  }
  const PassInstrumentation *PI =
      Instrumentation ? &Instrumentation->callbacks() : nullptr;
  AnalysisManager AM(M, PI);
  PassContext Context(Remarks, DocumentOS, PI);
  Error Failure = Pipeline.run(M, AM, Context);
  Remarks.finish();
  if (!Failure) {
    Output.Code = Context.isUnsound() ? ExitUnsound : ExitDone;
    return;
  }
  Output.Error = (M.getName() + ": " + toString(std::move(Failure))).str();
  Output.Code = Context.isUnsound() ? ExitUnsound : ExitBadInput;
}

std::unique_ptr<Module> Driver::parse(DumpInput Dump, TaskOutput &Output) {
  uint64_t Size = 0;
  for (const DumpText &Text : Dump.Texts)
    Size += Text.Source.Text.size();
  Instrumentations.countInput(Size);
  PhaseScope Scope(Instrumentations, RunPhase::Parsing, Dump.Name);
  raw_string_ostream OS(Output.Diagnostics);
  DiagnosticEngine Diags(OS, HasColorErrors, Options.MaxErrors);
  std::unique_ptr<Module> M = parseDump(
      std::move(Dump), Diags,
      {.AllowParts = !Options.JoinSiblings, .Tolerant = Options.IsTolerant});
  unsigned Max = Options.MaxErrors;
  if (Max &&
      (M ? Diags.getWarningCount() > Max : Diags.getErrorCount() >= Max)) {
    StringRef What = M ? "warning" : "error";
    Output.Note = ((M ? "printed " : "stopped after ") + Twine(Max) + " " +
                   What + (Max == 1 ? "" : "s") + "; -max-errors=0 shows all")
                      .str();
  }
  return M;
}

void Driver::print(TaskOutput &Output) {
  PhaseScope Scope(Instrumentations, RunPhase::Printing, Output.ModuleName);
  Code = std::max(Code, Output.Code);
  // Not what a pass made of a sound dump.
  UnsoundCount += Output.Code == ExitUnsound && Output.Error.empty();
  Progress.clear();
  for (StringRef Warning : Output.Warnings)
    WithColor::warning(errs(), Options.ToolName)
        << toPrintable(Warning) << '\n';
  errs() << Output.Diagnostics;
  if (!Output.Note.empty())
    WithColor::note(errs(), Options.ToolName) << Output.Note << '\n';
  errs() << Output.Instrumentation;
  *Document << Output.Document;
  if (HasSeveralModules && !Output.Remarks.empty()) {
    if (std::exchange(HasPrintedRemarks, true))
      RemarkOS << '\n';
    WithColor(RemarkOS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false,
              HasColorRemarks ? ColorMode::Enable : ColorMode::Disable)
        << toPrintable(Output.ModuleName) << ":\n";
  }
  RemarkOS << Output.Remarks;
  RemarkOS.flush();
  if (!Output.Error.empty())
    error(Output.Error);
}

ExitCode runDriver(const DriverOptions &Options, const PassManager &Pipeline) {
  return Driver(Options, Pipeline).run();
}

} // namespace hlomem
