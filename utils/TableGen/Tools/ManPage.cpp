//===- ManPage.cpp - Markdown to a manual page ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what a guide has: see GuideSection in OptionBase.td.
//
//===----------------------------------------------------------------------===//

#include "CommandGuide.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

using namespace llvm;
using namespace hlomem::tblgen;

namespace {

class ManPageWriter {
public:
  ManPageWriter(raw_ostream &OS, StringRef Markdown, StringRef Version)
      : OS(OS), Version(Version) {
    Markdown.split(Lines, '\n');
  }

  void run();

private:
  bool atEnd() const { return Next == Lines.size(); }
  StringRef line() const { return Lines[Next]; }

  void writeTitle();
  void writeHeading(StringRef Title);
  void writeEntry(StringRef Title);
  void writeCode();
  void writeItem();
  void writeParagraph();
  /// Before a block that is not the first one below an entry.
  void beginBlock();
  void endEntry();
  /// From the block before, if there is one in the section.
  void separate();
  std::string takeLines();

  raw_ostream &OS;
  StringRef Version;
  SmallVector<StringRef, 0> Lines;
  size_t Next = 0;
  bool IsAtStart = false;

  /// Blocks below an entry are set in; the first paragraph is so by itself.
  enum class EntryState { None, Head, Body, Inset } State = EntryState::None;
};

} // namespace

static bool isItem(StringRef Line) {
  return Line.starts_with("* ") || Line.starts_with("- ");
}

static bool beginsBlock(StringRef Line) {
  return Line.empty() || Line.starts_with("#") || Line.starts_with("```") ||
         isItem(Line);
}

/// \p C as itself, whatever roff makes of it.
static void appendChar(std::string &To, char C, bool IsLiteral) {
  switch (C) {
  case '\\':
    To += "\\e";
    break;
  case '-':
    // The plain one may be set as a hyphen, which is no part of an option.
    To += IsLiteral ? "\\-" : "-";
    break;
  case '\'':
    To += IsLiteral ? "\\(aq" : "'";
    break;
  case '^':
    To += "\\(ha";
    break;
  case '~':
    To += "\\(ti";
    break;
  case '`':
    To += "\\(ga";
    break;
  default:
    To += C;
    break;
  }
}

static void appendLiteral(std::string &To, StringRef Text) {
  for (char C : Text)
    appendChar(To, C, /*IsLiteral=*/true);
}

static void appendInline(std::string &To, StringRef Text);

/// Appends what is between two of \p Mark at the start of \p Text in a font of
/// its own; false if there is none.
static bool appendMarked(std::string &To, StringRef &Text, StringRef Mark,
                         StringRef Font) {
  if (!Text.starts_with(Mark))
    return false;
  size_t End = Text.find(Mark, Mark.size());
  if (End == StringRef::npos)
    return false;
  StringRef Inner = Text.slice(Mark.size(), End);
  To += Font;
  if (Mark == "`")
    appendLiteral(To, Inner);
  else
    appendInline(To, Inner);
  To += "\\fR";
  Text = Text.drop_front(End + Mark.size());
  return true;
}

/// A link as its text: other pages of documentation are not where the manual
/// is read.
static bool appendLink(std::string &To, StringRef &Text) {
  if (!Text.starts_with("["))
    return false;
  size_t Middle = Text.find("](");
  size_t End = Text.find(')', Middle);
  if (Middle == StringRef::npos || End == StringRef::npos ||
      Text.slice(1, Middle).contains('['))
    return false;
  StringRef Target = Text.slice(Middle + 2, End);
  appendInline(To, Text.slice(1, Middle));
  if (Target.contains("://")) {
    To += " (";
    appendLiteral(To, Target);
    To += ')';
  }
  Text = Text.drop_front(End + 1);
  return true;
}

static void appendInline(std::string &To, StringRef Text) {
  bool IsAtWord = true;
  while (!Text.empty()) {
    if (appendMarked(To, Text, "`", "\\fB") ||
        appendMarked(To, Text, "**", "\\fB") ||
        appendMarked(To, Text, "*", "\\fI") || appendLink(To, Text)) {
      IsAtWord = false;
      continue;
    }
    char C = Text.front();
    Text = Text.drop_front();
    if (C == '\\' && !Text.empty() && !isAlnum(Text.front())) {
      C = Text.front();
      Text = Text.drop_front();
    }
    // An option that is named in passing.
    appendChar(To, C, /*IsLiteral=*/C == '-' && IsAtWord);
    IsAtWord = isSpace(C) || C == '(';
  }
}

