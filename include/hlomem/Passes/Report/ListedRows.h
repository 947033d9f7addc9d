//===- ListedRows.h - The options 'top' and 'fold' of passes ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares functions that list the rows of a table. The option `top`
/// limits the rows, and a note says what it left out. With the option `fold`
/// (docs/Rows.md#folded-rows), people read folded rows and programs all
/// rows; if no rows fold, everyone reads the same.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_REPORT_LISTEDROWS_H
#define HLOMEM_PASSES_REPORT_LISTEDROWS_H

#include "hlomem/Analysis/Layers/LayerFolding.h"
#include "hlomem/IR/Allocation.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/Pass/PassContext.h"
#include "hlomem/Remarks/CommonRemarks.h"

namespace hlomem {

/// Returns how many of \p Count rows the option `top` lists: 0 lists all.
inline size_t countListed(size_t Count, size_t Top) {
  return Top == 0 ? Count : std::min(Count, Top);
}

/// Returns the running pass with \p Options, except that `top` lists all rows,
/// as pipeline text: "peak<top=0;at=13>".
template <class OptionsT>
std::string describeListingAll(const PassContext &C, OptionsT Options) {
  Options.Top = 0;
  std::string Text = (C.getCurrentPass() + "<").str();
  llvm::raw_string_ostream OS(Text);
  Options.print(OS);
  OS << '>';
  return Text;
}

/// Emits an InSpaceT for the memory space \p Space or, if that is none, an
/// OfAllT for all spaces. \p Fill sets the further arguments of either.
template <class InSpaceT, class OfAllT, class FillT>
void emitOfSpace(PassContext &C, SMLoc Loc,
                 std::optional<NamedMemorySpace> Space, FillT Fill) {
  if (!Space) {
    OfAllT R = {};
    Fill(R);
    return C.emit(Loc, R);
  }
  InSpaceT R = {};
  R.Space = *Space;
  Fill(R);
  C.emit(Loc, R);
}

/// Reports that \p Count rows with \p Total in total are left out, if there are
/// any.
template <class RestT = remark::Rest, class OptionsT>
void reportRest(PassContext &C, const OptionsT &Options, uint64_t Count,
                Bytes Total,
                RemarkAudience Audience = RemarkAudience::Everyone) {
  if (Count != 0)
    C.emit(SMLoc(), RestT{Count, describeListingAll(C, Options), Total},
           Audience);
}

/// Reports that \p Count rows are left out, if there are any. \p What names
/// what the rows are, such as loops.
template <class OptionsT>
void reportRest(PassContext &C, const OptionsT &Options, uint64_t Count,
                StringRef What) {
  if (Count != 0)
    C.emit(SMLoc(), remark::RestWithoutBytes{
                        Count, describeListingAll(C, Options), What.str()});
}

/// Calls \p Emit for the rows that the option `top` lists, and reports the sum
/// of \p GetSize of the others.
template <class OptionsT, class RowsT, class GetSizeT, class EmitT>
void listRows(PassContext &C, const OptionsT &Options, const RowsT &Rows,
              GetSizeT GetSize, EmitT Emit) {
  size_t Left = countListed(Rows.size(), Options.Top);
  Bytes Rest;
  for (const auto &Row : Rows) {
    if (Left != 0) {
      Emit(Row);
      --Left;
    } else {
      Rest += std::invoke(GetSize, Row);
    }
  }
  reportRest(C, Options, Rows.size() - countListed(Rows.size(), Options.Top),
             Rest);
}

/// Represents a row of a FoldedTable.
struct TableRow {
  /// Holds the numbers of the row's items, and their common name if there are
  /// several.
  FoldedNames Names;
  /// Hold the sum of the sizes of the items, and the sum that rows are sorted
  /// by.
  Bytes Size, Weight;
  RemarkAudience Audience;
  /// Describes the folding; none if the row has a single item.
  std::optional<RemarkFold> Fold;
  /// Is true for the first row of a table.
  bool IsFirst = false;

