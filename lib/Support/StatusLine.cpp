//===- StatusLine.cpp - A line on a terminal, written over and over -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/StatusLine.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace hlomem {

StatusLine::StatusLine(bool IsWanted)
    : IsTerminal(IsWanted && sys::Process::StandardErrIsDisplayed()),
      NextTime(Clock::now() + std::chrono::seconds(1)) {}

bool StatusLine::isDue() const {
  return IsTerminal && Clock::now() >= NextTime;
}

void StatusLine::show(StringRef Text) {
  if (!isDue())
    return;
  NextTime = Clock::now() + std::chrono::milliseconds(100);
  errs() << '\r' << Text;
  if (Text.size() < Width)
    errs().indent(Width - Text.size());
  Width = Text.size();
}

void StatusLine::clear() {
  if (Width == 0)
    return;
  (errs() << '\r').indent(Width) << '\r';
  Width = 0;
}

} // namespace hlomem
