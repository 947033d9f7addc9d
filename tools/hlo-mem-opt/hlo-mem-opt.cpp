//===- hlo-mem-opt.cpp - Analyses of XLA's buffer assignment --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/Driver.h"
#include "hlomem/Support/InitTool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace hlomem;

#include "Options.inc"

template <class T> static std::optional<T> given(const cl::opt<T> &O) {
  return O.getNumOccurrences() ? std::optional(O.getValue()) : std::nullopt;
}

static DriverOptions getOptions(StringRef ToolName) {
  DriverOptions O;
  O.ToolName = ToolName;
  O.Inputs = Inputs;
  O.Jobs = given(Jobs);
  O.NoSiblings = NoSiblingFiles;
  O.PreferredForm = Prefer;
  O.AllowIncomplete = AllowIncomplete;
  O.FatalWarnings = {FatalWarnings.begin(), FatalWarnings.end()};
  O.MaxErrors = MaxErrors;
  O.Passes = Passes;
  O.Plugins = LoadPassPlugins;
  O.PipelineToComplete = given(PipelineToComplete);
  O.PrintPasses = PrintPasses;
  O.NoVerify = NoVerify;
  O.Machine = {.GivenBackend = TargetBackend,
               .MemoryLimits = MemoryLimits,
               .Device = given(TargetDevice),
               .MemoryFraction = given(MemoryFraction),
               .Reserve = given(Reserve),
               .IsResident = Resident};
  O.Output = given(Output);
  O.Emit = given(Emit);
  O.ExactBytes = ExactBytes;
  O.Width = given(Width);
  O.Remarks = {.Output = given(RemarksOutput),
               .Format = Format,
               .Filter = given(RemarksFilter),
               .Kinds = {RemarksKind.begin(), RemarksKind.end()},
               .MinBytes = given(MinBytes),
               .FailOn = given(FailOn)};
  O.PrintPipelinePasses = PrintPipelinePasses;
  O.VerifyEach = VerifyEach;
  O.BisectLimit = given(OptBisectLimit);
  O.TraceOutput = given(TimeTraceOutput);
  O.TraceGranularity = given(TimeTraceGranularity);
  O.CountersOutput = given(CountersOutput);
  O.Instrumentation.DebugPassManager = DebugPassManager;
  O.Instrumentation.TimePasses = TimePasses;
  ModulePrintingOptions &Printing = O.Instrumentation.Printing;
  Printing.Before = PrintBefore;
  Printing.After = PrintAfter;
  Printing.BeforeAll = PrintBeforeAll;
  Printing.AfterAll = PrintAfterAll;
  Printing.Changed = PrintChanged;
  return O;
}

int main(int Argc, char **Argv) {
  InitTool Tool("hlo-mem-opt", HLOMEM_VERSION,
                "This is a bug of hlo-mem-opt or of a plugin. Please report it "
                "to whom you have them from, with the dump, the command line "
                "and all that follows.\n",
                Argc, Argv);
  Tool.parseOptions(ToolCategories, ToolOverview, ToolHelp);
  if (StringRef Repeated = findRepeatedOption(); !Repeated.empty())
    return Tool.fail(Repeated);
  // It would take a dump behind it for its file.
  if (TimeTraceOutput.getNumOccurrences() &&
      any_of(ArrayRef(Argv, Argc), [](StringRef Argument) {
        return Argument == "-time-trace" || Argument == "--time-trace";
      }))
    return Tool.fail("-time-trace: name its file behind '=', as in "
                     "-time-trace=trace.json");
  return runDriver(getOptions("hlo-mem-opt"));
}
