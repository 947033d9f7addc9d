//===- UnknownLines.cpp - Keeps what this version does not know -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A later XLA adds: an attribute, the end of a line, a line, a section. What
// was damaged or cut must not pass for that, so that what is kept is always
// whole: its line ends with a line feed, and is text.
// docs/Dialects.md#what-is-unknown tells what else.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace hlomem {

static bool isText(StringRef Line) {
  bool IsAscii = true;
  for (unsigned char C : Line) {
    if ((C < 0x20 && C != '\t') || C == 0x7F)
      return false;
    IsAscii &= C < 0x80;
  }
  if (IsAscii)
    return true;
  const auto *Begin = reinterpret_cast<const UTF8 *>(Line.begin());
  return isLegalUTF8String(&Begin, reinterpret_cast<const UTF8 *>(Line.end()));
}

static bool isKeyStart(char C) { return isAlpha(C) || C == '_'; }
static bool isKeyChar(char C) { return isAlnum(C) || C == '_' || C == '-'; }

// The word at the start of Text, after what may stand before it.
static StringRef firstWord(StringRef Text) {
  return Text.ltrim(" \t,;([").take_while(isKeyChar);
}

// `, key ...`, ` (...)`, ` [...]`, ` key=...` or ` key: ...`, with all brackets
// closed.
bool DumpParser::isClause(StringRef Rest) {
  auto IsOpen = [Rest] {
    if (Rest.size() < 3)
      return false;
    if (Rest.starts_with(", ") || Rest.starts_with("; "))
      return isKeyStart(Rest[2]);
    if (Rest.front() != ' ')
      return false;
    if (Rest[1] == '(' || Rest[1] == '[')
      return true;
    StringRef Word = Rest.drop_front(1).take_while(isKeyChar);
    StringRef Behind = Rest.drop_front(1 + Word.size());
    return !Word.empty() && isKeyStart(Word.front()) &&
           (Behind.starts_with("=") || Behind.starts_with(": "));
  };
  if (!IsOpen() || !isText(Rest))
    return false;
  // A line feed after it is outside of all brackets if they are closed.
  std::string Line = (Rest + "\n").str();
  return text::findAtTop(Line, '\n') == Rest.size();
}

bool DumpParser::consumeEnd(LineScanner &S, UnknownAnchor At,
                            UnknownPlace Place) {
  LastAnchor = At;
  if (S.rest().empty() || S.endsText() || !isClause(S.rest()))
    return S.consumeEnd();
  keepUnknown(At, {S.rest(), /*IsLine=*/false});
  Dump.Unknown.count(Place, firstWord(S.rest()), S.loc());
  S.drop(S.rest().size());
  return true;
}

// Brackets, quotes and bars hide what is in them.
StringRef DumpParser::takeAttribute(StringRef Rest,
                                    function_ref<bool(StringRef)> IsEnd) {
  if (Rest.empty() || !isKeyStart(Rest.front()))
    return StringRef();
  for (size_t I = 0; I < Rest.size(); ++I) {
    if (IsEnd(Rest.drop_front(I))) {
      StringRef Attribute = Rest.take_front(I);
      return isText(Attribute) ? Attribute : StringRef();
    }
    char C = Rest[I];
    if (C == '|')
      I = Rest.find('|', I + 1);
    else if (StringRef("([{\"").contains(C))
      I = text::findClosing(Rest, I);
    if (I == StringRef::npos)
      return StringRef();
  }
  return StringRef();
}

static size_t indentOf(StringRef Line) {
  return Line.size() - Line.ltrim(' ').size();
}

bool DumpParser::isUnknownLine() const {
  return !Cursor.atEnd() && !Cursor.line().empty() && !Cursor.endsText() &&
         !getSection(Cursor.line()) && isText(Cursor.line());
}

LineCursor DumpParser::beginText(const DumpText &T) {
  StringRef Text = T.Source.Text;
  Text.consume_front(ByteOrderMark);
  StringRef FirstLine = Text.take_until([](char C) { return C == '\n'; });
  return LineCursor(Text, {.HasCarriageReturns = FirstLine.ends_with("\r"),
                           .LogMark = T.LogMark});
}

// The lines before this one may be in other texts, and some come later.
bool DumpParser::isName(StringRef Name) {
  if (!HasNames) {
    HasNames = true;
    for (const DumpText &T : Inputs)
      for (LineCursor At = beginText(T); !At.atEnd(); At.advance())
        if (StringRef Known = getNameOfLine(At.line()); !Known.empty())
          Names.insert(Known);
  }
  return Names.contains(Name);
}

