//===- UsualLines.cpp - The lines that nearly every dump consists of ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scanner keeps a message ready and copies itself to look ahead, which
// costs more than what a line says. Here a line is read from left to right, by
// what it must be to be one of the usual kind, and nothing is done before it is
// known to be that.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace llvm;

namespace hlomem {

namespace {

// Reads complete lines: each ends with a line feed before the end, where
// whatever is read stops.
class UsualLine {
  const char *At;
  const char *End;
  bool IsUsual = true;

public:
  UsualLine(const char *At, const char *End) : At(At), End(End) {}

  // What follows means nothing once this is false.
  explicit operator bool() const { return IsUsual; }
  const char *at() const { return At; }

  bool startsWith(StringRef Text) const {
    return size_t(End - At) >= Text.size() &&
           std::memcmp(At, Text.data(), Text.size()) == 0;
  }
  bool tryTake(StringRef Text) {
    if (!startsWith(Text))
      return false;
    At += Text.size();
    return true;
  }
  void take(StringRef Text) { IsUsual &= tryTake(Text); }

  // Up to 18 digits, which fit into 63 bits.
  uint64_t takeNumber() {
    const char *Begin = At;
    uint64_t N = 0;
    for (; isDigit(*At); ++At)
      N = N * 10 + (*At - '0');
    size_t Length = At - Begin;
    IsUsual &= Length != 0 && Length <= 18 && (Length == 1 || *Begin != '0');
    return N;
  }

  StringRef takeName() {
    const char *Begin = At;
    IsUsual &= isAlpha(*At) || *At == '_';
    while (isNameCharacter(*At))
      ++At;
    return StringRef(Begin, At - Begin);
  }

  // With its braces.
  StringRef takeIndex() {
    const char *Begin = At;
    take("{");
    if (tryTake("}"))
      return StringRef(Begin, At - Begin);
    takeNumber();
    while (tryTake(","))
      takeNumber();
    take("}");
    return StringRef(Begin, At - Begin);
  }

