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

using namespace llvm;

namespace hlomem {

/// The bytes at the start of \p Text that a terminal may see: a character of
/// ASCII or of UTF-8 that is no control character. 0 if there is none.
static size_t printablePrefix(StringRef Text) {
  unsigned char First = Text.front();
  if (First < 0x80)
    return First >= 0x20 && First != 0x7F;
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
