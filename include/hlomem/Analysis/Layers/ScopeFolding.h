//===- ScopeFolding.h - Equal layers of a tree of scopes --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_LAYERS_SCOPEFOLDING_H
#define HLOMEM_ANALYSIS_LAYERS_SCOPEFOLDING_H

#include "hlomem/Analysis/Sources/Attribution.h"

namespace hlomem {

/// Represents one or several equal nodes of a tree of scopes.
struct FoldedScope {
  /// Holds the sums over all nodes, and the name with the numbers of all.
  ScopeNode Sum;
  /// Counts the nodes.
  uint64_t Nodes = 1;
  /// Holds the total of one node.
  Bytes EachTotal;
};

/// Folds siblings of \p Nodes, a tree in preorder, whose names are equal but
/// for one number (foldNames()), and whose subtrees have equal names and bytes.
/// What is below a folded node is folded with it. The sum of what all nodes own
/// does not change.
std::vector<FoldedScope> foldScopes(ArrayRef<ScopeNode> Nodes);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_LAYERS_SCOPEFOLDING_H
