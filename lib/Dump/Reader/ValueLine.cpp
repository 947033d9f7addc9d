//===- ValueLine.cpp - The place of a value in its allocation -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three forms: ValueLineForm. The grammar is in docs/DumpFormat.md#allocations
// and docs/Dialects.md#forms-before-2021.
//
//===----------------------------------------------------------------------===//

#include "LineGrammar.h"
#include "ParserImpl.h"

using namespace llvm;

namespace hlomem {

// Passes all lines of the value, but no line that may begin another one.
bool DumpParser::parseValueLines(Value &V) {
  LineScanner S = scanLine();
  ValueLineForm Form = ValueLineForm::SizeFirst;
  if (S.rest().starts_with("  "))
    Form = S.rest().size() > 2 && isDigit(S.rest()[2])
               ? ValueLineForm::OffsetFirstWithUses
               : ValueLineForm::OffsetFirst;
  if (!ValueLines)
    ValueLines = Dump.Dialect.ValueLines = Form;
  Cursor.advance();
  bool IsRead = false;
  switch (*ValueLines) {
  case ValueLineForm::SizeFirst:
    IsRead = parseSizeFirst(S, V);
    break;
  case ValueLineForm::OffsetFirst:
    IsRead = parseOffsetFirst(S, V);
    break;
  case ValueLineForm::OffsetFirstWithUses:
    IsRead = parseOffsetFirstWithUses(S, V);
    break;
  }
  if (!IsRead && !S.message().empty())
    report(S);
  return IsRead;
}

bool DumpParser::parseSizeFirst(LineScanner &S, Value &V) {
  uint64_t Offset, Size;
  ValueHeader H;
  auto PassUnknown = [&](UnknownAfter Part) {
    parseUnknownValueAttributes(S, {Part, H.Definition.getLoc()});
  };
  if (!readValueLine(S, H, Offset, Size, PassUnknown))
    return false;
  V.setHeader(H);
  V.setSlice(Bytes(Offset), Bytes(Size));
  return parseShapeToEnd(S, V);
}

// `,key=...` after the size or the offset.
void DumpParser::parseUnknownValueAttributes(LineScanner &S, UnknownAnchor At) {
  auto IsEnd = [](StringRef Rest) {
    return Rest.front() == ',' || Rest.starts_with("): ");
  };
  while (S.rest().starts_with(",") && !S.rest().starts_with(",offset=")) {
    StringRef Text = takeAttribute(S.rest().drop_front(1), IsEnd);
    if (!Text.contains('='))
      break;
    Dump.Unknown.count(UnknownPlace::ValueAttribute, Text.split('=').first,
                       S.loc());
    keepUnknown(At, {S.rest().take_front(1 + Text.size()), /*IsLine=*/false});
    S.drop(1 + Text.size());
  }
}

bool DumpParser::parseOffsetFirst(LineScanner &S, Value &V) {
  StringRef Name, Index;
  ValueHeader H;
  if (!S.consume("  ") || !S.consumeName(Name) ||
      !S.consumeBracketedIndex(Index) || !S.consume("(#") || !readId(S, H.Id))
    return false;
  H.Definition = HloPosition(Name, Index);
  if (!readColor(S, H))
    return false;
  V.setHeader(H);
  return S.consume(") ") && parseOffsetAndSize(S, V);
}

bool DumpParser::parseOffsetFirstWithUses(LineScanner &S, Value &V) {
  StringRef Name, Index;
  ValueHeader H;
  if (!S.consume("  ") || !readId(S, H.Id) || !S.consume(" "))
    return false;
  H.Phi = S.tryConsume("PHI ");
  if (!S.consumeName(Name) || !S.consumeOptionalIndex(Index))
    return false;
  H.Definition = HloPosition(Name, Index);
  if (!readColor(S, H))
    return false;
  V.setHeader(H);
  if (!S.consume(", positions:") ||
      !consumeEnd(S, {UnknownAfter::ValueHeadLine, V.getLoc()},
                  UnknownPlace::AllocationsClause) ||
      !parsePositions(V) ||
      !parseListHead(" uses:", {UnknownAfter::PlacedUsesHead, V.getLoc()}) ||
      !parseUses(V))
    return false;
  keepLists(V, /*Text=*/StringRef());
  S = takeLine();
  return S.consume(" ") && parseOffsetAndSize(S, V);
}

bool DumpParser::parseOffsetAndSize(LineScanner &S, Value &V) {
  if (!S.consume("["))
    return false;
  StringRef AtOffset = S.place();
  uint64_t Size, Offset;
  if (!S.consumeNumber(Offset, "value offset") || !S.consume(",") ||
      !S.consumeNumber(Size, "value size") ||
      !checkSlice(S, AtOffset, Offset, Size))
    return false;
  V.setSlice(Bytes(Offset), Bytes(Size));
  return S.consume("]: ") && parseShapeToEnd(S, V);
}

bool DumpParser::parseShapeToEnd(LineScanner &S, Value &V) {
  ShapeError E;
  StringRef Text = S.rest();
  const Shape *Type = parseShape(Text, *F.Shapes, E);
  if (!Type && isClause(Text.drop_front(E.Offset))) {
    ShapeError Again;
    Text = Text.take_front(E.Offset);
    Type = parseShape(Text, *F.Shapes, Again);
  }
  V.setShape(Type);
  S.drop(Type ? Text.size() : E.Offset);
  return Type ? consumeEnd(S, {UnknownAfter::ValueLine, V.getLoc()},
                           UnknownPlace::AllocationsClause)
              : S.fail(E.Message);
}

} // namespace hlomem
