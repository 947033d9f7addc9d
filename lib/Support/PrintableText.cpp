//===- PrintableText.cpp - Texts that a terminal may see ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

static bool isPlain(unsigned char C) { return C >= 0x20 && C < 0x7F; }

/// The bytes at the start of \p Text that a terminal may see: characters of
/// ASCII, or one of UTF-8, that are no control characters. 0 if there is none.
static size_t printablePrefix(StringRef Text) {
  const char *End = find_if_not(Text, isPlain);
  if (End != Text.begin())
    return End - Text.begin();
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
