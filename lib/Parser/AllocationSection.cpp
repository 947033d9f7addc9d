//===- AllocationSection.cpp - Allocations, their values and the total ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dump-format.md sections 3.2 and 3.3.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

void DumpParser::parseAllocations() {
  // Where the values of each allocation begin: M.Values moves while it grows.
  SmallVector<size_t, 0> FirstValues;
  bool SkipsValues = false;
  for (; !isDone() && !Cursor.line().empty(); Cursor.advance()) {
    LineScanner S = scanLine();
    if (S.rest().starts_with(" value: ")) {
      if (SkipsValues)
        continue;
      Value V;
      if (!parseValueLine(S, V)) {
        report(S);
        continue;
      }
      if (M.Allocations.empty()) {
        error(V.getLoc(), "expected an allocation before its values");
        continue;
      }
      auto [Known, IsNew] = ValuesById.try_emplace(V.Id, M.Values.size());
      if (!IsNew) {
        error(V.getLoc(), "value " + Twine(V.Id) + " has a second slice");
        continue;
      }
      M.Values.push_back(V);
      continue;
    }
    Allocation A;
    SkipsValues = !parseAllocationLine(S, A);
    if (SkipsValues) {
      report(S);
      continue;
    }
    M.Allocations.push_back(A);
    FirstValues.push_back(M.Values.size());
  }

  FirstValues.push_back(M.Values.size());
  MutableArrayRef<Value> Values = M.Values;
  for (auto [I, A] : enumerate(M.Allocations)) {
    A.Values =
        Values.slice(FirstValues[I], FirstValues[I + 1] - FirstValues[I]);
    for (Value &V : A.Values)
      V.Block = &A;
  }
}

bool DumpParser::parseAllocationLine(LineScanner &S, Allocation &A) {
  if (!S.consume("allocation "))
    return false;
  A.Loc = S.loc();
  size_t Expected = M.Allocations.size();
  LineScanner AtIndex = S;
  if (!S.consumeNumber(A.Index, "allocation number"))
    return false;
  // After an error the count of allocations tells nothing.
  if (A.Index != Expected && !hadError()) {
    S = AtIndex;
    return S.failExpected("allocation " + Twine(Expected));
  }
  if (!S.consume(": "))
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
  if (!S.consume("size ") || !S.consumeNumber(Size, "allocation size"))
    return false;
  A.Size = Bytes(Size);
  while (S.tryConsume(", "))
    if (!parseAllocationAttribute(S, A))
      return false;
  return S.consume(":") && S.consumeEnd();
}

bool DumpParser::parseAllocationAttribute(LineScanner &S, Allocation &A) {
  LineScanner Start = S;
  if (S.tryConsume("color ")) {
    if (A.Flags != AllocationFlags::None || A.Space != 0) {
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

bool DumpParser::parseValueId(LineScanner &S, Value &V) {
  StringRef Name, Index;
  if (!S.consume("<"))
    return false;
  LineScanner AtId = S;
  if (!S.consumeNumber(V.Id, "value id"))
    return false;
  if (V.Id > INT64_MAX) {
    S = AtId;
    return S.fail("value id does not fit into 63 bits");
  }
  if (!S.consume(" ") || !S.consumeName(Name) || !S.consumeOptionalIndex(Index))
    return false;
  V.Definition = NamedIndex(Name, Index);
  V.Phi = S.tryConsume(" (phi)");
  V.HasColor = S.tryConsume(" @");
  if (V.HasColor && !S.consumeNumber(V.Color, "memory space"))
    return false;
  return S.consume(">");
}

bool DumpParser::parseValueLine(LineScanner &S, Value &V) {
  uint64_t Size, Offset;
  if (!S.consume(" value: ") || !parseValueId(S, V) || !S.consume(" (size=") ||
      !S.consumeNumber(Size, "value size") || !S.consume(",offset="))
    return false;
  LineScanner AtOffset = S;
  if (!S.consumeNumber(Offset, "value offset"))
    return false;
  if (Size > UINT64_MAX - Offset) {
    S = AtOffset;
    return S.fail("offset and size add up to more than 64 bits");
  }
  if (!S.consume("): "))
    return false;
  V.Size = Bytes(Size);
  V.Offset = Bytes(Offset);
  ShapeError E;
  V.Type = M.Shapes.get(S.rest(), E);
  if (!V.Type) {
    S.drop(E.Offset);
    return S.fail(E.Message);
  }
  return true;
}

void DumpParser::parseTotal() {
  auto ParseTotal = [this](LineScanner &S) {
    uint64_t Total;
    if (!S.consume("Total bytes used: "))
      return false;
    M.Claims.TotalLoc = S.loc();
    if (!S.consumeNumber(Total, "total"))
      return false;
    M.Claims.Total = Bytes(Total);
    if (S.tryConsume(" (")) {
      M.Claims.HumanTotal =
          S.rest().take_until([](char C) { return C == ')'; });
      if (M.Claims.HumanTotal.empty())
        return S.failExpected("a size such as '90.5KiB'");
      S.drop(M.Claims.HumanTotal.size());
      if (!S.consume(")"))
        return false;
    }
    return S.consumeEnd();
  };
  if (Cursor.atEnd() && !hadError())
    return error(SMLoc::getFromPointer(Cursor.line().data()),
                 "expected an empty line and 'Total bytes used:', found the "
                 "end of the file: the dump is cut, or is the allocations part "
                 "of a split dump");
  if (parseHead("") && parseHead("'Total bytes used:'", ParseTotal))
    parseHead("");
}

} // namespace hlomem
