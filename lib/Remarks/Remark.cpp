//===- Remark.cpp - One finding, whatever its type ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/Remark.h"
#include "hlomem/IR/Shape.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace hlomem {

/// What stands for a value that is not known.
static constexpr StringLiteral UnknownText = "?";

StringRef toString(RemarkKind K) {
  switch (K) {
  case RemarkKind::Passed:
    return "Passed";
  case RemarkKind::Missed:
    return "Missed";
  case RemarkKind::Analysis:
    return "Analysis";
  case RemarkKind::Failure:
    return "Failure";
  }
  llvm_unreachable("unknown kind of remark");
}

bool RemarkPiece::isNumber() const {
  switch (Kind) {
  case RemarkPieceKind::Bytes:
  case RemarkPieceKind::Count:
  case RemarkPieceKind::Time:
  case RemarkPieceKind::Percent:
  case RemarkPieceKind::Space:
    return true;
  case RemarkPieceKind::Literal:
  case RemarkPieceKind::Range:
  case RemarkPieceKind::Instruction:
  case RemarkPieceKind::Value:
  case RemarkPieceKind::Shape:
  case RemarkPieceKind::String:
  case RemarkPieceKind::Tag:
    return false;
  }
  llvm_unreachable("unknown kind of piece");
}

std::string Remark::getMessage() const {
  std::string Message;
  for (const RemarkPiece &P : Pieces)
    if (P.Kind != RemarkPieceKind::Tag)
      Message += P.Text;
  return Message;
}

void RemarkBuilder::add(RemarkPieceKind Kind, StringRef Key, std::string Text,
                        std::optional<std::string> Value) {
  RemarkPiece &P = R.Pieces.emplace_back();
  P.Kind = Kind;
  P.Key = Key;
  P.Text = std::move(Text);
  P.Value = std::move(Value);
}

void RemarkBuilder::text(StringRef Literal) {
  // What goes by a number is text like any other.
  if (!R.Pieces.empty() && R.Pieces.back().Kind == RemarkPieceKind::Literal) {
    R.Pieces.back().Text += Literal;
    return;
  }
  if (Literal.empty())
    return;
  add(RemarkPieceKind::Literal, "", Literal.str(), std::nullopt);
}

void RemarkBuilder::arg(StringRef Key, Bytes B) {
  if (Key == R.Info->HotnessKey)
    R.Hotness = B;
  // An overflow has no exact value: what is known is that it does not fit.
  std::optional<std::string> Value;
  if (!B.isOverflow())
    Value = utostr(B.count());
  add(RemarkPieceKind::Bytes, Key,
      R.isRow() && Value ? *Value : toExactString(B), Value);
}

void RemarkBuilder::arg(StringRef Key, std::optional<Bytes> B) {
  if (B)
    return arg(Key, *B);
  add(RemarkPieceKind::Bytes, Key, UnknownText.str(), std::nullopt);
}

void RemarkBuilder::arg(StringRef Key, BytesChange Change) {
  if (Change.Before.isOverflow() || Change.After.isOverflow())
    return arg(Key, std::optional<Bytes>());
  const Bytes Size = absoluteDifference(Change.Before, Change.After);
  if (Key == R.Info->HotnessKey)
    R.Hotness = Size;
  const std::string Minus = Change.After < Change.Before ? "-" : "";
  const std::string Sign = Change.After > Change.Before ? "+" : Minus;
  add(RemarkPieceKind::Bytes, Key,
      Sign + (R.isRow() ? utostr(Size.count()) : toExactString(Size)),
      Minus + utostr(Size.count()));
}

void RemarkBuilder::arg(StringRef Key, uint64_t Count) {
  add(RemarkPieceKind::Count, Key, utostr(Count), utostr(Count));
}

void RemarkBuilder::arg(StringRef Key, Time T) {
  add(RemarkPieceKind::Time, Key, utostr(T), utostr(T));
}

void RemarkBuilder::arg(StringRef Key, LiveRange Range) {
  std::string Text = utostr(Range.Begin) + "-" + utostr(Range.End);
  add(RemarkPieceKind::Range, Key, Text, Text);
}

void RemarkBuilder::arg(StringRef Key, std::optional<LiveRange> Range) {
  if (Range)
    return arg(Key, *Range);
  add(RemarkPieceKind::Range, Key, UnknownText.str(), std::nullopt);
}

void RemarkBuilder::arg(StringRef Key, Percent P) {
  std::optional<std::string> Value;
  if (std::string Number = toNumber(P); !Number.empty())
    Value = std::move(Number);
  add(RemarkPieceKind::Percent, Key, toString(P), std::move(Value));
}

void RemarkBuilder::arg(StringRef Key, const NamedMemorySpace &Space) {
  std::string Number = utostr(Space.Number);
  std::string Text = Number;
  if (!R.isRow()) {
    Text = "space " + Number;
    if (!Space.Name.empty())
      Text += (" (" + Space.Name + ")").str();
  }
  add(RemarkPieceKind::Space, Key, std::move(Text), std::move(Number));
}

void RemarkBuilder::arg(StringRef Key, StringRef Instruction) {
  if (Key == R.Info->LocationKey)
    R.Instruction = Instruction;
  add(RemarkPieceKind::Instruction, Key, Instruction.str(), Instruction.str());
}

void RemarkBuilder::arg(StringRef Key, const HloPosition &Value) {
  if (Key == R.Info->LocationKey)
    R.Instruction = Value.getName();
  std::string Text;
  raw_string_ostream(Text) << Value;
  add(RemarkPieceKind::Value, Key, Text, Text);
}

void RemarkBuilder::arg(StringRef Key, const Shape *Type) {
  if (!Type)
    return add(RemarkPieceKind::Shape, Key, UnknownText.str(), std::nullopt);
  std::string Text;
  raw_string_ostream(Text) << *Type;
  add(RemarkPieceKind::Shape, Key, Text, Text);
}

void RemarkBuilder::arg(StringRef Key, const std::string &Text) {
  // A cell without text is one that the dump has nothing for.
  std::optional<std::string> Value;
  if (!R.isRow() || !Text.empty())
    Value = Text;
  add(RemarkPieceKind::String, Key, Text, std::move(Value));
}

void RemarkBuilder::arg(StringRef Key, RemarkTag Tag) {
  add(RemarkPieceKind::Tag, Key, Tag.Name.str(), Tag.Name.str());
}

} // namespace hlomem
