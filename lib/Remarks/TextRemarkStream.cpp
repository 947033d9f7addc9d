//===- TextRemarkStream.cpp - Remarks for a person ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/TextRemarkStream.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using namespace llvm;

namespace hlomem {

/// Blanks before a row, and between two of its cells.
static constexpr unsigned RowIndent = 4;
static constexpr unsigned ColumnGap = 2;

/// A column is made no wider than this for the sake of a long cell, which then
/// pushes the rest of its row to the right.
static constexpr unsigned MaxColumnWidth = 120;
/// Longer shapes, those of large tuples, are cut.
static constexpr size_t MaxShapeLength = 100;

static unsigned displayWidth(StringRef Text) {
  if (all_of(Text, isPrint))
    return Text.size();
  int Width = sys::unicode::columnWidthUTF8(Text);
  if (Width >= 0)
    return Width;
  // Not UTF-8, or with characters of unknown width: one column for whatever
  // begins a character.
  return count_if(Text, [](char C) { return (C & 0xC0) != 0x80; });
}

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
  if (!R.isNote())
    printHead(R);
  else
    OS.indent(RowIndent);

  std::string Message, Tags;
  for (const RemarkPiece &P : R.pieces()) {
    if (P.Kind == RemarkPieceKind::Tag)
      Tags += ": " + P.Text;
    else
      appendPrintable(Message, P.Text);
  }
  OS << Message;
  // Notes and rows belong to their headline.
  if (!R.isNote() && !R.doubts().empty())
    OS << " (doubtful: " << join(R.doubts(), ", ") << ')';
  if (!R.isNote())
    OS << " [" << R.getPassName() << Tags << ']';
  OS << '\n';
}

void TextRemarkStream::finish() {
  if (RowType)
    printTable();
}

void TextRemarkStream::printHead(const Remark &R) {
  ColorMode Mode = Options.Color ? ColorMode::Enable : ColorMode::Disable;

  std::optional<SourcePlace> Place = Sources.find(R.getLoc());
  {
    WithColor Bold(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false,
                   Mode);
    if (Place)
      Bold << toPrintable(Place->FileName) << ':' << Place->Line << ':'
           << Place->Column << ": ";
    else
      Bold << toPrintable(ModuleName) << ": ";
  }
  if (R.getKind() != RemarkKind::Failure)
    WithColor(OS, HighlightColor::Remark, Mode) << "remark: ";
  else if (R.getInfo().IsWarning)
    WithColor(OS, HighlightColor::Warning, Mode) << "warning: ";
  else
    WithColor(OS, HighlightColor::Error, Mode) << "error: ";
}

void TextRemarkStream::addRow(const Remark &R) {
  if (!RowType) {
    RowType = &R.getInfo();
    Widths.assign(RowType->Columns.size(), 0);
    for (const RemarkColumn &C : RowType->Columns)
      addCell(C.IsDataOnly ? "" : C.Title);
  }
  assert(R.pieces().size() == Widths.size() && "a row without all its columns");
  for (const auto &[I, P] : enumerate(R.pieces())) {
    if (RowType->Columns[I].IsDataOnly)
      addCell("");
    else if (P.Kind == RemarkPieceKind::Bytes && Options.ExactBytes && P.Value)
      addCell(*P.Value);
    else if (P.Kind == RemarkPieceKind::Shape && P.Text.size() > MaxShapeLength)
      addCell(StringRef(P.Text).take_front(MaxShapeLength - 3).str() + "...");
    else
      addCell(P.Text);
  }
}

void TextRemarkStream::addCell(StringRef CellText) {
  size_t Begin = Text.size();
  appendPrintable(Text, CellText);
  unsigned Width = displayWidth(StringRef(Text).drop_front(Begin));
  unsigned &Column = Widths[Cells.size() % Widths.size()];
  Column = std::max(Column, std::min(Width, MaxColumnWidth));
  Cells.push_back({Text.size(), Width});
}

void TextRemarkStream::printTable() {
  size_t Begin = 0;
  std::string Line;
  for (size_t I = 0; I != Cells.size(); ++I) {
    const Cell &C = Cells[I];
    size_t Column = I % Widths.size();
    if (Column == 0)
      Line.append(RowIndent, ' ');
    else if (!RowType->Columns[Column].IsDataOnly)
      Line.append(ColumnGap, ' ');

    unsigned Padding = Widths[Column] - std::min(Widths[Column], C.Width);
    bool AlignRight = RowType->Columns[Column].AlignRight;
    if (AlignRight)
      Line.append(Padding, ' ');
    Line.append(Text, Begin, C.End - Begin);
    Begin = C.End;

    if (Column + 1 != Widths.size()) {
      if (!AlignRight)
        Line.append(Padding, ' ');
      continue;
    }
    OS << StringRef(Line).rtrim(' ') << '\n';
    Line.clear();
  }
  RowType = nullptr;
  Cells.clear();
  Text.clear();
}

} // namespace hlomem
