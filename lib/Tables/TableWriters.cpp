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
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/JSON.h"
#include <charconv>

using namespace llvm;

namespace hlomem {

using RowText = SmallString<1024>;

static void appendNumber(RowText &Line, uint64_t N) {
  char Digits[20];
  auto [End, _] = std::to_chars(std::begin(Digits), std::end(Digits), N);
  Line.append(Digits, End);
}

enum : uint8_t { Comma = 1, Quote = 2, Backslash = 4, Other = 8 };

/// Which characters \p Text has that may not stand for themselves: Other are
/// all that are not printable ASCII. Most texts have none.
static uint8_t findSpecial(StringRef Text) {
  static constexpr std::array<uint8_t, 256> Kinds = [] {
    std::array<uint8_t, 256> Table = {};
    for (unsigned C = 0; C != Table.size(); ++C)
      Table[C] = C < ' ' || C > '~' ? Other
                 : C == ','         ? Comma
                 : C == '"'         ? Quote
                 : C == '\\'        ? Backslash
                                    : 0;
    return Table;
  }();
  uint8_t Found = 0;
  for (unsigned char C : Text)
    Found |= Kinds[C];
  return Found;
}

namespace {

/// Describes the lines of a form.
struct LineForm {
  /// Precede the fields.
  std::vector<std::string> Before;
  StringRef Empty, End;
  void (*AppendText)(RowText &Line, StringRef Text);
};

} // namespace

/// Bytes that do not fit into 64 bits are as an empty field.
static void appendField(RowText &Line, const ColumnInfo &C, const void *Row,
                        const LineForm &Form) {
  const auto Append = makeVisitor(
      [&](Bytes B) {
        if (B.isOverflow())
          Line += Form.Empty;
        else
          appendNumber(Line, B.count());
      },
      [&](uint64_t N) { appendNumber(Line, N); },
      [&](bool B) { Line += B ? "true" : "false"; },
      [&](StringRef Text) { Form.AppendText(Line, Text); });
  if (!visitField(C, Row, Append))
    Line += Form.Empty;
}

static void writeRows(ModuleTables &T, const TableInfo &Info, LineForm Form,
                      raw_ostream &OS) {
  RowText Line;
  visitRows(T, Info.Kind, [&](const void *Row) {
    Line.clear();
    for (const auto &[C, Before] : zip_equal(Info.Columns, Form.Before)) {
      Line += Before;
      appendField(Line, C, Row, Form);
    }
    Line += Form.End;
    OS << Line;
  });
}

//===----------------------------------------------------------------------===//
// CSV
//===----------------------------------------------------------------------===//

static void appendCsvText(RowText &Line, StringRef Text) {
  const uint8_t Special = findSpecial(Text);
  if (!Text.empty() && Special == 0) {
    Line += Text;
    return;
  }
  Line += '"';
  if ((Special & (Quote | Other)) == 0)
    Line += Text;
  else
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
  LineForm Form = {{""}, "", "\n", appendCsvText};
  Form.Before.resize(Info.Columns.size(), ",");
  writeRows(T, Info, std::move(Form), OS);
}

const TableFormat CsvFormat = {true, false, writeCsv};

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void appendJsonText(RowText &Line, StringRef Text) {
  if ((findSpecial(Text) & ~Comma) == 0) {
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
  LineForm Form = {{}, "null", "}\n", appendJsonText};
  for (const ColumnInfo &C : Info.Columns)
    Form.Before.push_back((",\"" + C.Name + "\":").str());
  Form.Before[0].replace(0, 1,
                         IsMixed ? ("{\"table\":\"" + Info.Name + "\",").str()
                                 : std::string("{"));
  writeRows(T, Info, std::move(Form), OS);
}

const TableFormat JsonlFormat = {false, true, writeJsonl};

} // namespace hlomem
