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
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hlomem {

/// Time of one thread.
struct ThreadTime {
  std::chrono::nanoseconds Wall{};
  /// Processor time, in the program and in the kernel; zero where the system
  /// cannot tell it of one thread.
  std::chrono::nanoseconds Cpu{};

  /// Of the calling thread, from some beginning on.
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

/// What takes time.
enum class TimedKind : uint8_t {
  Phase,    ///< Work of the tool: reading, parsing.
  Pass,     ///< Without the analyses that it asks for.
  Analysis, ///< Without the analyses that it asks for.
};

/// "phase", "pass" or "analysis".
llvm::StringRef toString(TimedKind K);

/// What the program spent its time on, by kind and name.
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

  void add(TimedKind Kind, llvm::StringRef Name, const ThreadTime &Time,
           uint64_t Runs = 1);
  /// Adds all of \p Other.
  void merge(const TimeTable &Other);

  const std::map<Key, Cell> &cells() const { return Cells; }

  /// Writes a table with the longest wall time first, as LLVM's timers do, and
  /// the number of runs. \p Elapsed is the wall time of the program, \p
  /// InputSize what was parsed in it, in bytes.
  void print(llvm::raw_ostream &OS, std::chrono::nanoseconds Elapsed,
             uint64_t InputSize) const;
  /// Writes an array with an object for each row, in the order of kinds and
  /// names.
  void print(llvm::json::OStream &JSON) const;

private:
  std::map<Key, Cell> Cells;
};

/// Tells the time that nested things take themselves. Belongs to one thread.
class TimeStack {
public:
  using Clock = ThreadTime (*)();

  /// Adds what it finds to \p Table, which must outlive it.
  explicit TimeStack(TimeTable &Table, Clock Now = ThreadTime::now)
      : Table(Table), Now(Now) {}
  TimeStack(const TimeStack &) = delete;
  TimeStack &operator=(const TimeStack &) = delete;

  /// Begins something; what was running waits for it. \p Name must live until
  /// its end.
  void begin(TimedKind Kind, llvm::StringRef Name);
  /// Ends what began last.
  void end();

  /// Times passes and analyses.
  void registerCallbacks(PassInstrumentation &PI);

private:
  struct Frame {
    TimedKind Kind;
    llvm::StringRef Name;
    ThreadTime Self;
  };

  /// Charges the time since the last change to the innermost frame.
  void charge();

  TimeTable &Table;
  Clock Now;
  ThreadTime LastChange;
  llvm::SmallVector<Frame, 8> Frames;
};

} // namespace hlomem

#endif // HLOMEM_PASS_PASSTIMING_H
