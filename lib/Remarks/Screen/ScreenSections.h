//===- ScreenSections.h - The sections of a screen --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REMARKS_SCREEN_SCREENSECTIONS_H
#define HLOMEM_LIB_REMARKS_SCREEN_SCREENSECTIONS_H

#include "ScreenFacts.h"
#include "ScreenText.h"

namespace hlomem {

/// Prints what the program is, whether it fits, and where it is fullest.
void printVerdict(const ScreenText &Out, const ScreenFacts &Facts,
                  StringRef ModuleName);

/// Prints where the bytes are, but for the \p LeftOut rows of parts with the
/// fewest bytes; with \p HasOthers the sums of what no row lists.
void printParts(const ScreenText &Out, const ScreenFacts &Facts, size_t LeftOut,
                bool HasOthers);

/// Prints what to change, and how but for the last \p LeftOut changes. Returns
/// true if some are left out.
bool printChanges(const ScreenText &Out, const ScreenFacts &Facts,
                  size_t LeftOut);

/// Returns what the first change saves, "0.06 donate"; empty if there is none.
std::string describeFirstChange(const ScreenFacts &Facts, bool HasUnicode);

/// Prints what to type next; with \p HasUntold also what tells how to make each
/// change.
void printCommands(const ScreenText &Out, const ScreenFacts &Facts,
                   StringRef ModuleName, bool HasUntold);

} // namespace hlomem

#endif // HLOMEM_LIB_REMARKS_SCREEN_SCREENSECTIONS_H
