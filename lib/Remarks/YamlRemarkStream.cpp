//===- YamlRemarkStream.cpp - Remarks for LLVM's tools --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's own writer, of its library LLVMRemarks, is not used: it cuts a text at
// the first byte that is not UTF-8, and writes numbers that its reader refuses,
// a hotness of 2^32 and more.
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/YamlRemarkStream.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace hlomem {

/// What stands for a value that is not known.
static constexpr StringLiteral Unknown = "?";

/// Values begin in this column after the key's first letter.
static constexpr unsigned KeyWidth = 17;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// True for a word that means itself without quotes, in every version of YAML.
static bool isPlain(StringRef Text) {
  if (Text.empty() || !isAlpha(Text.front()) || !all_of(Text, [](char C) {
        return isAlnum(C) || C == '_' || C == '.' || C == '-' || C == '/';
      }))
    return false;
  static constexpr StringLiteral Words[] = {
      "false", "n", "no", "null", "off", "on", "true", "y", "yes"};
  return none_of(Words,
                 [Text](StringRef W) { return Text.equals_insensitive(W); });
}

static void printEscaped(raw_ostream &OS, StringRef Text) {
  OS << '"';
  while (!Text.empty()) {
    size_t Length = utf8CharLength(Text);
    uint32_t Code = Length ? utf8CodePoint(Text) : 0xFFFD;
    if (Code == '"' || Code == '\\')
      OS << '\\' << static_cast<char>(Code);
    else if (Code == '\n')
      OS << "\\n";
    else if (Code == '\t')
      OS << "\\t";
    else if (Length && isPrintable(Code))
      OS << Text.take_front(Length);
    else if (Code < 0x100)
      OS << "\\x" << format_hex_no_prefix(Code, 2);
    else if (Code < 0x10000)
      OS << "\\u" << format_hex_no_prefix(Code, 4);
    else
      OS << "\\U" << format_hex_no_prefix(Code, 8);
    Text = Text.drop_front(std::max<size_t>(Length, 1));
  }
  OS << '"';
}

static bool isAllPrintable(StringRef Text) {
  while (!Text.empty()) {
    size_t Length = utf8CharLength(Text);
    if (Length == 0 || !isPrintable(utf8CodePoint(Text)))
      return false;
    Text = Text.drop_front(Length);
  }
  return true;
}

// Single quotes wherever they will do: LLVM's reader drops them, while it
// leaves double ones and what they escape.
static void printScalar(raw_ostream &OS, StringRef Text) {
  if (isPlain(Text)) {
    OS << Text;
    return;
  }
  if (!isAllPrintable(Text))
    return printEscaped(OS, Text);
  OS << '\'';
  for (;;) {
    size_t Quote = std::min(Text.find('\''), Text.size());
    OS << Text.take_front(Quote);
    if (Quote == Text.size())
      break;
    OS << "''";
    Text = Text.drop_front(Quote + 1);
  }
  OS << '\'';
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// LLVM's reader refuses larger numbers.
static uint64_t clampNumber(uint64_t N) {
  return std::min<uint64_t>(N, std::numeric_limits<uint32_t>::max());
}

static raw_ostream &printKey(raw_ostream &OS, StringRef Key) {
  OS << Key << ':';
  return OS.indent(Key.size() + 2 < KeyWidth ? KeyWidth - Key.size() - 1 : 1);
}

YamlRemarkStream::YamlRemarkStream(raw_ostream &OS, const RemarkModule &M)
    : OS(OS), Places(M) {
  raw_string_ostream Text(Function);
  printScalar(Text, M.Name);
}

void YamlRemarkStream::handle(const Remark &R) {
  Places.enter(R);
  OS << "--- !" << toString(R.getKind()) << '\n';
  printScalar(printKey(OS, "Pass"), R.getPassName());
  printKey(OS << '\n', "Name") << R.getName() << '\n';
  if (const std::optional<UserPlace> &User = Places.user())
    printPlace(User->File, User->Line, User->Column);
  else if (const std::optional<SourcePlace> &Dump = Places.dump())
    printPlace(Dump->FileName, Dump->Line, Dump->Column);
  printKey(OS, "Function") << Function << '\n';
  if (std::optional<Bytes> Hotness = R.getHotness())
    printKey(OS, "Hotness") << clampNumber(Hotness->count()) << '\n';
  printArguments(R);
  OS << "...\n";
}

void YamlRemarkStream::printPlace(StringRef File, uint64_t Line,
                                  uint64_t Column) {
  printScalar(printKey(OS, "DebugLoc") << "{ File: ", File);
  OS << ", Line: " << clampNumber(Line) << ", Column: " << clampNumber(Column)
     << " }\n";
}

void YamlRemarkStream::printArgument(StringRef Key, StringRef Value) {
  printScalar(printKey(OS << "  - ", Key), Value);
  OS << '\n';
}

void YamlRemarkStream::printPending() {
  if (Pending.empty())
    return;
  printArgument("String", Pending);
  Pending.clear();
}

// All of them in a row are a sentence, as opt-viewer.py shows it.
void YamlRemarkStream::printArguments(const Remark &R) {
  OS << "Args:\n";
  for (const auto &[I, P] : enumerate(R.pieces())) {
    if (!P.isArgument()) {
      Pending += P.Text;
      continue;
    }
    if (R.isRow()) {
      Pending += I == 0 ? "" : ", ";
      Pending += R.getInfo().Columns[I].Title;
      Pending += ' ';
    } else if (P.Kind == RemarkPieceKind::Space) {
      Pending += "space ";
    } else if (P.Kind == RemarkPieceKind::Tag) {
      Pending += ": ";
    }
    printPending();
    printArgument(P.Key, P.Value ? *P.Value : Unknown.str());
    if (P.Kind == RemarkPieceKind::Bytes)
      Pending += P.Value == "1" ? " byte" : " bytes";
    else if (P.Kind == RemarkPieceKind::Percent)
      Pending += '%';
  }
  if (!R.doubts().empty()) {
    Pending += " (doubtful: ";
    printPending();
    printArgument("Doubts", join(R.doubts(), ", "));
    Pending += ')';
  }
  if (const std::optional<SourcePlace> &Dump = Places.dump()) {
    Pending += " (";
    printPending();
    printArgument("Dump", (Dump->FileName + ":" + Twine(Dump->Line) + ":" +
                           Twine(Dump->Column))
                              .str());
    Pending += ')';
  }
  printPending();
}

} // namespace hlomem
