//===- UsedValueSection.cpp - Positions, uses and texts of the values -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dump-format.md section 3.3.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace llvm;

namespace hlomem {

void DumpParser::parseUsedValues() {
  M.UsedValues.reserve(M.Values.size());
  while (!isDone() && !Cursor.line().empty())
    parseUsedValue();
}

void DumpParser::parseUsedValue() {
  Value *V = parseUsedValueHeader();
  Cursor.advance();
  if (V) {
    V->IsUsedValue = true;
    M.UsedValues.push_back(V);
    if (parsePositions(*V) && parseUses(*V) && parseInstructionText(*V))
      return;
  }
  // What follows up to the next header belongs to no value.
  while (!isDone() && !Cursor.line().empty() && !Cursor.line().starts_with("<"))
    Cursor.advance();
}

Value *DumpParser::parseUsedValueHeader() {
  LineScanner S = scanLine();
  LineScanner AtId = S;
  Value Header;
  if (!parseValueId(S, Header) || !S.consumeEnd()) {
    report(S);
    return nullptr;
  }
  AtId.drop(1);
  auto Known = ValuesById.find(Header.Id);
  if (Known == ValuesById.end()) {
    if (!hadError())
      error(AtId.loc(),
            "value " + Twine(Header.Id) + " stands in no allocation");
    return nullptr;
  }
  Value &V = M.Values[Known->second];
  if (V.IsUsedValue) {
    error(AtId.loc(), "value " + Twine(Header.Id) + " is listed twice");
    return nullptr;
  }
  if (V.Definition.getName() != Header.Definition.getName() ||
      V.Definition.hasIndex() != Header.Definition.hasIndex() ||
      V.Definition.getIndex() != Header.Definition.getIndex() ||
      V.Phi != Header.Phi || V.getColor() != Header.getColor()) {
    error(AtId.loc(), "value " + Twine(Header.Id) +
                          " differs from its line under 'BufferAssignment:'");
    return nullptr;
  }
  return &V;
}

bool DumpParser::parseListHead(StringRef Head) {
  LineScanner S = scanLine();
  if (!S.consume(Head) || !S.consumeEnd()) {
    report(S);
    return false;
  }
  Cursor.advance();
  return true;
}

bool DumpParser::parsePositions(Value &V) {
  if (!parseListHead(" positions:"))
    return false;
  PositionScratch.clear();
  for (; Cursor.line().starts_with("  "); Cursor.advance()) {
    LineScanner S = scanLine();
    S.drop(2);
    StringRef Name, Index;
    if (S.consumeName(Name) && (!S.tryConsume(" ") || S.consumeIndex(Index)) &&
        S.consumeEnd())
      PositionScratch.push_back(Position(Name, Index));
    else
      report(S);
  }
  if (PositionScratch.empty() && !hadError())
    error(SMLoc::getFromPointer(Cursor.line().data()),
          "expected a position of value " + Twine(V.Id));
  V.Positions = keep(ArrayRef(PositionScratch));
  return true;
}

bool DumpParser::parseUses(Value &V) {
  if (!parseListHead(" uses:"))
    return false;
  UseScratch.clear();
  SMLoc Begin = SMLoc::getFromPointer(Cursor.line().data());
  bool SaysNone = Cursor.line() == "  (none)";
  if (SaysNone)
    Cursor.advance();
  for (; !SaysNone && Cursor.line().starts_with("  "); Cursor.advance()) {
    LineScanner S = scanLine();
    S.drop(2);
    StringRef Name, Index;
    Use U;
    if (S.consumeName(Name) && S.consume(", operand ") &&
        S.consumeNumber(U.OperandNumber, "operand number") &&
        (!S.tryConsume(" ") || S.consumeIndex(Index)) && S.consumeEnd()) {
      U.User = NamedIndex(Name, Index);
      UseScratch.push_back(U);
    } else {
      report(S);
    }
  }
  if (UseScratch.empty() && !hadError()) {
    if (!PrintsNoUses)
      PrintsNoUses = M.Dialect.PrintsNoUses = SaysNone;
    else if (*PrintsNoUses != SaysNone)
      error(Begin, Twine(SaysNone ? "expected no" : "expected") +
                       " '  (none)', as in the first empty list of uses");
  }
  V.Uses = keep(ArrayRef(UseScratch));
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
static bool beginsOtherPart(LineCursor At) {
  if (At.line().starts_with("<"))
    return At.nextLine() == " positions:";
  if (!At.line().empty())
    return false;
  At.advance();
  return At.line().empty() && At.nextLine().starts_with("HloLiveRange ");
}

// A string of the text may hold line feeds (trap T6), or quotes that nothing
// escapes (trap T5). The text ends at the first line that begins another part,
// or at an earlier one where all its strings and brackets are closed.
bool DumpParser::parseInstructionText(Value &V) {
  LineScanner S = scanLine();
  if (!S.consume(" from instruction:") || !parseBlankAfterInstruction(S)) {
    report(S);
    return false;
  }
  StringRef Text = S.rest();
  const char *Unchecked = Text.begin();
  BalanceChecker Balance;
  for (Cursor.advance(); !Cursor.atEnd() && !beginsOtherPart(Cursor);
       Cursor.advance()) {
    StringRef Line = Cursor.line();
    Balance.read(StringRef(Unchecked, Line.begin() - Unchecked));
    Unchecked = Line.begin();
    if (Balance.isBalanced()) {
      if (Line.empty() || Line.starts_with("<"))
        break;
      LineScanner Next = scanLine();
      Next.failExpected("'<' and the id of a value");
      report(Next);
      return false;
    }
    Text = StringRef(Text.data(), Line.end() - Text.data());
  }
  if (Text.size() > UINT32_MAX) {
    error(S.loc(), "the text of an instruction has 4 GiB or more");
    return false;
  }
  V.TextBegin = Text.data();
  V.TextSize = Text.size();
  return true;
}

bool DumpParser::parseBlankAfterInstruction(LineScanner &S) {
  bool HasBlank = S.rest().starts_with(" ");
  if (!HasBlankAfterInstruction)
    HasBlankAfterInstruction = M.Dialect.BlankAfterInstruction = HasBlank;
  if (*HasBlankAfterInstruction)
    return S.consume(" ");
  return !HasBlank || S.failExpected("no blank, as in the first such line");
}

} // namespace hlomem
