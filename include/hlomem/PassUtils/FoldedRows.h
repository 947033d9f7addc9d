//===- FoldedRows.h - The option 'fold' of passes ---------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// docs/MemoryModel.md#folded-rows. Where rows fold, a person reads the folded
/// ones and programs all of them; where none does, everyone reads the same.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_FOLDEDROWS_H
#define HLOMEM_PASSUTILS_FOLDEDROWS_H

#include "hlomem/Analysis/Folding/LayerFolding.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/Remarks/Remark.h"
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// The rows of a table for people.
class FoldedTable {
public:
  /// Nothing is folded.
  FoldedTable() = default;

  /// \p Items are the rows of the table, the largest first, of which \p Top are
  /// listed, or all where that is 0. They are sorted by \p Weights, or by their
  /// sizes where that is empty; so are the folded ones, by their sums.
  FoldedTable(LayerFolding &Folding, std::vector<FoldItem> Given, size_t Top,
              std::vector<Bytes> Weights = {});

  bool folds() const { return Folds; }
  llvm::ArrayRef<FoldedNames> rows() const { return Rows; }
  /// Of the rows that are not folded.
  RemarkAudience getAudience() const {
    return Folds ? RemarkAudience::Programs : RemarkAudience::Everyone;
  }

  /// The bytes of \p Row, one of rows().
  Bytes getSum(const FoldedNames &Row) const {
    return Items[Row.Members.front()].Size * Row.Members.size();
  }
  /// What \p Row, one of rows(), is sorted by.
  Bytes getWeight(const FoldedNames &Row) const;
  /// None where \p Row is of one item.
  std::optional<RemarkFold> getFold(const FoldedNames &Row) const {
    if (!Row.isFolded())
      return std::nullopt;
    return RemarkFold{Row.Members.size(), Items[Row.Members.front()].Size};
  }
  /// \p Text, or of a folded row its name.
  static std::string getName(const FoldedNames &Row, const std::string &Text) {
    return Row.isFolded() ? Row.Name : Text;
  }
  /// From the first begin to the last end of \p Row; \p GetRange gives the
  /// range of an item.
  template <class GetRangeT>
  static LiveRange getRange(const FoldedNames &Row, GetRangeT GetRange) {
    LiveRange Range = GetRange(Row.Members.front());
    for (size_t I : Row.Members) {
      LiveRange R = GetRange(I);
      Range.Begin = std::min(Range.Begin, R.Begin);
      Range.End = std::max(Range.End, R.End);
    }
    return Range;
  }

private:
  std::vector<FoldItem> Items;
  std::vector<Bytes> Weights;
  std::vector<FoldedNames> Rows;
  bool Folds = false;
};

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_FOLDEDROWS_H