  StringRef takeRestOfLine() {
    const char *Begin = At;
    At = static_cast<const char *>(std::memchr(At, '\n', End - At));
    return StringRef(Begin, At++ - Begin);
  }

private:
  static bool isNameCharacter(char C) {
    return NameCharacters[static_cast<unsigned char>(C)];
  }
};

} // namespace

// ` value: <3 fusion.1{0} (phi) @0> (size=64,offset=128): f32[16]{0}`
const char *DumpParser::passUsualValueLines() {
  const char *Line = Cursor.line().begin();
  if (!Cursor.isPlain() ||
      ValueLines.value_or(ValueLineForm::SizeFirst) != ValueLineForm::SizeFirst)
    return Line;
  for (;;) {
    UsualLine L(Line, EndOfLines);
    if (!L.tryTake(" value: <"))
      break;
    Value V;
    V.Header.Id = L.takeNumber();
    L.take(" ");
    StringRef Name = L.takeName(), Index;
    if (L && L.startsWith("{"))
      Index = L.takeIndex();
    V.Header.Definition = NamedIndex(Name, Index);
    V.Header.Phi = L.tryTake(" (phi)");
    V.Header.HasColor = L.tryTake(" @");
    uint64_t Color = V.Header.HasColor ? L.takeNumber() : 0;
    L.take("> (size=");
    V.Size = Bytes(L.takeNumber());
    L.take(",offset=");
    V.Offset = Bytes(L.takeNumber());
    L.take("): ");
    if (!L || Color > std::numeric_limits<MemorySpace>::max())
      break;
    V.Header.Color = Color;
    ShapeError E;
    V.Type = M.Shapes.get(L.takeRestOfLine(), E);
    if (!V.Type)
      break;
    ValueLines = M.Dialect.ValueLines = ValueLineForm::SizeFirst;
    MaxId = std::max(MaxId, V.getId());
    M.Values.push_back(V);
    Line = L.at();
  }
  Cursor.jumpTo(Line);
  return Line;
}

// The begin of the next header, or null where something is unusual.
const char *DumpParser::readUsualUsedValue(const char *Header) {
  if (NextById == ById.size())
    return nullptr;
  Value &V = M.Values[ById[NextById]];
  if (V.IsUsedValue)
    return nullptr;
  // The header is that of the value line: `<` and the id stand before the name.
  UsualLine L(Header, EndOfLines);
  if (!L.tryTake("<"))
    return nullptr;
  uint64_t Id = L.takeNumber();
  L.take(" ");
  if (!L || Id != V.getId())
    return nullptr;
  const char *Same = V.Header.Definition.getName().begin();
  const char *At = L.at();
  while (*At == *Same && *At != '>' && *At != '\n') {
    ++At;
    ++Same;
  }
  if (*At != '>' || *Same != '>')
    return nullptr;
  L = UsualLine(At, EndOfLines);
  L.take(">\n positions:\n");
  if (!L)
    return nullptr;
  const char *Lists = L.at();
  while (L && L.tryTake("  ")) {
    L.takeName();
    if (L.tryTake(" "))
      L.takeIndex();
    L.take("\n");
  }
  bool HasPosition = L.at() != Lists;
  L.take(" uses:\n");
  const char *Uses = L.at();
  while (L && L.tryTake("  ")) {
    L.takeName();
    L.take(", operand ");
    if (L.takeNumber() > UINT32_MAX)
      return nullptr;
    if (L.tryTake(" "))
      L.takeIndex();
    L.take("\n");
  }
  bool HasUse = L.at() != Uses;
  L.take(" from instruction: ");
  if (!L || !HasPosition || (!HasUse && PrintsNoUses != false))
    return nullptr;
  StringRef Text = L.takeRestOfLine();
  // Behind the text of an instruction, which may have line feeds in it, only
  // this is sure to be the next value.
  UsualLine Next = L;
  if (!Next.startsWith("<") || Text.size() > UINT32_MAX)
    return nullptr;
  Next.takeRestOfLine();
  if (!Next.startsWith(" positions:\n"))
    return nullptr;

  V.ListsText = Lists;
  V.HasKnownLists = false;
  V.HasUses = true;
  V.TextBegin = Text.data();
  V.TextSize = Text.size();
  V.IsUsedValue = true;
  M.UsedValues.push_back(&V);
  ++NextById;
  return L.at();
}

void DumpParser::passUsualUsedValues() {
  // How it is written must be known, which the first value tells.
  if (!Cursor.isPlain() || !GluedHeader.empty() || isDone() ||
      !HasBlankAfterInstruction.value_or(false) ||
      !HasLineFeedAfterInstruction.value_or(false))
    return;
  // They stand anywhere in the allocations.
  constexpr size_t Ahead = 8;
  const char *Header = Cursor.line().begin();
  for (;;) {
    if (NextById + Ahead < ById.size())
      __builtin_prefetch(&M.Values[ById[NextById + Ahead]]);
    const char *Next = readUsualUsedValue(Header);
    if (!Next)
      break;
    Header = Next;
  }
  Cursor.jumpTo(Header);
}

// `    7:fusion.1`
void DumpParser::passUsualSchedule() {
  if (!Cursor.isPlain())
    return;
  const char *Line = Cursor.line().begin();
  for (;;) {
    UsualLine L(Line, EndOfLines);
    if (!L.tryTake("    "))
      break;
    uint64_t T = L.takeNumber();
    L.take(":");
    StringRef Name = L.takeName();
    L.take("\n");
    if (!L || T != M.Schedule.size() || T > std::numeric_limits<Time>::max())
      break;
    M.Schedule.push_back(Name);
    Line = L.at();
  }
  Cursor.jumpTo(Line);
}

// `    fusion.1{0}:7-9`
void DumpParser::passUsualLiveRanges() {
  if (!Cursor.isPlain())
    return;
  const char *Line = Cursor.line().begin();
  for (;;) {
    UsualLine L(Line, EndOfLines);
    if (!L.tryTake("    "))
      break;
    StringRef Name = L.takeName(), Index = L.takeIndex();
    L.take(":");
    uint64_t Begin = L.takeNumber();
    L.take("-");
    uint64_t Last = L.takeNumber();
    L.take("\n");
    if (!L || Begin > Last || Last > M.getEndOfProgram())
      break;
    size_t NextBefore = NextInLiveRangeOrder;
    Value *V = findForLiveRange(NamedIndex(Name, Index));
    if (!V || V->HasRange) {
      NextInLiveRangeOrder = NextBefore;
      break;
    }
    M.LiveRangeOrder.push_back(V);
    V->Range = {Time(Begin), Time(Last)};
    V->HasRange = true;
    Line = L.at();
  }
  Cursor.jumpTo(Line);
}

} // namespace hlomem
