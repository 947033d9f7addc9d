//===- TableWriters.cpp - Tables as text ----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Tables/TableWriters.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/Support/JSON.h"
#include <charconv>

using namespace llvm;

namespace hlomem {

static void appendNumber(std::string &Line, uint64_t N) {
  char Digits[20];
  auto [End, _] = std::to_chars(std::begin(Digits), std::end(Digits), N);
  Line.append(Digits, End);
}

/// Appends a field of \p Row that is a number or a truth; false for a text,
/// which is then \p Text. An empty field, and bytes that do not fit into 64
/// bits, are \p Empty.
static bool appendPlain(std::string &Line, const ColumnInfo &C, const void *Row,
                        StringRef Empty, StringRef &Text) {
  switch (C.Type) {
  case ColumnType::Bytes:
    if (const Bytes *B = C.get<Bytes>(Row); B && !B->isOverflow())
      appendNumber(Line, B->count());
    else
      Line += Empty;
    return true;
  case ColumnType::Position:
  case ColumnType::Count:
  case ColumnType::Number:
    if (const uint64_t *N = C.get<uint64_t>(Row))
      appendNumber(Line, *N);
    else
      Line += Empty;
    return true;
  case ColumnType::Boolean:
    if (const bool *B = C.get<bool>(Row))
      Line += *B ? "true" : "false";
    else
      Line += Empty;
    return true;
  case ColumnType::Name:
  case ColumnType::Enum:
  case ColumnType::Text:
    if (const StringRef *S = C.get<StringRef>(Row)) {
      Text = *S;
      return false;
    }
    Line += Empty;
    return true;
  }
  llvm_unreachable("no type of a column");
}

/// Printable ASCII without quotes, backslashes and \p Separator, which stands
/// for itself. Looks at all of the text, as that takes less time.
static bool isPlain(StringRef Text, char Separator) {
  bool Is = true;
  for (char C : Text)
    Is &= C >= ' ' && C <= '~' && C != '"' && C != '\\' && C != Separator;
  return Is;
}

//===----------------------------------------------------------------------===//
// CSV
//===----------------------------------------------------------------------===//

static void appendCsvText(std::string &Line, StringRef Text) {
  if (!Text.empty() && isPlain(Text, ',')) {
    Line += Text;
    return;
  }
  Line += '"';
  for (char C : toValidUtf8(Text)) {
    if (C == 0)
      Line += "\xEF\xBF\xBD";
    else
      Line += C;
    if (C == '"')
      Line += C;
  }
  Line += '"';
}

static void writeCsv(ModuleTables &T, const TableInfo &Info, bool,
                     raw_ostream &OS) {
  std::string Line;
  visitRows(T, Info.Kind, [&](const void *Row) {
    Line.clear();
    for (const ColumnInfo &C : Info.Columns) {
      StringRef Text;
      if (!appendPlain(Line, C, Row, "", Text))
        appendCsvText(Line, Text);
      Line += ',';
    }
    Line.back() = '\n';
    OS << Line;
  });
}

const TableFormat CsvFormat = {true, false, writeCsv};

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void appendJsonText(std::string &Line, StringRef Text) {
  if (isPlain(Text, '"')) {
    Line += '"';
    Line += Text;
    Line += '"';
    return;
  }
  std::string Json;
  raw_string_ostream OS(Json);
  OS << json::Value(toValidUtf8(Text));
  Line += toPrintableJson(Json);
}

static void writeJsonl(ModuleTables &T, const TableInfo &Info, bool IsMixed,
                       raw_ostream &OS) {
  std::string Begin = "{";
  if (IsMixed)
    Begin += ("\"table\":\"" + Info.Name + "\",").str();
  std::vector<std::string> Keys;
  for (const ColumnInfo &C : Info.Columns)
    Keys.push_back(("\"" + C.Name + "\":").str());
  std::string Line;
  visitRows(T, Info.Kind, [&](const void *Row) {
    Line = Begin;
    for (const auto &[C, Key] : zip_equal(Info.Columns, Keys)) {
      Line += Key;
      StringRef Text;
      if (!appendPlain(Line, C, Row, "null", Text))
        appendJsonText(Line, Text);
      Line += ',';
    }
    Line.back() = '}';
    Line += '\n';
    OS << Line;
  });
}

const TableFormat JsonlFormat = {false, true, writeJsonl};

} // namespace hlomem
