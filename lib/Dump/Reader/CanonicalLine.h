//===- CanonicalLine.h - Reads the parts of lines by pointers -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_READER_CANONICALLINE_H
#define HLOMEM_LIB_DUMP_READER_CANONICALLINE_H

#include "LineScanner.h"
#include "llvm/Support/Compiler.h"
#include <cstring>

namespace hlomem {

/// The scanner of LineGrammar.h that has no messages. Reads complete lines:
/// each ends with a line feed before the end, where whatever is read stops. A
/// call that returns false leaves it anywhere.
class CanonicalLine {
  const char *At;
  const char *End;

public:
  /// Up to 18 digits.
  static constexpr uint64_t MaxNumber = 999'999'999'999'999'999;

  CanonicalLine(const char *At, const char *End) : At(At), End(End) {}

  const char *place() const { return At; }
  /// Nothing is wrong in a line that is not canonical.
  bool failAt(const char *, StringRef) { return false; }

  // Of literals, so that one comparison is left of each.
  template <size_t N> bool startsWith(const char (&Text)[N]) const {
    return End - At >= static_cast<ptrdiff_t>(N - 1) &&
           std::memcmp(At, Text, N - 1) == 0;
  }
  template <size_t N> bool tryConsume(const char (&Text)[N]) {
    if (!startsWith(Text))
      return false;
    At += N - 1;
    return true;
  }
  // What must come nearly always does. The compiler takes many parts that may
  // fail one after the other for rare ones otherwise.
  template <size_t N> bool consume(const char (&Text)[N]) {
    return LLVM_LIKELY(tryConsume(Text));
  }

  bool consumeNumber(uint64_t &Number, StringRef = {}) {
    const char *Begin = At;
    uint64_t N = 0;
    for (; llvm::isDigit(*At); ++At)
      N = N * 10 + (*At - '0');
    Number = N;
    size_t Length = At - Begin;
    return LLVM_LIKELY(Length != 0 && Length <= 18 &&
                       (Length == 1 || *Begin != '0'));
  }
  bool consumeNumber(uint32_t &Number, StringRef = {}) {
    uint64_t Wide;
    bool IsNumber = consumeNumber(Wide);
    Number = static_cast<uint32_t>(Wide);
    return LLVM_LIKELY(IsNumber && Wide <= UINT32_MAX);
  }

  bool consumeName(StringRef &Name) {
    const char *Begin = At;
    if (LLVM_UNLIKELY(!llvm::isAlpha(*At) && *At != '_'))
      return false;
    while (isNameCharacter(*At))
      ++At;
    Name = StringRef(Begin, At - Begin);
    return true;
  }

  bool consumeIndex(StringRef &Braced) {
    const char *Begin = At;
    if (*At != '{')
      return false;
    ++At;
    if (*At != '}') {
      uint64_t Number;
      bool IsNumber;
      while ((IsNumber = consumeNumber(Number)) && *At == ',')
        ++At;
      if (!IsNumber || *At != '}')
        return false;
    }
    ++At;
    Braced = StringRef(Begin, At - Begin);
    return true;
  }
  bool consumeOptionalIndex(StringRef &Braced) {
    return *At != '{' || consumeIndex(Braced);
  }

  StringRef takeRestOfLine() {
    const char *Begin = At;
    At = static_cast<const char *>(std::memchr(At, '\n', End - At));
    return StringRef(Begin, At++ - Begin);
  }

private:
  static bool isNameCharacter(char C) {
    return NameCharacters[static_cast<unsigned char>(C)];
  }
};

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_READER_CANONICALLINE_H
