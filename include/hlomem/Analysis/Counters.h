//===- Counters.h - Numbers that passes and analyses count ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_COUNTERS_H
#define HLOMEM_ANALYSIS_COUNTERS_H

#include "hlomem/Support/LLVM.h"
#include <map>

namespace hlomem {

/// Describes a counter. It is a constant, which its address identifies; the
/// counters of a pass are declared in a .td.
struct CounterInfo {
  /// Names the pass or analysis that counts: "peak".
  StringLiteral Group;
  /// Names the counter within its group by lower-case letters, digits and
  /// dashes.
  StringLiteral Name;
  /// Describes what is counted, in one sentence without a full stop.
  StringLiteral Description;
};

/// Holds what was counted in one module. Belongs to one thread.
class CounterSet {
public:
  /// Adds \p N to \p Counter. A counter is part of the set from its first add()
  /// on, even if that adds 0. Sums saturate.
  void add(const CounterInfo &Counter, uint64_t N = 1);

  using Entry = std::pair<const CounterInfo *, uint64_t>;
  /// Returns the counters in the order of their first add().
  ArrayRef<Entry> counters() const { return Entries; }

private:
  /// Holds a few dozen entries for a pipeline: no map is needed.
  SmallVector<Entry, 0> Entries;
};

/// Holds the sums over all modules, sorted by "group.name".
class CounterTotals {
public:
  void add(const CounterSet &Counters);

  const std::map<std::string, uint64_t> &totals() const { return Totals; }

private:
  std::map<std::string, uint64_t> Totals;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_COUNTERS_H
