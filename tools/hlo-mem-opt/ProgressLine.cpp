//===- ProgressLine.cpp - How far the work is, on a terminal --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressLine.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

using namespace llvm;

namespace hlomem {

ProgressLine::ProgressLine()
    : IsTerminal(sys::Process::StandardErrIsDisplayed()),
      NextTime(Clock::now() + std::chrono::seconds(1)) {}

void ProgressLine::show() {
  if (!IsTerminal || Done == Total)
    return;
  Clock::time_point Now = Clock::now();
  if (Now < NextTime)
    return;
  NextTime = Now + std::chrono::milliseconds(100);
  std::string Line =
      std::to_string(Done) + " of " + std::to_string(Total) + " dumps";
  errs() << '\r' << Line;
  Width = Line.size();
}

void ProgressLine::clear() {
  if (Width == 0)
    return;
  (errs() << '\r').indent(Width) << '\r';
  Width = 0;
}

} // namespace hlomem
