//===- hlo-mem-opt.cpp - Analyses of XLA's buffer assignment --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/Driver.h"
#include "hlomem/Driver/TargetOptions.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PassPlugin.h"
#include "hlomem/Passes/BuiltinPasses.h"
#include "hlomem/Support/InitTool.h"
#include "hlomem/Support/InputBuffer.h"
#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hlomem;

/// Warnings that may be errors.
enum class FatalWarning { All, Unknown, Verify, Unmatched };

#include "Options.inc"

static bool isFatal(FatalWarning W) {
  return is_contained(FatalWarnings, FatalWarning::All) ||
         is_contained(FatalWarnings, W);
}

/// No machine has more threads, and a slip of the finger may ask for them.
static constexpr unsigned MaxJobs = 4096;

static void printVersion(raw_ostream &OS) {
  OS << "hlo-mem-opt " HLOMEM_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}

static Error loadPlugins(PassBuilder &PB) {
  for (const std::string &Path : LoadPassPlugins) {
    Expected<PassPlugin> Plugin = PassPlugin::load(Path);
    if (!Plugin)
      return Plugin.takeError();
    if (Error E = Plugin->registerPasses(PB))
      return E;
  }
  return Error::success();
}

/// Options that contradict each other, or that lack what they need.
static Error checkOptions(const PassManager &Pipeline,
                          ArrayRef<const char *> Arguments) {
  if (StringRef Repeated = findRepeatedOption(); !Repeated.empty())
    return createStringError(Repeated);
  if (Inputs.empty() && !PrintPipelinePasses)
    return createStringError("no input; pass a *-buffer-assignment.txt, a "
                             "folder, or '-' for the standard input");
  if (Jobs.getNumOccurrences() && (Jobs == 0 || Jobs > MaxJobs))
    return createStringError("-j: expected a number from 1 to " +
                             Twine(MaxJobs) + ", found " + Twine(Jobs));
  if (Output.getNumOccurrences() && !Pipeline.writesDocument())
    return createStringError("-o: no pass of '" + Passes +
                             "' writes a document");
  if (OptBisectLimit < -1)
    return createStringError("-opt-bisect-limit: expected a number of passes, "
                             "or -1 for all, found " +
                             Twine(OptBisectLimit));
  if (TimeTraceGranularity.getNumOccurrences() &&
      !TimeTraceOutput.getNumOccurrences())
    return createStringError("-time-trace-granularity: there is no "
                             "-time-trace");
  if (NoVerify && is_contained(FatalWarnings, FatalWarning::Verify) &&
      !Pipeline.contains("verify"))
    return createStringError("-fatal-warnings=verify: with -no-verify nothing "
                             "looks for what would be an error; leave out one "
                             "of the two, or add the pass 'verify'");
  // It would take a dump behind it for its file.
  if (TimeTraceOutput.getNumOccurrences() &&
      any_of(Arguments, [](StringRef Argument) {
        return Argument == "-time-trace" || Argument == "--time-trace";
      }))
    return createStringError("-time-trace: name its file behind '=', as in "
                             "-time-trace=trace.json");
  return Error::success();
}

/// Names of the standard output become "-".
static Error checkOutputFiles(const PassManager &Pipeline) {
  for (cl::opt<std::string> *File :
       {&Output, &RemarksOutput, &TimeTraceOutput, &CountersOutput})
    if (!File->empty())
      File->setValue(getOutputName(*File));
  SmallVector<NamedOutput> Outputs;
  if (Pipeline.writesDocument())
    Outputs.push_back({"-o", Output});
  if (RemarksOutput.getNumOccurrences())
    Outputs.push_back({"-remarks-output", RemarksOutput});
  // For programs, so that nothing may stand behind them. In text it may.
  else if (RemarksFormat != RemarkFormat::Auto &&
           RemarksFormat != RemarkFormat::Text &&
           !(Pipeline.writesDocument() && Output == "-"))
    Outputs.push_back({"-remarks-format", "-"});
  if (TimeTraceOutput.getNumOccurrences())
    Outputs.push_back({"-time-trace", TimeTraceOutput});
  if (CountersOutput.getNumOccurrences())
    Outputs.push_back({"-counters", CountersOutput});
  return checkOutputs(Outputs);
}

static InstrumentationOptions getInstrumentation(const PassManager &Pipeline,
                                                 bool VerifiesUnasked) {
  InstrumentationOptions Instrumentation;
  Instrumentation.DebugPassManager = DebugPassManager;
  Instrumentation.TimePasses = TimePasses;
  Instrumentation.TraceTime = TimeTraceOutput.getNumOccurrences() != 0;
  Instrumentation.TraceGranularity = TimeTraceGranularity;
  Instrumentation.Count = CountersOutput.getNumOccurrences() != 0;
  if (OptBisectLimit.getNumOccurrences())
    Instrumentation.BisectLimit = OptBisectLimit;
  Instrumentation.Printing.Before = PrintBefore;
  Instrumentation.Printing.After = PrintAfter;
  Instrumentation.Printing.BeforeAll = PrintBeforeAll;
  Instrumentation.Printing.AfterAll = PrintAfterAll;
  Instrumentation.Printing.Changed = PrintChanged;
  Instrumentation.VerifyEach =
      VerifyEach || (!NoVerify && Pipeline.hasTransform());
  Instrumentation.StartsVerified = VerifiesUnasked;
  Instrumentation.ForgivesUnsoundStart = !VerifyEach;
  return Instrumentation;
}

