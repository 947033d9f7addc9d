//===- hlo-mem-opt.cpp - Analyses of XLA's buffer assignment --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "OutputFile.h"
#include "hlomem/Passes/PassBuilder.h"
#include "hlomem/Passes/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hlomem;

static cl::OptionCategory ToolCategory("hlo-mem-opt options");

static cl::list<std::string> Inputs(cl::Positional,
                                    cl::desc("<file or folder>..."),
                                    cl::cat(ToolCategory));

static cl::opt<std::string>
    Passes("passes",
           cl::desc("Passes to run, such as 'peak<top=5>,frag' (default: "
                    "'peak,frag'); see -print-passes"),
           cl::value_desc("pipeline"), cl::init("peak,frag"),
           cl::cat(ToolCategory));

static cl::opt<std::string>
    Output("o",
           cl::desc("Where passes like 'print' write (default: '-', the "
                    "standard output)"),
           cl::value_desc("file"), cl::init("-"), cl::cat(ToolCategory));

static cl::list<std::string>
    LoadPassPlugins("load-pass-plugin",
                    cl::desc("Load passes from a shared library; may be given "
                             "several times"),
                    cl::value_desc("file"), cl::cat(ToolCategory));

static cl::opt<bool> PrintPasses("print-passes",
                                 cl::desc("List the passes and their options"),
                                 cl::cat(ToolCategory));

static cl::opt<bool>
    ExactBytes("exact-bytes",
               cl::desc("Print sizes in tables as plain numbers of bytes"),
               cl::cat(ToolCategory));

static cl::opt<unsigned>
    MaxErrors("max-errors",
              cl::desc("Errors to print for each input (default: 20); 0 "
                       "prints all"),
              cl::value_desc("number"), cl::init(20), cl::cat(ToolCategory));

static cl::opt<unsigned>
    Jobs("j", cl::Prefix,
         cl::desc("Dumps to work on at a time (default: as many as the machine "
                  "has threads)"),
         cl::value_desc("number"), cl::init(0), cl::cat(ToolCategory));

static cl::opt<bool>
    NoSiblings("no-siblings",
               cl::desc("Read just the files that are named: not the other "
                        "parts of a split dump, which lie beside them"),
               cl::cat(ToolCategory));

static cl::opt<bool>
    Tolerant("tolerant",
             cl::desc("Of a broken dump, keep what is sound: errors become "
                      "warnings, and all numbers are of what was kept"),
             cl::cat(ToolCategory));

static cl::opt<bool>
    NoVerify("no-verify",
             cl::desc("Do not check first whether the dump contradicts itself"),
             cl::cat(ToolCategory));

static cl::opt<bool>
    DebugPassManager("debug-pass-manager",
                     cl::desc("Print each pass and analysis as it runs"),
                     cl::cat(ToolCategory));

/// No machine has more threads, and a slip of the finger may ask for them.
static constexpr unsigned MaxJobs = 4096;

static void printVersion(raw_ostream &OS) {
  OS << "hlo-mem-opt " HLOMEM_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}

int main(int Argc, char **Argv) {
  StringRef ToolName = "hlo-mem-opt";
  auto Fail = [ToolName](const Twine &Message) {
    WithColor::error(errs(), ToolName) << Message << '\n';
    return ExitBadInput;
  };

  // Else a file could be opened in the place of a closed standard stream, and
  // get what is printed to that.
  if (std::error_code EC = sys::Process::FixupStandardFileDescriptors())
    return Fail(EC.message());
  InitLLVM X(Argc, Argv);
  cl::SetVersionPrinter(printVersion);
  cl::HideUnrelatedOptions({&ToolCategory, &getColorCategory()});
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "Where the memory of an XLA program goes\n\n"
      "  Reads the *-buffer-assignment.txt that XLA writes under "
      "--xla_dump_to, with\n"
      "  the other parts of a split dump beside it; folders, which are "
      "searched for\n"
      "  them; logs that hold dumps; all of it also packed with gzip or "
      "zstd. '-' is\n"
      "  the standard input.\n");

  PassBuilder PB;
  if (Error E = registerBuiltinPasses(PB))
    return Fail(toString(std::move(E)));
  for (const std::string &Path : LoadPassPlugins) {
    Expected<PassPlugin> Plugin = PassPlugin::load(Path);
    if (!Plugin)
      return Fail(toString(Plugin.takeError()));
    if (Error E = Plugin->registerPasses(PB))
      return Fail(toString(std::move(E)));
  }
  if (PrintPasses) {
    PB.printPasses(outs());
    if (Error E = flushStandardOutput())
      return Fail(toString(std::move(E)));
    return ExitDone;
  }
  Expected<PassManager> Pipeline = PB.parsePipeline(Passes);
  if (!Pipeline)
    return Fail(toString(Pipeline.takeError()));
  if (Passes.getNumOccurrences() > 1)
    return Fail("-passes is given twice; write one, as in 'peak,frag'");
  if (Inputs.empty())
    return Fail("no input; pass a *-buffer-assignment.txt, a folder, or '-' "
                "for the standard input");
  if (Jobs.getNumOccurrences() && (Jobs == 0 || Jobs > MaxJobs))
    return Fail("-j: expected a number from 1 to " + Twine(MaxJobs) +
                ", found " + Twine(Jobs));
  if (Output.getNumOccurrences() && !Pipeline->writesDocument())
    return Fail("-o: no pass of '" + Passes + "' writes a document");

  // What the user wrote is without mistake by now.
  bool VerifiesUnasked = !NoVerify && !Pipeline->contains("verify");
  if (VerifiesUnasked)
    Pipeline = cantFail(PB.parsePipeline("verify<quiet>," + Passes));

  return runDriver({.ToolName = ToolName,
                    .Inputs = Inputs,
                    .Output = Output,
                    .MaxErrors = MaxErrors,
                    .ThreadCount = Jobs,
                    .JoinSiblings = !NoSiblings,
                    .IsTolerant = Tolerant,
                    .ExactBytes = ExactBytes,
                    .VerifiesUnasked = VerifiesUnasked,
                    .Instrumentation = {.DebugPassManager = DebugPassManager}},
                   *Pipeline);
}
