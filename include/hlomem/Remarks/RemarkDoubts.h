//===- RemarkDoubts.h - Which numbers are doubtful ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines doubts: a number that rests on a contradicted fact is
/// doubtful (docs/Verifier.md).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKDOUBTS_H
#define HLOMEM_REMARKS_REMARKDOUBTS_H

#include "hlomem/IR/FactKinds.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/LLVM.h"
#include <map>

namespace hlomem {

class Remark;

/// Describes a rule that is broken somewhere.
struct RemarkDoubt {
  /// Names the rule, "overlap"; lives as long as the program.
  StringRef Rule;
  /// Holds the facts that are contradicted.
  FactKinds Facts = FactKinds::None;
  /// Is the memory space in which they are contradicted, or none if it may be
  /// any.
  std::optional<MemorySpace> Space;
};

/// Marks the remarks of one module as doubtful. The remarks must come in order.
class RemarkDoubts {
public:
  /// Adds a doubt unless it is known already. Remarks list rules in the order
  /// in which they were added.
  void add(const RemarkDoubt &D);

  /// Marks \p R with the broken rules whose facts its numbers rest on. A remark
  /// that names a memory space is marked with the rules that are broken in that
  /// space or in an unknown one; a note or row that names none belongs to the
  /// space of its headline. A headline that names none is marked with all such
  /// rules.
  void mark(Remark &R);

private:
  struct BrokenRule {
    StringRef Name;
    FactKinds Facts;
  };

  /// Holds the broken rules in the order in which they were added.
  std::vector<BrokenRule> Rules;
  /// Holds the positions in Rules of those that are broken in a memory space;
  /// under none are those that may be broken in any.
  std::map<std::optional<MemorySpace>, std::vector<size_t>> BySpace;
  /// Is the memory space of the last headline, or none.
  std::optional<MemorySpace> HeadlineSpace;
  /// Holds the facts that the last numbers rest on.
  FactKinds FactsAbove = FactKinds::None;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARKDOUBTS_H
