//===- CanonicalLines.cpp - The lines that nearly every dump consists of --===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scanner keeps a message ready and copies itself to look ahead, which
// costs more than what a line says. Here a line is read from left to right, by
// what it must be to be a canonical one, as XLA prints nearly all of them, and
// nothing is done before it is known to be that.
//
//===----------------------------------------------------------------------===//

#include "CanonicalLine.h"
#include "LineGrammar.h"
#include "ParserImpl.h"

using namespace llvm;

namespace hlomem {

ValueLineRun DumpParser::readCanonicalValueLines(
    const char *Line, const char *End,
    function_ref<const Shape *(StringRef)> GetShape, ValueVector &Values) {
  ValueLineRun Run;
  Run.Begin = Line;
  size_t CountBefore = Values.size();
  for (;;) {
    CanonicalLine L(Line, End);
    ValueHeader H;
    uint64_t Offset, Size;
    if (!readValueLine(L, H, Offset, Size, [](UnknownAfter) {}))
      break;
    const Shape *Type = GetShape(L.takeRestOfLine());
    if (!Type)
      break;
    Run.HasTiles |= Type->hasTiles();
    Run.MaxId = std::max(Run.MaxId, H.Id);
    Value V;
    V.setHeader(H);
    V.setShape(Type);
    V.setSlice(Bytes(Offset), Bytes(Size));
    Values.append(V);
    Line = L.place();
  }
  Run.End = Line;
  Run.Count = Values.size() - CountBefore;
  return Run;
}

const char *DumpParser::passCanonicalValueLines() {
  const char *Line = Cursor.line().begin();
  if (!Cursor.isPlain() ||
      ValueLines.value_or(ValueLineForm::SizeFirst) != ValueLineForm::SizeFirst)
    return Line;
  auto GetShape = [this](StringRef Text) {
    ShapeError E;
    return parseShape(Text, *F.Shapes, E);
  };
  for (;;) {
    readValuesAhead(Line);
    std::optional<ValueLineRun> Run = takeValuesAhead(Line);
    if (!Run)
      Run = readCanonicalValueLines(Line, EndOfLines, GetShape, F.Values);
    if (Run->Count == 0)
      break;
    ValueLines = Dump.Dialect.ValueLines = ValueLineForm::SizeFirst;
    ValueCount += Run->Count;
    MaxId = std::max(MaxId, Run->MaxId);
    F.Shapes->setHasTiles(F.Shapes->hasTiles() || Run->HasTiles);
    Line = Run->End;
  }
  Cursor.jumpTo(Line);
  return Line;
}

// False where something is not canonical.
bool DumpParser::readCanonicalUsedValue(UsedValueRun &R) {
  // They stand anywhere in the allocations.
  constexpr size_t Ahead = 8;
  if (R.Next + Ahead < ById.size())
    __builtin_prefetch(&F.Values[ById[R.Next + Ahead]]);
  if (R.Next == R.Limit)
    return false;
  Value &V = F.Values[ById[R.Next]];
  if (V.isUsedValue())
    return false;
  // The header is that of the value line: `<` and the id stand before the name.
  CanonicalLine L(R.At, EndOfLines);
  uint64_t Id;
  if (!L.consume("<") || !readId(L, Id) || !L.consume(" ") || Id != V.getId())
    return false;
  const char *Same = V.getInstructionName().begin();
  const char *At = L.place();
  while (*At == *Same && *At != '>' && *At != '\n') {
    ++At;
    ++Same;
  }
  if (*At != '>' || *Same != '>')
    return false;
  L = CanonicalLine(At, EndOfLines);
  if (!L.consume(">\n positions:\n"))
    return false;
  auto HasUnknown = [] { return false; };
  StringRef Name, Index;
  const char *Lists = L.place();
  while (L.tryConsume("  "))
    if (!readPosition(L, Name, Index, HasUnknown) || !L.consume("\n"))
      return false;
  bool HasPosition = L.place() != Lists;
  if (!L.consume(" uses:\n"))
    return false;
  const char *Uses = L.place();
  uint32_t OperandNumber;
  while (L.tryConsume("  "))
    if (!readUse(L, Name, OperandNumber, Index, HasUnknown) || !L.consume("\n"))
      return false;
  bool HasUse = L.place() != Uses;
  if (!L.consume(" from instruction: ") || !HasPosition ||
      (!HasUse && PrintsNoUses != false))
    return false;
  StringRef Text = L.takeRestOfLine();
  if (!beginsUsedValue(L.place()) || Text.size() > UINT32_MAX ||
      Text.begin() - Lists > UINT32_MAX)
    return false;

  V.setUnreadLists(Lists, Text.begin() - Lists, Text.size());
  V.setHasUses(true);
  V.setIsUsedValue(true);
  ++R.Next;
  R.At = L.place();
  return true;
}

// After the text of an instruction, which may have line feeds in it, only this
// is sure to be the next value.
bool DumpParser::beginsUsedValue(const char *Line) const {
  CanonicalLine L(Line, EndOfLines);
  if (!L.startsWith("<"))
    return false;
  L.takeRestOfLine();
  return L.startsWith(" positions:\n");
}

void DumpParser::passCanonicalUsedValues() {
  // How it is written must be known, which the first value tells.
  if (!Cursor.isPlain() || !GluedHeader.empty() || isDone() ||
      !HasBlankAfterInstruction.value_or(false) ||
      !HasLineFeedAfterInstruction.value_or(false))
    return;
  UsedValueRun R{Cursor.line().begin(), NextById, ById.size()};
  do {
    readUsedValuesAhead(R);
    append_range(*F.ListedValues,
                 make_range(ById.begin() + NextById, ById.begin() + R.Next));
    NextById = R.Next;
  } while (readCanonicalUsedValue(R));
  Cursor.jumpTo(R.At);
}

bool DumpParser::readCanonicalScheduleLine(ScheduleRun &R) const {
  CanonicalLine L(R.At, EndOfLines);
  Time T;
  StringRef Name;
  if (!readScheduleLine(L, T, Name) || !L.consume("\n") ||
      T != R.First + R.Names.size())
    return false;
  R.Names.push_back(Name);
  R.At = L.place();
  return true;
}

void DumpParser::passCanonicalSchedule() {
  if (!Cursor.isPlain())
    return;
  ScheduleRun R{Cursor.line().begin(), 0, std::move(F.Schedule)};
  do
    readScheduleAhead(R);
  while (readCanonicalScheduleLine(R));
  F.Schedule = std::move(R.Names);
  Cursor.jumpTo(R.At);
}

bool DumpParser::readCanonicalLiveRange(LiveRangeRun &R, bool IsAhead) {
  CanonicalLine L(R.At, EndOfLines);
  HloPosition Definition;
  LiveRange Range;
  if (!readLiveRangeLine(L, Definition, Range) || !L.consume("\n") ||
      Range.Begin > Range.End || Range.End > F.Schedule.size())
    return false;
  size_t Next = R.Next;
  ValueOrder::Entry E = IsAhead ? findNextLiveRange(Definition, Next, R.Limit)
                                : findForLiveRange(Definition, Next);
  if (E == ValueOrder::None || getValue(E).getLiveRange())
    return false;
  R.Order.push_back(E);
  getValue(E).setLiveRange(Range);
  R.Next = Next;
  R.At = L.place();
  return true;
}

void DumpParser::passCanonicalLiveRanges() {
  if (!Cursor.isPlain())
    return;
  LiveRangeRun R{Cursor.line().begin(), NextInLiveRangeOrder,
                 F.ListedValues->size(), std::move(Dump.LiveRangeOrder)};
  do
    readLiveRangesAhead(R);
  while (readCanonicalLiveRange(R, /*IsAhead=*/false));
  Dump.LiveRangeOrder = std::move(R.Order);
  NextInLiveRangeOrder = R.Next;
  Cursor.jumpTo(R.At);
}

} // namespace hlomem
