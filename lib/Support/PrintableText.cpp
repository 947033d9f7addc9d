//===- PrintableText.cpp - Texts that a terminal may see ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/Support/Format.h"
#include <cstring>

using namespace llvm;

namespace hlomem {

static bool isPlain(unsigned char C) { return C >= 0x20 && C < 0x7F; }

namespace {

struct CodeRange {
  uint32_t First;
  uint32_t Last;
};

} // namespace

/// What Unicode's property Default_Ignorable_Code_Point has (marks, overrides
/// and isolates of directions, fillers, selectors of variants, tags), the
/// separators of lines and paragraphs, and notes. By a table of our own: what
/// is printed must not depend on the LLVM that the program is built with.
static constexpr CodeRange Unprintable[] = {
    {0x00AD, 0x00AD},   {0x034F, 0x034F},  {0x061C, 0x061C}, {0x115F, 0x1160},
    {0x17B4, 0x17B5},   {0x180B, 0x180F},  {0x200B, 0x200F}, {0x2028, 0x202E},
    {0x2060, 0x206F},   {0x3164, 0x3164},  {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},  {0xFFFE, 0xFFFF}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

bool isPrintable(uint32_t Code) {
  if (Code < 0xA0)
    return isPlain(std::min<uint32_t>(Code, 0xFF));
  return none_of(Unprintable, [Code](CodeRange R) {
    return R.First <= Code && Code <= R.Last;
  });
}

/// How many characters at the start of \p Text are plain: most texts have no
/// others.
static size_t countPlain(StringRef Text) {
  constexpr uint64_t EachByte = 0x0101010101010101;
  size_t I = 0;
  for (; Text.size() - I >= sizeof(uint64_t); I += sizeof(uint64_t)) {
    uint64_t Word;
    std::memcpy(&Word, Text.data() + I, sizeof(Word));
    // The highest bit of a byte is set in the first where it is no ASCII, in
    // the second where it is a control character, and for 0x7F in the third. A
    // carry may set it for others, which are then looked at one by one.
    if ((Word | (Word - 0x20 * EachByte) | (Word + EachByte)) & 0x80 * EachByte)
      break;
  }
  while (I != Text.size() && isPlain(Text[I]))
    ++I;
  return I;
}

/// The bytes at the start of \p Text that a terminal may see: characters of
/// ASCII, or one of UTF-8, that are printable. 0 if there is none.
static size_t printablePrefix(StringRef Text) {
  if (size_t Count = countPlain(Text))
    return Count;
  size_t Length = utf8CharLength(Text);
  return Length != 0 && !isPrintable(utf8CodePoint(Text)) ? 0 : Length;
}

bool isPrintable(StringRef Text) {
  while (size_t Length = printablePrefix(Text))
    Text = Text.drop_front(Length);
  return Text.empty();
}

void appendPrintable(std::string &To, StringRef From) {
  while (!From.empty()) {
    if (size_t Length = printablePrefix(From)) {
      To += From.take_front(Length);
      From = From.drop_front(Length);
      continue;
    }
    unsigned char C = From.front();
    From = From.drop_front();
    switch (C) {
    case '\n':
      To += "\\n";
      break;
    case '\t':
      To += "\\t";
      break;
    default:
      To += "\\x";
      To += hexdigit(C >> 4, /*LowerCase=*/true);
      To += hexdigit(C & 15, /*LowerCase=*/true);
      break;
    }
  }
}

std::string toPrintable(StringRef Text) {
  std::string Result;
  appendPrintable(Result, Text);
  return Result;
}

void printPrintableLines(raw_ostream &OS, StringRef Text) {
  std::string Line;
  while (!Text.empty()) {
    size_t Length = std::min(Text.find('\n'), Text.size());
    Line.clear();
    appendPrintable(Line, Text.take_front(Length));
    OS << Line;
    if (Length != Text.size())
      OS << '\n';
    Text = Text.drop_front(std::min(Length + 1, Text.size()));
  }
}

std::string toPrintableJson(StringRef Json) {
  std::string Result;
  raw_string_ostream OS(Result);
  while (!Json.empty()) {
    if (size_t Length = printablePrefix(Json)) {
      OS << Json.take_front(Length);
      Json = Json.drop_front(Length);
      continue;
    }
    size_t Length = utf8CharLength(Json);
    uint32_t Code = Length != 0 ? utf8CodePoint(Json) : 0xFFFD;
    // Only layout stands outside of strings.
    if (Code == '\n' || Code == '\t')
      OS << static_cast<char>(Code);
    else if (Code < 0x10000)
      OS << "\\u" << format_hex_no_prefix(Code, 4);
    else
      OS << "\\u" << format_hex_no_prefix(0xD7C0 + (Code >> 10), 4) << "\\u"
         << format_hex_no_prefix(0xDC00 + (Code & 0x3FF), 4);
    Json = Json.drop_front(std::max<size_t>(Length, 1));
  }
  return Result;
}

std::string encodePath(StringRef Path) {
  std::string Encoded;
  for (char C : Path)
    if (isAlnum(C) || StringRef("/-._~").contains(C))
      Encoded += C;
    else
      (Encoded += '%') += toHex(StringRef(&C, 1));
  return Encoded;
}

} // namespace hlomem
