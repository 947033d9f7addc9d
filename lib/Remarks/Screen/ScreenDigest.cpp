//===- ScreenDigest.cpp - A screen in two phrases -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/ScreenDigest.h"
#include "ScreenSections.h"

using namespace llvm;

namespace hlomem {

void ScreenDigestStream::handle(const Remark &R) {
  if (isOfScreen(R))
    Held.push_back(R);
}

void ScreenDigestStream::finish() {
  ScreenFacts Facts(Held, /*ExactBytes=*/false);
  Facts.Unit = Unit;
  // As the screen rounds them.
  SizeUnit::Rounding Sum(Unit);
  for (const Remark &R : Held)
    if (R.getName() == "SummaryKind")
      if (uint64_t Ticks = Sum.add(getCount(R, "Size")))
        Digest.Kinds.push_back(Unit.printTicks(Ticks) + " " +
                               getText(R, "Kind"));
  Digest.FirstChange = describeFirstChange(Facts, HasUnicode);
}

} // namespace hlomem
