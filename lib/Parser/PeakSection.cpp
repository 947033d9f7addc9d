//===- PeakSection.cpp - XLA's own peak and its stack trace tree ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dump-format.md sections 3.4 and 3.5.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "hlomem/IR/StackTracePrefix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

static constexpr StringLiteral StackTraceHead =
    "  Stack trace breakdown for peak usage: ";

void DumpParser::parsePeak() {
  PrintedPeak Peak;
  auto ParseHead = [&Peak](LineScanner &S) {
    if (!S.consume("  Live ranges at "))
      return false;
    Peak.Loc = S.loc();
    return S.consumeNumber(Peak.At, "time of the peak") &&
           S.consume(" (peak):") && S.consumeEnd();
  };
  if (!parseHead("'  Live ranges at'", ParseHead))
    return;
  for (; !isDone() && Cursor.line().starts_with("    "); Cursor.advance()) {
    LineScanner S = scanLine();
    PeakListEntry E;
    const PeakListEntry *First =
        Peak.Entries.empty() ? nullptr : &Peak.Entries.front();
    if (parsePeakLine(S, E, First))
      Peak.Entries.push_back(E);
    else
      report(S);
  }
  M.Claims.Peak = std::move(Peak);
  checkPeakIsComplete();
  if (Cursor.line().starts_with(StackTraceHead))
    parseStackTrace();
  if (!isDone())
    reportTextBehindDump();
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
  E.Definition = NamedIndex(Name, Index);
  E.Size = Bytes(Size);
  bool HasCumulative =
      First ? First->Cumulative.has_value() : !S.rest().empty();
  if (HasCumulative) {
    if (!S.consume(" (cumulative: ") ||
        !S.consumeNumber(Cumulative, "running sum") || !S.consume(" bytes)"))
      return false;
    E.Cumulative = Bytes(Cumulative);
  }
  return S.consumeEnd();
}

void DumpParser::checkPeakIsComplete() {
  // The list holds exactly the values live at its time (invariant I21), so that
  // a dump that was cut inside the list can be told from a whole one.
  if (hadError())
    return;
  const PrintedPeak &Peak = *M.Claims.Peak;
  size_t Expected =
      count_if(M.Values,
               [&Peak](const Value &V) { return V.isLiveAt(Peak.At); }) +
      count_if(M.UnlistedLiveRanges,
               [&Peak](const auto &U) { return U.Range.contains(Peak.At); });
  if (Peak.Entries.size() < Expected)
    error(SMLoc::getFromPointer(Cursor.line().data()),
          "expected " + Twine(Expected) + " values live at " + Twine(Peak.At) +
              ", found " + Twine(Peak.Entries.size()) + ": the dump is cut");
}

void DumpParser::reportTextBehindDump() {
  SMLoc Loc = SMLoc::getFromPointer(Cursor.line().data());
  if (Cursor.line() == DumpHead)
    error(Loc, "a second dump begins here; pass each in a file of its own");
  else if (Cursor.line().empty())
    error(Loc, "an empty line behind the dump; remove it");
  else
    error(Loc, "expected the end of the dump, found " +
                   quoteForMessage(Cursor.line()));
}

void DumpParser::parseStackTrace() {
  StackTraceTree Tree;
  auto ParseHead = [&Tree](LineScanner &S) {
    uint64_t Total;
    if (!S.consume(StackTraceHead) || !S.consumeGroupedNumber(Total, "total") ||
        !S.consume(" bytes"))
      return false;
    Tree.Total = Bytes(Total);
    return S.consumeEnd();
  };
  if (!parseHead("'Stack trace breakdown for peak usage:'", ParseHead))
    return;
  SmallVector<StringRef, 0> Prefixes;
  for (; !isDone() && !Cursor.line().empty() && Cursor.line() != DumpHead;
       Cursor.advance()) {
    LineScanner S = scanLine();
    StackTraceNode Node;
    StringRef Prefix;
    if (!parseStackTraceNode(S, Node, Prefix)) {
      report(S);
      continue;
    }
    Tree.Nodes.push_back(Node);
    Prefixes.push_back(Prefix);
  }
  M.Claims.StackTrace = std::move(Tree);
  checkStackTraceIsComplete(Prefixes);
}

bool DumpParser::parseStackTraceNode(LineScanner &S, StackTraceNode &Node,
                                     StringRef &Prefix) {
  std::optional<StackTracePrefix> P = StackTracePrefix::parse(S.rest());
  if (!P)
    return S.failExpected("a node of the stack trace tree");
  Prefix = S.rest().take_front(P->Length);
  Node.Depth = P->Depth;
  S.drop(P->Length);

  // The label is any text, so its end is looked for from the right (trap T24).
  size_t Tail = S.rest().rfind("%, total: ");
  size_t Open = S.rest().take_front(Tail).rfind(" (");
  if (Tail == StringRef::npos || Open == StringRef::npos)
    return S.failExpected("a label and ' (N.N%, total: '");
  Node.Label = S.rest().take_front(Open);
  S.drop(Open + 2);
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
      !S.consume(" bytes)") || !S.consumeEnd())
    return false;
  Node.ShareInTenths = Percent * 10 + Tenths;
  Node.Total = Bytes(Total);
  Node.Current = Bytes(Current);
  Node.Remaining = Bytes(Remaining);
  return true;
}

void DumpParser::checkStackTraceIsComplete(ArrayRef<StringRef> Prefixes) {
  if (hadError())
    return;
  ArrayRef<StackTraceNode> Nodes = M.Claims.StackTrace->Nodes;
  // What is missing of each open node's total, the tree's own at the bottom.
  // Numbers and not Bytes: they may be as large as what Bytes takes for a sum
  // that did not fit.
  SmallVector<uint64_t> Missing{M.Claims.StackTrace->Total.count()};
  auto Close = [&](size_t Depth, SMLoc Loc) {
    for (; Missing.size() > Depth + 1; Missing.pop_back())
      if (Missing.back() != 0)
        break;
    if (Missing.size() == Depth + 1)
      return true;
    error(Loc, "the stack trace tree is incomplete: " + Twine(Missing.back()) +
                   " bytes of a node are in none of its children");
    return false;
  };
  std::vector<std::string> Expected = makeStackTracePrefixes(Nodes);
  for (auto [Node, Prefix, Wanted] : zip_equal(Nodes, Prefixes, Expected)) {
    SMLoc Loc = SMLoc::getFromPointer(Node.Label.data());
    if (Prefix != Wanted)
      return error(Loc, "the connectors of the stack trace tree do not fit "
                        "what follows: a part of it is missing");
    if (Node.Depth >= Missing.size())
      return error(Loc, "a level of the stack trace tree is missing");
    if (!Close(Node.Depth, Loc))
      return;
    uint64_t Total = Node.Total.count(), Current = Node.Current.count();
    if (Total > Missing.back() || Current > Total)
      return error(Loc, "expected at most " + Twine(Missing.back()) +
                            " bytes in this node of the stack trace tree");
    Missing.back() -= Total;
    Missing.push_back(Total - Current);
  }
  SMLoc End = SMLoc::getFromPointer(Cursor.line().data());
  if (Close(0, End) && Missing.back() != 0)
    error(End, "the stack trace tree is incomplete: the dump is cut");
}

} // namespace hlomem
