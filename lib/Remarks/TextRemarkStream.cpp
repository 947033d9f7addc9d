//===- TextRemarkStream.cpp - Remarks for a person ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/TextRemarkStream.h"
#include "hlomem/Support/DisplayText.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/SizeUnit.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;

namespace hlomem {

/// Blanks before a row, and between two of its cells.
static constexpr unsigned RowIndent = 4;

/// Where rows may be of any length, a column is made no wider than this for the
/// sake of a long cell, which then pushes the rest of its row to the right.
static constexpr unsigned MaxColumnWidth = 120;

TextRemarkStream::TextRemarkStream(raw_ostream &OS, const SourceTexts &Sources,
                                   StringRef ModuleName,
                                   TextRemarkOptions Options)
    : OS(OS), Sources(Sources), ModuleName(ModuleName), Options(Options) {
  // A stream that is no terminal has its colours off, whatever is asked of it.
  if (Options.Color)
    OS.enable_colors(true);
}

TextRemarkStream::~TextRemarkStream() {
  assert(!RowType && "finish() was not called");
}

bool isSameTable(const RemarkInfo &A, const RemarkInfo &B) {
  return &A == &B ||
         llvm::equal(A.Columns, B.Columns, [](const auto &L, const auto &R) {
           return L.Title == R.Title;
         });
}

void TextRemarkStream::handle(const Remark &R) {
  if (RowType && !isSameTable(*RowType, R.getInfo()))
    printTable();
  if (R.isRow())
    return addRow(R);
  unsigned Column = RowIndent;
  if (!R.isNote())
    Column = printHead(R);
  else
    OS.indent(RowIndent);

  std::string Message, Tags;
  for (const RemarkPiece &P : R.pieces()) {
    if (P.Kind == RemarkPieceKind::Tag)
      Tags += ": " + P.Text;
    else
      appendPrintable(Message, P.Text);
  }
  // Notes and rows belong to their headline.
  if (!R.isNote() && !R.doubts().empty())
    Message += " (doubtful: " + join(R.doubts(), ", ") + ")";
  if (!R.isNote()) {
    // No line ends in the brackets; a message that can be printed has no tabs.
    std::replace(Tags.begin(), Tags.end(), ' ', '\t');
    Message += (" [" + R.getPassName() + Tags + "]").str();
  }
  std::string Lines;
  raw_string_ostream LinesOS(Lines);
  printWrapped(LinesOS, Message, Column, Options.Width,
               RowIndent + (R.isNote() ? 2 : 0));
  std::replace(Lines.begin(), Lines.end(), '\t', ' ');
  OS << Lines;
}

void TextRemarkStream::finish() {
  if (RowType)
    printTable();
}

unsigned TextRemarkStream::printHead(const Remark &R) {
  ColorMode Mode = Options.Color ? ColorMode::Enable : ColorMode::Disable;

  std::optional<SourcePlace> Place = Sources.find(R.getLoc());
  const std::string Where =
      Place ? formatv("{0}:{1}:{2}: ", toPrintable(Place->FileName),
                      Place->Line, Place->Column)
                  .str()
            : toPrintable(ModuleName) + ": ";
  {
    WithColor Bold(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false,
                   Mode);
    Bold << Where;
  }
  StringRef Word = "error: ";
  HighlightColor Color = HighlightColor::Error;
  if (R.getKind() != RemarkKind::Failure) {
    Word = "remark: ";
    Color = HighlightColor::Remark;
  } else if (R.getInfo().IsWarning) {
    Word = "warning: ";
    Color = HighlightColor::Warning;
  }
  WithColor(OS, Color, Mode) << Word;
  return (Options.IsPlaceFree ? 0 : getDisplayWidth(Where)) + Word.size();
}

/// What a row has that stands for several. What each of them has follows from
/// the other two.
static constexpr RemarkColumn FoldColumns[] = {
    {"", "count", /*AlignRight=*/true},
    {"", "each", /*AlignRight=*/true, /*IsDataOnly=*/false, /*IsPath=*/false,
     /*DropRank=*/LastDropRank}};

void TextRemarkStream::addRow(const Remark &R) {
  if (!RowType) {
    RowType = &R.getInfo();
    Titles.assign(RowType->Columns.begin(), RowType->Columns.end());
    Titles.insert(Titles.begin() + FoldColumn, std::begin(FoldColumns),
                  std::end(FoldColumns));
    Columns.assign(Titles.size(), TableColumn());
    for (const auto &[I, C] : enumerate(Titles)) {
      addCell(C.IsDataOnly ? "" : C.Title);
      Columns[I].TitleWidth = Columns[I].Width;
      Columns[I].IsText = !C.AlignRight;
      Columns[I].DropRank = C.DropRank;
      Columns[I].IsDropped = C.IsDataOnly || C.Key.empty();
    }
  }
  assert(R.pieces().size() == RowType->Columns.size() &&
         "a row without all its columns");
  for (const auto &[I, P] : enumerate(R.pieces())) {
    if (RowType->Columns[I].IsDataOnly)
      addCell("");
    else if (P.Kind == RemarkPieceKind::Shape)
      addCell(shortenEnd(P.Text, MaxShapeWidth));
    else
      addCell(P.Text, P.Kind == RemarkPieceKind::Bytes && P.Value);
    if (I + 1 == FoldColumn)
      addFold(R);
  }
}

void TextRemarkStream::addFold(const Remark &R) {
  if (!R.getFold()) {
    addCell("");
    addCell("");
    return;
  }
  addCell("x" + utostr(R.getFold()->Count));
  addCell(utostr(R.getFold()->Each.count()), /*IsSize=*/true);
  for (size_t I = 0; I != std::size(FoldColumns); ++I)
    Columns[FoldColumn + I].IsDropped = false;
}

void TextRemarkStream::addCell(StringRef CellText, bool IsSize) {
  size_t Begin = Text.size();
  appendPrintable(Text, CellText);
  unsigned Width = getDisplayWidth(StringRef(Text).drop_front(Begin));
  unsigned &Column = Columns[Cells.size() % Columns.size()].Width;
  Column = std::max(Column, std::min(Width, getMaxColumnWidth()));
  Cells.push_back({Begin, Text.size(), Width, IsSize});
}

/// What is less than can be seen is not nothing.
static std::string printCell(const SizeUnit &Unit, uint64_t Size) {
  return Size != 0 && Unit.getTicks(Size) == 0 ? "<" + Unit.printTicks(1)
                                               : Unit.print(Size);
}

/// The unit that suits the column with the smallest of the numbers that are \p
/// Largest in their columns, as long as no number has more than six digits
/// before its point.
static SizeUnit chooseUnit(ArrayRef<std::optional<uint64_t>> Largest) {
  uint64_t Least = 0, Most = 0;
  for (std::optional<uint64_t> Size : Largest)
    if (Size.value_or(0) != 0) {
      Least = Least == 0 ? *Size : std::min(Least, *Size);
      Most = std::max(Most, *Size);
    }
  SizeUnit Unit = SizeUnit::choose(Least);
  while (Unit.Digits == 0 && Most >> Unit.Shift >= 1000000)
    Unit = SizeUnit::choose(uint64_t(10) << (Unit.Shift + 10));
  return Unit;
}

void TextRemarkStream::printSizesInOneUnit() {
  auto GetText = [this](const Cell &C) {
    return StringRef(Text).slice(C.Begin, C.End);
  };
  auto GetSize = [&](const Cell &C) {
    uint64_t Size = 0;
    GetText(C).ltrim("+-").getAsInteger(10, Size);
    return Size;
  };
  SmallVector<std::optional<uint64_t>, 14> Largest(Columns.size());
  for (const auto &[I, C] : enumerate(Cells))
    if (std::optional<uint64_t> &Most = Largest[I % Columns.size()]; C.IsSize)
      Most = std::max(Most.value_or(0), GetSize(C));
  const SizeUnit Unit = Options.ExactBytes ? SizeUnit() : chooseUnit(Largest);
  bool IsNamed = false;
  for (size_t Column = 0; Column != Columns.size(); ++Column) {
    if (!Largest[Column] || Columns[Column].IsDropped)
      continue;
    Columns[Column].Width = 0;
    for (size_t I = Column; I < Cells.size(); I += Columns.size()) {
      Cell &C = Cells[I];
      std::string New = GetText(C).str();
      if (C.IsSize)
        New = StringRef(New)
                  .take_while([](char C) { return C == '+' || C == '-'; })
                  .str() +
              printCell(Unit, GetSize(C));
      else if (I == Column && !std::exchange(IsNamed, true))
        New += (" " + Unit.Name).str();
      C = {Text.size(), Text.size() + New.size(),
           unsigned(getDisplayWidth(New)), C.IsSize};
      Text += New;
      Columns[Column].Width = std::max(Columns[Column].Width, C.Width);
      if (I == Column)
        Columns[Column].TitleWidth = C.Width;
    }
  }
}

unsigned TextRemarkStream::getMaxColumnWidth() const {
  return std::max(MaxColumnWidth, Options.Width);
}

void TextRemarkStream::shortenPaths(size_t Column) {
  std::optional<StringRef> Folder;
  auto GetText = [this](const Cell &C) {
    return StringRef(Text).slice(C.Begin, C.End);
  };
  for (size_t I = Columns.size() + Column; I < Cells.size();
       I += Columns.size()) {
    StringRef Path = GetText(Cells[I]);
    if (Path.empty())
      continue;
    if (!Folder)
      Folder = Path;
    // The last component stays, also of a path that ends with a slash.
    size_t Common = 0, Most = std::min(Folder->size(), Path.size() - 1);
    while (Common != Most && (*Folder)[Common] == Path[Common])
      ++Common;
    // npos + 1 is 0.
    Folder = Path.take_front(Path.take_front(Common).rfind('/') + 1);
  }
  // Without its first slash a path would look like one of the present folder.
  if (!Folder || Folder->empty() || *Folder == "/")
    return;
  unsigned &Width = Columns[Column].Width;
  Width = Columns[Column].TitleWidth;
  for (size_t I = Columns.size() + Column; I < Cells.size();
       I += Columns.size()) {
    Cell &C = Cells[I];
    if (C.Begin == C.End)
      continue;
    C.Begin += Folder->size();
    C.Width = getDisplayWidth(GetText(C));
    Width = std::max(Width, std::min(C.Width, getMaxColumnWidth()));
  }
}

SmallVector<StringRef> TextRemarkStream::layOutTable() {
  SmallVector<StringRef> LeftOut;
  unsigned Room = Options.Width - std::min(Options.Width, RowIndent);
  if (Options.Width == 0 || getTableWidth(Columns) <= Room)
    return LeftOut;
  for (const auto &[I, C] : enumerate(Titles))
    if (C.IsPath)
      shortenPaths(I);
  const SmallVector<TableColumn, 12> Before = Columns;
  fitTable(Columns, Room);
  for (const auto &[Old, New, Info] : zip_equal(Before, Columns, Titles))
    if (Old.IsDropped != New.IsDropped)
      LeftOut.push_back(Info.Title);
  return LeftOut;
}

void TextRemarkStream::printTable() {
  printSizesInOneUnit();
  const SmallVector<StringRef> LeftOut = layOutTable();
  std::string Line;
  for (size_t I = 0; I != Cells.size(); ++I) {
    const Cell &C = Cells[I];
    size_t Column = I % Columns.size();
    const RemarkColumn &Info = Titles[Column];
    const TableColumn &Place = Columns[Column];
    if (Column == 0)
      Line.append(RowIndent, ' ');
    if (!Place.IsDropped) {
      if (Line.size() > RowIndent)
        Line.append(ColumnGap, ' ');
      StringRef CellText = StringRef(Text).slice(C.Begin, C.End);
      std::string Shown = CellText.str();
      if (C.Width > Place.Width && Options.Width != 0) {
        // Of a shape its layout goes first.
        if (size_t End = CellText.find("]{");
            End != StringRef::npos && !CellText.starts_with("("))
          CellText = CellText.take_front(End + 1);
        Shown = Info.IsPath ? shortenPath(CellText, Place.Width)
                            : shortenMiddle(CellText, Place.Width);
      }
      Line += Info.AlignRight ? padLeft(Shown, Place.Width)
                              : padRight(Shown, Place.Width);
    }
    if (Column + 1 != Columns.size())
      continue;
    OS << StringRef(Line).rtrim(' ') << '\n';
    Line.clear();
  }
  if (!LeftOut.empty()) {
    OS.indent(RowIndent);
    printWrapped(OS, "(left out: " + join(LeftOut, ", ") + "; see -width)",
                 RowIndent, Options.Width, RowIndent + 2);
  }
  RowType = nullptr;
  Cells.clear();
  Text.clear();
}

} // namespace hlomem
