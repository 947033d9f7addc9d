//===- Driver.cpp - A program's run, from options to exit status ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/Driver.h"
#include "PipelineRun.h"
#include "hlomem/Driver/DocumentSink.h"
#include "hlomem/Driver/TargetOptions.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PassPlugin.h"
#include "hlomem/Pass/PipelineError.h"
#include "hlomem/Passes/BuiltinPasses.h"
#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;

namespace hlomem {

namespace {

/// Makes what runPipeline() takes of what the command line says.
class OptionReader {
public:
  OptionReader(const DriverOptions &Options, const PassBuilder &PB)
      : Options(Options), PB(PB) {}

  /// Checks the options with \p Pipeline, that of -passes with that of -emit.
  Expected<RunOptions> read(const PassManager &Pipeline);
  /// \p Passes, and what -emit names.
  Expected<PassManager> readPipeline(StringRef Passes) const;
  Expected<PassManager> readEmit() const;
  InstrumentationOptions getInstrumentation(const PassManager &Pipeline,
                                            bool VerifiesUnasked) const;

private:
  bool isFatal(FatalWarning W) const {
    return is_contained(Options.FatalWarnings, FatalWarning::All) ||
           is_contained(Options.FatalWarnings, W);
  }
  Error checkOptions(const PassManager &Pipeline) const;
  Error checkDocuments(const PassManager &Pipeline) const;
  Error checkOutputFiles(RunOptions &Run, const PassManager &Pipeline) const;
  Error checkPatterns() const;

