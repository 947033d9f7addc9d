//===- PaddingPass.cpp - What padding costs, and which dimension pays -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Padding/Padding.inc"
#include "hlomem/Passes/Report/ListedRows.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace hlomem {

namespace {

class PaddingReport : public PaddingPass {
public:
  using PaddingPass::PaddingPass;

  void run();

private:
  void reportPeak(const PaddingAtPeak &Peak);
  void reportSums(const PaddingAtPeak &Peak);
  void reportShapes();
  /// Lists the first of \p Rows that have padding.
  template <typename RowT, typename PaddingT, typename EmitT>
  void list(ArrayRef<RowT> Rows, PaddingT GetPadding, EmitT Emit);

  bool HasReported = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// "dim 0", "dims 4,3"; empty for a scalar, which has none.
static std::string nameDimensions(const RoundedExtent &R) {
  if (R.Dimensions.empty())
    return "";
  std::string Text = R.Dimensions.size() == 1 ? "dim " : "dims ";
  raw_string_ostream OS(Text);
  interleave(R.Dimensions, OS, ",");
  return Text;
}

/// "dim 0: 64 -> 128 (tile 128)".
static std::string describePaying(const TileExplanation &Why) {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Separator;
  for (const RoundedExtent &R : Why.Paying) {
    std::string Name = nameDimensions(R);
    OS << Separator << (Name.empty() ? "scalar" : Name) << ": " << R.Extent
       << " -> " << R.Rounded << " (tile " << R.Tile << ')';
  }
  if (Why.TailElements != 0)
    OS << Separator << "end: " << Why.TailElements << " more elements";
  return Text;
}

/// "dim 0: 128 or 256".
static std::string describeFull(const TileExplanation &Why) {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Separator;
  for (const RoundedExtent &R : Why.Paying) {
    // A scalar has no extent to choose.
    if (R.Dimensions.empty())
      continue;
    auto [Below, Above] = getFullExtents(R);
    OS << Separator << nameDimensions(R) << ": ";
    if (Below != 0)
      OS << Below << " or ";
    OS << Above;
  }
  return Text;
}

static std::string describeOrder(const TileExplanation &Why) {
  if (!Why.SmallestOrder)
    return "";
  std::string Text = "{";
  raw_string_ostream OS(Text);
  interleave(*Why.SmallestOrder, OS, ",");
  OS << '}';
  return Text;
}

/// "2.00x", rounded half up; "-" of nothing.
static std::string describeFactor(Bytes Size, Bytes Logical) {
  if (Logical.isZero() || Size.isOverflow())
    return "-";
  using Wide = unsigned __int128;
  Wide Hundredths = (Wide(Size.count()) * 200 + Logical.count()) /
                    (Wide(Logical.count()) * 2);
  return formatv("{0}.{1,0+2}x", static_cast<uint64_t>(Hundredths / 100),
                 static_cast<uint64_t>(Hundredths % 100));
}

/// What explains most of a buffer's padding.
static std::string describeCause(const PaddedBuffer &B) {
  const PaddingParts &P = *B.Padding;
  if (!P.TupleTable.isZero())
    return "tuple index table";
  std::string Text;
  if (!P.Tile.isZero())
    if (auto Why = explainTiles(B.Payer->getShape()))
      Text = describePaying(*Why);
  if (!P.Other.isZero())
    Text += Text.empty() ? "no tile" : ", and more";
  return Text;
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

void PaddingReport::run() {
  for (MemorySpace Space : Spaces)
    if (const PaddingAtPeak *Peak = Facts.findPeak(Space))
      reportPeak(*Peak);
    else
      HasReported |=
          !Live.isKnown() || Timeline.getSpace(Space).isPeakUnknown();
  if (!Options.Space)
    reportShapes();
  if (!HasReported)
    emit(remark::NoPadding{});
  if (!Options.Space && !Local.getTotal().Waste.isZero())
    emit(remark::PaddingThreadLocal{.Waste = Local.getTotal().Waste});
}

template <typename RowT, typename PaddingT, typename EmitT>
void PaddingReport::list(ArrayRef<RowT> Rows, PaddingT GetPadding, EmitT Emit) {
  Rows =
      Rows.take_while([&](const RowT &R) { return !GetPadding(R).isZero(); });
  listRows(C, Options, Rows, GetPadding, Emit);
}

void PaddingReport::reportPeak(const PaddingAtPeak &Peak) {
  const PaddingSum &Sum = Peak.Sum;
  const SpaceTimeline &S = Timeline.getSpace(Peak.Space);
  Bytes All = Sum.Padding.total();
  if (All.isZero() && Sum.UnknownCount == 0 && S.UnknownValues == 0)
    return;
  HasReported = true;
  StringRef Instruction = Live.schedule()[Peak.At];
  C.emit(SMLoc::getFromPointer(Instruction.data()),
         remark::PaddingOfPeak{.Space = Backend.name(Peak.Space),
                               .Padding = All,
                               .Peak = Sum.Size,
                               .At = Peak.At,
                               .Instruction = Instruction,
                               .Share = Percent{All, Sum.Size}});
  emit(remark::PaddingParts{.Tiles = Sum.Padding.Tile,
                            .Tables = Sum.Padding.TupleTable,
                            .Other = Sum.Padding.Other});
  emitIfAny(remark::PaddingUnknown{.Count = Sum.UnknownCount,
                                   .Size = Sum.UnknownSize});
  emitIfAny(remark::PaddingNoRanges{.Count = S.UnknownValues,
                                    .Size = S.UnknownBytes});
  list(
      ArrayRef(Peak.Buffers),
      [](const PaddedBuffer &B) {
        return B.Padding ? B.Padding->total() : Bytes();
      },
      [this](const PaddedBuffer &B) {
        C.emit(B.Payer->getLoc(),
               remark::PaddedBuffer{
                   .Padding = B.Padding->total(),
                   .Size = B.Buffer.Size,
                   .Logical = *B.Buffer.Logical,
                   .Factor = describeFactor(B.Buffer.Size, *B.Buffer.Logical),
                   .Value = B.Payer->getDefinition(),
                   .Shape = &B.Payer->getShape(),
                   .Pays = describeCause(B),
                   .StandsFor = Names.getName(*B.Payer),
                   .OpName = Names.findOpName(*B.Payer).str()});
      });
  reportSums(Peak);
}

void PaddingReport::reportSums(const PaddingAtPeak &Peak) {
  Bytes All = Peak.Sum.Padding.total();
  auto GetPadding = [](const auto &Row) { return Row.Sum.Padding.total(); };
  list(ArrayRef(Peak.Shapes), GetPadding, [&](const PaddingOfShape &Row) {
    emit(remark::PaddingByShape{.Padding = Row.Sum.Padding.total(),
                                .Share = Percent{Row.Sum.Padding.total(), All},
                                .Size = Row.Sum.Size,
                                .Count = Row.Sum.Buffers,
                                .Shape = Row.Type});
  });
  // Most dumps of CPUs and GPUs have none, and a program is long to look at.
  if (All.isZero())
    return;
  std::vector<PaddingOfSource> BySource = sumBySource(Peak, Sources);
  list(ArrayRef(BySource), GetPadding, [&](const PaddingOfSource &Row) {
    emit(
        remark::PaddingBySource{.Padding = Row.Sum.Padding.total(),
                                .Share = Percent{Row.Sum.Padding.total(), All},
                                .Size = Row.Sum.Size,
                                .Count = Row.Sum.Buffers,
                                .Line = Row.Source.empty() ? "?" : Row.Source});
  });
}

void PaddingReport::reportShapes() {
  ArrayRef<PaddedShape> Shapes = Facts.shapes();
  C.count(PaddingPass::NumShapes, Shapes.size());
  if (Shapes.empty())
    return;
  HasReported = true;
  uint64_t Values = 0;
  for (const PaddedShape &S : Shapes)
    Values += S.Values;
  emit(remark::PaddedShapes{.Count = Shapes.size(), .Values = Values});
  size_t Listed = countListed(Shapes.size(), Options.Top);
  for (const PaddedShape &S : Shapes.take_front(Listed))
    emit(remark::PaddedShape{.Padding = S.Why.Padded - S.Why.Logical,
                             .Size = S.Why.Padded,
                             .Logical = S.Why.Logical,
                             .Factor =
                                 describeFactor(S.Why.Padded, S.Why.Logical),
                             .Values = S.Values,
                             .Shape = S.Type,
                             .Pays = describePaying(S.Why),
                             .Full = describeFull(S.Why),
                             .Order = describeOrder(S.Why),
                             .SizeInOrder = S.Why.PaddedInOrder});
  reportRest(C, Options, Shapes.size() - Listed, "shapes");
}

HLOMEM_PASS(Padding, PaddingReport)

} // namespace hlomem
