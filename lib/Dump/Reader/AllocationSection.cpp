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

#include "ParserImpl.h"
#include "hlomem/Support/ADT/SortByKey.h"
#include "hlomem/Support/TextScanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace hlomem {

void DumpParser::parseAllocations() {
  // Where the values of each allocation begin: M.Values moves while it grows.
  SmallVector<size_t, 0> FirstValues;
  bool SkipsValues = false;
  LineScanner Head = scanLine();
  Cursor.advance();
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
      if (Cursor.line().starts_with(ReuseHead) && !M.Allocations.empty()) {
        parseReusingValues(M.Allocations.back());
        continue;
      }
      if (const char *Line = Cursor.line().begin();
          !M.Allocations.empty() && passUsualValueLines() != Line) {
        LastAnchor = {UnknownAfter::ValueLine,
                      M.Values[ValueCount - 1].getLoc()};
        continue;
      }
      if (passUnknownLine(UnknownPlace::AllocationsLine, isLineOfAllocations,
                          /*HeadIndent=*/1))
        continue;
      Value V;
      if (!parseValueLines(V))
        continue;
      if (M.Allocations.empty()) {
        error(V.getLoc(), "expected an allocation before its values");
        continue;
      }
      dropValuesAhead();
      MaxId = std::max(MaxId, V.getId());
      M.Values.append(V);
      ++ValueCount;
      continue;
    }
    if (passUnknownLine(UnknownPlace::AllocationsLine, isLineOfAllocations))
      continue;
    LineScanner S = scanLine();
    Cursor.advance();
    Allocation A;
    SkipsValues = !parseAllocationLine(S, A);
    if (SkipsValues) {
      report(S);
      continue;
    }
    M.Allocations.push_back(A);
    FirstValues.push_back(ValueCount);
  }
  dropValuesAhead();
  ChunkValues.clear();

  // They would take 180 GiB.
  if (ValueCount >= ValueOrder::FirstUnplaced)
    report_fatal_error("a dump has 2^31 values or more",
                       /*gen_crash_diag=*/false);
  FirstValues.push_back(ValueCount);
  MutableArrayRef<Value> Values = M.Values;
  for (auto [I, A] : enumerate(M.Allocations)) {
    A.Values =
        Values.slice(FirstValues[I], FirstValues[I + 1] - FirstValues[I]);
    A.Arena = &M.Arena;
  }
  joinValues();
  findPagedSpaces();
}

// A 0 says nothing: jaxlib 0.12 prints it on every allocation.
void DumpParser::findPagedSpaces() {
  SmallSet<MemorySpace, 4> Paged;
  for (const Allocation &A : M.Allocations)
    if (A.Page.value_or(0) != 0)
      Paged.insert(A.Space);
  for (Allocation &A : M.Allocations)
    A.Paged = Paged.contains(A.Space);
}

// In one pass: they are too many to stay in a cache until the next one.
void DumpParser::joinValues() {
  bool IsDense = MaxId / 16 < M.Values.size();
  if (IsDense)
    ById.assign(MaxId + 1, UINT32_MAX);
  const Value *First = M.Values.data();
  for (Allocation &A : M.Allocations)
    for (Value &V : A.Values) {
      V.Block = &A;
      // Of several with one id the first counts.
      if (IsDense && ById[V.getId()] == UINT32_MAX)
        ById[V.getId()] = &V - First;
    }
  if (IsDense)
    llvm::erase(ById, UINT32_MAX);
  else
    sortById();
}

// Of several with one id the first counts.
void DumpParser::sortById() {
  auto IdOf = [this](uint32_t I) { return M.Values[I].getId(); };
  ById = getSortedPositions(M.Values.size(), IdOf);
  ById.erase(
      llvm::unique(
          ById, [IdOf](uint32_t L, uint32_t R) { return IdOf(L) == IdOf(R); }),
      ById.end());
}

