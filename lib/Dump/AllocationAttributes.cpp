//===- AllocationAttributes.cpp - What may stand in an allocation line ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationAttributes.h"
#include "Reader/ParserImpl.h"
#include "Writer/DumpWriterImpl.h"

using namespace llvm;

namespace hlomem {

/// How each of those is read and written that have a value.
struct AllocationAttributeValues {
  static bool readColor(DumpParser &, LineScanner &S, Allocation &A) {
    LineScanner AtNumber = S;
    MemorySpace Space;
    if (!S.consumeNumber(Space, "memory space"))
      return false;
    A.setMemorySpace(Space);
    if (Space != 0)
      return true;
    S = AtNumber;
    return S.failExpected("a memory space other than 0");
  }
  static void writeColor(DumpWriter &W, const Allocation &A) {
    if (A.getMemorySpace() != 0)
      W.OS << ", color " << A.getMemorySpace();
  }

  static bool readPage(DumpParser &, LineScanner &S, Allocation &A) {
    LineScanner AtNumber = S;
    uint64_t Page;
    if (!S.consumeNumber(Page, "page"))
      return false;
    if (Page > INT64_MAX) {
      S = AtNumber;
      return S.fail("page does not fit into 63 bits");
    }
    A.setPage(Page);
    return true;
  }
  static void writePage(DumpWriter &W, const Allocation &A) {
    if (A.getPage() || (W.Form && W.Form->Pages))
      W.OS << ", page " << A.getPage().value_or(0);
  }

  static bool readParameter(DumpParser &P, LineScanner &S, Allocation &A) {
    return P.parseParameter(S, A);
  }
  static void writeParameter(DumpWriter &W, const Allocation &A) {
    if (A.getParameter())
      W.writeParameter(A);
  }

  static bool readOutputShape(DumpParser &P, LineScanner &S, Allocation &A) {
    const Shape *Output = nullptr;
    bool IsRead = P.parseShapeBetweenBars(S, Output);
    A.setOutputShape(Output);
    return IsRead;
  }
  static void writeOutputShape(DumpWriter &W, const Allocation &A) {
    if (!A.getOutputShape())
      return;
    W.OS << ", output shape is |";
    A.getOutputShape()->print(W.OS);
    W.OS << '|';
  }
};

using Values = AllocationAttributeValues;

// Those that are no flag come first.
static constexpr AllocationAttribute Numbers[] = {
    {"color", "color ", "once and as the first attribute",
     AllocationFlags::None, Values::readColor, Values::writeColor},
    {"page", "page ", "once and before the flags", AllocationFlags::None,
     Values::readPage, Values::writePage},
};

// The flags are those of AllocationFlags.td, in its order.
static AllocationAttribute makeFlag(AllocationFlags Flag) {
  StringRef Name = allocationFlagName(Flag);
  switch (Flag) {
  case AllocationFlags::Parameter:
    return {Name, "parameter ",          "",
            Flag, Values::readParameter, Values::writeParameter};
  case AllocationFlags::OutputShape:
    return {Name, "output shape is ",      "",
            Flag, Values::readOutputShape, Values::writeOutputShape};
  default:
    return {Name, Name, "", Flag};
  }
}

ArrayRef<AllocationAttribute> allocationAttributes() {
  static const SmallVector<AllocationAttribute> All = [] {
    SmallVector<AllocationAttribute> Result(std::begin(Numbers),
                                            std::end(Numbers));
    for (AllocationFlags Flag = AllocationFlags(1);
         Flag <= AllocationFlags::LLVM_BITMASK_LARGEST_ENUMERATOR;
         Flag = AllocationFlags(unsigned(Flag) * 2))
      Result.push_back(makeFlag(Flag));
    return Result;
  }();
  return All;
}

bool AllocationAttribute::begins(StringRef Text) const {
  return hasValue() ? Text.starts_with(Head) : takeAttributeWord(Text) == Name;
}

bool AllocationAttribute::read(DumpParser &P, LineScanner &S,
                               Allocation &A) const {
  A.addFlags(Flag);
  return !hasValue() || ReadValue(P, S, A);
}

void AllocationAttribute::write(DumpWriter &W, const Allocation &A) const {
  if (hasValue())
    WriteWhole(W, A);
  else if (A.has(Flag))
    W.OS << ", " << Name;
}

bool beginsAllocationPart(StringRef Word) {
  // The first is no attribute, the second a part of a parameter.
  return Word == "size" || Word == "shape" ||
         any_of(allocationAttributes(), [Word](const AllocationAttribute &A) {
           return A.hasValue() && A.Head.split(' ').first == Word;
         });
}

StringRef takeAttributeWord(StringRef Text) {
  return Text.take_until(
      [](char C) { return C == ',' || C == ':' || C == ' '; });
}

} // namespace hlomem
