//===- ScreenText.h - Lines of a screen -------------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REMARKS_SCREEN_SCREENTEXT_H
#define HLOMEM_LIB_REMARKS_SCREEN_SCREENTEXT_H

#include "hlomem/Support/LLVM.h"
#include "llvm/Support/WithColor.h"

namespace hlomem {

/// Cuts \p Name to \p Columns: scopes at the front, since their ends tell most,
/// and paths at the end.
std::string shortenName(StringRef Name, size_t Columns);

/// Cuts the scope in \p Place, "h/0/attn, model.py:12".
std::string shortenPlace(StringRef Place);

/// \p Text as a word for a shell.
std::string quoteForShell(StringRef Text);

/// Where the lines of a screen go, and how they look.
struct ScreenText {
  raw_ostream &OS;
  /// In columns.
  unsigned Width;
  bool HasColor;
  bool HasUnicode;

  /// Is true if there is no room for all columns: numbers of a change and
  /// shapes of parts stand below their names, and there are no bars.
  bool isNarrow() const { return Width < 72; }
  /// Prints \p Text behind \p Indent blanks, and more in the lines after the
  /// first.
  void wrap(StringRef Text, unsigned Indent = 2,
            unsigned IndentBelow = 4) const;
  /// Prints \p Left and, over the last \p Columns columns, \p Right, in bold.
  void printTitle(StringRef Left, StringRef Right, unsigned Columns) const;
  /// Prints \p Line without the blanks at its end.
  void printLine(StringRef Line) const { OS << Line.rtrim() << '\n'; }

  StringRef choose(StringRef Ascii, StringRef Unicode) const {
    return HasUnicode ? Unicode : Ascii;
  }
  llvm::ColorMode getColorMode() const {
    return HasColor ? llvm::ColorMode::Enable : llvm::ColorMode::Disable;
  }
};

} // namespace hlomem

#endif // HLOMEM_LIB_REMARKS_SCREEN_SCREENTEXT_H
