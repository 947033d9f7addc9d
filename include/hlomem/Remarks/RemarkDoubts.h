//===- RemarkDoubts.h - Which numbers are doubtful ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A number that rests on a contradicted fact is doubtful (docs/Verifier.md).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARKDOUBTS_H
#define HLOMEM_REMARKS_REMARKDOUBTS_H

#include "hlomem/IR/FactKinds.h"
#include "hlomem/IR/MemorySpace.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <vector>

namespace hlomem {

class Remark;

/// A rule that is broken somewhere.
struct RemarkDoubt {
  /// Its name, "overlap"; lives as long as the program.
  llvm::StringRef Rule;
  /// The facts that are contradicted.
  FactKinds Facts = FactKinds::None;
  /// In which memory space; none where it may be any.
  std::optional<MemorySpace> Space;
};

/// Writes doubts on the remarks of one module, which must come in their order.
class RemarkDoubts {
public:
  /// Rules are listed in the order in which they come here; what is known
  /// already is left out.
  void add(const RemarkDoubt &D);

  /// Marks \p R with the broken rules whose facts its numbers rest on. A
  /// remark of one memory space is marked with those of that space and those of
  /// unknown ones; notes and rows that name none are of their headline's.
  void mark(Remark &R);

private:
  struct BrokenRule {
    llvm::StringRef Name;
    FactKinds Facts;
  };

  /// In the order in which they came; there are no more than rules.
  std::vector<BrokenRule> Rules;
  /// Which of them are broken in a memory space; under none those that may be
  /// in any.
  std::map<std::optional<MemorySpace>, std::vector<size_t>> BySpace;
  /// Of the last headline.
  std::optional<MemorySpace> HeadlineSpace;
  /// What the last numbers rest on.
  FactKinds FactsAbove = FactKinds::None;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARKDOUBTS_H
