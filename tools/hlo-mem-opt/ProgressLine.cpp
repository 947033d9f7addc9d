//===- ProgressLine.cpp - How far the work is, on a terminal --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressLine.h"
#include <string>

using namespace llvm;

namespace hlomem {

void ProgressLine::show() {
  if (Done != Total && Line.isDue())
    Line.show(std::to_string(Done) + " of " + std::to_string(Total) + " dumps");
}

} // namespace hlomem
