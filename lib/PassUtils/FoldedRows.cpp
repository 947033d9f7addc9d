//===- FoldedRows.cpp - The option 'fold' of passes -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/FoldedRows.h"
#include "llvm/ADT/STLExtras.h"
#include <unordered_map>

using namespace llvm;

namespace hlomem {

FoldedTable::FoldedTable(LayerFolding &Folding, std::vector<FoldItem> Given,
                         size_t Top, std::vector<Bytes> GivenWeights)
    : Items(std::move(Given)), Weights(std::move(GivenWeights)) {
  if (Weights.empty())
    for (const FoldItem &I : Items)
      Weights.push_back(I.Size);
  // To look up a name takes long, and of most rows all together are too small
  // to be listed.
  std::vector<FoldItem> Candidates = Items;
  if (Top != 0 && Top < Items.size()) {
    // A damaged dump may have the sizes that a DenseMap keeps for itself.
    std::unordered_map<uint64_t, Bytes> WeightBySize;
    for (auto [I, Weight] : zip_equal(Items, Weights))
      WeightBySize[I.Size.count()] += Weight;
    for (FoldItem &I : Candidates)
      if (WeightBySize[I.Size.count()] < Weights[Top - 1])
        I.Of = nullptr;
  }
  Rows = Folding.fold(Candidates);
  Folds = any_of(Rows, [](const FoldedNames &R) { return R.isFolded(); });
  stable_sort(Rows, [this](const FoldedNames &L, const FoldedNames &R) {
    return getWeight(L) > getWeight(R);
  });
}

Bytes FoldedTable::getWeight(const FoldedNames &Row) const {
  Bytes Sum;
  for (size_t I : Row.Members)
    Sum += Weights[I];
  return Sum;
}

} // namespace hlomem
