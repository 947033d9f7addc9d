//===- LiveRangeSection.cpp - The schedule and the live ranges ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dump-format.md section 3.4.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace llvm;

namespace hlomem {

static std::pair<StringRef, StringRef> keyOf(const NamedIndex &Definition) {
  return {Definition.getName(), Definition.getIndex().getText()};
}

void DumpParser::parseLiveRanges() {
  // Two empty lines: the used values end with one line feed, and two more
  // separate the parts.
  if (!parseHead("") || !parseHead(""))
    return;
  uint64_t End = 0;
  SMLoc EndLoc;
  auto ParseHead = [&](LineScanner &S) {
    if (!S.consume("HloLiveRange (max "))
      return false;
    EndLoc = S.loc();
    return S.consumeNumber(End, "end of the program") && S.consume("):") &&
           S.consumeEnd();
  };
  if (!parseHead("'HloLiveRange (max'", ParseHead) ||
      !parseHead("  InstructionSequence:"))
    return;
  parseSchedule(End, EndLoc);
  if (!parseHead("  BufferLiveRange:"))
    return;
  parseBufferLiveRanges();
  parsePeak();
}

void DumpParser::parseSchedule(uint64_t End, SMLoc EndLoc) {
  for (; !isDone() && Cursor.line().starts_with("    "); Cursor.advance()) {
    LineScanner S = scanLine();
    S.drop(4);
    LineScanner AtTime = S;
    Time T;
    StringRef Name;
    if (!S.consumeNumber(T, "time") || !S.consume(":") ||
        !S.consumeName(Name) || !S.consumeEnd()) {
      report(S);
      continue;
    }
    if (T != M.Schedule.size() && !hadError()) {
      AtTime.failExpected("time " + Twine(M.Schedule.size()));
      report(AtTime);
    }
    M.Schedule.push_back(Name);
  }
  if (!hadError() && !Cursor.atEnd() && End != M.Schedule.size())
    error(EndLoc, "expected max " + Twine(M.Schedule.size()) +
                      ", the number of scheduled instructions");
}

void DumpParser::parseBufferLiveRanges() {
  for (; !isDone() && Cursor.line().starts_with("    "); Cursor.advance()) {
    LineScanner S = scanLine();
    S.drop(4);
    StringRef Name, Index;
    if (!S.consumeName(Name) || !S.consumeIndex(Index) || !S.consume(":")) {
      report(S);
      continue;
    }
    NamedIndex Definition(Name, Index);
    LineScanner AtRange = S;
    LiveRange R;
    if (!S.consumeNumber(R.Begin, "start of a live range") || !S.consume("-") ||
        !S.consumeNumber(R.End, "end of a live range") || !S.consumeEnd()) {
      report(S);
      continue;
    }
    if (hadError())
      continue;
    if (R.Begin > R.End || R.End > M.getEndOfProgram()) {
      error(AtRange.loc(), "expected a live range within 0-" +
                               Twine(M.getEndOfProgram()) + ", found " +
                               Twine(R.Begin) + "-" + Twine(R.End));
      continue;
    }
    Value *V = findForLiveRange(Definition);
    if (V ? V->HasRange
          : !UnlistedDefinitions.insert(keyOf(Definition)).second) {
      error(Definition.getLoc(), "second live range of '" + Name + Index + "'");
      continue;
    }
    M.LiveRangeOrder.push_back(V);
    if (!V) {
      M.UnlistedLiveRanges.push_back({Definition, R});
      continue;
    }
    V->Range = R;
    V->HasRange = true;
  }
}

Value *DumpParser::findForLiveRange(const NamedIndex &Definition) {
  // Thread-local values have no range and are passed over for good: they come
  // in long runs.
  for (size_t &I = NextInLiveRangeOrder; I != M.UsedValues.size(); ++I) {
    const Value &V = *M.UsedValues[I];
    if (V.Definition == Definition) {
      ++I;
      return const_cast<Value *>(&V);
    }
    if (!V.getAllocation().isThreadLocal())
      break;
  }
  if (ValuesByDefinition.empty())
    for (Value &V : M.Values)
      ValuesByDefinition.try_emplace(keyOf(V.Definition), &V);
  auto Known = ValuesByDefinition.find(keyOf(Definition));
  if (Known == ValuesByDefinition.end())
    return nullptr;
  return Known->second;
}

} // namespace hlomem
