//===- JsonRemarkStream.cpp - Remarks for scripts -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/JsonRemarkStream.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace hlomem {

static void printPlace(json::OStream &J, StringRef File, uint64_t Line,
                       uint64_t Column) {
  auto NumberOrNull = [](uint64_t N) {
    return N ? json::Value(N) : json::Value(nullptr);
  };
  J.object([&] {
    J.attribute("file", toValidUtf8(File));
    J.attribute("line", NumberOrNull(Line));
    J.attribute("column", NumberOrNull(Column));
  });
}

static void printValue(json::OStream &J, const RemarkPiece &P) {
  if (!P.Value)
    return J.value(nullptr);
  // As decimal text it is a number of JSON, without a detour by a double.
  if (P.isNumber())
    return J.rawValue(*P.Value);
  if (P.Kind != RemarkPieceKind::Range)
    return J.value(toValidUtf8(*P.Value));
  auto [Begin, End] = StringRef(*P.Value).split('-');
  J.object([&, Begin = Begin, End = End] {
    J.attributeBegin("begin");
    J.rawValue(Begin);
    J.attributeEnd();
    J.attributeBegin("end");
    J.rawValue(End);
    J.attributeEnd();
  });
}

static StringRef getForm(const Remark &R) {
  if (R.isRow())
    return "row";
  return R.isNote() ? "note" : "headline";
}

static StringRef getSeverity(const Remark &R) {
  if (R.getKind() != RemarkKind::Failure)
    return "remark";
  return R.getInfo().IsWarning ? "warning" : "error";
}

JsonRemarkStream::JsonRemarkStream(raw_ostream &OS, const RemarkModule &M)
    : OS(OS), M(M), Places(M), ModuleName(toValidUtf8(M.Name)) {}

std::string JsonRemarkStream::makeId(uint64_t Number) const {
  return M.Id + "." + utostr(Number);
}

void JsonRemarkStream::handle(const Remark &R) {
  Places.enter(R);
  ++Count;
  bool IsHeadline = !R.isRow() && !R.isNote();
  if (IsHeadline)
    Headline = Count;

  std::string Text;
  raw_string_ostream TextOS(Text);
  json::OStream J(TextOS);
  J.object([&] {
    J.attribute("version", Version);
    J.attribute("id", makeId(Count));
    // Of a plugin's row without one.
    bool HasHeadline = !IsHeadline && Headline != 0;
    J.attribute("headline", HasHeadline ? json::Value(makeId(Headline))
                                        : json::Value(nullptr));
    J.attribute("form", getForm(R));
    J.attribute("kind", toString(R.getKind()));
    J.attribute("severity", getSeverity(R));
    J.attribute("pass", toValidUtf8(R.getPassName()));
    J.attribute("name", R.getName());
    J.attribute("module", ModuleName);
    J.attribute("message",
                R.isRow() ? json::Value(nullptr) : toValidUtf8(R.getMessage()));
    std::optional<Bytes> Hotness = R.getHotness();
    J.attribute("hotness", Hotness && !Hotness->isOverflow()
                               ? json::Value(Hotness->count())
                               : json::Value(nullptr));
    J.attributeBegin("source");
    if (const std::optional<UserPlace> &User = Places.user())
      printPlace(J, User->File, User->Line, User->Column);
    else
      J.value(nullptr);
    J.attributeEnd();
    J.attributeBegin("dump");
    if (const std::optional<SourcePlace> &Dump = Places.dump())
      printPlace(J, Dump->FileName, Dump->Line, Dump->Column);
    else
      J.value(nullptr);
    J.attributeEnd();
    J.attributeObject("args", [&] {
      for (const RemarkPiece &P : R.pieces()) {
        if (!P.isArgument())
          continue;
        J.attributeBegin(P.Key);
        printValue(J, P);
        J.attributeEnd();
      }
      if (!R.doubts().empty())
        J.attributeArray("Doubts", [&] {
          for (StringRef Rule : R.doubts())
            J.value(toValidUtf8(Rule));
        });
    });
  });
  OS << toPrintableJson(Text) << '\n';
}

} // namespace hlomem
