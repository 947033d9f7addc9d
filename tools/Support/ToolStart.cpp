//===- ToolStart.cpp - What a program does first --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolStart.h"
#include "llvm/Support/Process.h"
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

} // namespace hlomem
