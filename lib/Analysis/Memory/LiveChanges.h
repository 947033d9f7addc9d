//===- LiveChanges.h - How live bytes change over time --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_MEMORY_LIVECHANGES_H
#define HLOMEM_LIB_ANALYSIS_MEMORY_LIVECHANGES_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

/// What is live of some allocations at each time, as differences from one time
/// to the next. A sum that does not fit into Bytes is overflow at that time and
/// does no harm to those after it.
///
/// Takes memory and time for the changes, or for all times where there are not
/// far more of those: a dump may have as many memory spaces as times, with a
/// few changes in each.
class LiveChanges {
public:
  explicit LiveChanges(size_t Times) : Times(Times) {}

  size_t getTimes() const { return Times; }

  /// To be called before at most \p Count changes by which at no time more than
  /// \p Size are added.
  void announce(Bytes Size, size_t Count) {
    Most += Size;
    Announced += Count;
    if (!IsForAllTimes && Announced >= Times / TimesPerChange)
      goThroughAllTimes();
    if (IsForAllTimes && Most.isOverflow() && High.empty())
      widen();
  }
  /// What has been announced since they were taken.
  Bytes getMost() const { return Most; }
  /// Threads may change them at once, each at other times.
  bool takesThreads() const { return IsForAllTimes; }

  /// From \p T on there are \p After bytes where there were \p Before.
  void change(Time T, uint64_t Before, uint64_t After) {
    WideBytes Difference = WideBytes(After) - Before;
    if (IsForAllTimes)
      add(T, Difference);
    else
      Few.emplace_back(T, Difference);
  }

  /// Calls \p Visit(Begin, End, Live), in turn, for parts of the time in each
  /// of which as much is live: from Begin up to End, without it. Forgets all
  /// changes.
  template <class VisitT> void take(VisitT Visit) {
    Time Begin = 0;
    WideBytes Live = 0;
    auto Reach = [&](size_t End) {
      if (Begin != End)
        Visit(Begin, static_cast<Time>(End), toBytes(Live));
      Begin = static_cast<Time>(End);
    };
    if (IsForAllTimes) {
      // The usual case is worth to be fast.
      for (size_t T = 0; T != Times; ++T) {
        if (Low[T] == 0 && (High.empty() || High[T] == 0))
          continue;
        Reach(T);
        Live =
            High.empty() ? static_cast<uint64_t>(Live) + Low[T] : Live + get(T);
        Low[T] = 0;
      }
    } else {
      llvm::stable_sort(Few, llvm::less_first());
      for (auto [T, Difference] : Few) {
        Reach(T);
        Live += Difference;
      }
    }
    Reach(Times);
    Few.clear();
    High.clear();
    Most = Bytes();
    Announced = 0;
    IsForAllTimes = false;
  }

private:
  using WideBytes = unsigned __int128;

  /// To sort a change takes about as long as to look at so many times.
  static constexpr size_t TimesPerChange = 16;

  static Bytes toBytes(WideBytes N) {
    return N < Bytes::overflow().count() ? Bytes(static_cast<uint64_t>(N))
                                         : Bytes::overflow();
  }

  WideBytes get(size_t T) const { return WideBytes(High[T]) << 64 | Low[T]; }

  void add(size_t T, WideBytes Difference) {
    if (High.empty()) {
      Low[T] += static_cast<uint64_t>(Difference);
      return;
    }
    WideBytes Changed = get(T) + Difference;
    Low[T] = static_cast<uint64_t>(Changed);
    High[T] = static_cast<uint64_t>(Changed >> 64);
  }

  void goThroughAllTimes() {
    IsForAllTimes = true;
    // What is taken leaves zeros.
    Low.resize(Times);
    if (Most.isOverflow())
      High.resize(Times);
    for (auto [T, Difference] : Few)
      add(T, Difference);
    Few.clear();
  }

  // All sums still fit: one that is less than the one before it tells that the
  // difference is negative.
  void widen() {
    High.resize(Times);
    uint64_t Live = 0;
    for (size_t T = 0; T != Times; ++T) {
      uint64_t Before = std::exchange(Live, Live + Low[T]);
      High[T] = Live < Before ? ~uint64_t(0) : 0;
    }
  }

  size_t Times;
  /// Of changes since they were taken.
  size_t Announced = 0;
  /// No sum is larger.
  Bytes Most;
  bool IsForAllTimes = false;
  /// While there are few of them.
  std::vector<std::pair<Time, WideBytes>> Few;
  /// Afterwards, by time, modulo 2^64. A second word for each would be memory
  /// that nearly no dump needs.
  std::vector<uint64_t> Low;
  /// What is above; empty as long as all sums fit.
  std::vector<uint64_t> High;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_MEMORY_LIVECHANGES_H
