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
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hlomem {

/// What is live of some allocations at each time, as differences from one time
/// to the next. A sum that does not fit into Bytes is overflow at that time and
/// does no harm to those after it.
class LiveChanges {
public:
  explicit LiveChanges(size_t Times) : Low(Times) {}

  size_t getTimes() const { return Low.size(); }

  /// To be called before changes by which at no time more than \p Size are
  /// added.
  void announce(Bytes Size) {
    Most += Size;
    if (Most.isOverflow() && High.empty())
      widen();
  }

  /// From \p T on there are \p After bytes where there were \p Before. Threads
  /// may do this at once, each at other times.
  void change(Time T, uint64_t Before, uint64_t After) {
    if (High.empty()) {
      Low[T] += After - Before;
      return;
    }
    WideBytes Changed = get(T) + After - Before;
    Low[T] = static_cast<uint64_t>(Changed);
    High[T] = static_cast<uint64_t>(Changed >> 64);
  }

  /// Calls \p Visit(T, Live) for each time T in turn and forgets all changes.
  template <class VisitT> void take(VisitT Visit) {
    WideBytes Live = 0;
    for (size_t T = 0; T != Low.size(); ++T) {
      // The usual case is worth to be fast.
      Live =
          High.empty() ? static_cast<uint64_t>(Live) + Low[T] : Live + get(T);
      Low[T] = 0;
      Visit(static_cast<Time>(T), toBytes(Live));
    }
    High.clear();
    Most = Bytes();
  }

private:
  using WideBytes = unsigned __int128;

  static Bytes toBytes(WideBytes N) {
    return N < Bytes::overflow().count() ? Bytes(static_cast<uint64_t>(N))
                                         : Bytes::overflow();
  }

  WideBytes get(size_t T) const { return WideBytes(High[T]) << 64 | Low[T]; }

  // All sums still fit: one that is less than the one before it tells that the
  // difference is negative.
  void widen() {
    High.resize(Low.size());
    uint64_t Live = 0;
    for (size_t T = 0; T != Low.size(); ++T) {
      uint64_t Before = std::exchange(Live, Live + Low[T]);
      High[T] = Live < Before ? ~uint64_t(0) : 0;
    }
  }

  /// The differences modulo 2^64. A second word for each would be memory that
  /// nearly no dump needs.
  std::vector<uint64_t> Low;
  /// What is above; empty as long as all sums fit.
  std::vector<uint64_t> High;
  /// No sum is larger.
  Bytes Most;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_MEMORY_LIVECHANGES_H
