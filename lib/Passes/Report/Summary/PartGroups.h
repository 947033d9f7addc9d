//===- PartGroups.h - Parts of one kind in a few rows -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_REPORT_SUMMARY_PARTGROUPS_H
#define HLOMEM_LIB_PASSES_REPORT_SUMMARY_PARTGROUPS_H

#include "hlomem/Analysis/Parts/Parts.h"

namespace hlomem {

/// Represents parts of one kind whose names begin alike.
struct PartGroup {
  /// Holds what the names have in common, "params['layers_*']".
  std::string Name;
  /// Holds the part with the most bytes.
  const MemoryPart *Largest = nullptr;
  /// Holds the shape with the most bytes, and the number of its buffers.
  std::string Shape;
  uint64_t OfShape = 0;
  /// Holds the line of the user's program that all have in common, or an empty
  /// string.
  std::string Source;
  uint64_t Buffers = 0;
  Bytes Size;
};

/// Groups \p Parts, which are of one kind, by beginnings of their names: of
/// arguments and results the shortest that differ, of others the longest with
/// which no more than \p Most groups have nine tenths of the bytes. Returns all
/// groups, those with the most bytes first; where one has nine tenths, groups
/// by lines of the user's program too, if \p Most of these have half of the
/// bytes. \p Parts must outlive the groups.
std::vector<PartGroup> groupParts(ArrayRef<const MemoryPart *> Parts,
                                  size_t Most);

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_REPORT_SUMMARY_PARTGROUPS_H
