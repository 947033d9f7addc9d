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
#include "llvm/ADT/StringExtras.h"
#include <cstring>

namespace hlomem {

/// Reads complete lines: each ends with a line feed before the end, where
/// whatever is read stops.
class CanonicalLine {
  const char *At;
  const char *End;
  bool IsCanonical = true;

public:
  CanonicalLine(const char *At, const char *End) : At(At), End(End) {}

  /// What follows means nothing once this is false.
  explicit operator bool() const { return IsCanonical; }
  const char *at() const { return At; }

  bool startsWith(llvm::StringRef Text) const {
    return End - At >= static_cast<ptrdiff_t>(Text.size()) &&
           std::memcmp(At, Text.data(), Text.size()) == 0;
  }
  bool tryTake(llvm::StringRef Text) {
    if (!startsWith(Text))
      return false;
    At += Text.size();
    return true;
  }
  void take(llvm::StringRef Text) { IsCanonical &= tryTake(Text); }

  /// Up to 18 digits, which fit into 63 bits.
  uint64_t takeNumber() {
    const char *Begin = At;
    uint64_t N = 0;
    for (; llvm::isDigit(*At); ++At)
      N = N * 10 + (*At - '0');
    size_t Length = At - Begin;
    IsCanonical &= Length != 0 && Length <= 18 && (Length == 1 || *Begin != '0');
    return N;
  }

  llvm::StringRef takeName() {
    const char *Begin = At;
    IsCanonical &= llvm::isAlpha(*At) || *At == '_';
    while (isNameCharacter(*At))
      ++At;
    return llvm::StringRef(Begin, At - Begin);
  }

  /// With its braces.
  llvm::StringRef takeIndex() {
    const char *Begin = At;
    take("{");
    if (tryTake("}"))
      return llvm::StringRef(Begin, At - Begin);
    takeNumber();
    while (tryTake(","))
      takeNumber();
    take("}");
    return llvm::StringRef(Begin, At - Begin);
  }

  llvm::StringRef takeRestOfLine() {
    const char *Begin = At;
    At = static_cast<const char *>(std::memchr(At, '\n', End - At));
    return llvm::StringRef(Begin, At++ - Begin);
  }

private:
  static bool isNameCharacter(char C) {
    return NameCharacters[static_cast<unsigned char>(C)];
  }
};

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_READER_CANONICALLINE_H
