//===- Driver.cpp - Inputs to tasks to ordered output ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Parser/DumpParser.h"
#include "hlomem/Passes/PassManager.h"
#include "hlomem/Remarks/TextRemarkStream.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
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

Error finishWriting(raw_fd_ostream &OS, StringRef Path, Error E) {
  OS.flush();
  if (E || !OS.has_error())
    return E;
  std::error_code EC = OS.error();
  OS.clear_error();
  return createFileError(Path, EC);
}

// Regular files appear only when they are complete: a temporary file is
// renamed. Nothing may be renamed over a device or a pipe, and what a link
// names is replaced, not the link.
Error writeDocument(StringRef Path, function_ref<Error(raw_ostream &)> Write) {
  if (Path == "-")
    return finishWriting(outs(), Path, Write(outs()));
  sys::fs::file_status Status;
  bool Exists = !sys::fs::status(Path, Status);
  if (Exists && !sys::fs::is_regular_file(Status)) {
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    return EC ? createFileError(Path, EC) : finishWriting(OS, Path, Write(OS));
  }
  SmallString<256> Target = Path;
  if (Exists)
    if (std::error_code EC = sys::fs::real_path(Path, Target))
      return createFileError(Path, EC);
  return writeToOutput(Target, [&](raw_ostream &OS) {
    // It is one of a file for all names but those of the cases above.
    return finishWriting(static_cast<raw_fd_ostream &>(OS), Path, Write(OS));
  });
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
  auto RunAll = [&](raw_ostream &Document) -> Error {
    for (StringRef Input : Options.Inputs)
      Code = std::max(Code, runInput(Input, Document));
    if (Code == ExitDone)
      return Error::success();
    // The file is then dropped; each input has said itself what is wrong.
    return createStringError(inconvertibleErrorCode(), "");
  };
  if (!Pipeline.writesDocument()) {
    consumeError(RunAll(nulls()));
    return Code;
  }
  if (Error E = writeDocument(Options.Output, RunAll)) {
    std::string Message = toString(std::move(E));
    if (Code == ExitDone) {
      error(Message);
      return ExitBadInput;
    }
  }
  return Code;
}

ExitCode Driver::runInput(StringRef Input, raw_ostream &Document) {
  std::unique_ptr<Module> M = read(Input);
  if (!M)
    return ExitBadInput;

  std::string Text;
  raw_string_ostream TextOS(Text);
  TextRemarkStream Remarks(
      TextOS, M->getSourceMgr(), M->getName(),
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
