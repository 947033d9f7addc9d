//===- Driver.cpp - Inputs to tasks to ordered output ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/Driver.h"
#include "ProgressLine.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Attribution/UserSourceAnalysis.h"
#include "hlomem/Driver/InputList.h"
#include "hlomem/Driver/InputLoader.h"
#include "hlomem/Driver/OrderedTaskRunner.h"
#include "hlomem/Driver/RemarkOutput.h"
#include "hlomem/Dump/DumpFileName.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/PassManager.h"
#include "hlomem/Remarks/InputRemarks.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/InputBuffer.h"
#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
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
  SmallVector<std::string, 1> Notes;
  /// What was printed while the passes ran.
  std::string Instrumentation;
  /// Stands above the remarks where there are several modules.
  std::string ModuleName;
  RemarkTexts Remarks;
  std::string Document;
  /// Why there is nothing, or not all of it.
  std::string Error;
  ExitCode Code = ExitDone;
  /// The dump contradicts itself, and its report is there all the same.
  bool IsDoubtful = false;
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
        Tasks(countThreads(Options)) {}

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
  // A module's id tells it apart from all others: "2.1".
  TaskOutput runInput(const InputSet &Set, const Twine &Id, bool IsInline);
  void runDump(ModuleInput Input, const Twine &Id, TaskOutput &Output,
               bool IsInline);
  /// As if no file could change meanwhile.
  void runUnchanged(ModuleInput Input, const Twine &Id, TaskOutput &Output,
                    bool IsInline);
  void runModule(Module &M, const ModuleInput &Input, const Twine &Id,
                 TaskOutput &Output, raw_ostream &DocumentOS);
  std::unique_ptr<Module> parse(DumpInput Dump, TaskOutput &Output,
                                unsigned ThreadCount);

  // These run on the main one.
  void runAll(ArrayRef<InputSet> Inputs);
  void runModules(std::vector<ModuleInput> Modules, const Twine &InputId);
  void print(TaskOutput &Output);
  Error checkReports(ArrayRef<InputSet> Inputs) const;
  void writeReports();
  /// Sums up what was found though nobody asked.
  void noteContradictions() const;
  /// Says what went wrong, if anything did.
  void check(Error E) {
    if (!E)
      return;
    error(toString(std::move(E)));
    Code = std::max(Code, ExitBadInput);
    HasFailed = true;
  }
  enum class LastReport { None, WithoutHeading, WithHeading };
  void printRemarks(raw_ostream &OS, const TaskOutput &Output,
                    StringRef Remarks, RemarkFormat Format, ColorMode Color,
                    LastReport &Last) const;
  void error(const Twine &Message) {
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
  /// Where remarks go as well; may be null.
  raw_ostream *RemarkFile = nullptr;
  std::optional<RemarkModuleNames> ModuleNames;
  ExitCode Code = ExitDone;
  /// Something could not be read, or a pass failed: what is written to files is
  /// not whole.
  bool HasFailed = false;
  uint64_t UnsoundCount = 0;
  uint64_t DoubtfulCount = 0;
  bool HasSeveralModules = false;
  LastReport LastPrinted = LastReport::None;
  LastReport LastFiled = LastReport::None;
  ProgressLine Progress;
  /// Last, so that its threads end before what they use.
  OrderedTaskRunner Tasks;
};

} // namespace

static std::string noteLimit(StringRef Did, unsigned Max, StringRef What) {
  return (Did + " " + Twine(Max) + " " + What + (Max == 1 ? "" : "s") +
          "; -max-errors=0 shows all")
      .str();
}

/// Says of what the numbers that follow are.
static void reportWhatIsMissing(const Module &M, const ModuleInput &Input,
                                RemarkStream &Remarks) {
  static constexpr StringLiteral Origin = "input";
  if (M.isIncomplete())
    Remarks.emit(Origin, getLoc(M), remark::IncompleteDump{});
  for (const UnknownText::Kind &K : getUnknownText(M).kinds())
    Remarks.emit(Origin, K.Loc,
                 remark::UnknownText{.Kind = K.describe(),
                                     .Count = K.Count,
                                     .Affects = K.getAffected().str()});
  if (!hasSection(M, DumpSection::Allocations)) {
    Remarks.emit(Origin, getLoc(M),
                 remark::NoAllocations{.Reason = Input.WhyNoAllocations});
    return;
  }
  // In the first years a whole dump had neither of what follows, and then no
  // live ranges.
  bool HasValues = hasSection(M, DumpSection::UsedValues);
  bool IsSplit =
      getTexts(M).size() > 1 ||
      (!HasValues && getDialect(M).ValueLines == ValueLineForm::SizeFirst);
  if (!IsSplit)
    return;
  if (!HasValues)
    Remarks.emit(Origin, getLoc(M),
                 remark::NoUsedValues{.Reason = Input.WhyNoUsedValues});
  if (!hasSection(M, DumpSection::LiveRanges) &&
      !hasSection(M, DumpSection::LiveRangesNote))
    Remarks.emit(Origin, getLoc(M),
                 remark::NoLiveRanges{.Reason = Input.WhyNoLiveRanges});
}

