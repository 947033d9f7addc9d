//===- PrintableText.cpp - Texts that a terminal may see ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdint>
#include <cstring>

using namespace llvm;

namespace hlomem {

static bool isPlain(unsigned char C) { return C >= 0x20 && C < 0x7F; }

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
/// ASCII, or one of UTF-8, that are no control characters. 0 if there is none.
static size_t printablePrefix(StringRef Text) {
  if (size_t Count = countPlain(Text))
    return Count;
  size_t Length = utf8CharLength(Text);
  // U+0080 to U+009F, control characters too.
  return Length != 0 && utf8CodePoint(Text) < 0xA0 ? 0 : Length;
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

} // namespace hlomem
