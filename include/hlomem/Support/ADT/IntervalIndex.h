//===- IntervalIndex.h - Intervals that overlap another -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_INTERVALINDEX_H
#define HLOMEM_SUPPORT_ADT_INTERVALINDEX_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Finds those of a fixed list of half-open intervals that overlap a given one.
class IntervalIndex {
public:
  struct Entry {
    uint64_t Begin = 0;
    uint64_t End = 0;
    /// Identifies the interval to the caller.
    uint32_t Id = 0;
  };

  /// Makes an index of \p Entries in O(n log n). An interval with Begin == End
  /// overlaps each interval that it lies strictly inside of.
  explicit IntervalIndex(std::vector<Entry> Entries);

  /// Counts the intervals that overlap [\p Begin, \p End), in O(log n).
  size_t count(uint64_t Begin, uint64_t End) const;

  /// Calls \p Visit with the Id of each interval that overlaps [\p Begin, \p
  /// End), sorted by Begin. Takes O(log n) for each of them.
  void forEach(uint64_t Begin, uint64_t End,
               function_ref<void(uint32_t)> Visit) const;

private:
  size_t countBegins(uint64_t Before) const;

  std::vector<Entry> ByBegin;
  /// Holds the End of each interval, in ascending order.
  std::vector<uint64_t> Ends;
  /// Holds the largest End below each node of a complete binary tree over
  /// ByBegin.
  std::vector<uint64_t> LargestEnd;
  size_t LeafCount = 1;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ADT_INTERVALINDEX_H
