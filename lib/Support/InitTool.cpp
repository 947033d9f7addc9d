//===- InitTool.cpp - What a program does first ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/InitTool.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/ExitCode.h"
#include "hlomem/Support/InputBuffer.h"
#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/resource.h>
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

/// Signals by which somebody ends a program that has done nothing wrong. LLVM
/// takes SIGQUIT and SIGXCPU for crashes, and some of the others it does not
/// know, so that they would leave unfinished files behind.
static constexpr int EndingSignals[] = {
    SIGHUP,  SIGINT,    SIGQUIT, SIGTERM, SIGUSR2,
    SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL,
#ifdef SIGPWR
    SIGPWR,
#endif
};

InitTool::KeptHandlers::KeptHandlers() {
  for (int Signal : EndingSignals) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0 &&
        ((Action.sa_flags & SA_SIGINFO) || Action.sa_handler != SIG_DFL))
      Kept.push_back({Signal, Action});
  }
}

void InitTool::KeptHandlers::restore() const {
  for (const auto &[Signal, Action] : Kept)
    sigaction(Signal, &Action, nullptr);
}

static std::atomic_flag IsEnding = ATOMIC_FLAG_INIT;
static std::atomic<bool> AreFilesRemoved = false;

/// Removes unfinished files, and returns true to the thread that has done it.
/// To others it returns when they are gone: LLVM removes each file once, so
/// that a second thread would find none and end the program while the first is
/// at work.
static bool removeFilesOnce() {
  sigset_t All;
  sigfillset(&All);
  pthread_sigmask(SIG_BLOCK, &All, nullptr);
  bool IsFirst = !IsEnding.test_and_set();
  if (IsFirst) {
    sys::RunInterruptHandlers();
    AreFilesRemoved = true;
    // It comes again each second, also to who is printing a last message.
    signal(SIGXCPU, SIG_IGN);
  }
  while (!AreFilesRemoved)
    poll(nullptr, 0, /*timeout=*/1);
  pthread_sigmask(SIG_UNBLOCK, &All, nullptr);
  return IsFirst;
}

void endAtOnce(StringRef Message) {
  if (!removeFilesOnce())
    // The first has its message still to print.
    for (;;)
      pause();
  while (!Message.empty()) {
    ssize_t Count = write(STDERR_FILENO, Message.data(), Message.size());
    if (Count <= 0)
      break;
    Message = Message.drop_front(Count);
  }
  _exit(1);
}

/// What is printed where the processor time that is granted is used up.
static std::string NoTimeMessage;

static void handleEndingSignal(int Signal) {
  if (Signal == SIGXCPU)
    endAtOnce(NoTimeMessage);
  removeFilesOnce();
  // As it would have ended without a handler, which shells look at.
  signal(Signal, SIG_DFL);
  raise(Signal);
}

static void endOnSignals(StringRef ToolName) {
  struct rlimit Limit;
  bool IsLimited =
      getrlimit(RLIMIT_CPU, &Limit) == 0 && Limit.rlim_cur != RLIM_INFINITY;
  NoTimeMessage =
      (ToolName + ": error: out of processor time" +
       (IsLimited ? "; 'ulimit -t' grants " + Twine(Limit.rlim_cur) + " s"
                  : Twine()) +
       "\n")
          .str();
  struct sigaction Action = {};
  Action.sa_handler = handleEndingSignal;
  Action.sa_flags = SA_ONSTACK;
  sigfillset(&Action.sa_mask);
  for (int Signal : EndingSignals)
    sigaction(Signal, &Action, nullptr);
}

/// What is printed when there is no memory left to make a message of.
static std::string NoMemoryMessage;

static void endWithoutMemory(void * /*Data*/, const char * /*Reason*/,
                             bool /*GenCrashDiag*/) {
  endAtOnce(NoMemoryMessage);
}

static void reportLackOfMemory(StringRef ToolName) {
  struct rlimit Limit;
  bool IsLimited =
      getrlimit(RLIMIT_AS, &Limit) == 0 && Limit.rlim_cur != RLIM_INFINITY;
  NoMemoryMessage = (ToolName + ": error: out of memory" +
                     (IsLimited ? "; 'ulimit -v' grants " +
                                      toHumanString(Bytes(Limit.rlim_cur))
                                : "") +
                     "\n")
                        .str();
  install_bad_alloc_error_handler(endWithoutMemory);
}

InitTool::InitTool(StringRef Name, StringRef Version, const char *BugReport,
                   int &ArgCount, char **&Arguments)
    : Name(Name), StreamsEC(prepareStandardStreams()),
      Init(ArgCount, Arguments), Argc(ArgCount), Argv(Arguments) {
  endOnSignals(Name);
  Handlers.restore();
  if (StreamsEC) {
    fail(StreamsEC.message());
    std::exit(1);
  }
  setBugReportMsg(BugReport);
  signal(SIGXFSZ, SIG_IGN);
  reportFilesThatChange(Name);
  reportLackOfMemory(Name);
  cl::SetVersionPrinter([Name, Version](raw_ostream &OS) {
    OS << Name << ' ' << Version << " (LLVM " LLVM_VERSION_STRING ")\n";
    // LLVM would end the program as if its arguments were wrong.
    if (Error E = flushStandardOutput()) {
      WithColor::error(errs(), Name)
          << toPrintable(toString(std::move(E))) << '\n';
      std::exit(ExitOutputFailed);
    }
  });
}

void InitTool::printHelp(StringRef Help) const {
  outs() << Help;
  if (Error E = flushStandardOutput()) {
    fail(toString(std::move(E)));
    std::exit(ExitOutputFailed);
  }
  std::exit(ExitDone);
}

void InitTool::parseOptions(ArrayRef<const cl::OptionCategory *> Categories,
                            StringRef Overview, StringRef Help) const {
  // Not by LLVM's option: that sorts sections by their titles.
  for (StringRef Argument : ArrayRef(Argv, Argc).drop_front()) {
    if (Argument == "--")
      break;
    if (is_contained({"-h", "--h", "-help", "--help"}, Argument))
      printHelp(Help);
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
