//===- NameFolding.h - Names that differ in an index ------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model whose layers are written out has the same things in each of them,
/// with names that differ in the number of the layer. These functions find
/// them; the rule is in docs/MemoryModel.md#folded-rows.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_FOLDING_NAMEFOLDING_H
#define HLOMEM_ANALYSIS_FOLDING_NAMEFOLDING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hlomem {

/// Fewer layers than this are not folded: a pair is as easily two of the same
/// kind as two layers.
inline constexpr size_t LeastFoldedLayers = 3;

/// A thing with a name that may be folded with others.
struct FoldCandidate {
  /// Empty for one that is never folded. Must outlive the call.
  llvm::StringRef Name;
  /// What else must be equal, as a hash of it.
  uint64_t Class = 0;
  /// Every number in the name may differ, not only that of the layer: names of
  /// instructions, which XLA numbers.
  bool AnyNumber = false;
};

/// A row of a table: one candidate, or several that are the same but for the
/// number of their layer.
struct FoldedNames {
  /// Positions in the list of candidates, ascending; at least one.
  llvm::SmallVector<size_t, 1> Members;
  /// Of several: the name with the numbers of the layers in the place of one,
  /// "layers_{0-23}/mlp/w", or "layers_{0-23 but 7}/mlp/w". Empty for one.
  std::string Name;

  bool isFolded() const { return Members.size() > 1; }
};

/// Puts each candidate into one row; the rows are in the order of their first
/// members.
std::vector<FoldedNames> foldNames(llvm::ArrayRef<FoldCandidate> Candidates);

/// "0-3,5,7" of \p Numbers, or "0-23 but 7" where that says it shorter.
/// \pre There is a number.
std::string describeNumbers(llvm::ArrayRef<uint64_t> Numbers);

/// \p Name with each number of up to nine digits replaced by '#'.
std::string replaceNumbers(llvm::StringRef Name);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_FOLDING_NAMEFOLDING_H
