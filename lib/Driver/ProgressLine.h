//===- ProgressLine.h - How far the work is, on a terminal ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_PROGRESSLINE_H
#define HLOMEM_LIB_DRIVER_PROGRESSLINE_H

#include "hlomem/Support/Parallel.h"
#include "hlomem/Support/StatusLine.h"
#include <condition_variable>
#include <mutex>

namespace hlomem {

/// A line on the standard error stream, "12 of 340 dumps", or how far a pass
/// is, that is written over and over. Nothing is ever shown where that is no
/// terminal, nor in the first second.
class ProgressLine {
public:
  /// Tells how many dumps of how many are done.
  using Listener = std::function<void(size_t Done, size_t Total)>;

  /// Nothing is ever shown unless \p IsWanted. \p Tell may be null.
  ProgressLine(bool IsWanted, Listener Tell)
      : Tell(std::move(Tell)), Line(IsWanted) {}
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  ~ProgressLine() { end(); }

  /// There are \p Count more dumps than was known.
  void expect(size_t Count);
  /// One more is done. Shows that, unless something was shown just now.
  void step();
  /// Shows \p Text, of a pass that works on a dump alone, unless something was
  /// shown just now; an empty one takes the line away.
  void showPass(StringRef Text);
  /// Shows the line a few times a second from now on, on a thread of its own,
  /// since all others work.
  void keepShown();
  /// Takes the line away, which does not come back while the result lives. To
  /// be held while anything else is printed, also on the standard output, which
  /// may be the same terminal.
  [[nodiscard]] std::unique_lock<std::mutex> pause();
  /// Takes the line away until the next step.
  void clear() { pause().unlock(); }
  /// The same, and nothing keeps it shown.
  void end();

private:
  void show();
  /// What the thread does.
  void tick();

  /// Guards all but Ticker.
  std::mutex Mutex;
  std::condition_variable Ends;
  bool IsEnding = false;
  const Listener Tell;
  StatusLine Line;
  size_t Done = 0;
  size_t Total = 0;
  std::optional<WorkerThreads> Ticker;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_PROGRESSLINE_H
