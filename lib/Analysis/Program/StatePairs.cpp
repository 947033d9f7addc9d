//===- StatePairs.cpp - Arguments and the results that replace them -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/StatePairs.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

SmallVector<StatePair> findStatePairs(const HloGraph &G) {
  SmallVector<StatePair> Pairs;
  const GraphComputation &Entry = G.getEntry();
  std::set<std::pair<uint64_t, LeafId>> Taken;
  std::set<LeafId> Given;
  for (const InputOutputAlias &A : G.inputOutputAliases()) {
    Pairs.push_back({{Entry.Parameters[A.Parameter], A.ParameterLeaf},
                     {Entry.Root, A.Output}});
    Taken.insert({A.Parameter, A.ParameterLeaf});
    Given.insert(A.Output);
  }
  // By type and dimensions, in the order of the arguments.
  std::map<std::pair<ElementType, std::vector<uint64_t>>, std::vector<HloPlace>>
      Left;
  auto GetKey = [](const Shape &S) {
    std::vector<uint64_t> Extents;
    for (const Dimension &Of : S.getDimensions())
      Extents.push_back(Of.Extent);
    return std::pair(S.getElementType(), std::move(Extents));
  };
  for (auto [Number, I] : enumerate(Entry.Parameters)) {
    const LeafTree &Leaves = *G[I].Leaves;
    for (LeafId Leaf : Leaves.ids())
      if (Leaves[Leaf].Type->isArray() && !Taken.count({Number, Leaf}))
        Left[GetKey(*Leaves[Leaf].Type)].push_back({I, Leaf});
  }
  // The first one that is left stands last.
  for (auto &[Key, Places] : Left)
    std::reverse(Places.begin(), Places.end());
  const LeafTree &Outputs = *G[Entry.Root].Leaves;
  for (LeafId Output : Outputs.ids()) {
    if (!Outputs[Output].Type->isArray() || Given.count(Output))
      continue;
    auto Same = Left.find(GetKey(*Outputs[Output].Type));
    if (Same == Left.end() || Same->second.empty())
      continue;
    Pairs.push_back({Same->second.back(), {Entry.Root, Output}});
    Same->second.pop_back();
  }
  return Pairs;
}

} // namespace hlomem
