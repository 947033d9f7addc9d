//===- ScreenRemarkStream.h - The first screen ------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_SCREENREMARKSTREAM_H
#define HLOMEM_REMARKS_SCREENREMARKSTREAM_H

#include "hlomem/Remarks/TextRemarkStream.h"

namespace hlomem {

class SourceTexts;

/// Is the width of a screen that goes to no terminal, in columns.
inline constexpr unsigned DefaultScreenWidth = 80;

/// Returns true if \p R is drawn: `summary` or `advise` reports it, and it is
/// no failure.
bool isOfScreen(const Remark &R);

/// Draws the remarks of the passes `summary` and `advise` as one screen: does
/// the program fit, where are its bytes, what can be changed, what to type
/// next (docs/Screens.md). It knows these remarks by their names, as a reader
/// of JSON does, and prints all others as TextRemarkStream does. What it prints
/// of sizes adds up as it is printed.
class ScreenRemarkStream final : public RemarkStream {
public:
  /// Makes a stream; the arguments are those of TextRemarkStream.
  ScreenRemarkStream(raw_ostream &OS, const SourceTexts &Sources,
                     StringRef ModuleName, TextRemarkOptions Options);

  void handle(const Remark &R) override;
  void finish() override;

private:
  /// Returns the screen of what is held, without \p LeftOut lines: first those
  /// rows of parts that have the fewest bytes, then how changes are made.
  std::string print(size_t LeftOut) const;
  size_t countParts() const;
  void draw();

  raw_ostream &OS;
  TextRemarkStream Text;
  std::string ModuleName;
  TextRemarkOptions Options;
  /// Holds the remarks that are not drawn yet.
  std::vector<Remark> Held;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_SCREENREMARKSTREAM_H
