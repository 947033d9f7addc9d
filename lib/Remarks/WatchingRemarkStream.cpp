//===- WatchingRemarkStream.cpp - Notes remarks of some names -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/WatchingRemarkStream.h"

using namespace llvm;

namespace hlomem {

void WatchingRemarkStream::handle(const Remark &R) {
  if (!R.isRow() && !R.isNote())
    Headline = R.getLoc();
  if (R.isForPrograms() && Pattern.matches(R) && Count++ == 0) {
    First = getFullName(R);
    FirstLoc = R.getLoc().isValid() ? R.getLoc() : Headline;
  }
  Next.handle(R);
}

} // namespace hlomem
