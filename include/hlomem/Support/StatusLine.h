//===- StatusLine.h - A line on a terminal, written over and over ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_STATUSLINE_H
#define HLOMEM_SUPPORT_STATUSLINE_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <cstddef>

namespace hlomem {

/// A line on the standard error stream that is written over and over. Nothing
/// is ever shown where that is no terminal, nor in the first second.
class StatusLine {
public:
  StatusLine();
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine &) = delete;
  StatusLine &operator=(const StatusLine &) = delete;

  /// Whether anything is ever shown.
  bool isOnTerminal() const { return IsTerminal; }
  /// Whether something may be shown, and nothing was just now.
  bool isDue() const;
  /// Shows \p Text, one line without its line feed, if isDue().
  void show(llvm::StringRef Text);
  /// Takes the line away. To be called before anything else is printed, also on
  /// the standard output, which may be the same terminal.
  void clear();

private:
  using Clock = std::chrono::steady_clock;

  bool IsTerminal;
  Clock::time_point NextTime;
  /// Of the line on the terminal; 0 if there is none.
  size_t Width = 0;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_STATUSLINE_H
