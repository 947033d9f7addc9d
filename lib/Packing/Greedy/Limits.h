//===- Limits.h - What a search may still spend ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_GREEDY_LIMITS_H
#define HLOMEM_LIB_PACKING_GREEDY_LIMITS_H

#include "hlomem/Support/LLVM.h"
#include <atomic>
#include <chrono>

namespace hlomem::packing {

/// When a search has to end: a budget of steps of its own, and what cuts short
/// every search of a run, the deadline and the flags. Belongs to one thread.
class Limits {
public:
  using Clock = std::chrono::steady_clock;

  Limits() = default;
  explicit Limits(uint64_t MaxSteps,
                  std::optional<Clock::time_point> Deadline = std::nullopt,
                  const std::atomic<bool> *Stop = nullptr)
      : MaxSteps(MaxSteps), Deadline(Deadline), Stop(Stop) {}

  /// Accounts for \p Steps; true if the search has to end. Cheap: call it for
  /// every few hundred steps, which SolverOptions::MaxSteps defines.
  bool spend(uint64_t Steps) {
    Spent += Steps;
    if (Spent >= NextLook)
      look();
    return isOver();
  }

  /// Whether the search has to end; once true, always true.
  bool isOver() const { return WasCut || Spent >= MaxSteps; }
  /// Whether it has to end for another reason than its budget of steps, so that
  /// what it found may differ from run to run.
  bool wasCut() const { return WasCut; }
  /// To be asked before something of which the time is in proportion to
  /// \p Number buffers and which cannot be interrupted: true if the search has
  /// to end, or would have to meanwhile.
  bool isOverBefore(uint64_t Number) {
    look(std::chrono::nanoseconds(300) * std::min<uint64_t>(Number, 1 << 30));
    return isOver();
  }
  uint64_t getSpent() const { return Spent; }
  uint64_t getRest() const { return MaxSteps - std::min(MaxSteps, Spent); }

  /// For a search that is a part of this one and takes \p Steps at most, as
  /// well as what is left. Give what it spent to spend() afterwards.
  Limits getPart(uint64_t Steps) const {
    Limits Part(std::min(Steps, getRest()), Deadline, Stop);
    Part.Cancel = Cancel;
    Part.WasCut = WasCut;
    return Part;
  }
  /// The same, which also ends once \p Flag is true.
  Limits getPart(uint64_t Steps, const std::atomic<bool> &Flag) const {
    Limits Part = getPart(Steps);
    Part.Cancel = &Flag;
    return Part;
  }

private:
  void look(Clock::duration Ahead = {}) {
    // Some microseconds: far more than the clock takes to be asked.
    NextLook = Spent + 4096;
    if ((Stop && Stop->load(std::memory_order_relaxed)) ||
        (Cancel && Cancel->load(std::memory_order_relaxed)) ||
        (Deadline && Clock::now() + Ahead >= *Deadline))
      WasCut = true;
  }

  uint64_t MaxSteps = UINT64_MAX;
  uint64_t Spent = 0;
  uint64_t NextLook = 0;
  std::optional<Clock::time_point> Deadline;
  const std::atomic<bool> *Stop = nullptr;
  const std::atomic<bool> *Cancel = nullptr;
  bool WasCut = false;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_GREEDY_LIMITS_H
