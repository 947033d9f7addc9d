//===- Driver.cpp - Inputs to tasks to ordered output ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "OutputFile.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Parser/DumpParser.h"
#include "hlomem/Passes/PassManager.h"
#include "hlomem/Remarks/TextRemarkStream.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace hlomem {

namespace {

bool usesColor(raw_ostream &OS) {
  return WithColor::defaultAutoDetectFunction()(OS);
}

class Driver {
public:
  Driver(const DriverOptions &Options, const PassManager &Pipeline)
      : Options(Options), Pipeline(Pipeline),
        RemarkOS(Pipeline.writesDocument() && Options.Output == "-" ? errs()
                                                                    : outs()) {}

  ExitCode run();

private:
  ExitCode runInput(StringRef Input, raw_ostream &Document);
  std::unique_ptr<Module> read(StringRef Input);
  void error(const Twine &Message) {
    WithColor::error(errs(), Options.ToolName) << Message << '\n';
  }

  const DriverOptions &Options;
  const PassManager &Pipeline;
  raw_ostream &RemarkOS;
};

} // namespace

ExitCode Driver::run() {
  ExitCode Code = ExitDone;
  // A document of which a part is missing is dropped; each input has said
  // itself what is wrong with it.
  auto RunAll = [&](raw_ostream &Document) {
    for (StringRef Input : Options.Inputs)
      Code = std::max(Code, runInput(Input, Document));
    return Code == ExitDone;
  };
  auto Check = [&](Error E) {
    if (!E)
      return;
    error(toString(std::move(E)));
    Code = std::max(Code, ExitBadInput);
  };
  if (Pipeline.writesDocument())
    Check(writeOutputFile(Options.Output, RunAll));
  else
    RunAll(nulls());
  Check(flushStandardOutput());
  return Code;
}

ExitCode Driver::runInput(StringRef Input, raw_ostream &Document) {
  std::unique_ptr<Module> M = read(Input);
  if (!M)
    return ExitBadInput;

  std::string Text;
  raw_string_ostream TextOS(Text);
  TextRemarkStream Remarks(
      TextOS, M->getSources(), M->getName(),
      {.Color = usesColor(RemarkOS), .ExactBytes = Options.ExactBytes});
  AnalysisManager AM(*M);
  PassContext Context(Remarks, Document);
  Error Failure = Pipeline.run(*M, AM, Context);
  Remarks.finish();
  RemarkOS << Text;
  RemarkOS.flush();
  if (!Failure)
    return ExitDone;
  error(M->getName() + ": " + toString(std::move(Failure)));
  return ExitBadInput;
}

std::unique_ptr<Module> Driver::read(StringRef Input) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFileOrSTDIN(
      Input, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (std::error_code EC = Buffer.getError()) {
    StringRef Hint = EC == std::errc::is_a_directory
                         ? "; pass the *-buffer-assignment.txt in it"
                         : "";
    error("'" + Input + "': " + EC.message() + Hint);
    return nullptr;
  }
  std::string Text;
  raw_string_ostream OS(Text);
  DiagnosticEngine Diags(OS, usesColor(errs()), Options.MaxErrors);
  std::unique_ptr<Module> M = parseDump(std::move(*Buffer), Diags);
  errs() << Text;
  if (!M && Options.MaxErrors && Diags.getErrorCount() >= Options.MaxErrors)
    WithColor::note(errs(), Options.ToolName)
        << "stopped after " << Options.MaxErrors
        << (Options.MaxErrors == 1 ? " error" : " errors")
        << "; -max-errors=0 shows all\n";
  return M;
}

ExitCode runDriver(const DriverOptions &Options, const PassManager &Pipeline) {
  return Driver(Options, Pipeline).run();
}

} // namespace hlomem