int main(int Argc, char **Argv) {
  StringRef ToolName = "hlo-mem-opt";
  auto Fail = [ToolName](const Twine &Message) {
    WithColor::error(errs(), ToolName) << toPrintable(Message.str()) << '\n';
    return ExitBadInput;
  };
  auto FailWith = [&](Error E) { return Fail(toString(std::move(E))); };
  auto Finish = [&] {
    if (Error E = flushStandardOutput())
      return FailWith(std::move(E));
    return ExitDone;
  };

  if (std::error_code EC = prepareStandardStreams())
    return Fail(EC.message());
  IgnoredSignals Signals;
  InitLLVM X(Argc, Argv);
  Signals.keepIgnoring();
  setBugReportMsg("This is a bug of hlo-mem-opt or of a plugin. Please report "
                  "it to whom you have them from, with the dump, the command "
                  "line and all that follows.\n");
  ignoreFileSizeSignal();
  reportFilesThatChange(ToolName);
  reportLackOfMemory(ToolName);
  cl::SetVersionPrinter(printVersion);
  SmallVector<const cl::OptionCategory *> Categories(std::begin(ToolCategories),
                                                     std::end(ToolCategories));
  Categories.push_back(&getColorCategory());
  cl::HideUnrelatedOptions(Categories);
  cl::ParseCommandLineOptions(Argc, Argv, ToolOverview);

  PassBuilder PB;
  if (Error E = registerBuiltinPasses(PB))
    return FailWith(std::move(E));
  if (Error E = loadPlugins(PB))
    return FailWith(std::move(E));
  if (PipelineToComplete.getNumOccurrences()) {
    for (const std::string &Text : PB.completePipeline(PipelineToComplete))
      outs() << Text << '\n';
    return Finish();
  }
  if (PrintPasses) {
    PB.printPasses(outs());
    return Finish();
  }
  Expected<PassManager> Parsed = PB.parsePipeline(Passes);
  if (!Parsed) {
    // More than a line: the pipeline is shown below, as the user wrote it.
    WithColor::error(errs(), ToolName) << toString(Parsed.takeError()) << '\n';
    return ExitBadInput;
  }
  if (Error E = checkOptions(*Parsed, ArrayRef(Argv, Argc)))
    return FailWith(std::move(E));
  if (Error E = checkOutputFiles(*Parsed))
    return FailWith(std::move(E));

  auto Given = [](const cl::opt<std::string> &O) {
    return O.getNumOccurrences() ? std::optional(O.getValue()) : std::nullopt;
  };
  std::vector<RemarkKind> Kinds(RemarksKind.begin(), RemarksKind.end());
  RemarkArguments RemarkArgs = {.Output = Given(RemarksOutput),
                                .Format = RemarksFormat,
                                .Filter = Given(RemarksFilter),
                                .Kinds = Kinds,
                                .MinBytes = Given(MinBytes),
                                .FailOn = Given(FailOn)};
  Expected<RemarkOptions> Remarks = readRemarkOptions(RemarkArgs);
  if (!Remarks)
    return FailWith(Remarks.takeError());
  for (const std::string &Warning : findVainPatterns(RemarkArgs, PB)) {
    if (isFatal(FatalWarning::Unmatched))
      return Fail(Warning);
    WithColor::warning(errs(), ToolName) << toPrintable(Warning) << '\n';
  }

  Expected<Target> Machine = readTarget(TargetBackend, MemoryLimits);
  if (!Machine)
    return FailWith(Machine.takeError());

  bool VerifiesUnasked = !NoVerify && !Parsed->contains("verify");
  PassManager Pipeline;
  if (VerifiesUnasked)
    Pipeline = cantFail(PB.parsePipeline("verify<quiet;lenient>"));
  Pipeline.append(std::move(*Parsed));
  if (PrintPipelinePasses) {
    Pipeline.printPipeline(outs());
    outs() << '\n';
    return Finish();
  }
  InstrumentationOptions Instrumentation =
      getInstrumentation(Pipeline, VerifiesUnasked);
  if (Error E = prepareModulePrinting(Instrumentation.Printing, PB))
    return FailWith(std::move(E));

  return runDriver({.ToolName = ToolName,
                    .Inputs = Inputs,
                    .Output = Output,
                    .MaxErrors = MaxErrors,
                    .ThreadCount = Jobs,
                    .JoinSiblings = !NoSiblings,
                    .IsTolerant = Tolerant,
                    .RefuseUnknown = isFatal(FatalWarning::Unknown),
                    .ExactBytes = ExactBytes,
                    .Remarks = std::move(*Remarks),
                    .Machine = std::move(*Machine),
                    .VerifiesUnasked = VerifiesUnasked,
                    .HasFatalFindings = isFatal(FatalWarning::Verify),
                    .TraceOutput = TimeTraceOutput,
                    .CountersOutput = CountersOutput,
                    .Instrumentation = std::move(Instrumentation)},
                   Pipeline);
}
