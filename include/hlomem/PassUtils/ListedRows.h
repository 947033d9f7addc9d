//===- ListedRows.h - The options 'top' and 'fold' of passes ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The option `top` limits the rows of a table, and a note tells what it left
/// out. docs/MemoryModel.md#folded-rows describes the option `fold`: where rows
/// fold, a person reads the folded ones and programs all of them; where none
/// does, everyone reads the same.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_LISTEDROWS_H
#define HLOMEM_PASSUTILS_LISTEDROWS_H

#include "hlomem/Analysis/Folding/LayerFolding.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/Pass/PassContext.h"
#include "hlomem/Remarks/CommonRemarks.h"
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// How many of \p Count rows the option `top` lists: 0 lists all.
inline size_t countListed(size_t Count, size_t Top) {
  return Top == 0 ? Count : std::min(Count, Top);
}

/// The pass that runs, with \p Options but for `top`, so that it lists all
/// rows, as text of a pipeline: "peak<top=0;at=13>".
template <class OptionsT>
std::string describeListingAll(const PassContext &C, OptionsT Options) {
  Options.Top = 0;
  std::string Text = (C.getCurrentPass() + "<").str();
  llvm::raw_string_ostream OS(Text);
  Options.print(OS);
  OS << '>';
  return Text;
}

/// Tells that \p Count rows with \p Total are left out, if there are any.
template <class RestT = remark::Rest, class OptionsT>
void reportRest(PassContext &C, const OptionsT &Options, uint64_t Count,
                Bytes Total,
                RemarkAudience Audience = RemarkAudience::Everyone) {
  if (Count != 0)
    C.emit(llvm::SMLoc(), RestT{Count, describeListingAll(C, Options), Total},
           Audience);
}

/// Tells that \p Count of \p What are left out, if there are any.
template <class OptionsT>
void reportRest(PassContext &C, const OptionsT &Options, uint64_t Count,
                llvm::StringRef What) {
  if (Count != 0)
    C.emit(llvm::SMLoc(),
           remark::RestWithoutBytes{Count, describeListingAll(C, Options),
                                    What.str()});
}

/// Calls \p Emit for the rows that the option `top` lists, and tells what \p
/// GetSize gives for the others in total.
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

/// A row of a FoldedTable.
struct TableRow {
  /// Its items, by their numbers, and what they are called together.
  FoldedNames Names;
  /// Of all its items together, and what it is sorted by.
  Bytes Size, Weight;
  RemarkAudience Audience;
  /// None where it is of one item.
  std::optional<RemarkFold> Fold;
  /// It begins a table.
  bool IsFirst = false;

  size_t first() const { return Names.Members.front(); }
  /// \p Text, or of a folded row its name.
  std::string getName(const std::string &Text) const {
    return Names.isFolded() ? Names.Name : Text;
  }
  /// From the first begin to the last end; \p GetRange gives the range of an
  /// item.
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

/// The rows of a table, which may fold.
class FoldedTable {
public:
  /// \p Items are the rows of the table, the largest first, of which \p Top are
  /// looked at, or all where that is 0: more are not listed. They are sorted by
  /// \p Weights, or by their sizes where that is empty; so are the folded ones,
  /// by their sums. Nothing folds without \p Folding.
  FoldedTable(LayerFolding *Folding, std::vector<FoldItem> Given, size_t Top,
              std::vector<Bytes> Weights = {});

  /// Calls \p Emit for each TableRow that is listed, those for programs first,
  /// and tells what is left out.
  template <class RestT = remark::Rest, class OptionsT, class EmitT>
  void list(PassContext &C, const OptionsT &Options, EmitT Emit) const {
    listOnce<RestT>(C, Options, Items.size(), Emit,
                    Rows.empty() ? RemarkAudience::Everyone
                                 : RemarkAudience::Programs);
    if (!Rows.empty())
      listOnce<RestT>(C, Options, Rows.size(), Emit, RemarkAudience::People);
  }

private:
  /// The row \p Number for \p Audience.
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
  /// For people; empty where nothing folds.
  std::vector<FoldedNames> Rows;
  Bytes Total;
};

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_LISTEDROWS_H