/// Lines of text, none of which is taken for a request.
static void writeText(raw_ostream &OS, StringRef Roff) {
  SmallVector<StringRef> Lines;
  Roff.split(Lines, '\n');
  for (StringRef Line : Lines)
    OS << (Line.starts_with(".") || Line.starts_with("'") ? "\\&" : "") << Line
       << '\n';
}

static void writeInline(raw_ostream &OS, StringRef Text) {
  std::string Roff;
  appendInline(Roff, Text);
  writeText(OS, Roff);
}

void ManPageWriter::endEntry() {
  if (State == EntryState::Inset)
    OS << ".RE\n";
  State = EntryState::None;
}

void ManPageWriter::beginBlock() {
  if (State == EntryState::Head || State == EntryState::Body) {
    OS << ".RS\n";
    State = EntryState::Inset;
  }
}

void ManPageWriter::separate() {
  if (!std::exchange(IsAtStart, false))
    OS << ".PP\n";
}

void ManPageWriter::writeTitle() {
  StringRef Name = line().drop_front(2).trim();
  OS << ".TH " << Name.upper() << " 1 \"\" \"" << Name
     << (Version.empty() ? "" : " ") << Version << "\" \"User Commands\"\n"
     << ".SH NAME\n";
  ++Next;
  while (!atEnd() && line().empty())
    ++Next;
  std::string Summary = takeLines();
  std::string Text;
  appendLiteral(Text, Name);
  Text += " \\- ";
  appendInline(Text, StringRef(Summary).rtrim('.'));
  writeText(OS, Text);
}

void ManPageWriter::writeHeading(StringRef Title) {
  endEntry();
  OS << ".SH " << Title.trim().upper() << '\n';
  IsAtStart = true;
}

void ManPageWriter::writeEntry(StringRef Title) {
  endEntry();
  OS << ".TP\n";
  writeInline(OS, Title.trim());
  IsAtStart = false;
  State = EntryState::Head;
}

void ManPageWriter::writeCode() {
  beginBlock();
  separate();
  OS << ".RS 4\n.nf\n";
  for (++Next; !atEnd() && !line().starts_with("```"); ++Next) {
    std::string Text;
    appendLiteral(Text, line());
    writeText(OS, Text);
  }
  if (!atEnd())
    ++Next;
  OS << ".fi\n.RE\n";
}

/// The lines of a paragraph or an item.
std::string ManPageWriter::takeLines() {
  std::string Text;
  do {
    Text += (Text.empty() ? "" : "\n");
    Text += line().trim();
    ++Next;
  } while (!atEnd() && !beginsBlock(line()));
  return Text;
}

/// Where "`first`, `second`: text" has its colon, if \p Item is such a one.
static size_t findColon(StringRef Item) {
  if (!Item.starts_with("`"))
    return StringRef::npos;
  bool IsInCode = false;
  for (size_t I = 0; I != Item.size(); ++I) {
    IsInCode ^= Item[I] == '`';
    if (!IsInCode && Item.substr(I).starts_with(": "))
      return I;
  }
  return StringRef::npos;
}

void ManPageWriter::writeItem() {
  beginBlock();
  IsAtStart = false;
  std::string Lines = takeLines();
  StringRef Item = StringRef(Lines).drop_front(2);
  size_t Colon = findColon(Item);
  if (Colon == StringRef::npos) {
    OS << ".IP \\(bu 2\n";
    writeInline(OS, Item);
    return;
  }
  OS << ".TP\n";
  writeInline(OS, Item.take_front(Colon));
  writeInline(OS, Item.drop_front(Colon + 2));
}

void ManPageWriter::writeParagraph() {
  if (State == EntryState::Head) {
    State = EntryState::Body;
  } else {
    beginBlock();
    separate();
  }
  writeInline(OS, takeLines());
}

void ManPageWriter::run() {
  while (!atEnd()) {
    if (line().empty()) {
      ++Next;
    } else if (line().starts_with("# ")) {
      writeTitle();
    } else if (line().starts_with("## ")) {
      writeHeading(line().drop_front(3));
      ++Next;
    } else if (line().starts_with("### ")) {
      writeEntry(line().drop_front(4));
      ++Next;
    } else if (line().starts_with("```")) {
      writeCode();
    } else if (isItem(line())) {
      writeItem();
    } else {
      writeParagraph();
    }
  }
  endEntry();
}

void hlomem::tblgen::writeManPage(raw_ostream &OS, StringRef Markdown,
                                  StringRef Version) {
  ManPageWriter(OS, Markdown, Version).run();
}
