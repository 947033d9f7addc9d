//===- NameFolding.h - Names that differ in an index ------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds names that differ only in the number of a layer, as a model whose
/// layers are written out has them. The rule is in
/// docs/Rows.md#folded-rows.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_LAYERS_NAMEFOLDING_H
#define HLOMEM_ANALYSIS_LAYERS_NAMEFOLDING_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Is the least number of layers that are folded: a pair can easily be two
/// similar things that are no layers.
inline constexpr size_t LeastFoldedLayers = 3;

/// Represents something with a name that may be folded with others.
struct FoldCandidate {
  /// Holds the name, which must outlive the call; empty for a candidate that is
  /// never folded.
  StringRef Name;
  /// Holds a hash of everything else that must be equal.
  uint64_t Class = 0;
  /// Is true if every number in the name may differ, not only that of the
  /// layer, as in names of instructions, which XLA numbers.
  bool AnyNumber = false;
};

/// Represents a row of a table: one candidate, or several that are equal but
/// for the number of their layer.
struct FoldedNames {
  /// Lists the positions of the members in the list of candidates, ascending;
  /// there is at least one.
  SmallVector<size_t, 1> Members;
  /// Holds, for several members, the name with the numbers of the layers in the
  /// place of one: "layers_{0-23}/mlp/w", or "layers_{0-23 but 7}/mlp/w". Empty
  /// for one member.
  std::string Name;

  bool isFolded() const { return Members.size() > 1; }
};

/// Puts each candidate into exactly one row. Returns the rows in the order of
/// their first members.
std::vector<FoldedNames> foldNames(ArrayRef<FoldCandidate> Candidates);

/// Returns \p Numbers as "0-3,5,7", or as "0-23 but 7" if few are missing.
/// \pre There is a number.
std::string describeNumbers(ArrayRef<uint64_t> Numbers);

/// Returns \p Name with each number of up to nine digits replaced by '#'.
std::string replaceNumbers(StringRef Name);

/// Returns the same, but keeps the number of a path right behind its root: the
/// elements of "state[0]['w']" and "state[1]['w']" are parameters and moments,
/// no layers.
std::string replaceNumbersBelowRoot(StringRef Name);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_LAYERS_NAMEFOLDING_H
