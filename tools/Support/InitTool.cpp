//===- InitTool.cpp - What a program does first ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitTool.h"
#include "hlomem/Support/ExitCode.h"
#include "hlomem/Support/Interrupt.h"
#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace hlomem {

/// Makes writing to a closed standard output the error that it is. LLVM would
/// open a null device there, which takes everything. It must not stay closed:
/// the next file that is opened would get what is printed.
static void guardStandardOutput() {
  if (fcntl(STDOUT_FILENO, F_GETFD) != -1)
    return;
  int FD = open("/dev/null", O_RDONLY);
  if (FD == -1 || FD == STDOUT_FILENO)
    return;
  dup2(FD, STDOUT_FILENO);
  close(FD);
}

static std::error_code prepareStandardStreams() {
  guardStandardOutput();
  return sys::Process::FixupStandardFileDescriptors();
}

static SmallVector<int, 4> getIgnoredSignals() {
  SmallVector<int, 4> Result;
  for (int Signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR2}) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0 &&
        Action.sa_handler == SIG_IGN)
      Result.push_back(Signal);
  }
  return Result;
}

/// Removes unfinished files, on one thread: where another one ends the program,
/// that has files to remove and a message.
static void beginToEnd() {
  // A handler on this thread would wait for it. Ctrl-C does not.
  sigset_t Later;
  sigfillset(&Later);
  sigdelset(&Later, SIGINT);
  pthread_sigmask(SIG_BLOCK, &Later, nullptr);
  static std::atomic_flag IsEnding = ATOMIC_FLAG_INIT;
  while (IsEnding.test_and_set())
    pause();
  sys::RunInterruptHandlers();
}

void endAtOnce(StringRef Message) {
  beginToEnd();
  while (!Message.empty()) {
    ssize_t Count = write(STDERR_FILENO, Message.data(), Message.size());
    if (Count <= 0)
      break;
    Message = Message.drop_front(Count);
  }
  _exit(1);
}

/// For signals that are no crashes, as which LLVM reports them.
static void endBySignal(int Signal) {
  beginToEnd();
  signal(Signal, SIG_DFL);
  raise(Signal);
}

/// What is printed where a page of a mapped file is gone.
static std::string TruncatedMessage;

/// LLVM's, for other bus errors, which are crashes.
static struct sigaction CrashAction;

static void endOnBusError(int Signal, siginfo_t *Info, void * /*Context*/) {
  if (Info->si_code == BUS_ADRERR)
    endAtOnce(TruncatedMessage);
  sigaction(Signal, &CrashAction, nullptr);
  raise(Signal); // When this one returns.
}

/// What is printed when there is no memory left to make a message of.
static std::string NoMemoryMessage;

static void endWithoutMemory(void * /*Data*/, const char * /*Reason*/,
                             bool /*GenCrashDiag*/) {
  endAtOnce(NoMemoryMessage);
}

/// Ends a crash that hangs, as where the heap is broken that a stack trace
/// needs.
static void limitCrash(void * /*Cookie*/) {
  signal(SIGALRM, SIG_DFL);
  alarm(10);
}

/// Before InitLLVM, which has the stack trace printed.
static std::error_code prepareProcess() {
  // What this prints has alarms of its own, which would take the place of ours.
  EnablePrettyStackTrace();
  sys::AddSignalHandler(limitCrash, nullptr);
  return prepareStandardStreams();
}

InitTool::InitTool(StringRef Name, StringRef Version, const char *BugReport,
                   int &ArgCount, char **&Arguments)
    : Name(Name), IgnoredSignals(getIgnoredSignals()),
      StreamsEC(prepareProcess()), Init(ArgCount, Arguments), Argc(ArgCount),
      Argv(Arguments) {
  TruncatedMessage = (Name + ": error: an input file, or a plugin, was "
                             "truncated while it was read\n")
                         .str();
  struct sigaction OnBusError = {};
  OnBusError.sa_sigaction = endOnBusError;
  OnBusError.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGBUS, &OnBusError, &CrashAction);
  for (int Signal : {SIGQUIT, SIGXCPU})
    signal(Signal, endBySignal);
  for (int Signal : IgnoredSignals)
    signal(Signal, SIG_IGN);
  if (StreamsEC) {
    fail(StreamsEC.message());
    std::exit(1);
  }
  setBugReportMsg(BugReport);
  signal(SIGXFSZ, SIG_IGN);
  NoMemoryMessage = (Name + ": error: out of memory\n").str();
  install_bad_alloc_error_handler(endWithoutMemory);
  allowInterruptScopes();
  cl::SetVersionPrinter([this, Version](raw_ostream &OS) {
    OS << this->Name << ' ' << Version << " (LLVM " LLVM_VERSION_STRING ")\n";
    endAfterOutput();
  });
}

void InitTool::endAfterOutput() const {
  if (Error E = flushStandardOutput()) {
    fail(toString(std::move(E)));
    std::exit(ExitOutputFailed);
  }
  std::exit(ExitDone);
}

void InitTool::parseOptions(ArrayRef<const cl::OptionCategory *> Categories,
                            StringRef Overview, StringRef Help,
                            StringRef HelpAll) const {
  // Not by LLVM's option: that sorts sections by their titles.
  for (StringRef Argument : ArrayRef(Argv, Argc).drop_front()) {
    if (Argument == "--")
      break;
    const bool IsAll = is_contained({"-help-all", "--help-all"}, Argument);
    if (IsAll || is_contained({"-h", "--h", "-help", "--help"}, Argument)) {
      outs() << (IsAll ? HelpAll : Help);
      endAfterOutput();
    }
  }
  SmallVector<const cl::OptionCategory *> Shown(Categories);
  Shown.push_back(&getColorCategory());
  cl::HideUnrelatedOptions(Shown);
  cl::ParseCommandLineOptions(Argc, Argv, Overview);
}

int InitTool::fail(const Twine &Message) const {
  WithColor::error(errs(), Name) << toPrintable(Message.str()) << '\n';
  return 1;
}

} // namespace hlomem
