//===- ScreenRemarkStream.cpp - The first screen --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/ScreenRemarkStream.h"
#include "ScreenSections.h"

using namespace llvm;

namespace hlomem {

/// A screen is at least so wide, and at most.
static constexpr unsigned MinWidth = 40, MaxWidth = 120;
/// Of a screen with more lines, the sums of what is not listed are left out,
/// then rows of parts while there are more than LeastParts, and then how
/// changes are made; `summary` has MaxParts unless it is asked for more.
static constexpr size_t MaxLines = 40, MaxParts = 8, LeastParts = 3;

ScreenRemarkStream::ScreenRemarkStream(raw_ostream &OS,
                                       const SourceTexts &Sources,
                                       StringRef ModuleName,
                                       TextRemarkOptions Options)
    : OS(OS), Text(OS, Sources, ModuleName, Options),
      ModuleName(ModuleName.str()), Options(Options) {}

void ScreenRemarkStream::handle(const Remark &R) {
  if (isOfScreen(R)) {
    Text.finish();
    Held.push_back(R);
    return;
  }
  draw();
  if (!Options.IsPrintedBefore)
    Text.handle(R);
}

size_t ScreenRemarkStream::countParts() const {
  return count_if(Held,
                  [](const Remark &R) { return R.getName() == "SummaryPart"; });
}

std::string ScreenRemarkStream::print(size_t LeftOut) const {
  std::string Screen;
  raw_string_ostream ScreenOS(Screen);
  ScreenOS.enable_colors(Options.Color);
  unsigned Width = Options.Width == 0 ? DefaultScreenWidth : Options.Width;
  ScreenText Out = {ScreenOS, std::clamp(Width, MinWidth, MaxWidth),
                    Options.Color, Options.Unicode};
  const ScreenFacts Facts(Held, Options.ExactBytes);
  printVerdict(Out, Facts, ModuleName);
  const size_t Parts = countParts();
  const bool HasOthers = LeftOut == 0;
  LeftOut -= HasOthers ? 0 : 1;
  const size_t PartsLeftOut =
      std::min(LeftOut, Parts - std::min(Parts, LeastParts));
  printParts(Out, Facts, PartsLeftOut, HasOthers);
  const bool HasUntold = printChanges(Out, Facts, LeftOut - PartsLeftOut);
  printCommands(Out, Facts, ModuleName, HasUntold);
  return Screen;
}

void ScreenRemarkStream::draw() {
  if (!Held.empty() && !Options.IsOneOfSeveral) {
    std::string Screen = print(/*LeftOut=*/0);
    // Who asks for more rows gets them. A narrow screen is longer.
    const size_t Most =
        MaxLines * DefaultScreenWidth /
        std::min(Options.Width == 0 ? DefaultScreenWidth : Options.Width,
                 DefaultScreenWidth);
    for (size_t LeftOut = 1;
         StringRef(Screen).count('\n') > Most && countParts() <= MaxParts &&
         LeftOut <= MaxLines + 1;
         ++LeftOut)
      Screen = print(LeftOut);
    OS << Screen;
  }
  Held.clear();
}

void ScreenRemarkStream::finish() {
  draw();
  Text.finish();
}

} // namespace hlomem
