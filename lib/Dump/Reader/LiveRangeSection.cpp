//===- LiveRangeSection.cpp - The schedule and the live ranges ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is in docs/DumpFormat.md#live-ranges.
//
//===----------------------------------------------------------------------===//

#include "LineGrammar.h"
#include "ParserImpl.h"

using namespace llvm;

namespace hlomem {

void DumpParser::parseLiveRanges() {
  LineScanner S = takeLine();
  uint64_t End;
  S.drop(strlen("HloLiveRange (max "));
  Dump.ReadClaims.EndOfProgramLoc = S.loc();
  if (!S.consumeNumber(End, "end of the program") || !S.consume("):") ||
      !consumeEnd(S, UnknownAfter::LiveRangeSectionHead,
                  UnknownPlace::LiveRangesClause))
    report(S);
  else
    Dump.ReadClaims.EndOfProgram = End;
  if (!parseHead("  InstructionSequence:", UnknownAfter::ScheduleHead))
    return;
  parseSchedule();
  if (!parseHead("  BufferLiveRange:", UnknownAfter::LiveRangesHead))
    return;
  parseBufferLiveRanges();
  if (Cursor.line().starts_with(MomentsHead))
    return parseMoments();
  parsePeak();
}

// A text from the compiler that had no live ranges to print.
void DumpParser::parseLiveRangesNote() {
  LineScanner S = takeLine();
  if (!S.consume("HloLiveRange not available (finalized or constructed from "
                 "proto)") ||
      !consumeEnd(S, UnknownAfter::LiveRangesNote,
                  UnknownPlace::LiveRangesClause))
    report(S);
}

bool DumpParser::passUnknownTimeLine() {
  auto IsKnown = [this](StringRef Line) {
    return isTimeLine(Line) || isDamagedTimeLine(Line);
  };
  return passUnknownLine(UnknownPlace::LiveRangesLine, IsKnown,
                         /*HeadIndent=*/2);
}

void DumpParser::parseSchedule() {
  startReadingAhead();
  size_t LostCount = 0;
  // No text of this size had more lines.
  size_t GapLeft = Cursor.sizeOfRest() / strlen("    0:a") + 1000;
  // There are no more instructions than values.
  if (F.Schedule.empty() && Dump.ReadClaims.EndOfProgram)
    F.Schedule.reserve(
        std::min<uint64_t>(*Dump.ReadClaims.EndOfProgram, F.Values.size()));
  while (!isDone()) {
    if (passUnknownTimeLine())
      continue;
    if (!Cursor.line().starts_with("    "))
      break;
    LineScanner S = takeLine();
    LineScanner AtTime = S;
    AtTime.drop(4);
    Time T;
    StringRef Name;
    if (!readScheduleLine(S, T, Name) ||
        !consumeEnd(
            S, {UnknownAfter::ScheduleLine, SMLoc::getFromPointer(Name.data())},
            UnknownPlace::LiveRangesClause)) {
      report(S);
      ++LostCount;
      continue;
    }
    // The place of an instruction is its time, whether all lines before it are
    // read or not.
    size_t Next = F.Schedule.size();
    if ((T < Next || T - Next > LostCount) &&
        (Options.Tolerant || !hadError())) {
      AtTime.failExpected("time " + Twine(Next));
      report(AtTime);
    }
    if (T < Next || T - Next > GapLeft)
      continue;
    GapLeft -= T - Next;
    F.Schedule.resize(T);
    F.Schedule.push_back(Name);
    LostCount = 0;
    passCanonicalSchedule();
    LastAnchor = {UnknownAfter::ScheduleLine, F.Schedule.back().data()};
  }
}

void DumpParser::parseBufferLiveRanges() {
  startReadingAhead();
  Dump.LiveRangeOrder.reserve(F.ListedValues->size());
  passCanonicalLiveRanges();
  auto IsKnown = [this](StringRef Line) {
    return isLiveRangeLine(Line) || beginsWithName(Line, "    ");
  };
  while (!isDone()) {
    if (!Dump.LiveRangeOrder.empty())
      LastAnchor = getLastLiveRange();
    if (passUnknownLine(UnknownPlace::LiveRangesLine, IsKnown,
                        /*HeadIndent=*/2))
      continue;
    if (!Cursor.line().starts_with("    "))
      break;
    LineScanner S = takeLine();
    HloPosition Definition;
    LiveRange R;
    if (!readLiveRangeLine(S, Definition, R) ||
        (!S.rest().empty() && !isClause(S.rest()) && !S.consumeEnd())) {
      report(S);
      continue;
    }
    ValueOrder::Entry E = findForLiveRange(Definition, NextInLiveRangeOrder);
    bool IsPossible = R.Begin <= R.End && R.End <= F.Schedule.size();
    if (E == ValueOrder::None || getValue(E).getLiveRange() || !IsPossible) {
      Dump.LiveRangeOrder.push_back(ValueOrder::None);
      Dump.UnlistedLiveRanges.push_back({Definition, R});
    } else {
      Dump.LiveRangeOrder.push_back(E);
      getValue(E).setLiveRange(R);
    }
    if (!consumeEnd(S, getLastLiveRange(), UnknownPlace::LiveRangesClause))
      report(S);
    passCanonicalLiveRanges();
  }
}

UnknownAnchor DumpParser::getLastLiveRange() {
  ValueOrder::Entry Last = Dump.LiveRangeOrder.back();
  return {UnknownAfter::LiveRangeLine,
          Last == ValueOrder::None
              ? Dump.UnlistedLiveRanges.back().Definition.getLoc()
              : getValue(Last).getLoc()};
}

// Ranges come in the order of the used values, which saves looking each one up
// by name.
ValueOrder::Entry DumpParser::findNextLiveRange(const HloPosition &Definition,
                                                size_t &Next, size_t Limit) {
  // Thread-local values have no range and are passed over for good: they come
  // in long runs.
  for (; Next != Limit; ++Next) {
    const Value &V = getValue((*F.ListedValues)[Next]);
    if (V.getDefinition() == Definition)
      return (*F.ListedValues)[Next++];
    if (!V.isAllocated() || !V.getAllocation().isThreadLocal())
      break;
  }
  return ValueOrder::None;
}

ValueOrder::Entry DumpParser::findForLiveRange(const HloPosition &Definition,
                                               size_t &Next) {
  ValueOrder::Entry Expected =
      findNextLiveRange(Definition, Next, F.ListedValues->size());
  if (Expected != ValueOrder::None)
    return Expected;
  if (ValuesByDefinition.empty()) {
    for (auto [I, V] : enumerate(F.Values))
      ValuesByDefinition.try_emplace(V.getDefinition().getKey(), I);
    for (auto [I, V] : enumerate(F.UnplacedValues))
      ValuesByDefinition.try_emplace(V.getDefinition().getKey(),
                                     ValueOrder::FirstUnplaced + I);
  }
  auto Found = ValuesByDefinition.find(Definition.getKey());
  return Found == ValuesByDefinition.end() ? ValueOrder::None : Found->second;
}

void DumpParser::parseMoments() {
  LineScanner Head = takeLine();
  Head.drop(MomentsHead.size());
  if (!consumeEnd(Head, UnknownAfter::MomentsHead,
                  UnknownPlace::LiveRangesClause))
    report(Head);
  std::vector<PrintedMoment> Moments;
  while (!isDone()) {
    if (passUnknownTimeLine())
      continue;
    if (!Cursor.line().starts_with("    "))
      break;
    LineScanner S = takeLine();
    S.drop(4);
    PrintedMoment P;
    uint64_t Size;
    if (!S.consumeNumber(P.At, "time") || !S.consume(", ") ||
        !S.consumeNumber(Size, "size") || !S.consume(" bytes: ")) {
      report(S);
      continue;
    }
    P.Size = Bytes(Size);
    P.Names = S.rest();
    Moments.push_back(P);
    LastAnchor = {UnknownAfter::MomentLine, P.Names.data()};
  }
  Dump.ReadClaims.Moments = std::move(Moments);
}

} // namespace hlomem
