//===- DisplayText.h - Texts in columns of a terminal -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_DISPLAYTEXT_H
#define HLOMEM_SUPPORT_DISPLAYTEXT_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Returns how many columns of a terminal \p Text takes, which has no control
/// characters. In a text that is not UTF-8, each byte that is not a
/// continuation byte counts as a column.
size_t getDisplayWidth(StringRef Text);

/// Returns \p Text, or if it takes more than \p Width columns, its beginning
/// and its end with "..." between them. \pre Width is 3 or more.
std::string shortenMiddle(StringRef Text, size_t Width);

/// Returns \p Text, or if it takes more than \p Width columns, its beginning
/// and "...". \pre Width is 3 or more.
std::string shortenEnd(StringRef Text, size_t Width);

/// Is the width, in columns, that printed shapes are shortened to. Shapes of
/// large tuples are longer.
inline constexpr size_t MaxShapeWidth = 100;

/// Returns \p Path, or if it takes more than \p Width columns, "..." and its
/// end, which starts with a whole path component if one fits. \pre Width is 3
/// or more.
std::string shortenPath(StringRef Path, size_t Width);

/// Returns \p Text with blanks behind or before it, so that it takes \p Width
/// columns or more.
std::string padRight(StringRef Text, size_t Width);
std::string padLeft(StringRef Text, size_t Width);

/// Prints \p Text, the rest of a line of which \p Column columns are printed,
/// and breaks it at blanks so that no line takes more than \p MaxColumn
/// columns, 0 for no limit; further lines have \p Indent blanks before them.
void printWrapped(raw_ostream &OS, StringRef Text, unsigned Column,
                  unsigned MaxColumn, unsigned Indent);

/// Returns the columns of the terminal that file descriptor \p FD refers to, or
/// 0 if it refers to no terminal.
unsigned getTerminalWidth(int FD);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_DISPLAYTEXT_H
