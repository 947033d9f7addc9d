//===- PeakSection.cpp - XLA's own peak and its stack trace tree ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is in docs/DumpFormat.md#the-printed-peak and the section below
// it.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "hlomem/Dump/StackTracePrefix.h"
#include "hlomem/Support/CountText.h"

using namespace llvm;

namespace hlomem {

static constexpr StringLiteral RunningSum = " (cumulative: ";

void DumpParser::parsePeak() {
  PrintedPeak Peak;
  auto ParseHead = [&](LineScanner &S) {
    if (!S.consume("  Live ranges at "))
      return false;
    Peak.Loc = S.loc();
    return S.consumeNumber(Peak.At, "time of the peak") &&
           S.consume(" (peak):") &&
           consumeEnd(S, UnknownAfter::PeakHead, UnknownPlace::PeakClause);
  };
  if (!parseHead("  Live ranges at ", "'  Live ranges at'", ParseHead))
    return;
  while (!isDone()) {
    if (passUnknownLine(UnknownPlace::PeakLine, isPeakLine, /*HeadIndent=*/2))
      continue;
    if (!Cursor.line().starts_with("    "))
      break;
    LineScanner S = takeLine();
    PeakListEntry E;
    const PeakListEntry *First =
        Peak.Entries.empty() ? nullptr : &Peak.Entries.front();
    if (parsePeakLine(S, E, First)) {
      Peak.Form = {E.Definition.hasIndex(), E.Cumulative.has_value()};
      Peak.Entries.push_back(E);
    } else {
      report(S);
    }
  }
  Dump.ReadClaims.Peak = std::move(Peak);
  if (Cursor.line().starts_with(StackTraceHead))
    parseStackTrace();
  else
    checkPeakIsWhole();
}

// All lines are in the style of the first: a line that was cut before its
// running sum would else pass for one of an older XLA.
bool DumpParser::parsePeakLine(LineScanner &S, PeakListEntry &E,
                               const PeakListEntry *First) {
  StringRef Name, Index;
  uint64_t Size, Cumulative;
  if (!S.consume("    ") || !S.consumeName(Name))
    return false;
  bool HasIndex =
      First ? First->Definition.hasIndex() : S.rest().starts_with("{");
  if ((HasIndex && !S.consumeIndex(Index)) || !S.consume(": ") ||
      !S.consumeNumber(Size, "size") || !S.consume(" bytes"))
    return false;
  E.Definition = HloPosition(Name, Index);
  E.Size = Bytes(Size);
  bool HasCumulative =
      First ? First->Cumulative.has_value()
            : !S.rest().empty() &&
                  (!isClause(S.rest()) || S.rest().starts_with(" (cumulative"));
  if (HasCumulative) {
    if (!S.consume(RunningSum) || !S.consumeNumber(Cumulative, "running sum") ||
        !S.consume(" bytes)"))
      return false;
    E.Cumulative = Bytes(Cumulative);
  } else if (S.rest().starts_with(RunningSum)) {
    return S.consumeEnd();
  }
  return consumeEnd(S, {UnknownAfter::PeakLine, E.Definition.getLoc()},
                    UnknownPlace::PeakClause);
}

// The list holds exactly the values live at its time, so that a dump that was
// cut inside the list can be told from a whole one.
void DumpParser::checkPeakIsWhole() {
  if (hadError() || !Cursor.atEnd())
    return;
  const PrintedPeak &Peak = *Dump.ReadClaims.Peak;
  auto IsLiveValue = [&Peak](const Value &V) { return V.isLiveAt(Peak.At); };
  size_t Expected = count_if(F.Values, IsLiveValue) +
                    count_if(F.UnplacedValues, IsLiveValue) +
                    count_if(Dump.UnlistedLiveRanges, [&Peak](const auto &U) {
                      return U.Range.contains(Peak.At);
                    });
  if (Peak.Entries.size() < Expected)
    error(lineLoc(), "expected " + countText(Expected, "value") + " live at " +
                         Twine(Peak.At) + ", found " +
                         Twine(Peak.Entries.size()) +
                         ": the dump is truncated, or a live range is wrong");
}

void DumpParser::parseStackTrace() {
  StackTraceTree Tree;
  auto ParseHead = [&](LineScanner &S) {
    uint64_t Total;
    if (!S.consume(StackTraceHead))
      return false;
    Tree.Loc = S.loc();
    if (!S.consumeGroupedNumber(Total, "total") || !S.consume(" bytes"))
      return false;
    Tree.Total = Bytes(Total);
    return consumeEnd(S, UnknownAfter::StackTraceHead,
                      UnknownPlace::PeakClause);
  };
  if (!parseHead(StackTraceHead, "'Stack trace breakdown for peak usage:'",
                 ParseHead))
    return;
  SmallVector<StringRef, 0> Prefixes;
  while (!isDone() && !Cursor.line().empty() && !getSection(Cursor.line())) {
    if (passUnknownLine(UnknownPlace::PeakLine, isNodeLine, /*HeadIndent=*/2) ||
        passLineWithoutNode())
      continue;
    StackTraceNode Node;
    StringRef Prefix;
    if (!parseStackTraceNode(Node, Prefix))
      continue;
    Tree.Nodes.push_back(Node);
    Prefixes.push_back(Prefix);
  }
  Dump.ReadClaims.StackTrace = std::move(Tree);
  checkStackTraceIsWhole(Prefixes);
}

// A line that begins like a top node, and no line up to the next node has
// numbers: they are no lines of a label.
bool DumpParser::passLineWithoutNode() {
  std::optional<StackTracePrefix> P = StackTracePrefix::parse(Cursor.line());
  if (!P || P->Depth != 0 || !isUnknownLine())
    return false;
  LineCursor At = Cursor;
  do {
    if (findEndOfLabel(At.line()) != StringRef::npos)
      return false;
    At.advance();
  } while (!At.atEnd() && !StackTracePrefix::parse(At.line()));
  Dump.Unknown.count(UnknownPlace::PeakLine, StringRef(), lineLoc());
  keepUnknownLine(LastAnchor);
  return true;
}

// Passes the lines of the node, or what is none.
bool DumpParser::parseStackTraceNode(StackTraceNode &Node, StringRef &Prefix) {
  LineScanner S = scanLine();
  std::optional<StackTracePrefix> P = StackTracePrefix::parse(S.rest());
  if (!P) {
    Cursor.advance();
    S.failExpected("a node of the stack trace tree");
    return report(S);
  }
  Prefix = S.rest().take_front(P->Length);
  Node.Depth = P->Depth;
  S.drop(P->Length);

  // The label is any text, line feeds included, so its end is looked for from
  // the right.
  LineCursor Begin = Cursor;
  StringRef Label = S.rest();
  StringRef Line = Label;
  size_t Open = findEndOfLabel(Line);
  unsigned LineCount = 1;
  for (; Open == StringRef::npos; ++LineCount) {
    Cursor.advance();
    Line = Cursor.line();
    if (Cursor.atEnd() || StackTracePrefix::parse(Line)) {
      S.failExpected("a label and ' (N.N%, total: '");
      return report(S);
    }
    Open = findEndOfLabel(Line);
  }
  Label = StringRef(Label.begin(), Line.begin() + Open - Label.begin());
  S = LineScanner(Line.drop_front(Open + strlen(" (")), Cursor.endsText());
  Cursor.advance();
  Node.Label = LineCount == 1 ? Label : joinLines(Label, Begin, LineCount);
  if (parseStackTraceNumbers(S, Node))
    return true;
  return report(S);
}

bool DumpParser::parseStackTraceNumbers(LineScanner &S, StackTraceNode &Node) {
  LineScanner AtShare = S;
  uint64_t Percent, Tenths, Total, Current, Remaining;
  if (!S.consumeNumber(Percent, "share") || !S.consume(".") ||
      !S.consumeNumber(Tenths, "one decimal"))
    return false;
  if (Percent > 1000000 || Tenths > 9) {
    S = AtShare;
    return S.failExpected("a share with one decimal");
  }
  if (!S.consume("%, total: ") || !S.consumeGroupedNumber(Total, "total") ||
      !S.consume(" bytes, current: ") ||
      !S.consumeGroupedNumber(Current, "current bytes") ||
      !S.consume(" bytes, remaining: ") ||
      !S.consumeGroupedNumber(Remaining, "remaining bytes") ||
      !S.consume(" bytes)") ||
      !consumeEnd(S, {UnknownAfter::StackTraceLine, Node.Label.data()},
                  UnknownPlace::PeakClause))
    return false;
  Node.ShareInTenths = Percent * 10 + Tenths;
  Node.Total = Bytes(Total);
  Node.Current = Bytes(Current);
  Node.Remaining = Bytes(Remaining);
  return true;
}

// The connectors tell which nodes have siblings below, and a node's own numbers
// whether it has children; a tree of which the end is missing cannot be told
// otherwise from a whole one.
void DumpParser::checkStackTraceIsWhole(ArrayRef<StringRef> Prefixes) {
  if (hadError())
    return;
  ArrayRef<StackTraceNode> Nodes = Dump.ReadClaims.StackTrace->Nodes;
  std::vector<std::string> Expected = makeStackTracePrefixes(Nodes);
  unsigned Levels = 0;
  for (auto [Node, Prefix, Wanted] : zip_equal(Nodes, Prefixes, Expected)) {
    SMLoc Loc = SMLoc::getFromPointer(Prefix.data());
    if (Prefix != Wanted)
      return error(Loc, "the connectors of the stack trace tree do not match "
                        "what follows: a part of it is missing");
    if (Node.Depth > Levels)
      return error(Loc, "a level of the stack trace tree is missing");
    Levels = Node.Depth + 1;
  }
  if (!Cursor.atEnd())
    return;
  Bytes Total = Dump.ReadClaims.StackTrace->Total;
  if (Nodes.empty() ? !Total.isZero()
                    : Nodes.back().Current < Nodes.back().Total)
    error(lineLoc(),
          "the stack trace tree is incomplete: the dump is truncated");
}

} // namespace hlomem