void Driver::runAll(ArrayRef<InputSet> Inputs) {
  std::vector<TaskOutput> Outputs(Inputs.size());
  bool IsInline = Tasks.isInline(Inputs.size());
  if (!IsInline)
    Progress.keepShown();
  Tasks.run(
      Inputs.size(),
      [&](size_t I) {
        ThreadScope Scope(Instrumentations.trace());
        Outputs[I] = runInput(Inputs[I], Twine(I + 1), IsInline);
      },
      [&](size_t I) {
        TaskOutput Output = std::move(Outputs[I]);
        print(Output);
        runModules(std::move(Output.Modules), Twine(I + 1));
      });
  Progress.end();
}

ExitCode Driver::run() {
  std::vector<InputSet> Inputs;
  {
    PhaseScope Scope(Instrumentations, RunPhase::Listing, "");
    Inputs = listInputs(Options.Inputs, Options.JoinSiblings);
  }
  HasSeveralModules = Inputs.size() > 1;
  check(checkReports(Inputs));
  if (HasFailed)
    return Code;
  ModuleNames.emplace(Inputs);
  Progress.expect(Inputs.size());

  // A file of which a part is missing is dropped; each input has said itself
  // what is wrong with it. Remarks on a dump that contradicts itself are whole.
  auto RunAll = [&](raw_ostream &OS) {
    Document = &OS;
    auto RunWithRemarks = [&](raw_ostream &FileOS) {
      RemarkFile = &FileOS;
      runAll(Inputs);
      return !HasFailed;
    };
    if (Options.Remarks.File.empty())
      runAll(Inputs);
    else
      check(writeOutputFile(Options.Remarks.File, RunWithRemarks));
    return !HasFailed && UnsoundCount == 0;
  };
  if (Pipeline.writesDocument())
    check(writeOutputFile(Options.Output, RunAll));
  else
    RunAll(nulls());
  check(flushStandardOutput());
  writeReports();
  if (Options.VerifiesUnasked)
    noteContradictions();
  return Code;
}

void Driver::noteContradictions() const {
  auto Note = [this](uint64_t Count, StringRef One, StringRef Several,
                     StringRef Advice) {
    if (Count != 0)
      WithColor::note(errs(), Options.ToolName)
          << Count << ' ' << (Count == 1 ? One : Several) << "; " << Advice
          << '\n';
  };
  Note(UnsoundCount, "dump contradicts itself and was not analysed",
       "dumps contradict themselves and were not analysed",
       "without -fatal-warnings=verify the report follows");
  Note(DoubtfulCount, "dump contradicts itself", "dumps contradict themselves",
       "affected numbers are marked as doubtful; -fatal-warnings=verify makes "
       "this an error");
}

// Not -o: a dump may be replaced by what the pipeline makes of it.
Error Driver::checkReports(ArrayRef<InputSet> Inputs) const {
  SmallVector<NamedOutput> Reports;
  if (!Options.Remarks.File.empty())
    Reports.push_back({"-remarks-output", Options.Remarks.File});
  if (Options.Instrumentation.TraceTime)
    Reports.push_back({"-time-trace", Options.TraceOutput});
  if (Options.Instrumentation.Count)
    Reports.push_back({"-counters", Options.CountersOutput});
  std::vector<StringRef> Files;
  for (const InputSet &Set : Inputs)
    append_range(Files, Set.Files);
  return checkInputsAreKept(Reports, Files);
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

TaskOutput Driver::runInput(const InputSet &Set, const Twine &Id,
                            bool IsInline) {
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
    return loadInput(Set, Options.JoinSiblings,
                     IsInline ? countThreads(Options) : 1);
  }();
  if (!Input) {
    Fail(toString(Input.takeError()));
    return Output;
  }
  Output.Warnings = std::move(Input->Warnings);
  if (Input->Modules.size() == 1)
    runDump(std::move(Input->Modules.front()), Id + ".1", Output, IsInline);
  else
    Output.Modules = std::move(Input->Modules);
  return Output;
}

