//===- ModulePrinting.cpp - The dump between passes -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/ModulePrinting.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PassContext.h"
#include "hlomem/Pass/PassInstrumentation.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;

namespace hlomem {

Error prepareModulePrinting(ModulePrintingOptions &Options,
                            const PassBuilder &PB) {
  for (auto [Names, Option] : {std::pair(&Options.Before, "-print-before: "),
                               std::pair(&Options.After, "-print-after: ")})
    for (const std::string &Name : *Names)
      if (Error E = PB.requirePass(Name))
        return createStringError(Option + toString(std::move(E)));
  if (!Options.Changed)
    return Error::success();
  ErrorOr<std::string> Diff = sys::findProgramByName("diff");
  if (!Diff)
    return createStringError("-print-changed needs the program 'diff', which "
                             "is not in PATH; use -print-after-all instead");
  Options.DiffProgram = *Diff;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The diff
//===----------------------------------------------------------------------===//

namespace {

/// A file without a name, which no end of the program can leave behind. The
/// programs that this one starts inherit it.
class NamelessFile {
public:
  static Expected<NamelessFile> create(StringRef Text = "") {
    NamelessFile Result(memfd_create("hlo-mem-opt", /*flags=*/0));
    if (Result.FD == -1)
      return errorCodeToError(errnoAsErrorCode());
    raw_fd_ostream OS(Result.FD, /*shouldClose=*/false);
    OS << Text;
    OS.flush();
    if (!OS.has_error())
      return Result;
    std::error_code EC = OS.error();
    OS.clear_error();
    return errorCodeToError(EC);
  }
  NamelessFile(NamelessFile &&Other) : FD(std::exchange(Other.FD, -1)) {}
  ~NamelessFile() {
    if (FD != -1)
      close(FD);
  }

  /// A path for the programs that this one starts.
  std::string name() const { return ("/proc/self/fd/" + Twine(FD)).str(); }

  Expected<std::unique_ptr<MemoryBuffer>> read() const {
    return errorOrToExpected(MemoryBuffer::getOpenFile(
        sys::fs::convertFDToNativeFile(FD), name(), /*FileSize=*/-1));
  }

private:
  explicit NamelessFile(int FD) : FD(FD) {}

  int FD;
};

} // namespace

/// Prints the lines in which \p Before and \p After differ.
static Error printDiff(const ModulePrintingOptions &Options, StringRef Pass,
                       StringRef Before, StringRef After, raw_ostream &OS) {
  auto Fail = [](Error E) {
    return createStringError("-print-changed: " + toString(std::move(E)));
  };
  Expected<NamelessFile> Old = NamelessFile::create(Before);
  if (!Old)
    return Fail(Old.takeError());
  Expected<NamelessFile> New = NamelessFile::create(After);
  if (!New)
    return Fail(New.takeError());
  Expected<NamelessFile> Result = NamelessFile::create();
  if (!Result)
    return Fail(Result.takeError());

  std::string OldLabel = ("before " + Pass).str();
  std::string NewLabel = ("after " + Pass).str();
  std::string OldName = Old->name(), NewName = New->name();
  std::string ResultName = Result->name();
  // -a: a dump is text, whatever bytes its strings hold.
  StringRef Arguments[] = {Options.DiffProgram,
                           "-a",
                           "-u",
                           "-L",
                           OldLabel,
                           "-L",
                           NewLabel,
                           OldName,
                           NewName};
  std::optional<StringRef> Redirects[] = {"", ResultName, ""};
  std::string Message;
  int Status =
      sys::ExecuteAndWait(Options.DiffProgram, Arguments, /*Env=*/std::nullopt,
                          Redirects, /*SecondsToWait=*/0,
                          /*MemoryLimit=*/0, &Message);
  // 1 tells that there are differences.
  if (Status != 0 && Status != 1)
    return createStringError(
        "-print-changed: " + Options.DiffProgram + " failed" +
        (Message.empty() ? " with exit status " + Twine(Status)
                         : ": " + Twine(Message)));
  Expected<std::unique_ptr<MemoryBuffer>> Lines = Result->read();
  if (!Lines)
    return Fail(Lines.takeError());
  printPrintableLines(OS, (*Lines)->getBuffer());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The callbacks
//===----------------------------------------------------------------------===//

namespace {

/// What is printed around the passes over one module.
class ModulePrinting {
public:
  ModulePrinting(const ModulePrintingOptions &Options, raw_ostream &OS)
      : Options(Options), OS(OS) {}

  void beforePass(StringRef Pass, const Module &M) {
    if (Options.BeforeAll || is_contained(Options.Before, Pass))
      print("before", Pass, M);
    // Passes inside another one may run over a copy.
    if (Options.Changed && (!IsTextKnown || !Running.empty()))
      Text = getText(M);
    IsTextKnown = true;
    Running.push_back({Text, M.getEditCount()});
  }
  void afterPass(StringRef Pass, const Module &M) {
    std::tie(Text, EditCount) = Running.pop_back_val();
    if (Options.AfterAll || is_contained(Options.After, Pass))
      print("after", Pass, M);
  }
  void printChange(StringRef Pass, const Module &M, PassContext &C);

private:
  static std::string getText(const Module &M) {
    std::string Text;
    raw_string_ostream OS(Text);
    writeAllTexts(M, OS);
    return Text;
  }
  void print(StringRef When, StringRef Pass, const Module &M) {
    OS << "*** Module " << When << ' ' << Pass << " *** ("
       << toPrintable(M.getName()) << ")\n";
    printPrintableLines(OS, getText(M));
  }

  const ModulePrintingOptions &Options;
  raw_ostream &OS;
  /// The module's text after the last pass, or before the first one.
  std::string Text;
  bool IsTextKnown = false;
  /// Of the module, before the pass that ended last.
  uint64_t EditCount = 0;
  /// Text and EditCount before each pass that has not ended.
  SmallVector<std::pair<std::string, uint64_t>, 2> Running;
};

} // namespace

// Not left to what the pass says that it preserved: a pass may be wrong.
void ModulePrinting::printChange(StringRef Pass, const Module &M,
                                 PassContext &C) {
  std::string NewText;
  if (M.getEditCount() != EditCount)
    NewText = getText(M);
  if (M.getEditCount() == EditCount || NewText == Text) {
    OS << "*** Module after " << Pass << " omitted because no change *** ("
       << toPrintable(M.getName()) << ")\n";
    return;
  }
  OS << "*** Module after " << Pass << " *** (" << toPrintable(M.getName())
     << ")\n";
  if (Error E = printDiff(Options, Pass, Text, NewText, OS))
    C.fail(std::move(E));
  Text = std::move(NewText);
}

void registerModulePrinting(PassInstrumentation &PI,
                            const ModulePrintingOptions &Options,
                            raw_ostream &OS) {
  auto Printing = std::make_shared<ModulePrinting>(Options, OS);
  PI.registerBeforePassCallback([Printing](StringRef Pass, const Module &M) {
    Printing->beforePass(Pass, M);
  });
  PI.registerAfterPassCallback(
      [Printing](StringRef Pass, const Module &M, const PreservedAnalyses &) {
        Printing->afterPass(Pass, M);
      });
  if (Options.Changed)
    PI.registerAfterPassCheckCallback(
        [Printing](StringRef Pass, const Module &M, const PreservedAnalyses &,
                   PassContext &C) { Printing->printChange(Pass, M, C); });
}

} // namespace hlomem
