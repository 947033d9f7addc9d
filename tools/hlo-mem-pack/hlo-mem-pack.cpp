//===- hlo-mem-pack.cpp - Places buffers in memory ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackDriver.h"
#include "hlomem/Support/InitTool.h"
#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/SizeOption.h"
#include "llvm/Support/CommandLine.h"
#include <thread>

using namespace llvm;
using namespace hlomem;

#include "Options.inc"

/// No machine has more threads, and a slip of the finger may ask for them.
static constexpr unsigned MaxJobs = 4096;

/// Nobody waits longer; more would not fit into a number of nanoseconds.
static constexpr double MaxSeconds = 1e9;

static constexpr double DefaultSeconds = 10;

/// Options that contradict each other.
static Error checkOptions() {
  if (StringRef Repeated = findRepeatedOption(); !Repeated.empty())
    return createStringError(Repeated);
  if (Inputs.size() != 1)
    return createStringError(
        Inputs.empty() ? "no input; pass a file, or '-' for the standard input"
                       : "more than one input");
  if (Check && Output.getNumOccurrences())
    return createStringError("-check and -o: a check writes no placement");
  if (Check && KeepOffsets)
    return createStringError("-check and -keep-offsets: give one of them");
  if (Greedy && Steps.getNumOccurrences())
    return createStringError("-greedy and -steps: give one of them");
  if (Jobs.getNumOccurrences() && (Jobs == 0 || Jobs > MaxJobs))
    return createStringError("-j: expected a number from 1 to " +
                             Twine(MaxJobs) + ", found " + Twine(Jobs));
  return Error::success();
}

static Error readCapacity(PackOptions &Options) {
  if (!Capacity.getNumOccurrences())
    return Error::success();
  Expected<Bytes> Size = readSizeOption("-capacity", Capacity);
  if (!Size)
    return Size.takeError();
  Options.Capacity = Size->count();
  return Error::success();
}

static Error readLimits(packing::SolverOptions &Search) {
  Search.Seed = Seed;
  Search.Threads = Jobs.getNumOccurrences()
                       ? Jobs
                       : std::max(1u, std::thread::hardware_concurrency());
  if (Greedy)
    Search.MaxSteps = 0;
  else if (Steps.getNumOccurrences())
    Search.MaxSteps = Steps;
  double Seconds = DefaultSeconds;
  bool IsLimited = Search.MaxSteps == UINT64_MAX;
  if (TimeLimit.getNumOccurrences()) {
    IsLimited = TimeLimit != "none";
    if (IsLimited && (StringRef(TimeLimit).getAsDouble(Seconds) ||
                      !(Seconds >= 0 && Seconds <= MaxSeconds)))
      return createStringError("-time: expected seconds, such as 60 or 0.5, or "
                               "'none', found '" +
                               TimeLimit + "'");
  }
  if (IsLimited)
    Search.MaxTime =
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(
            std::chrono::duration<double>(Seconds));
  return Error::success();
}

static Expected<PackOptions> readOptions(StringRef ToolName) {
  if (Error E = checkOptions())
    return E;
  PackOptions Options;
  Options.ToolName = ToolName;
  Options.Input = Inputs.front();
  Options.Output = getOutputName(Output);
  Options.ChecksOnly = Check;
  Options.ShowsProgress = ShowProgress;
  if (KeepOffsets)
    Options.OffsetUse = packing::OffsetColumn::Fixed;
  else if (Check)
    Options.OffsetUse = packing::OffsetColumn::Required;
  if (Error E = readCapacity(Options))
    return E;
  if (Error E = readLimits(Options.Search))
    return E;
  // Now rather than after the search.
  if (Error E = checkOutputs(NamedOutput{"-o", Options.Output}))
    return E;
  return Options;
}

int main(int Argc, char **Argv) {
  StringRef ToolName = "hlo-mem-pack";
  InitTool Tool(
      ToolName, HLOMEM_VERSION,
      "This is a bug in hlo-mem-pack. Please report it to its maintainers, "
      "with the problem, the command line and everything that "
      "follows.\n",
      Argc, Argv);
  Tool.parseOptions(ToolCategories, ToolOverview, ToolHelp);
  Expected<PackOptions> Options = readOptions(ToolName);
  if (!Options)
    return Tool.fail(toString(Options.takeError()));
  return runPacking(std::move(*Options));
}
