//===- DisplayText.h - Texts in columns of a terminal -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_DISPLAYTEXT_H
#define HLOMEM_SUPPORT_DISPLAYTEXT_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <string>

namespace hlomem {

/// The columns of a terminal that \p Text takes, which holds no control
/// characters. What is not UTF-8 is counted as a column for whatever begins a
/// character.
size_t getDisplayWidth(llvm::StringRef Text);

/// \p Text, or where it takes more than \p Width columns its beginning and its
/// end with "..." between them. \pre Width is 3 or more.
std::string shortenMiddle(llvm::StringRef Text, size_t Width);

/// \p Text, or where it takes more than \p Width columns its beginning and
/// "...". \pre Width is 3 or more.
std::string shortenEnd(llvm::StringRef Text, size_t Width);

/// Longer shapes, those of large tuples, are shortened to this.
inline constexpr size_t MaxShapeWidth = 100;

/// \p Path, or where it takes more than \p Width columns its end behind "...",
/// from the beginning of a name if that fits. \pre Width is 3 or more.
std::string shortenPath(llvm::StringRef Path, size_t Width);

/// The columns of the terminal that file descriptor \p FD is; 0 if it is none.
unsigned getTerminalWidth(int FD);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_DISPLAYTEXT_H
