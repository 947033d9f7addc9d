//===- TextScanner.h - Brackets, strings and names in HLO text ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_TEXTSCANNER_H
#define HLOMEM_SUPPORT_TEXTSCANNER_H

#include "hlomem/Support/LLVM.h"
#include <array>
#include <string_view>

namespace hlomem::text {

/// Is true if \p C may be part of the name of an instruction or computation, or
/// of the key of an attribute.
inline bool isNameChar(char C) {
  // Is a table, since most characters that are looked at one by one are of
  // names.
  static constexpr std::array<bool, 256> IsOne = [] {
    std::array<bool, 256> Table = {};
    for (unsigned I = 0; I != Table.size(); ++I)
      Table[I] = (I >= '0' && I <= '9') || (I >= 'A' && I <= 'Z') ||
                 (I >= 'a' && I <= 'z') || I == '_' || I == '.' || I == '-';
    return Table;
  }();
  return IsOne[static_cast<unsigned char>(C)];
}

/// Returns the position of the bracket or quote that closes the one at
/// Text[Open], or npos if the text ends or a bracket of another kind is closed
/// first. Brackets inside strings do not count, and a backslash in a string
/// escapes the next character.
size_t findClosing(StringRef Text, size_t Open);

/// Returns the position of the first \p Separator at or after \p From that is
/// outside of all brackets and strings, the size of the text if there is none,
/// or npos if a bracket or string is not closed.
size_t findAtTop(StringRef Text, char Separator, size_t From = 0);

/// Returns the position of the first \p What in \p Text at or after \p From, or
/// npos. This is faster than StringRef::find(), which compares at every
/// position: it skips to the next one that has the first character.
inline size_t findText(StringRef Text, StringRef What, size_t From = 0) {
  return std::string_view(Text).find(What, From);
}

/// Removes the name at the start of \p Text and returns it; empty if there is
/// none.
StringRef takeName(StringRef &Text);

/// Removes the number at the start of \p Text and returns it. Returns none, and
/// leaves \p Text as it is, if there is no digit, or if the number has leading
/// zeros or more than 64 bits.
std::optional<uint64_t> takeNumber(StringRef &Text);

/// Returns \p Escaped with its C escapes replaced: one letter, up to three
/// octal digits, or `x` and up to two hexadecimal digits. Other backslashes
/// stay.
std::string unescape(StringRef Escaped);

} // namespace hlomem::text

#endif // HLOMEM_SUPPORT_TEXTSCANNER_H
