//===- Utf8.cpp - Texts that need not be UTF-8 ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Utf8.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace hlomem {

size_t utf8CharLength(StringRef Text) {
  if (Text.empty())
    return 0;
  if (static_cast<unsigned char>(Text.front()) < 0x80)
    return 1;
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.begin());
  const auto *End = reinterpret_cast<const UTF8 *>(Text.end());
  return isLegalUTF8Sequence(Begin, End) ? getNumBytesForUTF8(*Begin) : 0;
}

uint32_t utf8CodePoint(StringRef Text) {
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.begin());
  const auto *End = reinterpret_cast<const UTF8 *>(Text.end());
  UTF32 Code = 0;
  [[maybe_unused]] ConversionResult Result =
      convertUTF8Sequence(&Begin, End, &Code, strictConversion);
  assert(Result == conversionOK && "no character of UTF-8");
  return Code;
}

std::string toValidUtf8(StringRef Text) {
  std::string Result;
  Result.reserve(Text.size());
  while (!Text.empty()) {
    size_t Length = utf8CharLength(Text);
    if (Length == 0)
      Result += "\xEF\xBF\xBD";
    else
      Result += Text.take_front(Length);
    Text = Text.drop_front(std::max<size_t>(Length, 1));
  }
  return Result;
}

} // namespace hlomem