void DumpParser::parseReusingValues(Allocation &A) {
  SMLoc Head = lineLoc();
  static constexpr StringLiteral Expected =
      "expected one such list, with values in it";
  bool IsSecond = !A.ReusingValues.empty();
  if (IsSecond)
    error(Head, Expected);
  LineScanner AtHead = scanLine();
  AtHead.drop(ReuseHead.size());
  if (!consumeEnd(AtHead, {UnknownAfter::ReuseHead, A.Loc},
                  UnknownPlace::AllocationsClause))
    report(AtHead);
  Cursor.advance();
  SmallVector<ReusingValue> Reusing;
  while (!isDone()) {
    if (passUnknownLine(UnknownPlace::AllocationsLine, isLineOfAllocations,
                        /*HeadIndent=*/1))
      continue;
    if (!Cursor.line().starts_with("  value: "))
      break;
    LineScanner S = scanLine();
    S.drop(strlen("  value: "));
    ReusingValue V;
    if (parseValueId(S, V.Header) && S.consume(" (color=") &&
        S.consumeNumber(V.Color, "memory space") && S.consume(")") &&
        consumeEnd(S, {UnknownAfter::ReuseLine, V.Header.Definition.getLoc()},
                   UnknownPlace::AllocationsClause))
      Reusing.push_back(V);
    else
      report(S);
    Cursor.advance();
  }
  if (Reusing.empty() && !IsSecond)
    error(Head, Expected);
  A.ReusingValues = keep(ArrayRef(Reusing));
}

bool DumpParser::parseAllocationLine(LineScanner &S, Allocation &A) {
  if (!S.consume("allocation "))
    return false;
  A.Loc = S.loc();
  if (!S.consumeNumber(A.Index, "allocation number") || !S.consume(": "))
    return false;
  if (S.tryConsume("0x")) {
    StringRef Digits = S.rest().take_while(isHexDigit);
    uint64_t Pointer;
    if (Digits.empty() || Digits.getAsInteger(16, Pointer) ||
        Digits != utohexstr(Pointer, /*LowerCase=*/true))
      return S.failExpected("a pointer of at most 64 bits, without leading "
                            "zeros and in lower case");
    A.Pointer = Pointer;
    S.drop(Digits.size());
    if (!S.consume(", "))
      return false;
  }
  uint64_t Size;
  if (!parseAttributesBeforeSize(S, A) || !S.consume("size ") ||
      !S.consumeNumber(Size, "allocation size"))
    return false;
  A.Size = Bytes(Size);
  UnknownAnchor Last(UnknownAfter::AllocationSize, A.Loc);
  parseUnknownBrackets(S, Last);
  while (S.tryConsume(", ")) {
    if (!parseAllocationAttribute(S, A, Last))
      return false;
    parseUnknownBrackets(S, Last);
  }
  return S.consume(":") && consumeEnd(S, {UnknownAfter::AllocationLine, A.Loc},
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
    M.Unknown.count(UnknownPlace::AllocationAttribute,
                    Text.take_until([](char C) { return C == ' '; }), S.loc());
    keepUnknown({UnknownAfter::AllocationNumber, A.Loc},
                {S.rest().take_front(Text.size() + 2), /*IsLine=*/false});
    S.drop(Text.size() + 2);
  }
  return true;
}

// Behind the comma and its blank, which are kept with it.
bool DumpParser::parseUnknownAttribute(LineScanner &S, UnknownAnchor At,
                                       function_ref<bool(StringRef)> IsEnd) {
  StringRef Text = takeAttribute(S.rest(), IsEnd);
  StringRef Word = Text.take_until([](char C) { return C == ' '; });
  if (Text.empty() ||
      is_contained({"size", "color", "page", "parameter", "output", "shape"},
                   Word))
    return false;
  M.Unknown.count(UnknownPlace::AllocationAttribute, Word, S.loc());
  keepUnknown(
      At, {StringRef(Text.data() - strlen(", "), strlen(", ") + Text.size()),
           /*IsLine=*/false});
  S.drop(Text.size());
  return true;
}

// ` (...)` or ` [...]` behind an attribute.
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
  M.Unknown.count(UnknownPlace::AllocationAttribute, StringRef(), S.loc());
  keepUnknown(At, {Text, /*IsLine=*/false});
  S.drop(Text.size());
}

