//===- InitTool.cpp - What a program does first ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/InitTool.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
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

std::error_code prepareStandardStreams() {
  guardStandardOutput();
  return sys::Process::FixupStandardFileDescriptors();
}

IgnoredSignals::IgnoredSignals() {
  for (int Signal : {SIGHUP, SIGINT, SIGTERM, SIGUSR2}) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0 &&
        Action.sa_handler == SIG_IGN)
      Ignored.push_back(Signal);
  }
}

void IgnoredSignals::keepIgnoring() const {
  for (int Signal : Ignored)
    signal(Signal, SIG_IGN);
}

void ignoreFileSizeSignal() { signal(SIGXFSZ, SIG_IGN); }

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

void reportLackOfMemory(StringRef ToolName) {
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

} // namespace hlomem
