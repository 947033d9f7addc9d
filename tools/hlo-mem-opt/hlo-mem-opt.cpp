//===- hlo-mem-opt.cpp - Analyses of XLA's buffer assignment --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitTool.h"
#include "hlomem/Driver/Driver.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace hlomem;

#define GET_COMMAND_LINE
#include "hlomem/Driver/DriverOptions.inc"

int main(int Argc, char **Argv) {
  InitTool Tool("hlo-mem-opt", HLOMEM_VERSION,
                "This is a bug of hlo-mem-opt or of a plugin. Please report it "
                "to whom you have them from, with the dump, the command line "
                "and all that follows.\n",
                Argc, Argv);
  Tool.parseOptions(ToolCategories, ToolOverview, ToolHelp, ToolHelpAll);
  if (StringRef Repeated = findRepeatedOption(); !Repeated.empty())
    return Tool.fail(Repeated);
  // It would take a dump behind it for its file.
  if (TimeTraceOutput.getNumOccurrences() &&
      any_of(ArrayRef(Argv, Argc), [](StringRef Argument) {
        return Argument == "-time-trace" || Argument == "--time-trace";
      }))
    return Tool.fail("-time-trace: name its file behind '=', as in "
                     "-time-trace=trace.json");
  return runDriver(getOptions());
}