void Driver::runModules(std::vector<ModuleInput> Modules,
                        const Twine &InputId) {
  if (Modules.empty()) {
    Progress.step();
    return;
  }
  HasSeveralModules = true;
  Progress.expect(Modules.size() - 1);
  std::vector<TaskOutput> Outputs(Modules.size());
  bool IsInline = Tasks.isInline(Modules.size());
  if (!IsInline)
    Progress.keepShown();
  Tasks.run(
      Modules.size(),
      [&](size_t I) {
        ThreadScope Scope(Instrumentations.trace());
        runDump(std::move(Modules[I]), InputId + "." + Twine(I + 1), Outputs[I],
                IsInline);
      },
      [&](size_t I) {
        TaskOutput Output = std::move(Outputs[I]);
        print(Output);
        Progress.step();
      });
}

/// Says of a broken dump that there are bytes in it that nobody wrote.
static void noteNullBytes(ArrayRef<SourceText> Texts, TaskOutput &Output) {
  // Whether a file is a binary one is seen by its beginning, and said.
  static constexpr size_t SniffedBytes = 4096;
  for (const SourceText &T : Texts) {
    size_t At = T.Text.find('\0');
    if (At != StringRef::npos && At >= SniffedBytes)
      Output.Notes.push_back(
          "'" + T.FileName + "' has null bytes, the first behind " +
          utostr(T.Text.begin() - T.Buffer->getBufferStart() + At) +
          " others: it was not written as a whole, or has a hole");
  }
}

/// Fails if one of \p Texts may have changed while it was at work.
static Error checkUnchanged(ArrayRef<SourceText> Texts) {
  for (const SourceText &T : Texts)
    if (Error E = checkUnchanged(T.Text))
      return E;
  return Error::success();
}

void Driver::runDump(ModuleInput Input, const Twine &Id, TaskOutput &Output,
                     bool IsInline) {
  SmallVector<SourceText, DumpPartCount> Texts;
  for (const DumpText &Text : Input.Dump.Texts)
    Texts.push_back(Text.Source);
  runUnchanged(std::move(Input), Id, Output, IsInline);
  if (Output.ModuleName.empty())
    noteNullBytes(Texts, Output);
  // Nothing that was found can be relied on.
  if (Error E = checkUnchanged(Texts)) {
    Output.Remarks = {};
    Output.Document.clear();
    Output.Error = toString(std::move(E));
    Output.Code = ExitBadInput;
  }
}

void Driver::runUnchanged(ModuleInput Input, const Twine &Id,
                          TaskOutput &Output, bool IsInline) {
  // Several dumps are at work on all threads already.
  std::unique_ptr<Module> M = parse(std::move(Input.Dump), Output,
                                    IsInline ? countThreads(Options) : 1);
  if (!M) {
    Instrumentations.countBrokenModule();
    Output.Code = ExitBadInput;
    return;
  }
  // What is written in place must not follow the progress line.
  if (IsInline)
    Progress.clear();
  raw_string_ostream Buffered(Output.Document);
  runModule(*M, Input, Id, Output, IsInline ? *Document : Buffered);
  PhaseScope Scope(Instrumentations, RunPhase::Freeing, Output.ModuleName);
  M.reset();
}

void Driver::runModule(Module &M, const ModuleInput &Input, const Twine &Id,
                       TaskOutput &Output, raw_ostream &DocumentOS) {
  Output.ModuleName = M.getName();
  raw_string_ostream InstrumentationText(Output.Instrumentation);
  std::optional<ModuleInstrumentation> Instrumentation;
  std::optional<CrashOutput> OnCrash;
  if (Options.Instrumentation.isAny()) {
    Instrumentation.emplace(Instrumentations, M, InstrumentationText);
    OnCrash.emplace(Output.Instrumentation);
  }
  const PassInstrumentation *PI =
      Instrumentation ? &Instrumentation->callbacks() : nullptr;
  AnalysisManager AM(M, PI, Options.Machine);
  // Not from the manager: what the pipeline asks for is counted, and must not
  // depend on the form of the output.
  UserSources Places(M);
  RemarkModule Origin = {
      ModuleNames->get(M.getName()), Id.str(), getSources(M),
      [&Places](StringRef Instruction) { return Places.find(Instruction); }};
  ModuleRemarks Remarks(
      Options.Remarks, Origin, M.getName(),
      {.Color = HasColorRemarks, .ExactBytes = Options.ExactBytes},
      Output.Remarks);
  reportWhatIsMissing(M, Input, Remarks.stream());
  raw_string_ostream DiagnosticsOS(Output.Diagnostics);
  DiagnosticEngine Diags(DiagnosticsOS, HasColorErrors, Options.MaxErrors);
  PassContext Context(Remarks.stream(), DocumentOS, PI, HasSeveralModules,
                      &Diags);
  if (Options.HasFatalFindings)
    Context.makeFindingsFatal();
  Error Failure = Pipeline.run(M, AM, Context);
  if (Diags.reachedLimit())
    Output.Notes.push_back(noteLimit("printed", Options.MaxErrors, "error"));
  Remarks.finish();
  if (Failure) {
    Output.Error = (M.getName() + ": " + toString(std::move(Failure))).str();
    Output.Code = ExitBadInput;
  }
  if (!Output.Remarks.FailOn.empty())
    Output.Code = std::max(Output.Code, ExitUnwantedRemark);
  Output.IsDoubtful = Context.isDoubtful();
  if (Context.isUnsound())
    Output.Code = std::max(Output.Code, ExitUnsound);
}

