//===- hlo-mem-pack.cpp - Places buffers in memory ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitTool.h"
#include "PackDriver.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace hlomem;

#define GET_COMMAND_LINE
#include "PackOptions.inc"

int main(int Argc, char **Argv) {
  InitTool Tool(
      "hlo-mem-pack", HLOMEM_VERSION,
      "This is a bug in hlo-mem-pack. Please report it to its maintainers, "
      "with the problem, the command line and everything that "
      "follows.\n",
      Argc, Argv);
  Tool.parseOptions(ToolCategories, ToolOverview, ToolHelp, ToolHelpAll);
  if (StringRef Repeated = findRepeatedOption(); !Repeated.empty())
    return Tool.fail(Repeated);
  return runPacking(getOptions());
}
