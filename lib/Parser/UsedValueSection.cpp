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
  if (!V) {
    // What follows up to the next header belongs to no value.
    while (!isDone() && !Cursor.line().empty() &&
           !Cursor.line().starts_with("<"))
      Cursor.advance();
    return;
  }
  V->IsUsedValue = true;
  M.UsedValues.push_back(V);
  parsePositions(*V);
  parseUses(*V);
  parseInstructionText(*V);
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

void DumpParser::parsePositions(Value &V) {
  LineScanner Head = scanLine();
  if (!Head.consume(" positions:") || !Head.consumeEnd())
    return report(Head);
  Cursor.advance();

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
}

void DumpParser::parseUses(Value &V) {
  LineScanner Head = scanLine();
  if (!Head.consume(" uses:") || !Head.consumeEnd())
    return report(Head);
  Cursor.advance();

  UseScratch.clear();
  if (Cursor.line() == "  (none)") {
    M.Dialect.PrintsNoUses = true;
    Cursor.advance();
  }
  for (; Cursor.line().starts_with("  "); Cursor.advance()) {
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
  V.Uses = keep(ArrayRef(UseScratch));
}

// A string of the text may hold line feeds (trap T6). Such a text is told by
// its open quote or bracket, looked for only where the next line cannot begin
// anything else.
static bool isBalanced(StringRef Text) {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (InString) {
      if (C == '\\' && I + 1 != Text.size())
        ++I;
      else if (C == '"')
        InString = false;
      continue;
    }
    if (C == '"')
      InString = true;
    else if (C == '{' || C == '(' || C == '[')
      ++Depth;
    else if ((C == '}' || C == ')' || C == ']') && Depth != 0)
      --Depth;
  }
  return !InString && Depth == 0;
}

void DumpParser::parseInstructionText(Value &V) {
  LineScanner S = scanLine();
  if (!S.consume(" from instruction:"))
    return report(S);
  M.Dialect.BlankAfterInstruction = S.tryConsume(" ");
  StringRef Text = S.rest();
  Cursor.advance();
  while (!isDone() && !Cursor.line().empty() &&
         !Cursor.line().starts_with("<")) {
    if (isBalanced(Text)) {
      LineScanner Next = scanLine();
      Next.failExpected("'<' and the id of a value");
      report(Next);
      while (!isDone() && !Cursor.line().empty() &&
             !Cursor.line().starts_with("<"))
        Cursor.advance();
      break;
    }
    Text = StringRef(Text.data(), Cursor.line().end() - Text.data());
    Cursor.advance();
  }
  if (Text.size() > UINT32_MAX) {
    error(S.loc(), "the text of an instruction has 4 GiB or more");
    return;
  }
  V.TextBegin = Text.data();
  V.TextSize = Text.size();
}

} // namespace hlomem