std::unique_ptr<Module> Driver::parse(DumpInput Dump, TaskOutput &Output,
                                      unsigned ThreadCount) {
  uint64_t Size = 0;
  for (const DumpText &Text : Dump.Texts)
    Size += Text.Source.Text.size();
  Instrumentations.countInput(Size);
  PhaseScope Scope(Instrumentations, RunPhase::Parsing, Dump.Name);
  raw_string_ostream OS(Output.Diagnostics);
  DiagnosticEngine Diags(OS, HasColorErrors, Options.MaxErrors);
  std::unique_ptr<Module> M = parseDump(std::move(Dump), Diags,
                                        {.AllowParts = !Options.JoinSiblings,
                                         .Tolerant = Options.IsTolerant,
                                         .RefuseUnknown = Options.RefuseUnknown,
                                         .ThreadCount = ThreadCount});
  unsigned Max = Options.MaxErrors;
  if (M && Max && Diags.getWarningCount() > Max)
    Output.Notes.push_back(noteLimit("printed", Max, "warning"));
  else if (!M && Diags.reachedLimit())
    Output.Notes.push_back(noteLimit("stopped after", Max, "error"));
  return M;
}

void Driver::print(TaskOutput &Output) {
  PhaseScope Scope(Instrumentations, RunPhase::Printing, Output.ModuleName);
  Code = std::max(Code, Output.Code);
  // Not what a pass made of a sound dump.
  UnsoundCount += Output.Code == ExitUnsound && Output.Error.empty();
  DoubtfulCount += Output.IsDoubtful;
  // A pass that broke a module has failed too.
  HasFailed |= Output.Code == ExitBadInput || !Output.Error.empty();
  std::unique_lock<std::mutex> NoProgress = Progress.pause();
  for (StringRef Warning : Output.Warnings)
    WithColor::warning(errs(), Options.ToolName)
        << toPrintable(Warning) << '\n';
  errs() << Output.Diagnostics;
  for (StringRef Note : Output.Notes)
    WithColor::note(errs(), Options.ToolName) << toPrintable(Note) << '\n';
  errs() << Output.Instrumentation;
  *Document << Output.Document;
  printRemarks(
      RemarkOS, Output, Output.Remarks.Standard, Options.Remarks.StandardFormat,
      HasColorRemarks ? ColorMode::Enable : ColorMode::Disable, LastPrinted);
  RemarkOS.flush();
  if (RemarkFile)
    printRemarks(*RemarkFile, Output, Output.Remarks.File,
                 Options.Remarks.FileFormat, ColorMode::Disable, LastFiled);
  if (!Output.Error.empty())
    error(Output.Error);
  if (!Output.Remarks.FailOn.empty())
    error(Output.Remarks.FailOn);
}

// Short reports that name their modules stand one below the other.
void Driver::printRemarks(raw_ostream &OS, const TaskOutput &Output,
                          StringRef Remarks, RemarkFormat Format,
                          ColorMode Color, LastReport &Last) const {
  if (HasSeveralModules && Format == RemarkFormat::Text && !Remarks.empty()) {
    LastReport This = Output.Remarks.NameModule ? LastReport::WithoutHeading
                                                : LastReport::WithHeading;
    if (Last == LastReport::WithHeading ||
        (Last == LastReport::WithoutHeading && This != Last))
      OS << '\n';
    Last = This;
    if (This == LastReport::WithHeading)
      WithColor(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false, Color)
          << toPrintable(Output.ModuleName) << ":\n";
  }
  OS << Remarks;
}

ExitCode runDriver(const DriverOptions &Options, const PassManager &Pipeline) {
  return Driver(Options, Pipeline).run();
}

} // namespace hlomem