  const DriverOptions &Options;
  const PassBuilder &PB;
};

} // namespace

/// No machine has more threads, and a slip of the finger may ask for them.
static constexpr unsigned MaxJobs = 4096;

Expected<PassManager> OptionReader::readEmit() const {
  Expected<PassManager> Emitted = PB.parsePipeline(*Options.Emit);
  if (!Emitted)
    return Emitted;
  for (const std::unique_ptr<PassConcept> &Pass : Emitted->passes())
    if (Pass->extension().empty())
      return createStringError(
          "-emit: pass '" + Pass->name() +
          "' is no exporter (known: " + join(PB.exporterNames(), ", ") + ")");
  return Emitted;
}

Expected<PassManager> OptionReader::readPipeline(StringRef Passes) const {
  Expected<PassManager> Asked = PB.parsePipeline(Passes);
  if (!Asked || !Options.Emit)
    return Asked;
  Expected<PassManager> Emitted = readEmit();
  if (!Emitted)
    return Emitted;
  Asked->append(std::move(*Emitted));
  return Asked;
}

/// Options that contradict each other, or that lack what they need.
Error OptionReader::checkOptions(const PassManager &Pipeline) const {
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
  if (Error E = checkDocuments(Pipeline))
    return E;
  if (Options.BisectLimit && *Options.BisectLimit < -1)
    return createStringError("-opt-bisect-limit: expected a number of passes, "
                             "or -1 for all, found " +
                             Twine(*Options.BisectLimit));
  if (Options.TraceGranularity && !Options.TraceOutput)
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

Error OptionReader::checkDocuments(const PassManager &Pipeline) const {
  if (!Options.Emit) {
    if (Options.Output && !Pipeline.writesDocument())
      return createStringError("-o: no pass of '" + Options.Passes +
                               "' writes a document");
    return Error::success();
  }
  if (!Options.Output || getOutputName(*Options.Output) == "-")
    return createStringError("-emit: name the folder for its files with -o");
  std::map<StringRef, StringRef> Writers;
  for (const std::unique_ptr<PassConcept> &Pass : Pipeline.passes()) {
    if (!Pass->writesDocument())
      continue;
    auto [First, IsNew] = Writers.try_emplace(Pass->extension(), Pass->name());
    if (!IsNew)
      return createStringError("-emit: passes '" + First->second + "' and '" +
                               Pass->name() +
                               "' would write the same file of each module; "
                               "run one of them at a time");
  }
  return Error::success();
}

/// Names of the standard output become "-".
Error OptionReader::checkOutputFiles(RunOptions &Run,
                                     const PassManager &Pipeline) const {
  auto GetName = [](const std::optional<std::string> &Path) {
    return Path && !Path->empty() ? getOutputName(*Path) : Path.value_or("");
  };
  SmallVector<NamedOutput> Outputs;
  bool TakesStandardOutput = false;
  if (Options.Emit) {
    Run.SeparatesDocuments = true;
    Run.Output = *Options.Output;
    if (Run.Output.empty())
      return createStringError("-o: expected the name of a folder");
    if (Error E = FolderSink::check(Run.Output))
      return E;
  } else if (Pipeline.writesDocument()) {
    Run.Output = Options.Output ? GetName(Options.Output) : "-";
    TakesStandardOutput = Run.Output == "-";
    Outputs.push_back({"-o", Run.Output});
  }
  Run.TraceOutput = GetName(Options.TraceOutput);
  Run.CountersOutput = GetName(Options.CountersOutput);
  std::string RemarksOutput = GetName(Options.Remarks.Output);
  if (Options.Remarks.Output)
    Outputs.push_back({"-remarks-output", RemarksOutput});
  // For programs, so that nothing may stand behind them. In text it may.
  else if (!Run.Remarks.StandardFormat->IsForPeople && !TakesStandardOutput)
    Outputs.push_back({"-format", "-"});
  if (Options.TraceOutput)
    Outputs.push_back({"-time-trace", Run.TraceOutput});
  if (Options.CountersOutput)
    Outputs.push_back({"-counters", Run.CountersOutput});
  return checkOutputs(Outputs);
}

Error OptionReader::checkPatterns() const {
  for (const std::string &Warning :
       findUnmatchedPatterns(Options.Remarks, PB)) {
    if (isFatal(FatalWarning::Unmatched))
      return createStringError(Warning);
    WithColor::warning(errs(), Options.ToolName)
        << toPrintable(Warning) << '\n';
  }
  return Error::success();
}

InstrumentationOptions
OptionReader::getInstrumentation(const PassManager &Pipeline,
                                 bool VerifiesUnasked) const {
  InstrumentationOptions Result = Options.Instrumentation;
  Result.TraceTime = Options.TraceOutput.has_value();
  Result.TraceGranularity = Options.TraceGranularity.value_or(0);
  Result.Count = Options.CountersOutput.has_value();
  Result.BisectLimit = Options.BisectLimit;
  Result.VerifyEach =
      Options.VerifyEach || (!Options.NoVerify && Pipeline.hasTransform());
  Result.StartsVerified = VerifiesUnasked;
  Result.ForgivesUnsoundStart = !Options.VerifyEach;
  return Result;
}

Expected<RunOptions> OptionReader::read(const PassManager &Pipeline) {
  if (Error E = checkOptions(Pipeline))
    return E;
  RunOptions Run;
  RemarkArguments Remarks = Options.Remarks;
  if (Remarks.Output && !Remarks.Output->empty())
    Remarks.Output = getOutputName(*Remarks.Output);
  Expected<RemarkOptions> RemarksWanted =
      readRemarkOptions(Remarks, PB.remarkFormats());
  if (!RemarksWanted)
    return RemarksWanted.takeError();
  Run.Remarks = std::move(*RemarksWanted);
  if (Error E = checkOutputFiles(Run, Pipeline))
    return E;
  if (Error E = checkPatterns())
    return E;
  Expected<Target> Machine = readTarget(Options.Machine);
  if (!Machine)
    return Machine.takeError();

  Run.VerifiesUnasked = !Options.NoVerify && !Pipeline.contains("verify");
  Run.HasFatalFindings = isFatal(FatalWarning::Verify);
  Run.Inputs = Options.Inputs;
  Run.ExactBytes = Options.ExactBytes;
  Run.Width = Options.Width;
  Run.Reading = {.JoinSiblings = !Options.NoSiblings,
                 .PreferredForm = Options.PreferredForm,
                 .IsTolerant = Options.AllowIncomplete,
                 .RefuseUnknown = isFatal(FatalWarning::Unknown),
                 .MaxErrors = Options.MaxErrors,
                 .HasColor = WithColor::defaultAutoDetectFunction()(errs()),
                 .ThreadCount = Options.Jobs.value_or(0),
                 .Machine = std::move(*Machine),
                 .ToolName = Options.ToolName};
  return Run;
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

ExitCode runDriver(const DriverOptions &Options) {
  auto Fail = [&](Error E) {
    // A mistake in a pipeline has more than a line, and shows the pipeline as
    // the user wrote it.
    bool IsPipelineError = E.isA<PipelineError>();
    std::string Message = toString(std::move(E));
    WithColor::error(errs(), Options.ToolName)
        << (IsPipelineError ? Message : toPrintable(Message)) << '\n';
    return ExitBadInput;
  };
  auto Finish = [&] {
    Error E = flushStandardOutput();
    if (!E)
      return ExitDone;
    Fail(std::move(E));
    return ExitOutputFailed;
  };

  PassBuilder PB;
  if (Error E = registerBuiltinPasses(PB))
    return Fail(std::move(E));
  if (Error E = loadPlugins(PB, Options.Plugins))
    return Fail(std::move(E));
  if (Options.PipelineToComplete) {
    for (const std::string &Text :
         PB.completePipeline(*Options.PipelineToComplete))
      outs() << Text << '\n';
    return Finish();
  }
  if (Options.PrintPasses) {
    PB.printPasses(outs());
    return Finish();
  }

  OptionReader Reader(Options, PB);
  Expected<PassManager> Asked = Reader.readPipeline(Options.Passes);
  if (!Asked)
    return Fail(Asked.takeError());
  Expected<RunOptions> Run = Reader.read(*Asked);
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
    Pipeline.printPipeline(outs());
    outs() << '\n';
    return Finish();
  }
  Run->Reading.Instrumentation =
      Reader.getInstrumentation(Pipeline, Run->VerifiesUnasked);
  if (Error E =
          prepareModulePrinting(Run->Reading.Instrumentation.Printing, PB))
    return Fail(std::move(E));
  if (Options.Passes != "default")
    return runPipeline(*Run, Pipeline, Pipeline);
  return runPipeline(*Run, Pipeline,
                     Verified(cantFail(Reader.readPipeline("brief"))));
}

} // namespace hlomem
