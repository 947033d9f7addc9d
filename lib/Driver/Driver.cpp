//===- Driver.cpp - A program's run, from options to exit status ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/Driver.h"
#include "PipelineRun.h"
#include "TargetOptions.h"
#include "hlomem/Driver/DocumentFolder.h"
#include "hlomem/Pass/PassPlugin.h"
#include "hlomem/Pass/PipelineError.h"
#include "hlomem/Passes/BuiltinPasses.h"
#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/Support/WithColor.h"
#include <map>

using namespace llvm;

namespace hlomem {

/// No machine has more threads, and a slip of the finger may ask for them.
static constexpr unsigned MaxJobs = 4096;

static bool isFatal(const DriverOptions &Options, FatalWarning W) {
  return is_contained(Options.FatalWarnings, FatalWarning::All) ||
         is_contained(Options.FatalWarnings, W);
}

static Expected<PassManager> readEmit(const DriverOptions &Options,
                                      const PassBuilder &PB) {
  Expected<PassManager> Emitted = PB.parsePipeline(*Options.Emit);
  if (!Emitted)
    return Emitted;
  for (const std::unique_ptr<PassConcept> &Pass : Emitted->passes())
    if (Pass->info().Extension.empty())
      return createStringError(
          "-emit: pass '" + Pass->name() +
          "' is no exporter (known: " + join(PB.exporterNames(), ", ") + ")");
  return Emitted;
}

/// The pipeline \p Passes, and what -emit names.
static Expected<PassManager> readPipeline(StringRef Passes,
                                          const DriverOptions &Options,
                                          const PassBuilder &PB) {
  Expected<PassManager> Asked = PB.parsePipeline(Passes);
  if (!Asked || !Options.Emit)
    return Asked;
  Expected<PassManager> Emitted = readEmit(Options, PB);
  if (!Emitted)
    return Emitted;
  Asked->append(std::move(*Emitted));
  return Asked;
}

static Error checkDocuments(const DriverOptions &Options,
                            const PassManager &Pipeline) {
  if (!Options.Emit) {
    if (Options.Output && !Pipeline.writesDocument())
      return createStringError("-o: no pass of '" + Options.Passes +
                               "' writes a document");
    return Error::success();
  }
  SmallVector<PassInfo> Infos;
  for (const std::unique_ptr<PassConcept> &Pass : Pipeline.passes())
    if (Pass->info().WritesDocument)
      Infos.push_back(Pass->info());
  if (Options.Output == "-" && Infos.size() == 1 && Infos.front().WritesTables)
    return Error::success();
  if (!Options.Output || Options.Output == "-")
    return createStringError("-emit: name the folder for its files with -o");
  std::map<std::pair<StringRef, bool>, StringRef> Writers;
  for (const PassInfo &Info : Infos) {
    auto [First, IsNew] =
        Writers.try_emplace({Info.Extension, Info.WritesTables}, Info.Name);
    if (!IsNew)
      return createStringError("-emit: passes '" + First->second + "' and '" +
                               Info.Name +
                               "' would write the same file of each module; "
                               "run one of them at a time");
  }
  return Error::success();
}

/// Options that contradict each other, or that lack what they need.
static Error checkOptions(const DriverOptions &Options,
                          const PassManager &Pipeline) {
  if (Options.Inputs.empty() && !Options.PrintPipelinePasses)
    return createStringError("no input; pass a *-buffer-assignment.txt, an "
                             "*.hlo.pb, a folder, or '-' for the standard "
                             "input");
  if (Options.Jobs && (*Options.Jobs == 0 || *Options.Jobs > MaxJobs))
    return createStringError("-j: expected a number from 1 to " +
                             Twine(MaxJobs) + ", found " +
                             Twine(*Options.Jobs));
  if (Options.Width && *Options.Width != 0 && *Options.Width < LeastTableWidth)
    return createStringError(
        "-width: expected 0 for no limit, or a number from " +
        Twine(LeastTableWidth) + ", found " + Twine(*Options.Width));
  if (Error E = checkDocuments(Options, Pipeline))
    return E;
  if (Options.OptBisectLimit && *Options.OptBisectLimit < -1)
    return createStringError("-opt-bisect-limit: expected a number of passes, "
                             "or -1 for all, found " +
                             Twine(*Options.OptBisectLimit));
  if (Options.TimeTraceGranularity && !Options.TimeTraceOutput)
    return createStringError("-time-trace-granularity: there is no "
                             "-time-trace");
  if (Options.NoVerify &&
      is_contained(Options.FatalWarnings, FatalWarning::Verify) &&
      !Pipeline.contains("verify"))
    return createStringError("-fatal-warnings=verify: with -no-verify nothing "
                             "looks for what would be an error; leave out one "
                             "of the two, or add the pass 'verify'");
  return Error::success();
}

/// Whether documents go to files in a folder; tables may go to one stream.
static bool writesFolder(const DriverOptions &Options) {
  return Options.Emit && Options.Output != "-";
}

static Error checkOutputFiles(DriverOptions &Options,
                              const RemarkOptions &Remarks,
                              const PassManager &Pipeline) {
  SmallVector<NamedOutput> Outputs;
  bool TakesStandardOutput = false;
  if (writesFolder(Options)) {
    if (Options.Output->empty())
      return createStringError("-o: expected the name of a folder");
    if (Error E = DocumentFolder::check(*Options.Output))
      return E;
  } else if (Pipeline.writesDocument()) {
    if (!Options.Output)
      Options.Output = "-";
    TakesStandardOutput = Options.Output == "-";
    Outputs.push_back({"-o", *Options.Output});
  }
  if (Options.RemarksOutput)
    Outputs.push_back({"-remarks-output", *Options.RemarksOutput});
  // Nothing may come after machine-readable remarks. After text it may.
  else if (!Remarks.StandardFormat->IsForPeople && !TakesStandardOutput)
    Outputs.push_back({"-format", "-"});
  if (Options.TimeTraceOutput)
    Outputs.push_back({"-time-trace", *Options.TimeTraceOutput});
  if (Options.CountersOutput)
    Outputs.push_back({"-counters", *Options.CountersOutput});
  return checkOutputs(Outputs);
}

static Error checkPatterns(const DriverOptions &Options, const PassBuilder &PB,
                           raw_ostream &Errors) {
  for (const std::string &Warning : findUnmatchedPatterns(Options, PB)) {
    if (isFatal(Options, FatalWarning::Unmatched))
      return createStringError(Warning);
    WithColor::warning(Errors, Options.ToolName)
        << toPrintable(Warning) << '\n';
  }
  return Error::success();
}

static InstrumentationOptions getInstrumentation(const DriverOptions &Options,
                                                 const PassManager &Pipeline,
                                                 bool VerifiesUnasked) {
  return {.DebugPassManager = Options.DebugPassManager,
          .TimePasses = Options.TimePasses,
          .TraceTime = Options.TimeTraceOutput.has_value(),
          .TraceGranularity = Options.TimeTraceGranularity.value_or(0),
          .Count = Options.CountersOutput.has_value(),
          .BisectLimit = Options.OptBisectLimit,
          .Printing = {.Before = Options.PrintBefore,
                       .After = Options.PrintAfter,
                       .BeforeAll = Options.PrintBeforeAll,
                       .AfterAll = Options.PrintAfterAll,
                       .Changed = Options.PrintChanged,
                       .DiffProgram = ""},
          .VerifyEach = Options.VerifyEach ||
                        (!Options.NoVerify && Pipeline.hasTransform()),
          .StartsVerified = VerifiesUnasked,
          .ForgivesUnsoundStart = !Options.VerifyEach};
}

/// Checks the options with \p Pipeline, that of -passes with that of -emit.
static Expected<RunOptions> readOptions(DriverOptions &Options,
                                        const PassBuilder &PB,
                                        const PassManager &Pipeline,
                                        const DriverHost &Host) {
  for (auto *Path : {&Options.Output, &Options.RemarksOutput,
                     &Options.TimeTraceOutput, &Options.CountersOutput})
    if (*Path && !(*Path)->empty())
      *Path = getOutputName(**Path);
  if (Error E = checkOptions(Options, Pipeline))
    return E;
  Expected<RemarkOptions> Remarks = readRemarkOptions(Options, PB);
  if (!Remarks)
    return Remarks.takeError();
  if (Error E = checkOutputFiles(Options, *Remarks, Pipeline))
    return E;
  if (Error E = checkPatterns(Options, PB, Host.Errors))
    return E;
  Expected<Target> Machine = readTarget(Options);
  if (!Machine)
    return Machine.takeError();
  Machine->NamesInOptions = Host.NamesInOptions;
  Machine->ResultNames = Host.ResultNames;
  bool VerifiesUnasked = !Options.NoVerify && !Pipeline.contains("verify");
  return RunOptions{
      .Given = Options,
      .Host = Host,
      .Reading = {.JoinSiblings = !Options.NoSiblingFiles,
                  .PreferredForm = Options.Prefer,
                  .IsTolerant = Options.AllowIncomplete,
                  .RefuseUnknown = isFatal(Options, FatalWarning::Unknown),
                  .MaxErrors = Options.MaxErrors,
                  .HasColor =
                      WithColor::defaultAutoDetectFunction()(Host.Errors),
                  .ThreadCount = Options.Jobs.value_or(0),
                  .Machine = std::move(*Machine),
                  .ToolName = Options.ToolName},
      .Remarks = std::move(*Remarks),
      .WritesFolder = writesFolder(Options),
      .VerifiesUnasked = VerifiesUnasked,
      .HasFatalFindings = isFatal(Options, FatalWarning::Verify),
      .IsIncompleteFatal = isFatal(Options, FatalWarning::Incomplete)};
}

static Error loadPlugins(PassBuilder &PB, ArrayRef<std::string> Paths) {
  for (const std::string &Path : Paths) {
    Expected<PassPlugin> Plugin = PassPlugin::load(Path);
    if (!Plugin)
      return Plugin.takeError();
    if (Error E = Plugin->registerPasses(PB))
      return E;
  }
  return Error::success();
}

ExitCode runDriver(DriverOptions Options, const DriverHost &Host) {
  auto Fail = [&](Error E) {
    // A mistake in a pipeline has more than a line, and shows the pipeline as
    // the user wrote it.
    bool IsPipelineError = E.isA<PipelineError>();
    std::string Message = toString(std::move(E));
    WithColor::error(Host.Errors, Options.ToolName)
        << (IsPipelineError ? Message : toPrintable(Message)) << '\n';
    return ExitBadInput;
  };
  auto Finish = [&] {
    Error E = flushOutput(Host.Out);
    if (!E)
      return ExitDone;
    Fail(std::move(E));
    return ExitOutputFailed;
  };

  PassBuilder PB;
  if (Error E = registerBuiltinPasses(PB))
    return Fail(std::move(E));
  if (Host.RegisterPasses)
    if (Error E = Host.RegisterPasses(PB))
      return Fail(std::move(E));
  if (Error E = loadPlugins(PB, Options.LoadPassPlugins))
    return Fail(std::move(E));
  if (Options.PipelineToComplete) {
    for (const std::string &Text :
         PB.completePipeline(*Options.PipelineToComplete))
      Host.Out << Text << '\n';
    return Finish();
  }
  if (Options.PrintPasses) {
    PB.printPasses(Host.Out);
    return Finish();
  }

  Expected<PassManager> Asked = readPipeline(Options.Passes, Options, PB);
  if (!Asked)
    return Fail(Asked.takeError());
  Expected<RunOptions> Run = readOptions(Options, PB, *Asked, Host);
  if (!Run)
    return Fail(Run.takeError());

  auto Verified = [&](PassManager Passes) {
    PassManager Result;
    if (Run->VerifiesUnasked)
      Result = cantFail(PB.parsePipeline("verify<quiet;lenient>"));
    Result.append(std::move(Passes));
    return Result;
  };
  PassManager Pipeline = Verified(std::move(*Asked));
  if (Options.PrintPipelinePasses) {
    Pipeline.printPipeline(Host.Out);
    Host.Out << '\n';
    return Finish();
  }
  Run->Reading.Instrumentation =
      getInstrumentation(Options, Pipeline, Run->VerifiesUnasked);
  if (Error E =
          prepareModulePrinting(Run->Reading.Instrumentation.Printing, PB))
    return Fail(std::move(E));
  // A gate judges what all passes report.
  if (Options.Passes != "default" || Options.FailOn)
    return runPipeline(*Run, {Pipeline, Pipeline, Pipeline});
  auto Read = [&](StringRef Text) {
    return Verified(cantFail(readPipeline(Text, Options, PB)));
  };
  const PassManager Brief = Read("brief"), Digest = Read("digest");
  return runPipeline(*Run, {Pipeline, Brief, Digest});
}

} // namespace hlomem