  size_t first() const { return Names.Members.front(); }
  /// Returns the common name of a folded row, otherwise \p Text.
  std::string getName(const std::string &Text) const {
    return Names.isFolded() ? Names.Name : Text;
  }
  /// Describes the kind of \p A, "parameter 3"; without a number for several.
  std::string describeKind(const Allocation &A) const {
    return Fold ? getKindName(A) : hlomem::describeKind(A);
  }
  /// Returns the range from the first begin to the last end of the items, whose
  /// ranges \p GetRange returns.
  template <class GetRangeT> LiveRange getRange(GetRangeT GetRange) const {
    LiveRange Range = GetRange(first());
    for (size_t I : Names.Members) {
      LiveRange R = GetRange(I);
      Range.Begin = std::min(Range.Begin, R.Begin);
      Range.End = std::max(Range.End, R.End);
    }
    return Range;
  }
};

/// Represents a table whose rows may fold.
class FoldedTable {
public:
  /// Makes a table of the items \p Given, the largest first. If \p Top is not
  /// 0, only items that can be among so many rows are folded, since more are
  /// not listed. Rows are sorted by \p Weights, or by their sizes if that is
  /// empty; folded rows are sorted by the sums. Nothing folds if \p Folding is
  /// null.
  FoldedTable(LayerFolding *Folding, std::vector<FoldItem> Given, size_t Top,
              std::vector<Bytes> Weights = {});

  /// Calls \p Emit for each TableRow that is listed, first for programs, then
  /// for people, and reports what is left out.
  template <class RestT = remark::Rest, class OptionsT, class EmitT>
  void list(PassContext &C, const OptionsT &Options, EmitT Emit) const {
    listOnce<RestT>(C, Options, Items.size(), Emit,
                    Rows.empty() ? RemarkAudience::Everyone
                                 : RemarkAudience::Programs);
    if (!Rows.empty())
      listOnce<RestT>(C, Options, Rows.size(), Emit, RemarkAudience::People);
  }

private:
  /// Returns row \p Number for \p Audience.
  TableRow getRow(size_t Number, RemarkAudience Audience) const;

  template <class RestT, class OptionsT, class EmitT>
  void listOnce(PassContext &C, const OptionsT &Options, size_t Count,
                EmitT Emit, RemarkAudience Audience) const {
    size_t Left = Items.size();
    Bytes Rest = Total;
    for (size_t I = 0, E = countListed(Count, Options.Top); I != E; ++I) {
      TableRow Row = getRow(I, Audience);
      Emit(Row);
      Left -= Row.Names.Members.size();
      Rest = differenceOrZero(Rest, Row.Weight);
    }
    reportRest<RestT>(C, Options, Left, Rest, Audience);
  }

  std::vector<FoldItem> Items;
  std::vector<Bytes> Weights;
  /// Holds the rows for people; empty if nothing folds.
  std::vector<FoldedNames> Rows;
  Bytes Total;
};

/// Makes a FoldedTable of \p Rows, of each of which \p GetItem returns the
/// FoldItem. The option `fold` determines whether it folds with \p Folding; \p
/// Top and \p Weights are those of FoldedTable.
template <class OptionsT, class RowsT, class GetItemT>
FoldedTable makeTable(const OptionsT &Options, LayerFolding &Folding,
                      const RowsT &Rows, GetItemT GetItem, size_t Top,
                      std::vector<Bytes> Weights = {}) {
  std::vector<FoldItem> Items;
  for (const auto &Row : Rows)
    Items.push_back(GetItem(Row));
  const bool Folds = Options.Fold == OptionsT::FoldKind::On;
  return FoldedTable(Folds ? &Folding : nullptr, std::move(Items), Top,
                     std::move(Weights));
}

} // namespace hlomem

#endif // HLOMEM_PASSES_REPORT_LISTEDROWS_H
