//===- ListedRows.cpp - The options 'top' and 'fold' of passes ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/Report/ListedRows.h"
#include <unordered_map>

using namespace llvm;

namespace hlomem {

static Bytes sumOf(const FoldedNames &Row, ArrayRef<Bytes> Weights) {
  Bytes Sum;
  for (size_t I : Row.Members)
    Sum += Weights[I];
  return Sum;
}

FoldedTable::FoldedTable(LayerFolding *Folding, std::vector<FoldItem> Given,
                         size_t Top, std::vector<Bytes> GivenWeights)
    : Items(std::move(Given)), Weights(std::move(GivenWeights)) {
  if (Weights.empty())
    for (const FoldItem &I : Items)
      Weights.push_back(I.Size);
  for (Bytes Weight : Weights)
    Total += Weight;
  if (!Folding)
    return;
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
  Rows = Folding->fold(Candidates);
  if (none_of(Rows, [](const FoldedNames &R) { return R.isFolded(); })) {
    Rows.clear();
    return;
  }
  stable_sort(Rows, [this](const FoldedNames &L, const FoldedNames &R) {
    return sumOf(L, Weights) > sumOf(R, Weights);
  });
}

TableRow FoldedTable::getRow(size_t Number, RemarkAudience Audience) const {
  TableRow Row;
  Row.Audience = Audience;
  Row.IsFirst = Number == 0;
  Row.Names = Audience == RemarkAudience::People ? Rows[Number]
                                                 : FoldedNames{{Number}, ""};
  const Bytes Each = Items[Row.first()].Size;
  const uint64_t Count = Row.Names.Members.size();
  Row.Size = Each * Count;
  Row.Weight = sumOf(Row.Names, Weights);
  if (Row.Names.isFolded())
    Row.Fold = RemarkFold{Count, Each};
  return Row;
}

} // namespace hlomem