bool DumpParser::beginsWithName(StringRef Line, StringRef Indent) {
  return Line.consume_front(Indent) && !getNameAt(Line).empty() &&
         isName(getNameAt(Line));
}

bool DumpParser::isDamagedTimeLine(StringRef Line) {
  static constexpr StringLiteral Indent = "    ";
  if (!Line.starts_with(Indent))
    return false;
  StringRef Behind = Line.split(':').second.ltrim(' ');
  return beginsWithName(Line, Indent) ||
         (!getNameAt(Behind).empty() && isName(getNameAt(Behind)));
}

// Whatever stands twice is an error, which is told of before.
void DumpParser::keepUnknown(UnknownAnchor At, UnknownText::Piece P) {
  if (!hadError() || Dump.Unknown.canAdd(At))
    Dump.Unknown.add(At, P, Cursor.isPlain());
}

void DumpParser::keepUnknownLine(UnknownAnchor At) {
  keepUnknown(At, {Cursor.line(), /*IsLine=*/true});
  Cursor.advance();
}

bool DumpParser::passUnknownLine(UnknownPlace Place,
                                 function_ref<bool(StringRef)> IsKnown,
                                 std::optional<unsigned> HeadIndent) {
  StringRef Head = Cursor.line();
  // The test that looks at the whole line comes last.
  if (IsKnown(Head) || !isUnknownLine())
    return false;
  // One kind: lines of data begin with any word.
  Dump.Unknown.count(Place, StringRef(), lineLoc());
  keepUnknownLine(LastAnchor);
  bool OwnsAll = Head.ends_with(":") && indentOf(Head) == HeadIndent;
  while (isUnknownLine() && indentOf(Cursor.line()) > indentOf(Head) &&
         (OwnsAll || !IsKnown(Cursor.line())))
    keepUnknownLine(LastAnchor);
  return true;
}

void DumpParser::passUnknownLinesBefore(StringRef Head) {
  LineCursor Begin = Cursor;
  while (isUnknownLine() && !Cursor.line().starts_with(Head))
    Cursor.advance();
  const char *End = Cursor.line().starts_with(Head) ? Cursor.line().data()
                                                    : Begin.line().data();
  Cursor = Begin;
  while (Cursor.line().data() != End) {
    Dump.Unknown.count(UnknownPlace::LiveRangesLine, StringRef(), lineLoc());
    keepUnknownLine(LastAnchor);
  }
}

// These stand in one section each, right after its head or the head of a
// value.
static bool tellsSection(StringRef Line) {
  return Line == " positions:" || Line == "  InstructionSequence:" ||
         (Line.starts_with("allocation ") && Line.contains(": size "));
}

// As much of the first line of a section as names it, without a part of a
// character at its end.
static StringRef takeName(StringRef Line) {
  size_t Size = std::min<size_t>(Line.size(), 80);
  while (Size < Line.size() && (Line[Size] & 0xC0) == 0x80)
    --Size;
  return Line.take_front(Size);
}

bool DumpParser::passUnknownSection(TextLayout &Form, unsigned EmptyLines) {
  if (!isUnknownLine() || isLineOfSection(Cursor.line()))
    return false;
  // Up to the next head, without the empty lines before that.
  LineCursor End = Cursor, At = Cursor;
  for (; !At.atEnd() && !getSection(At.line()); At.advance()) {
    if (At.line().empty())
      continue;
    // The head of a known section is damaged.
    if (At.endsText() || !isText(At.line()) || tellsSection(At.line()))
      return false;
    End = At;
  }
  // A text of nothing else is no dump.
  if (At.atEnd() && Form.Parts.empty())
    return false;
  const char *Last = End.line().data();
  UnknownAnchor Anchor(UnknownAfter::UnknownSection, Cursor.line().data());
  Form.Parts.push_back(
      {DumpSection::Unknown, EmptyLines, Cursor.line().data()});
  Dump.Unknown.count(UnknownPlace::Section, takeName(Cursor.line()), lineLoc());
  bool IsFirst = true;
  for (bool IsLast = false; !IsLast; IsFirst = false) {
    IsLast = Cursor.line().data() == Last;
    keepUnknown(Anchor, {Cursor.line(), !IsFirst});
    Cursor.advance();
  }
  return true;
}

// All of them, like other errors.
void DumpParser::refuseUnknown() {
  for (const UnknownText::Kind &K : Dump.Unknown.kinds())
    error(K.Loc,
          "unknown " + K.describe() + " (" + countText(K.Count, "time") + ")");
}

} // namespace hlomem
