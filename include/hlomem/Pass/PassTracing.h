//===- PassTracing.h - A trace of the program itself ------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSTRACING_H
#define HLOMEM_PASS_PASSTRACING_H

#include "hlomem/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace hlomem {

/// Records what each thread does and when, with LLVM's TimeProfiler, of which a
/// process has only one.
class TimeTrace {
public:
  /// Begins the recording, on the main thread. Events below \p Granularity, in
  /// microseconds, are left out. \p ToolName is the name of the process.
  TimeTrace(unsigned Granularity, llvm::StringRef ToolName);
  TimeTrace(const TimeTrace &) = delete;
  TimeTrace &operator=(const TimeTrace &) = delete;
  ~TimeTrace();

  /// Around the work of a thread: outside of it nothing is recorded there. Does
  /// nothing on the main thread and inside another one.
  class ThreadScope {
  public:
    explicit ThreadScope(const TimeTrace *Trace);
    ThreadScope(const ThreadScope &) = delete;
    ThreadScope &operator=(const ThreadScope &) = delete;
    ~ThreadScope();

  private:
    bool IsOutermost = false;
  };

  /// An event from now on until it is destroyed; none if nobody records.
  class EventScope {
  public:
    /// \p Detail is what it is about, such as a file.
    EventScope(llvm::StringRef Name, llvm::StringRef Detail);
    EventScope(const EventScope &) = delete;
    EventScope &operator=(const EventScope &) = delete;
    ~EventScope();

  private:
    bool IsRecorded;
  };

  /// Records passes and analyses.
  static void registerCallbacks(PassInstrumentation &PI);

  /// Writes what was recorded, as JSON in Chrome's format for traces. To be
  /// called on the main thread when all others are done.
  void write(llvm::raw_ostream &OS) const;

private:
  unsigned Granularity;
  std::string ToolName;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSTRACING_H
