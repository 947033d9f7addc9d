//===- UsedValueSection.cpp - Positions, uses and texts of the values -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is in docs/DumpFormat.md#total-and-used-values.
//
//===----------------------------------------------------------------------===//

#include "LineGrammar.h"
#include "ParserImpl.h"

using namespace llvm;

namespace hlomem {

bool DumpParser::passUnknownUsedValueLines() {
  auto IsKnown = [this](StringRef Line) {
    return isLineOfUsedValues(Line) || beginsWithName(Line, "  ");
  };
  return passUnknownLine(placeOfListLine(), IsKnown,
                         /*HeadIndent=*/1);
}

bool DumpParser::isAtListLine() {
  return isListLine(Cursor.line()) || beginsWithName(Cursor.line(), "  ");
}

// No list is open there, so that what looks like a line of one belongs to the
// unknown line above it.
bool DumpParser::passUnknownLinesBetweenValues() {
  if (!passUnknownUsedValueLines())
    return false;
  while (isUnknownLine() && Cursor.line().starts_with(" ") &&
         (isListLine(Cursor.line()) || !isLineOfUsedValues(Cursor.line())))
    keepUnknownLine(LastAnchor);
  return true;
}

void DumpParser::parseUsedValues() {
  LineScanner Head = takeLine();
  Head.drop(UsedValuesHead.size());
  consumeEnd(Head, UnknownAfter::UsedValuesHead,
             UnknownPlace::UsedValuesClause);
  startReadingAhead();
  F.ListedValues->reserve(F.Values.size());
  while (!isDone() && (!GluedHeader.empty() || (!Cursor.line().empty() &&
                                                !getSection(Cursor.line())))) {
    if (GluedHeader.empty() && passUnknownLinesBetweenValues())
      continue;
    parseUsedValue();
    passCanonicalUsedValues();
  }
}

void DumpParser::parseUsedValue() {
  if (Value *V = parseUsedValueHeader()) {
    StringRef Text;
    if (parseListHead(" positions:",
                      {UnknownAfter::PositionsHead, V->getLoc()}) &&
        parsePositions(*V) && parseUsedValueUses(*V) &&
        parseInstructionText(*V, Text)) {
      keepLists(*V, Text);
      V->setIsUsedValue(true);
      F.ListedValues->push_back(V->isAllocated()
                                    ? V - F.Values.data()
                                    : ValueOrder::FirstUnplaced +
                                          F.UnplacedValues.size() - 1);
      return;
    }
    V->forgetLists();
    V->setHasUses(false);
  }
  // What follows up to the next header belongs to no value.
  while (!isDone() && !Cursor.line().empty() &&
         !Cursor.line().starts_with("<") && !getSection(Cursor.line()))
    Cursor.advance();
}

Value *DumpParser::parseUsedValueHeader() {
  LineScanner S = GluedHeader.empty() ? scanLine() : LineScanner(GluedHeader);
  GluedHeader = StringRef();
  Cursor.advance();
  ValueHeader H;
  if (!readValueId(S, H) ||
      (!S.rest().empty() && !isClause(S.rest()) && !S.consumeEnd())) {
    report(S);
    return nullptr;
  }
  Value *V = findById(H.Id);
  if (!V || V->isUsedValue()) {
    V = &F.UnplacedValues.emplace_back();
    V->setHeader(H);
  }
  if (!(V->getHeader() == H))
    Dump.UsedHeaders[V->getLoc().getPointer()] = H;
  // A line that was cut is the last one, and what is missing is told then.
  consumeEnd(S, {UnknownAfter::UsedValueLine, V->getLoc()},
             UnknownPlace::UsedValuesClause);
  return V;
}

Value *DumpParser::findById(uint64_t Id) {
  auto IsBelow = [this](uint32_t I, uint64_t Id) {
    return F.Values[I].getId() < Id;
  };
  // The values stand in the same order here.
  auto Found = ById.begin() + NextById;
  if (Found == ById.end() || F.Values[*Found].getId() != Id)
    Found = lower_bound(ById, Id, IsBelow);
  if (Found == ById.end() || F.Values[*Found].getId() != Id)
    return nullptr;
  NextById = Found - ById.begin() + 1;
  return &F.Values[*Found];
}

// What was read last, and the text of the instruction.
void DumpParser::keepLists(Value &V, StringRef Text) {
  auto *Lists = new (*F.Arena) ValueLists;
  Lists->Positions = keep(ArrayRef(PositionScratch));
  Lists->Uses = keep(ArrayRef(UseScratch));
  Lists->InstructionText = Text.data();
  V.setLists(*Lists, Text.size());
}

bool DumpParser::parseListHead(StringRef Head, UnknownAnchor At) {
  while (passUnknownUsedValueLines())
    ;
  LineScanner S = scanLine();
  if (!S.consume(Head) || !consumeEnd(S, At, placeOfListClause()))
    return report(S);
  Cursor.advance();
  return true;
}

UnknownAnchor DumpParser::getListAnchor(const Value &V, StringRef Name,
                                        bool IsUse) const {
  if (!isInAllocations())
    return {IsUse ? UnknownAfter::UseLine : UnknownAfter::PositionLine,
            Name.data()};
  return IsUse
             ? UnknownAnchor::inPlacedList(UnknownAfter::PlacedUseLine,
                                           V.getLoc(), UseScratch.size())
             : UnknownAnchor::inPlacedList(UnknownAfter::PlacedPositionLine,
                                           V.getLoc(), PositionScratch.size());
}

bool DumpParser::parsePositions(const Value &V) {
  unsigned MistakesBefore = MistakeCount;
  PositionScratch.clear();
  for (;;) {
    if (passUnknownUsedValueLines())
      continue;
    if (!isAtListLine())
      break;
    LineScanner S = takeLine();
    S.drop(2);
    StringRef Name, Index;
    if (readPosition(S, Name, Index, [&] { return isClause(S.rest()); }) &&
        // That is a use.
        (S.rest().starts_with(", operand ")
             ? S.consumeEnd()
             : consumeEnd(S, getListAnchor(V, Name, /*IsUse=*/false),
                          placeOfListClause())))
      PositionScratch.push_back(Position(Name, Index));
    else
      report(S);
  }
  UseScratch.clear();
  if (PositionScratch.empty() && MistakeCount == MistakesBefore)
    error(lineLoc(), "expected a position of value " + Twine(V.getId()));
  return !PositionScratch.empty();
}

bool DumpParser::parseUsedValueUses(Value &V) {
  const UnknownAnchor AtUses(UnknownAfter::UsesHead, V.getLoc());
  if (LineScanner S = scanLine();
      S.tryConsume(" uses are not initialized yet.")) {
    if (!consumeEnd(S, AtUses, UnknownPlace::UsedValuesClause))
      return report(S);
    Cursor.advance();
    return true;
  }
  return parseListHead(" uses:", AtUses) && parseUses(V);
}

static constexpr StringLiteral NoUses = "  (none)";

bool DumpParser::saysNoUses() const {
  StringRef Line = Cursor.line();
  return Line.consume_front(NoUses) && (Line.empty() || isClause(Line));
}

bool DumpParser::parseUses(Value &V) {
  SMLoc Begin = lineLoc();
  bool SaysNone = false;
  for (;;) {
    if (UseScratch.empty() && !SaysNone && saysNoUses()) {
      SaysNone = true;
      LineScanner S = takeLine();
      S.drop(NoUses.size());
      consumeEnd(S,
                 {isInAllocations() ? UnknownAfter::PlacedNoUsesLine
                                    : UnknownAfter::NoUsesLine,
                  V.getLoc()},
                 placeOfListClause());
      continue;
    }
    if (passUnknownUsedValueLines())
      continue;
    if (SaysNone || !isAtListLine())
      break;
    LineScanner S = takeLine();
    S.drop(2);
    StringRef Name, Index;
    Use U;
    if (readUse(S, Name, U.OperandNumber, Index,
                [&] { return isClause(S.rest()); }) &&
        consumeEnd(S, getListAnchor(V, Name, /*IsUse=*/true),
                   placeOfListClause())) {
      U.User = HloPosition(Name, Index);
      UseScratch.push_back(U);
    } else {
      report(S);
    }
  }
  V.setHasUses(true);
  // An empty list may have lost its lines to an error.
  if (!UseScratch.empty() || hadError())
    return true;
  if (!PrintsNoUses)
    PrintsNoUses = Dump.Dialect.PrintsNoUses = SaysNone;
  else if (*PrintsNoUses != SaysNone)
    error(Begin, Twine(SaysNone ? "expected no" : "expected") +
                     " '  (none)', as in the first empty list of uses");
  return true;
}

namespace {

/// Knows of a text that it reads piece by piece whether it ends inside a string
/// or brackets.
class BalanceChecker {
  unsigned Depth = 0;
  bool InString = false;
  bool IsEscaped = false;

public:
  void read(StringRef Piece) {
    for (char C : Piece) {
      if (InString) {
        if (IsEscaped)
          IsEscaped = false;
        else if (C == '\\')
          IsEscaped = true;
        else if (C == '"')
          InString = false;
      } else if (C == '"') {
        InString = true;
      } else if (C == '{' || C == '(' || C == '[') {
        ++Depth;
      } else if ((C == '}' || C == ')' || C == ']') && Depth != 0) {
        --Depth;
      }
    }
  }
  bool isBalanced() const { return !InString && Depth == 0; }
};

} // namespace

// No string can be taken for these few lines.
bool DumpParser::beginsOtherPart(LineCursor At) const {
  if (At.line().starts_with("<"))
    return At.nextLine() == " positions:";
  if (!At.line().empty())
    return false;
  // One of the two empty lines is missing where line feeds are.
  unsigned Needed = HasLineFeedAfterInstruction.value_or(true) ? 2 : 1;
  for (; Needed != 0 && At.line().empty() && !At.atEnd(); --Needed)
    At.advance();
  return At.atEnd() || (Needed == 0 && At.line().starts_with("HloLiveRange "));
}

// Unknown lines may stand before the positions. They are looked through once,
// however many lines ask.
bool DumpParser::hasPositionsBelow(LineCursor At) {
  At.advance();
  const char *Begin = At.line().data();
  if (Begin < BeginOfScan || Begin > EndOfScan) {
    BeginOfScan = Begin;
    while (At.line().starts_with(" ") && !isLineOfUsedValues(At.line()))
      At.advance();
    EndOfScan = At.line().data();
    FoundPositions = At.line() == " positions:";
  }
  return FoundPositions;
}

// Between January and November 2024 no line feed follows the text. The header
// of the next value ends the line then. It is told from the end of the text by
// its next line, and no string of the text can hold what looks like both.
StringRef DumpParser::findGluedHeader(const LineCursor &At) {
  if (!hasPositionsBelow(At))
    return StringRef();
  size_t Open = At.line().rfind('<');
  if (Open == StringRef::npos || Open == 0)
    return StringRef();
  LineScanner S(At.line().drop_front(Open));
  ValueHeader H;
  if (!readValueId(S, H) || (!S.rest().empty() && !isClause(S.rest())))
    return StringRef();
  return At.line().drop_front(Open);
}

// A string of the text may hold line feeds, or quotes that nothing escapes
// (docs/DumpFormat.md#instructions). The text ends at the first line that
// begins another part, or at an earlier one where all its strings and brackets
// are closed.
bool DumpParser::parseInstructionText(const Value &V, StringRef &Result) {
  LineScanner S = scanLine();
  // There was none until September 2021.
  if (!S.tryConsume(" from instruction:")) {
    if (Cursor.line().empty() || Cursor.line().starts_with("<") ||
        getSection(Cursor.line()))
      return true;
    S.failExpected("' from instruction:'");
    return report(S);
  }
  if (!parseBlankAfterInstruction(S))
    return report(S);
  LastAnchor = {UnknownAfter::InstructionLine, V.getLoc()};
  LineCursor Begin = Cursor;
  StringRef Text = S.rest();
  unsigned LineCount = 1;
  BalanceChecker Balance;
  StringRef Unchecked = Text;
  for (;; ++LineCount) {
    StringRef Glued = findGluedHeader(Cursor);
    Text = StringRef(Text.begin(), Cursor.line().end() - Text.begin());
    if (Glued.begin() > Text.begin()) {
      GluedHeader = Glued;
      Text = Text.drop_back(Glued.size());
      break;
    }
    Cursor.advance();
    if (Cursor.atEnd() || beginsOtherPart(Cursor))
      break;
    Balance.read(Unchecked);
    Unchecked = Cursor.line();
    if (!Balance.isBalanced())
      continue;
    // XLA's files may follow each other without a line between them.
    if (Cursor.line().empty() || Cursor.line().starts_with("<") ||
        getSection(Cursor.line()) ||
        (isUnknownLine() && !isLineOfUsedValues(Cursor.line())))
      break;
    LineScanner Next = scanLine();
    Next.failExpected("'<' and the id of a value");
    return report(Next);
  }
  checkLineFeedAfterInstruction();
  if (LineCount != 1)
    Text = joinLines(Text, Begin, LineCount);
  if (Text.size() > UINT32_MAX) {
    error(S.loc(), "the text of an instruction has 4 GiB or more");
    return false;
  }
  Result = Text;
  return true;
}

// The last text of all is followed by an empty line in either style.
void DumpParser::checkLineFeedAfterInstruction() {
  bool IsGlued = !GluedHeader.empty();
  if (!IsGlued && !Cursor.line().starts_with("<"))
    return;
  if (!HasLineFeedAfterInstruction) {
    HasLineFeedAfterInstruction = !IsGlued;
    Dump.Dialect.LineFeedAfterInstruction = !IsGlued;
  }
  if (*HasLineFeedAfterInstruction == IsGlued)
    error(IsGlued ? SMLoc::getFromPointer(GluedHeader.data()) : lineLoc(),
          Twine("expected ") + (IsGlued ? "a" : "no") +
              " line feed before this value, as before the second one");
}

bool DumpParser::parseBlankAfterInstruction(LineScanner &S) {
  bool HasBlank = S.rest().starts_with(" ");
  if (!HasBlankAfterInstruction)
    HasBlankAfterInstruction = Dump.Dialect.BlankAfterInstruction = HasBlank;
  if (*HasBlankAfterInstruction)
    return S.consume(" ");
  return !HasBlank || S.failExpected("no blank, as in the first such line");
}

} // namespace hlomem
