//===- KnownLines.cpp - What a line seems to be ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownLines.h"
#include "LineScanner.h"
#include "hlomem/Dump/StackTracePrefix.h"

using namespace llvm;

namespace hlomem {

static StringRef dropName(StringRef Text) {
  return Text.drop_while(
      [](char C) { return NameCharacters[static_cast<unsigned char>(C)]; });
}

// A value in one of the three forms, or what only stands below one or below an
// allocation.
static bool isLineBelowAllocation(StringRef Line) {
  if (Line.starts_with(" value:") || Line.starts_with("  value:") ||
      Line.contains(",offset=") || Line.starts_with(ReuseHead) ||
      Line.starts_with(" positions:") || Line.starts_with(" uses:"))
    return true;
  StringRef Rest = Line.ltrim(' ');
  size_t Indent = Line.size() - Rest.size();
  if (Indent == 1)
    return Rest.size() > 1 && Rest.front() == '[' && isDigit(Rest[1]);
  return Indent == 2 && !Rest.empty() &&
         (isDigit(Rest.front()) || Rest.contains("(#") || Rest.contains(") ["));
}

bool isLineOfAllocations(StringRef Line) {
  return Line.starts_with("allocation ") || Line.contains(": size ") ||
         isLineBelowAllocation(Line);
}

static bool isUsedValueLine(StringRef Line) {
  return (Line.size() > 1 && Line.front() == '<' && isDigit(Line[1])) ||
         Line.starts_with(" positions:") || Line.starts_with(" uses:") ||
         Line.starts_with(" uses are not ") ||
         Line.starts_with(" from instruction") || Line.starts_with(" [") ||
         Line.starts_with(" (");
}

// `  NAME⟨ INDEX⟩` or `  NAME, operand N⟨ INDEX⟩`, perhaps with mistakes: no
// words with blanks or a colon between them.
bool isListLine(StringRef Line) {
  if (!Line.consume_front("  ") || Line.empty())
    return false;
  StringRef Rest = dropName(Line);
  if (Rest.size() == Line.size())
    return Line == "(none)" || !StringRef(" ([").contains(Line.front());
  if (Rest.starts_with(":"))
    return false;
  return !Rest.starts_with(" ") || Rest.size() == 1 || !isAlpha(Rest[1]);
}

bool isLineOfUsedValues(StringRef Line) {
  return isUsedValueLine(Line) || isListLine(Line);
}

static bool isHeadOfLiveRanges(StringRef Line) {
  return Line.starts_with("  InstructionSequence:") ||
         Line.starts_with("  BufferLiveRange:") ||
         Line.starts_with("  Live ranges at ") ||
         Line.starts_with("  Stack trace breakdown for peak usage:");
}

// `    7:NAME` or `    7, 16 bytes: NAME`, perhaps with mistakes.
bool isTimeLine(StringRef Line) {
  return (Line.consume_front("    ") && !Line.empty() &&
          isDigit(Line.front())) ||
         isHeadOfLiveRanges(Line);
}

// `    NAME{}:0-1`, perhaps with mistakes.
bool isLiveRangeLine(StringRef Line) {
  if (isHeadOfLiveRanges(Line))
    return true;
  StringRef Rest = Line;
  if (!Rest.consume_front("    "))
    return false;
  StringRef Behind = dropName(Rest);
  return Behind.contains("}:") || Behind.starts_with("{") ||
         (Behind.size() > 1 && Behind.front() == ':' && isDigit(Behind[1]));
}

// `    NAME⟨INDEX⟩: SIZE bytes`, perhaps with mistakes.
bool isPeakLine(StringRef Line) {
  if (Line.starts_with(StackTraceHead))
    return true;
  if (!Line.consume_front("    "))
    return false;
  StringRef Behind = dropName(Line);
  return Behind.starts_with("{") ||
         (Behind.starts_with(": ") && Behind.contains(" bytes"));
}

bool isNodeLine(StringRef Line) {
  return Line.starts_with(StackTraceHead) ||
         StackTracePrefix::parse(Line).has_value();
}

// Where the numbers after a label begin in Line, or npos.
size_t findEndOfLabel(StringRef Line) {
  size_t Tail = Line.rfind("%, total: ");
  return Tail == StringRef::npos ? Tail : Line.take_front(Tail).rfind(" (");
}

StringRef getNameAt(StringRef Text) {
  return Text.drop_back(dropName(Text).size());
}

// The name after the id of a value, if Text begins with that.
static StringRef getNameBehindId(StringRef Text) {
  StringRef Rest = Text.ltrim("0123456789");
  if (Rest.size() == Text.size() || !Rest.consume_front(" "))
    return StringRef();
  return getNameAt(Rest);
}

StringRef getNameOfLine(StringRef Line) {
  if (Line.consume_front(" value: <") || Line.consume_front("<"))
    return getNameBehindId(Line);
  if (Line.consume_front("    ")) {
    StringRef Rest = Line.ltrim("0123456789");
    if (Rest.size() != Line.size() && Rest.consume_front(":"))
      return getNameAt(Rest);
    Rest = dropName(Line);
    return Rest.starts_with("{") && Rest.contains("}:") ? getNameAt(Line)
                                                        : StringRef();
  }
  if (!Line.consume_front("  "))
    return StringRef();
  StringRef Rest = dropName(Line);
  return Rest.empty() || Rest.starts_with(", operand ") ||
                 Rest.starts_with(" {")
             ? getNameAt(Line)
             : StringRef();
}

bool isLineOfSection(StringRef Line) {
  return isLineOfAllocations(Line) || isLineOfUsedValues(Line) ||
         isTimeLine(Line) || isLiveRangeLine(Line) || isPeakLine(Line) ||
         findEndOfLabel(Line) != StringRef::npos;
}

} // namespace hlomem
