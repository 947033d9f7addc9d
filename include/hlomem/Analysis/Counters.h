//===- Counters.h - Numbers that passes and analyses count ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_COUNTERS_H
#define HLOMEM_ANALYSIS_COUNTERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace hlomem {

/// Something that is counted: a constant, which its address identifies. Those
/// of a pass are declared in a .td.
struct CounterInfo {
  /// The pass or analysis that counts, "peak".
  llvm::StringLiteral Group;
  /// Within the group: lower-case letters, digits and dashes.
  llvm::StringLiteral Name;
  /// One sentence without a full stop.
  llvm::StringLiteral Description;
};

/// What was counted in one module. Belongs to one thread.
class CounterSet {
public:
  /// Counts \p N more. A counter is part of the set once this was called for
  /// it, also with 0. Sums stay at their maximum where they would wrap around.
  void add(const CounterInfo &Counter, uint64_t N = 1);

  using Entry = std::pair<const CounterInfo *, uint64_t>;
  /// In the order in which they first counted.
  llvm::ArrayRef<Entry> counters() const { return Entries; }

private:
  /// A pipeline has a few dozens: no map is needed.
  llvm::SmallVector<Entry, 0> Entries;
};

/// What was counted in all modules, by "group.name", sorted.
class CounterTotals {
public:
  void add(const CounterSet &Counters);

  const std::map<std::string, uint64_t> &totals() const { return Totals; }

private:
  std::map<std::string, uint64_t> Totals;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_COUNTERS_H
