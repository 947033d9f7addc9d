//===- InitTool.cpp - What a program does first ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/InitTool.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/InputBuffer.h"
#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <fcntl.h>
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

InitTool::IgnoredSignals::IgnoredSignals() {
  for (int Signal : {SIGHUP, SIGINT, SIGTERM, SIGUSR2}) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0 &&
        Action.sa_handler == SIG_IGN)
      Ignored.push_back(Signal);
  }
}

void InitTool::IgnoredSignals::keepIgnoring() const {
  for (int Signal : Ignored)
    signal(Signal, SIG_IGN);
}

void endAtOnce(StringRef Message) {
  while (!Message.empty()) {
    ssize_t Count = write(STDERR_FILENO, Message.data(), Message.size());
    if (Count <= 0)
      break;
    Message = Message.drop_front(Count);
  }
  sys::RunInterruptHandlers();
  _exit(1);
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
  Signals.keepIgnoring();
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
  });
}

void InitTool::parseOptions(ArrayRef<const cl::OptionCategory *> Categories,
                            StringRef Overview) const {
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
