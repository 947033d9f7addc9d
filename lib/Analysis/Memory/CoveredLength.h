//===- CoveredLength.h - Length of a union of intervals -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_MEMORY_COVEREDLENGTH_H
#define HLOMEM_LIB_ANALYSIS_MEMORY_COVEREDLENGTH_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hlomem {

/// A multiset of half-open intervals that answers how many points they cover.
/// A segment tree over the end points, which must be known before: adding and
/// removing takes O(log n).
class CoveredLength {
  struct Node {
    /// Intervals that cover this whole node and not its whole parent.
    uint32_t Count = 0;
    uint64_t Covered = 0;
  };

  /// Ascending, each once.
  std::vector<uint64_t> Points;
  std::vector<Node> Nodes;

  void update(size_t N, size_t Begin, size_t End, size_t From, size_t To,
              int Delta);
  size_t indexOf(uint64_t Point) const;

public:
  /// \p EndPoints: every begin and end that will be used, in any order.
  explicit CoveredLength(std::vector<uint64_t> EndPoints);

  void add(uint64_t Begin, uint64_t End);
  /// \pre The same interval was added and is still in the set.
  void remove(uint64_t Begin, uint64_t End);
  uint64_t get() const { return Nodes.empty() ? 0 : Nodes[1].Covered; }
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_MEMORY_COVEREDLENGTH_H
