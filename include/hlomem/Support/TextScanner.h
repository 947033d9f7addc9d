//===- TextScanner.h - Brackets, strings and names in HLO text ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_TEXTSCANNER_H
#define HLOMEM_SUPPORT_TEXTSCANNER_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hlomem::text {

/// A character of a name of an instruction or computation, or of the key of an
/// attribute.
inline bool isNameChar(char C) {
  // Most characters that are looked at one by one are of names.
  static constexpr std::array<bool, 256> IsOne = [] {
    std::array<bool, 256> Table = {};
    for (unsigned I = 0; I != Table.size(); ++I)
      Table[I] = (I >= '0' && I <= '9') || (I >= 'A' && I <= 'Z') ||
                 (I >= 'a' && I <= 'z') || I == '_' || I == '.' || I == '-';
    return Table;
  }();
  return IsOne[static_cast<unsigned char>(C)];
}

/// Where the bracket or quote at Text[Open] is closed, or npos where it is not:
/// at the end of the text, or at a bracket of another kind. Brackets inside
/// strings do not count, and a backslash in a string hides the next character.
size_t findClosing(llvm::StringRef Text, size_t Open);

/// The first character at or after From that is Separator and outside all
/// brackets and strings, the text's size where there is none, or npos where a
/// bracket or string is not closed.
size_t findAtTop(llvm::StringRef Text, char Separator, size_t From = 0);

/// Finds the first \p What in \p Text at or after \p From, or npos. This is
/// faster than StringRef::find(), which compares at every place: it skips to
/// the next one that has the first character.
inline size_t findText(llvm::StringRef Text, llvm::StringRef What,
                       size_t From = 0) {
  return std::string_view(Text).find(What, From);
}

/// Drops the name at the start of Text and returns it; empty where there is
/// none.
llvm::StringRef takeName(llvm::StringRef &Text);

/// Drops the number at the start of Text and returns it; none where there is no
/// digit, where it has leading zeros or more than 64 bits. Text is then
/// unchanged.
std::optional<uint64_t> takeNumber(llvm::StringRef &Text);

/// Escaped without its C escapes: one letter, up to three octal digits, or `x`
/// and up to two hexadecimal ones. What is no escape stays as it is.
std::string unescape(llvm::StringRef Escaped);

} // namespace hlomem::text

#endif // HLOMEM_SUPPORT_TEXTSCANNER_H
