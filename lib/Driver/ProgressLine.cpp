//===- ProgressLine.cpp - How far the work is, on a terminal --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressLine.h"
#include <chrono>

using namespace llvm;

namespace hlomem {

void ProgressLine::expect(size_t Count) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Total += Count;
  if (Tell)
    Tell(Done, Total);
}

void ProgressLine::step() {
  std::lock_guard<std::mutex> Lock(Mutex);
  ++Done;
  if (Tell)
    Tell(Done, Total);
  show();
}

void ProgressLine::showPass(StringRef Text) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (Text.empty())
    Line.clear();
  else
    Line.show(Text);
}

void ProgressLine::show() {
  if (Done != Total && Line.isDue())
    Line.show(std::to_string(Done) + " of " + std::to_string(Total) + " dumps");
}

void ProgressLine::keepShown() {
  if (Line.isOnTerminal() && !Ticker)
    Ticker.emplace(1, [this] { tick(); });
}

void ProgressLine::tick() {
  std::unique_lock<std::mutex> Lock(Mutex);
  while (!Ends.wait_for(Lock, std::chrono::milliseconds(100),
                        [this] { return IsEnding; }))
    show();
}

std::unique_lock<std::mutex> ProgressLine::pause() {
  std::unique_lock<std::mutex> Lock(Mutex);
  Line.clear();
  return Lock;
}

void ProgressLine::end() {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    IsEnding = true;
  }
  Ends.notify_all();
  Ticker.reset();
  clear();
  IsEnding = false;
}

} // namespace hlomem
