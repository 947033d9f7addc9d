//===- Diagnostics.cpp - Messages about a place in a text -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/SourceTexts.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;

namespace hlomem {

// Columns of the excerpt on each side of the place.
static constexpr size_t ExcerptReach = 60;

static bool isContinuationByte(char C) {
  return (static_cast<unsigned char>(C) & 0xC0) == 0x80;
}

// In UTF-8. There may be more in a row where the text is something else, which
// says nothing of where a character starts.
static constexpr size_t MaxContinuationBytes = 3;

// Where the character starts that the byte at At is part of.
static size_t startOfCharacter(StringRef Text, size_t At) {
  size_t Start = At;
  while (Start > 0 && isContinuationByte(Text[Start]))
    if (At - --Start > MaxContinuationBytes)
      return At;
  return Start;
}

// One printed column for each character that is not printable, so that the
// caret fits. Bytes that are not UTF-8 are left, for toPrintable().
static std::string blankControls(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    const size_t Length = utf8CharLength(Text);
    const StringRef Char = Text.take_front(std::max<size_t>(Length, 1));
    if (Length == 0 || isPrintable(utf8CodePoint(Text)))
      Result += Char;
    else
      Result += ' ';
    Text = Text.drop_front(Char.size());
  }
  return Result;
}

// The same, with one column for each byte that is not UTF-8.
static std::string blankUnshown(StringRef Text) {
  std::string Result;
  for (StringRef Rest = Text; !Rest.empty();) {
    const size_t Length = utf8CharLength(Rest);
    Result += Length == 0 ? "?" : blankControls(Rest.take_front(Length));
    Rest = Rest.drop_front(std::max<size_t>(Length, 1));
  }
  return Result;
}

static void printExcerpt(raw_ostream &OS, StringRef Line, size_t Column,
                         bool Color) {
  size_t Begin =
      startOfCharacter(Line, Column > ExcerptReach ? Column - ExcerptReach : 0);
  size_t End = std::min(Line.size(), Column + ExcerptReach);
  for (size_t Limit = End + MaxContinuationBytes;
       End < std::min(Line.size(), Limit) && isContinuationByte(Line[End]);)
    ++End;

  std::string Before = Begin ? "..." : "";
  Before += blankUnshown(Line.slice(Begin, Column));
  OS << Before << blankUnshown(Line.slice(Column, End))
     << (End < Line.size() ? "..." : "") << '\n';

  OS.indent(std::max(sys::unicode::columnWidthUTF8(Before), 0));
  WithColor(OS, raw_ostream::GREEN, /*Bold=*/true, /*BG=*/false,
            Color ? ColorMode::Enable : ColorMode::Disable)
      << "^\n";
}

DiagnosticEngine::DiagnosticEngine(raw_ostream &OS, bool Color,
                                   unsigned MaxErrors)
    : OS(OS), Color(Color), MaxErrors(MaxErrors) {
  // A stream that is no terminal has its colours off, whatever is asked of it.
  if (Color)
    OS.enable_colors(true);
}

void DiagnosticEngine::error(const SourceTexts &Sources, SMLoc Loc,
                             const Twine &Message) {
  bool IsPrinted = !reachedLimit();
  const SourcePlace Place = *Sources.find(Loc);
  if (ErrorCount++ == 0)
    FirstError =
        (toPrintable(Place.FileName) + ":" + Twine(Place.Line) + ":" +
         Twine(Place.Column) + ": error: " + toPrintable(Message.str()))
            .str();
  if (IsPrinted)
    print(Place, HighlightColor::Error, "error: ", Message);
}

void DiagnosticEngine::warning(const SourceTexts &Sources, SMLoc Loc,
                               const Twine &Message) {
  ++WarningCount;
  if (!MaxErrors || WarningCount <= MaxErrors)
    print(*Sources.find(Loc), HighlightColor::Warning, "warning: ", Message);
}

void DiagnosticEngine::print(const SourcePlace &Place, HighlightColor Highlight,
                             StringRef Severity, const Twine &Message) {
  ColorMode Mode = Color ? ColorMode::Enable : ColorMode::Disable;
  WithColor(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false, Mode)
      << toPrintable(Place.FileName) << ':' << Place.Line << ':' << Place.Column
      << ": ";
  WithColor(OS, Highlight, Mode) << Severity;
  WithColor(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false, Mode)
      << toPrintable(Message.str()) << '\n';
  // Nothing to show where a line is missing.
  if (!Place.IsBehindText)
    printExcerpt(OS, Place.LineText, Place.Column - 1, Color);
}

std::string quoteForMessage(StringRef Text) {
  static constexpr size_t MaxLength = 32;
  StringRef Start = Text.take_until([](char C) { return C == '\n'; });
  if (Start.size() <= MaxLength)
    return "'" + blankControls(Start) + "'";
  size_t Length = startOfCharacter(Start, MaxLength);
  return "'" + blankControls(Start.take_front(Length)) + "...'";
}

} // namespace hlomem
