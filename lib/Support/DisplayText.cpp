//===- DisplayText.cpp - Texts in columns of a terminal -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/DisplayText.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/Support/Unicode.h"
#include <sys/ioctl.h>

using namespace llvm;

namespace hlomem {

static constexpr StringLiteral Gap = "...";

size_t getDisplayWidth(StringRef Text) {
  if (all_of(Text, isPrint))
    return Text.size();
  int Width = sys::unicode::columnWidthUTF8(Text);
  if (Width >= 0)
    return Width;
  return count_if(Text, [](char C) { return (C & 0xC0) != 0x80; });
}

/// The most of the beginning of \p Text that takes no more than \p Width
/// columns.
static StringRef takeFront(StringRef Text, size_t Width) {
  size_t Size = 0;
  while (Size != Text.size()) {
    StringRef Rest = Text.drop_front(Size);
    StringRef Char = Rest.take_front(std::max<size_t>(utf8CharLength(Rest), 1));
    size_t Columns = getDisplayWidth(Char);
    if (Columns > Width)
      break;
    Width -= Columns;
    Size += Char.size();
  }
  return Text.take_front(Size);
}

/// The same of its end.
static StringRef takeBack(StringRef Text, size_t Width) {
  size_t Begin = Text.size();
  while (Begin != 0) {
    size_t Char = Begin - 1;
    while (Char != 0 && (Text[Char] & 0xC0) == 0x80)
      --Char;
    size_t Columns = getDisplayWidth(Text.slice(Char, Begin));
    if (Columns > Width)
      break;
    Width -= Columns;
    Begin = Char;
  }
  return Text.drop_front(Begin);
}

std::string shortenMiddle(StringRef Text, size_t Width) {
  if (getDisplayWidth(Text) <= Width)
    return Text.str();
  size_t Front = (Width - Gap.size()) / 2;
  return (takeFront(Text, Front) + Gap +
          takeBack(Text, Width - Gap.size() - Front))
      .str();
}

std::string shortenEnd(StringRef Text, size_t Width) {
  if (getDisplayWidth(Text) <= Width)
    return Text.str();
  return (takeFront(Text, Width - Gap.size()) + Gap).str();
}

std::string shortenPath(StringRef Path, size_t Width) {
  if (getDisplayWidth(Path) <= Width)
    return Path.str();
  StringRef End = takeBack(Path, Width - Gap.size());
  if (size_t Name = End.find('/'); Name != StringRef::npos)
    End = End.drop_front(Name);
  return (Gap + End).str();
}

std::string padRight(StringRef Text, size_t Width) {
  const size_t Used = getDisplayWidth(Text);
  return Text.str() + std::string(Width - std::min(Width, Used), ' ');
}

std::string padLeft(StringRef Text, size_t Width) {
  const size_t Used = getDisplayWidth(Text);
  return std::string(Width - std::min(Width, Used), ' ') + Text.str();
}

void printWrapped(raw_ostream &OS, StringRef Text, unsigned Column,
                  unsigned MaxColumn, unsigned Indent) {
  bool IsFirst = true;
  for (StringRef Word : split(Text, ' ')) {
    unsigned Width = getDisplayWidth(Word);
    if (IsFirst) {
      IsFirst = false;
    } else if (MaxColumn != 0 && Column + 1 + Width > MaxColumn) {
      OS << '\n';
      OS.indent(Indent);
      Column = Indent;
    } else {
      OS << ' ';
      ++Column;
    }
    OS << Word;
    Column += Width;
  }
  OS << '\n';
}

unsigned getTerminalWidth(int FD) {
  winsize Size;
  return ioctl(FD, TIOCGWINSZ, &Size) == 0 ? Size.ws_col : 0;
}

} // namespace hlomem
