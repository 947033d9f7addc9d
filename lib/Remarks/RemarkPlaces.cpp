//===- RemarkPlaces.cpp - Where remarks stand, for programs ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/RemarkPlaces.h"

using namespace llvm;

namespace hlomem {

void RemarkPlaces::enter(const Remark &R) {
  SMLoc Loc = R.getLoc();
  if (!R.isRow() && !R.isNote())
    Headline = Loc;
  else if (!Loc.isValid())
    Loc = Headline;
  if (Loc != DumpLoc) {
    DumpLoc = Loc;
    Dump = M.Sources.find(Loc);
  }
  User.reset();
  if (M.FindUserPlace && !R.getInstruction().empty())
    User = M.FindUserPlace(R.getInstruction());
}

} // namespace hlomem