bool DumpParser::parseAllocationAttribute(LineScanner &S, Allocation &A,
                                          UnknownAnchor &Last) {
  LineScanner Start = S;
  if (S.tryConsume("color ")) {
    if (A.Flags != AllocationFlags::None || A.Space != 0 || A.Page) {
      S = Start;
      return S.failExpected("'color' once and as the first attribute");
    }
    LineScanner AtNumber = S;
    if (!S.consumeNumber(A.Space, "memory space"))
      return false;
    if (A.Space == 0) {
      S = AtNumber;
      return S.failExpected("a memory space other than 0");
    }
    Last = {UnknownAfter::AllocationColor, A.Loc};
    return true;
  }
  if (S.tryConsume("page ")) {
    if (A.Flags != AllocationFlags::None || A.Page) {
      S = Start;
      return S.failExpected("'page' once and before the flags");
    }
    LineScanner AtNumber = S;
    uint64_t Page;
    if (!S.consumeNumber(Page, "page"))
      return false;
    if (Page > INT64_MAX) {
      S = AtNumber;
      return S.fail("page does not fit into 63 bits");
    }
    A.Page = Page;
    Last = {UnknownAfter::AllocationPage, A.Loc};
    return true;
  }

  AllocationFlags Flag;
  if (S.tryConsume("parameter "))
    Flag = AllocationFlags::Parameter;
  else if (S.tryConsume("output shape is "))
    Flag = AllocationFlags::OutputShape;
  else {
    StringRef Word = S.rest().take_until(
        [](char C) { return C == ',' || C == ':' || C == ' '; });
    Flag = parseAllocationFlag(Word);
    if (Flag == AllocationFlags::None &&
        parseUnknownAttribute(S, Last, endsAllocationAttribute))
      return true;
    if (Flag == AllocationFlags::None || allocationFlagHasPayload(Flag))
      return S.fail("unknown attribute " + quoteForMessage(Word) +
                    " of an allocation");
    S.drop(Word.size());
  }

  // The flags are declared in the order in which they are printed.
  if (A.Flags >= Flag) {
    S = Start;
    return S.fail("attribute " + quoteForMessage(allocationFlagName(Flag)) +
                  " stands twice or out of order");
  }
  A.Flags |= Flag;
  Last = UnknownAnchor::afterFlag(countr_zero(unsigned(Flag)), A.Loc);
  if (Flag == AllocationFlags::Parameter)
    return parseParameter(S, A);
  if (Flag == AllocationFlags::OutputShape)
    return parseShapeBetweenBars(S, A.OutputShape);
  return true;
}

bool DumpParser::parseParameter(LineScanner &S, Allocation &A) {
  ParameterOrigin P;
  if (!S.consumeNumber(P.Number, "parameter number"))
    return false;
  const UnknownAnchor AtNumber(UnknownAfter::ParameterNumber, A.Loc);
  auto IsEnd = [](StringRef Rest) {
    return Rest.starts_with(", ") || Rest.starts_with(" at ShapeIndex ");
  };
  parseUnknownBrackets(S, AtNumber);
  for (LineScanner Next = S; Next.tryConsume(", "); S = Next) {
    StringRef Word = Next.rest().take_until(
        [](char C) { return C == ',' || C == ':' || C == ' '; });
    if (parseAllocationFlag(Word) != AllocationFlags::None ||
        !parseUnknownAttribute(Next, AtNumber, IsEnd))
      break;
    parseUnknownBrackets(Next, AtNumber);
  }
  if (S.tryConsume(", shape ")) {
    P.HasShape = true;
    if (!S.tryConsume("|<unknown shape>|") && !parseShapeBetweenBars(S, P.Type))
      return false;
  }
  StringRef Index;
  if (!S.consume(" at ShapeIndex ") || !S.consumeIndex(Index))
    return false;
  P.Index = *ShapeIndex::parse(Index);
  A.Parameter = P;
  return true;
}

bool DumpParser::parseShapeBetweenBars(LineScanner &S, const Shape *&Result) {
  if (!S.consume("|"))
    return false;
  StringRef Text = S.rest().take_until([](char C) { return C == '|'; });
  ShapeError E;
  Result = M.Shapes.get(Text, E);
  S.drop(Result ? Text.size() : E.Offset);
  return Result ? S.consume("|") : S.fail(E.Message);
}

void DumpParser::parseTotal() {
  LineScanner S = scanLine();
  Cursor.advance();
  uint64_t Total;
  S.drop(strlen("Total bytes used: "));
  M.Claims.TotalLoc = S.loc();
  if (!S.consumeNumber(Total, "total"))
    return report(S);
  M.Claims.Total = Bytes(Total);
  if (S.tryConsume(" (")) {
    StringRef Human = S.rest().take_until([](char C) { return C == ')'; });
    S.drop(Human.size());
    if (Human.empty())
      S.failExpected("a size such as '90.5KiB'");
    else if (S.consume(")"))
      M.Claims.HumanTotal = Human;
  }
  if (!S.message().empty() ||
      !consumeEnd(S, UnknownAfter::TotalLine, UnknownPlace::TotalClause))
    report(S);
}

} // namespace hlomem
