//===- ScreenText.cpp - Lines of a screen ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScreenText.h"
#include "hlomem/Support/DisplayText.h"

using namespace llvm;

namespace hlomem {

std::string shortenName(StringRef Name, size_t Columns) {
  if (getDisplayWidth(Name) <= Columns)
    return Name.str();
  if (Name.contains('[') && !Name.contains(" of "))
    return shortenEnd(Name, Columns);
  StringRef Rest = Name;
  const std::string Phase =
      Rest.consume_front("backward: ") ? "backward: " : "";
  std::string Begin = Phase;
  // It may have been cut before.
  if (Rest.consume_front(".../") || Rest.contains('/'))
    Begin += ".../";
  while (Begin.size() + getDisplayWidth(Rest) > Columns && Rest.contains('/'))
    Rest = Rest.split('/').second;
  const size_t Width = getDisplayWidth(Rest);
  if (Begin.size() + Width > Columns && Phase.size() + Width <= Columns)
    return Phase + Rest.str();
  const size_t Least = Begin.size() + 8;
  return Columns < Least ? shortenMiddle(Begin + Rest.str(), Columns)
                         : Begin + shortenMiddle(Rest, Columns - Begin.size());
}

std::string shortenPlace(StringRef Place) {
  static constexpr size_t Longest = 40;
  if (const auto [Step, Before] = Place.split(" after "); !Before.empty())
    return Step.str() + " after " + shortenPlace(Before);
  auto [Scope, Line] = Place.rsplit(", ");
  return shortenName(Scope, Longest) + (Line.empty() ? "" : ", " + Line.str());
}

std::string quoteForShell(StringRef Text) {
  auto IsPlain = [](char C) {
    return isAlnum(C) || StringRef("_-./=:,@%+").contains(C);
  };
  if (all_of(Text, IsPlain))
    return Text.str();
  std::string Result = "'";
  for (char C : Text)
    Result += C == '\'' ? "'\\''" : std::string(1, C);
  return Result + "'";
}

void ScreenText::wrap(StringRef Text, unsigned Indent,
                      unsigned IndentBelow) const {
  OS.indent(Indent);
  printWrapped(OS, Text, Indent, Width, IndentBelow);
}

void ScreenText::printTitle(StringRef Left, StringRef Right,
                            unsigned Columns) const {
  WithColor Bold(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false,
                 getColorMode());
  OS << '\n';
  printLine(padRight(Left, Width - Columns) + Right.str());
}

} // namespace hlomem
