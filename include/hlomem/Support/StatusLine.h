//===- StatusLine.h - A line on a terminal, written over and over ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_STATUSLINE_H
#define HLOMEM_SUPPORT_STATUSLINE_H

#include "hlomem/Support/LLVM.h"
#include <chrono>

namespace hlomem {

/// Shows a line on the standard error stream that is overwritten again and
/// again. It shows nothing if that is not a terminal, nor in the first second.
class StatusLine {
public:
  /// Makes a line that is never shown unless \p IsWanted.
  explicit StatusLine(bool IsWanted = true);
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine &) = delete;
  StatusLine &operator=(const StatusLine &) = delete;

  /// Is true if the standard error stream is a terminal, so that anything can
  /// be shown.
  bool isOnTerminal() const { return IsTerminal; }
  /// Is true if the line can be shown and was not in the last 100 ms.
  bool isDue() const;
  /// Shows \p Text, one line without its line feed, if isDue().
  void show(StringRef Text);
  /// Erases the line. It must be called before anything else is printed,
  /// including to the standard output, which may be the same terminal.
  void clear();

private:
  using Clock = std::chrono::steady_clock;

  bool IsTerminal;
  Clock::time_point NextTime;
  /// Is the length in bytes of the line on the terminal; 0 if there is none.
  size_t Width = 0;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_STATUSLINE_H
