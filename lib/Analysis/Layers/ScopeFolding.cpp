//===- ScopeFolding.cpp - Equal layers of a tree of scopes ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Layers/ScopeFolding.h"
#include "hlomem/Analysis/Layers/NameFolding.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace hlomem {

/// The end of the subtree of the node at \p I.
static size_t findEnd(ArrayRef<ScopeNode> Nodes, size_t I) {
  size_t End = I + 1;
  while (End != Nodes.size() && Nodes[End].Depth > Nodes[I].Depth)
    ++End;
  return End;
}

/// The same for subtrees that differ in the name of their root alone.
static uint64_t hashSubtree(ArrayRef<ScopeNode> Subtree) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const ScopeNode &N : Subtree) {
    OS << N.Depth << ' ' << N.Total.count() << ' ' << N.Own.count() << ' '
       << N.Count << ' ';
    if (&N != Subtree.begin())
      OS << N.Name;
    OS << '\n';
  }
  return xxh3_64bits(Text);
}

/// Appends the trees of \p Nodes, which begin with a root of \p Depth each, and
/// of which there are \p Times.
static void append(ArrayRef<ScopeNode> Nodes, uint64_t Times,
                   std::vector<FoldedScope> &Result) {
  std::vector<ArrayRef<ScopeNode>> Trees;
  std::vector<FoldCandidate> Candidates;
  for (size_t I = 0; I != Nodes.size();) {
    size_t End = findEnd(Nodes, I);
    Trees.push_back(Nodes.slice(I, End - I));
    Candidates.push_back({Nodes[I].Name, hashSubtree(Trees.back())});
    I = End;
  }
  std::vector<FoldedNames> Rows = foldNames(Candidates);
  // As in the tree: the largest first.
  stable_sort(Rows, [&](const FoldedNames &L, const FoldedNames &R) {
    auto GetTotal = [&](const FoldedNames &Row) {
      return Trees[Row.Members.front()].front().Total * Row.Members.size();
    };
    return GetTotal(L) > GetTotal(R);
  });
  for (const FoldedNames &Row : Rows) {
    ArrayRef<ScopeNode> First = Trees[Row.Members.front()];
    uint64_t Count = Times * Row.Members.size();
    ScopeNode Sum = First.front();
    if (Row.isFolded())
      Sum.Name = Row.Name;
    Sum.Total = Sum.Total * Count;
    Sum.Own = Sum.Own * Count;
    Sum.Count *= Count;
    Result.push_back({std::move(Sum), Count, First.front().Total});
    append(First.drop_front(), Count, Result);
  }
}

std::vector<FoldedScope> foldScopes(ArrayRef<ScopeNode> Nodes) {
  std::vector<FoldedScope> Result;
  append(Nodes, 1, Result);
  return Result;
}

} // namespace hlomem
