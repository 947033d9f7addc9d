//===- DumpParser.cpp - Text of a dump to a module ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Parser/DumpParser.h"
#include "ParserImpl.h"

using namespace llvm;

namespace hlomem {

bool DumpParser::parseHead(StringRef Head) {
  if (Head.empty())
    return parseHead("an empty line", [](LineScanner &S) {
      return S.rest().empty() || S.failExpected("an empty line");
    });
  return parseHead(("'" + Head + "'").str(), [Head](LineScanner &S) {
    return S.consume(Head) && S.consumeEnd();
  });
}

bool DumpParser::parseHead(StringRef What,
                           function_ref<bool(LineScanner &)> Parse) {
  if (Cursor.atEnd()) {
    error(SMLoc::getFromPointer(Cursor.line().data()),
          "expected " + What + ", found the end of the file: the dump is cut");
    return false;
  }
  LineScanner S = scanLine();
  if (Parse(S)) {
    Cursor.advance();
    return true;
  }
  report(S);
  while (!Cursor.atEnd()) {
    LineScanner Later = scanLine();
    if (Parse(Later)) {
      Cursor.advance();
      return true;
    }
    Cursor.advance();
  }
  return false;
}

std::unique_ptr<Module> DumpParser::parse() {
  // A section that is missing ends the work: what follows would be read with
  // wrong expectations.
  if (!parseHead(DumpHead))
    return nullptr;
  parseAllocations();
  parseTotal();
  if (hadError() && Cursor.atEnd())
    return nullptr;
  if (!parseHead("Used values:"))
    return nullptr;
  parseUsedValues();
  parseLiveRanges();

  if (!hadError()) {
    M.Dialect.EndsWithLineFeed = M.getText().ends_with("\n");
    for (const Value &V : M.Values)
      if (!V.IsUsedValue)
        error(V.getLoc(),
              "value " + Twine(V.getId()) + " is missing under 'Used values:'");
  }
  return hadError() ? nullptr : std::move(TheModule);
}

std::unique_ptr<Module> parseDump(std::unique_ptr<MemoryBuffer> Dump,
                                  DiagnosticEngine &Diags) {
  auto M = std::make_unique<Module>(std::move(Dump));
  if (reportOtherKindOfFile(*M, Diags))
    return nullptr;
  return DumpParser(std::move(M), Diags).parse();
}

} // namespace hlomem
