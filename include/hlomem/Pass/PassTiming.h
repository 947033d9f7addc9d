//===- PassTiming.h - Where the time goes -----------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASS_PASSTIMING_H
#define HLOMEM_PASS_PASSTIMING_H

#include "hlomem/Pass/PassInstrumentation.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <compare>
#include <map>

namespace hlomem {

/// Represents time that one thread took.
struct ThreadTime {
  std::chrono::nanoseconds Wall{};
  /// Is the processor time in the program and in the kernel. It is zero if the
  /// system cannot measure it for one thread.
  std::chrono::nanoseconds Cpu{};

  /// Returns the time of the calling thread since a fixed but unspecified
  /// start.
  static ThreadTime now();

  ThreadTime &operator+=(const ThreadTime &Other) {
    Wall += Other.Wall;
    Cpu += Other.Cpu;
    return *this;
  }
  friend ThreadTime operator-(const ThreadTime &End, const ThreadTime &Begin) {
    return {End.Wall - Begin.Wall, End.Cpu - Begin.Cpu};
  }
};

/// Identifies what took time.
enum class TimedKind : uint8_t {
  Phase,    ///< Work of the tool: reading, parsing.
  Pass,     ///< A pass, without the analyses that it uses.
  Analysis, ///< An analysis, without the analyses that it uses.
};

/// Returns "phase", "pass" or "analysis".
StringRef toString(TimedKind K);

/// Holds the time that the program took, by kind and name.
class TimeTable {
public:
  struct Key {
    TimedKind Kind;
    std::string Name;
    auto operator<=>(const Key &) const = default;
  };
  struct Cell {
    ThreadTime Time;
    uint64_t Runs = 0;
  };

  void add(TimedKind Kind, StringRef Name, const ThreadTime &Time,
           uint64_t Runs = 1);
  /// Adds all times of \p Other.
  void merge(const TimeTable &Other);

  const std::map<Key, Cell> &cells() const { return Cells; }

  /// Prints a table with the longest wall time first, as LLVM's timers do, and
  /// the number of runs. \p Elapsed is the wall time of the program, \p
  /// InputSize the bytes of all dumps that were parsed.
  void print(raw_ostream &OS, std::chrono::nanoseconds Elapsed,
             uint64_t InputSize) const;
  /// Prints a JSON array with an object for each row, sorted by kind and name.
  void print(llvm::json::OStream &JSON) const;

private:
  std::map<Key, Cell> Cells;
};

/// Measures the time that each of several nested activities takes itself. It
/// belongs to one thread.
class TimeStack {
public:
  using Clock = ThreadTime (*)();

  /// Makes a stack that adds the times to \p Table, which must outlive it.
  explicit TimeStack(TimeTable &Table, Clock Now = ThreadTime::now)
      : Table(Table), Now(Now) {}
  TimeStack(const TimeStack &) = delete;
  TimeStack &operator=(const TimeStack &) = delete;

  /// Begins an activity, nested in the current one. \p Name must live until its
  /// end.
  void begin(TimedKind Kind, StringRef Name);
  /// Ends the activity that began last.
  void end();

  /// Registers callbacks that time passes and analyses.
  void registerCallbacks(PassInstrumentation &PI);

private:
  struct Frame {
    TimedKind Kind;
    StringRef Name;
    ThreadTime Self;
  };

  /// Adds the time since the last change to the innermost activity.
  void charge();

  TimeTable &Table;
  Clock Now;
  ThreadTime LastChange;
  SmallVector<Frame, 8> Frames;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSTIMING_H
