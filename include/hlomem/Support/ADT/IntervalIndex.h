//===- IntervalIndex.h - Intervals that overlap another -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_INTERVALINDEX_H
#define HLOMEM_SUPPORT_ADT_INTERVALINDEX_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hlomem {

/// Half-open intervals that stay as they are, and which of them overlap one.
class IntervalIndex {
public:
  struct Entry {
    uint64_t Begin = 0;
    uint64_t End = 0;
    /// What the caller calls it.
    uint32_t Id = 0;
  };

  /// Takes O(n log n). Intervals without points overlap what they lie within.
  explicit IntervalIndex(std::vector<Entry> Entries);

  /// How many overlap [\p Begin, \p End). Takes O(log n).
  size_t count(uint64_t Begin, uint64_t End) const;

  /// Calls \p Visit with the Id of each that overlaps [\p Begin, \p End), by
  /// their begins. Takes O(log n) for each of them.
  void forEach(uint64_t Begin, uint64_t End,
               llvm::function_ref<void(uint32_t)> Visit) const;

private:
  size_t countBegins(uint64_t Before) const;

  std::vector<Entry> ByBegin;
  /// Ascending.
  std::vector<uint64_t> Ends;
  /// A complete binary tree over ByBegin: the largest End below each node.
  std::vector<uint64_t> LargestEnd;
  size_t LeafCount = 1;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ADT_INTERVALINDEX_H
