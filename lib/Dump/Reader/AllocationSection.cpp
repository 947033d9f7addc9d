//===- AllocationSection.cpp - Allocations, their values and the total ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is in docs/DumpFormat.md#allocations.
//
//===----------------------------------------------------------------------===//

#include "AllocationAttributes.h"
#include "LineGrammar.h"
#include "ParserImpl.h"
#include "hlomem/Support/ADT/RadixSort.h"
#include "hlomem/Support/TextScanner.h"

using namespace llvm;

namespace hlomem {

void DumpParser::parseAllocations() {
  // Where the values of each allocation begin: F.Values moves while it grows.
  SmallVector<size_t, 0> FirstValues;
  bool SkipsValues = false;
  LineScanner Head = takeLine();
  Head.drop(DumpHead.size());
  consumeEnd(Head, UnknownAfter::AllocationsHead,
             UnknownPlace::AllocationsClause);
  startReadingAhead();
  while (!isDone() && !Cursor.line().empty() && !getSection(Cursor.line())) {
    if (Cursor.line().starts_with(" ")) {
      if (SkipsValues) {
        Cursor.advance();
        continue;
      }
      if (Cursor.line().starts_with(ReuseHead) && !F.Allocations.empty()) {
        parseReusingValues(F.Allocations.back());
        continue;
      }
      if (const char *Line = Cursor.line().begin();
          !F.Allocations.empty() && passCanonicalValueLines() != Line) {
        LastAnchor = {UnknownAfter::ValueLine,
                      F.Values[ValueCount - 1].getLoc()};
        continue;
      }
      if (passUnknownLine(UnknownPlace::AllocationsLine, isLineOfAllocations,
                          /*HeadIndent=*/1))
        continue;
      Value V;
      if (!parseValueLines(V))
        continue;
      if (F.Allocations.empty()) {
        error(V.getLoc(), "expected an allocation before its values");
        continue;
      }
      dropValuesAhead();
      MaxId = std::max(MaxId, V.getId());
      F.Values.append(V);
      ++ValueCount;
      continue;
    }
    if (passUnknownLine(UnknownPlace::AllocationsLine, isLineOfAllocations))
      continue;
    LineScanner S = takeLine();
    Allocation A;
    SkipsValues = !parseAllocationLine(S, A);
    if (SkipsValues) {
      report(S);
      Dump.Pointers.resize(
          std::min(Dump.Pointers.size(), F.Allocations.size()));
      continue;
    }
    F.Allocations.push_back(A);
    FirstValues.push_back(ValueCount);
  }
  dropValuesAhead();
  ChunkValues.clear();

  // They would take 180 GiB.
  if (ValueCount >= ValueOrder::FirstUnplaced) {
    error(lineLoc(), "a dump has 2^31 values or more");
    F.Values.truncate(ValueCount = 0);
    FirstValues.assign(FirstValues.size(), 0);
  }
  FirstValues.push_back(ValueCount);
  Builder.placeValues(FirstValues, Source.get());
  sortValues();
}

void DumpParser::sortValues() {
  bool IsDense = MaxId / 16 < F.Values.size();
  const Value *First = F.Values.data();
  if (IsDense) {
    ById.assign(MaxId + 1, UINT32_MAX);
    // Of several with one id the first counts.
    for (const Value &V : F.Values)
      if (ById[V.getId()] == UINT32_MAX)
        ById[V.getId()] = &V - First;
    llvm::erase(ById, UINT32_MAX);
  } else {
    sortById();
  }
}

// Of several with one id the first counts.
void DumpParser::sortById() {
  auto IdOf = [this](uint32_t I) { return F.Values[I].getId(); };
  ById = getSortedPositions(F.Values.size(), IdOf);
  ById.erase(
      llvm::unique(
          ById, [IdOf](uint32_t L, uint32_t R) { return IdOf(L) == IdOf(R); }),
      ById.end());
}

void DumpParser::parseReusingValues(Allocation &A) {
  SMLoc Head = lineLoc();
  static constexpr StringLiteral Expected =
      "expected one such list, with values in it";
  bool IsSecond = !A.reusingValues().empty();
  if (IsSecond)
    error(Head, Expected);
  LineScanner AtHead = takeLine();
  AtHead.drop(ReuseHead.size());
  if (!consumeEnd(AtHead, {UnknownAfter::ReuseHead, A.getLoc()},
                  UnknownPlace::AllocationsClause))
    report(AtHead);
  SmallVector<ReusingValue> Reusing;
  while (!isDone()) {
    if (passUnknownLine(UnknownPlace::AllocationsLine, isLineOfAllocations,
                        /*HeadIndent=*/1))
      continue;
    if (!Cursor.line().starts_with("  value: "))
      break;
    LineScanner S = takeLine();
    S.drop(strlen("  value: "));
    ReusingValue V;
    if (readValueId(S, V.Header) && S.consume(" (color=") &&
        S.consumeNumber(V.Color, "memory space") && S.consume(")") &&
        consumeEnd(S, {UnknownAfter::ReuseLine, V.Header.Definition.getLoc()},
                   UnknownPlace::AllocationsClause))
      Reusing.push_back(V);
    else
      report(S);
  }
  if (Reusing.empty() && !IsSecond)
    error(Head, Expected);
  A.setReusingValues(keep(ArrayRef(Reusing)));
}

bool DumpParser::parseAllocationLine(LineScanner &S, Allocation &A) {
  if (!S.consume("allocation "))
    return false;
  A.setLoc(S.loc());
  uint64_t Index;
  if (!S.consumeNumber(Index, "allocation number") || !S.consume(": "))
    return false;
  A.setIndex(Index);
  if (S.tryConsume("0x")) {
    StringRef Digits = S.rest().take_while(isHexDigit);
    uint64_t Pointer;
    if (Digits.empty() || Digits.getAsInteger(16, Pointer) ||
        Digits != utohexstr(Pointer, /*LowerCase=*/true))
      return S.failExpected("a pointer of at most 64 bits, without leading "
                            "zeros and in lower case");
    Dump.Pointers.resize(F.Allocations.size() + 1);
    Dump.Pointers.back() = Pointer;
    S.drop(Digits.size());
    if (!S.consume(", "))
      return false;
  }
  uint64_t Size;
  if (!parseAttributesBeforeSize(S, A) || !S.consume("size ") ||
      !S.consumeNumber(Size, "allocation size"))
    return false;
  A.setSize(Bytes(Size));
  unsigned Next = 0;
  parseUnknownBrackets(S, UnknownAnchor::afterAttributes(Next, A.getLoc()));
  while (S.tryConsume(", ")) {
    if (!parseAllocationAttribute(S, A, Next))
      return false;
    parseUnknownBrackets(S, UnknownAnchor::afterAttributes(Next, A.getLoc()));
  }
  return S.consume(":") &&
         consumeEnd(S, {UnknownAfter::AllocationLine, A.getLoc()},
                    UnknownPlace::AllocationsClause);
}

static bool endsAllocationAttribute(StringRef Rest) {
  return Rest.starts_with(", ") || Rest == ":" || Rest.starts_with(": (") ||
         Rest.starts_with(": [");
}

bool DumpParser::parseAttributesBeforeSize(LineScanner &S,
                                           const Allocation &A) {
  while (!S.rest().starts_with("size ")) {
    StringRef Text = takeAttribute(S.rest(), endsAllocationAttribute);
    if (Text.empty() || !S.rest().drop_front(Text.size()).starts_with(", "))
      break;
    // What names an attribute of another place is damaged.
    if (Text.starts_with("Size ") ||
        parseAllocationFlag(Text) != AllocationFlags::None)
      break;
    Dump.Unknown.count(UnknownPlace::AllocationAttribute,
                       Text.take_until([](char C) { return C == ' '; }),
                       S.loc());
    keepUnknown({UnknownAfter::AllocationNumber, A.getLoc()},
                {S.rest().take_front(Text.size() + 2), /*IsLine=*/false});
    S.drop(Text.size() + 2);
  }
  return true;
}

// After the comma and its blank, which are kept with it.
bool DumpParser::parseUnknownAttribute(LineScanner &S, UnknownAnchor At,
                                       function_ref<bool(StringRef)> IsEnd) {
  StringRef Text = takeAttribute(S.rest(), IsEnd);
  StringRef Word = Text.take_until([](char C) { return C == ' '; });
  if (Text.empty() || beginsAllocationPart(Word))
    return false;
  Dump.Unknown.count(UnknownPlace::AllocationAttribute, Word, S.loc());
  keepUnknown(
      At, {StringRef(Text.data() - strlen(", "), strlen(", ") + Text.size()),
           /*IsLine=*/false});
  S.drop(Text.size());
  return true;
}

// ` (...)` or ` [...]` after an attribute.
void DumpParser::parseUnknownBrackets(LineScanner &S, UnknownAnchor At) {
  if (!S.rest().starts_with(" (") && !S.rest().starts_with(" ["))
    return;
  size_t Close = text::findClosing(S.rest(), 1);
  if (Close == StringRef::npos)
    return;
  StringRef Text = S.rest().take_front(Close + 1);
  StringRef Behind = S.rest().drop_front(Text.size());
  if (!isClause(Text) || !(endsAllocationAttribute(Behind) ||
                           Behind.starts_with(" at ShapeIndex ")))
    return;
  // No name: what stands there may be different in each.
  Dump.Unknown.count(UnknownPlace::AllocationAttribute, StringRef(), S.loc());
  keepUnknown(At, {Text, /*IsLine=*/false});
  S.drop(Text.size());
}

bool DumpParser::parseAllocationAttribute(LineScanner &S, Allocation &A,
                                          unsigned &Next) {
  ArrayRef<AllocationAttribute> All = allocationAttributes();
  const AllocationAttribute *Found = find_if(
      All, [&](const AllocationAttribute &T) { return T.begins(S.rest()); });
  if (Found == All.end()) {
    StringRef Word = takeAttributeWord(S.rest());
    return (parseAllocationFlag(Word) == AllocationFlags::None &&
            parseUnknownAttribute(
                S, UnknownAnchor::afterAttributes(Next, A.getLoc()),
                endsAllocationAttribute)) ||
           S.fail("unknown attribute " + quoteForMessage(Word) +
                  " of an allocation");
  }
  unsigned Number = Found - All.begin();
  if (Number < Next)
    return Found->Place.empty()
               ? S.fail("attribute " + quoteForMessage(Found->Name) +
                        " is repeated or out of order")
               : S.failExpected("'" + Found->Name + "' " + Found->Place);
  Next = Number + 1;
  S.drop(Found->Head.size());
  return Found->read(*this, S, A);
}

bool DumpParser::parseParameter(LineScanner &S, Allocation &A) {
  ParameterOrigin Origin;
  if (!S.consumeNumber(Origin.Number, "parameter number"))
    return false;
  const UnknownAnchor AtNumber(UnknownAfter::ParameterNumber, A.getLoc());
  auto IsEnd = [](StringRef Rest) {
    return Rest.starts_with(", ") || Rest.starts_with(" at ShapeIndex ");
  };
  parseUnknownBrackets(S, AtNumber);
  for (LineScanner Next = S; Next.tryConsume(", "); S = Next) {
    StringRef Word = takeAttributeWord(Next.rest());
    if (parseAllocationFlag(Word) != AllocationFlags::None ||
        !parseUnknownAttribute(Next, AtNumber, IsEnd))
      break;
    parseUnknownBrackets(Next, AtNumber);
  }
  if (S.tryConsume(", shape ")) {
    Origin.HasShape = true;
    if (!S.tryConsume("|<unknown shape>|") &&
        !parseShapeBetweenBars(S, Origin.Type))
      return false;
  }
  StringRef Index;
  if (!S.consume(" at ShapeIndex ") || !S.consumeIndex(Index))
    return false;
  Origin.Index = *ShapeIndex::parse(Index);
  A.setParameter(Origin);
  return true;
}

bool DumpParser::parseShapeBetweenBars(LineScanner &S, const Shape *&Result) {
  if (!S.consume("|"))
    return false;
  StringRef Text = S.rest().take_until([](char C) { return C == '|'; });
  ShapeError E;
  Result = parseShape(Text, *F.Shapes, E);
  S.drop(Result ? Text.size() : E.Offset);
  return Result ? S.consume("|") : S.fail(E.Message);
}

void DumpParser::parseTotal() {
  LineScanner S = takeLine();
  uint64_t Total;
  S.drop(strlen("Total bytes used: "));
  Dump.ReadClaims.TotalLoc = S.loc();
  if (!S.consumeNumber(Total, "total")) {
    report(S);
    return;
  }
  Dump.ReadClaims.Total = Bytes(Total);
  if (S.tryConsume(" (")) {
    StringRef Human = S.rest().take_until([](char C) { return C == ')'; });
    S.drop(Human.size());
    if (Human.empty())
      S.failExpected("a size such as '90.5KiB'");
    else if (S.consume(")"))
      Dump.ReadClaims.HumanTotal = Human;
  }
  if (!S.message().empty() ||
      !consumeEnd(S, UnknownAfter::TotalLine, UnknownPlace::TotalClause))
    report(S);
}

} // namespace hlomem
