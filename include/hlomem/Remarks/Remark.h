//===- Remark.h - One finding, whatever its type --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines remarks. Each kind of remark is declared in a .td
/// (RemarkBase.td), from which hlo-mem-tblgen generates a struct with a field
/// for each argument. A Remark is such a struct after type erasure: pieces of
/// text, some of which are arguments. All writers (text, YAML, JSON) take their
/// keys and values from it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARK_H
#define HLOMEM_REMARKS_REMARK_H

#include "hlomem/IR/FactKinds.h"
#include "hlomem/IR/Value.h"

namespace hlomem {

class Shape;

/// Classifies what a remark says, in LLVM's terms.
enum class RemarkKind : uint8_t {
  Passed,   ///< A saving that was made: bytes that are used again.
  Missed,   ///< A saving that was not made, with its bytes as hotness.
  Analysis, ///< A plain fact.
  Failure,  ///< The dump contradicts itself, or a budget is exceeded.
};

/// Returns "Passed", "Missed", "Analysis" or "Failure", as in LLVM's remark
/// files.
StringRef toString(RemarkKind K);

/// Describes a column of a row type.
struct RemarkColumn {
  /// Names the argument that the column shows.
  StringLiteral Key;
  /// Is the title of the column, "op_name".
  StringLiteral Title;
  /// Aligns the column to the right, as for numbers, instead of to the left.
  bool AlignRight;
  /// Restricts the column to machine-readable output: tables of text leave it
  /// out.
  bool IsDataOnly = false;
  /// Is true if the column has file names with folders.
  bool IsPath = false;
  /// Orders the columns that a table leaves out if there is little room: rank 1
  /// first. Rank 0 is never left out.
  uint8_t DropRank = 0;
};

/// Holds what all remarks of one type share. hlo-mem-tblgen generates one
/// constant for each type; its address identifies the type.
struct RemarkInfo {
  /// Is the name of the record, "PeakAt".
  StringLiteral Name;
  RemarkKind Kind;
  /// Is true for a row of a table that belongs to the last headline; otherwise
  /// the remark is a sentence.
  bool IsRow;
  /// Holds a column for every piece, in order, if IsRow; otherwise it is empty.
  ArrayRef<RemarkColumn> Columns;
  /// Is true for a sentence that continues the last headline. It has no place
  /// of its own in the dump.
  bool IsNote = false;
  /// Shows a failure as a warning instead of an error.
  bool IsWarning = false;
  /// Names the argument, an instruction or a value, whose place in the user's
  /// program is the place of the remark; empty if there is none.
  StringLiteral LocationKey = "";
  /// Names the argument with the bytes that the remark is about, for a Missed
  /// remark the bytes that could be saved; empty if there is none.
  StringLiteral HotnessKey = "";
  /// Holds the facts that the remark's numbers rest on: they are doubtful if
  /// one of these is contradicted.
  FactKinds RestsOn = FactKinds::None;
  /// Replaces RestsOn by the facts that the last numbers before this remark
  /// rest on.
  bool RestsOnRows = false;
};

/// Identifies the kind of a piece of a remark.
enum class RemarkPieceKind : uint8_t {
  Literal, ///< Text between arguments.
  Bytes,
  Count,
  Time,
  Range,
  Percent,
  Space,
  Instruction,
  Value,
  Shape,
  String,
  Tag,
};

/// Represents the kind of a finding within its pass, "overlap".
struct RemarkTag {
  StringRef Name;
};

/// Represents a piece of a remark: literal text, or an argument.
struct RemarkPiece {
  RemarkPieceKind Kind = RemarkPieceKind::Literal;
  /// Names the argument, "Size", and lives as long as the program. It is empty
  /// for a literal.
  StringRef Key;
  /// Is the text for people: "28 KiB (28160 bytes)" in a headline, "28160" in a
  /// row, whose table has one unit, "?" if the value is unknown.
  std::string Text;
  /// Is the exact value for machine-readable output, "28160"; a decimal number
  /// if isNumber(). There is none for a literal or an unknown value.
  std::optional<std::string> Value;

  bool isArgument() const { return Kind != RemarkPieceKind::Literal; }
  /// Is true if Value, if present, is a number: bytes, counts, times, numbers
  /// of memory spaces, and percentages without their sign.
  bool isNumber() const;
};

/// Selects the readers of a remark. Tables for people may fold rows that
/// programs get one by one (docs/Rows.md#folded-rows).
enum class RemarkAudience : uint8_t { Everyone, People, Programs };

/// Describes the rows that a folded row represents.
struct RemarkFold {
  /// Is the number of rows that are folded into one.
  uint64_t Count = 0;
  /// Is the size of each of the rows; the first column has their sum.
  Bytes Each;
};

/// Represents one finding, type-erased. It is valid as long as the module that
/// it refers to.
class Remark {
public:
  /// Makes a remark of \p R, a struct generated by hlo-mem-tblgen. \p Pass is
  /// the pass that reports it and \p Loc its place in the dump, or an invalid
  /// location.
  template <class RemarkT>
  static Remark make(StringRef Pass, SMLoc Loc, const RemarkT &R);

  const RemarkInfo &getInfo() const { return *Info; }
  RemarkKind getKind() const { return Info->Kind; }
  /// Returns the name of the remark, "PeakAt".
  StringRef getName() const { return Info->Name; }
  bool isRow() const { return Info->IsRow; }
  bool isNote() const { return Info->IsNote; }
  /// Returns the name of the pass, as in a pipeline.
  StringRef getPassName() const { return Pass; }
  /// Returns the place in one of the module's texts; may be invalid.
  SMLoc getLoc() const { return Loc; }
  /// Returns the name of the instruction that the remark refers to; empty if
  /// there is none.
  StringRef getInstruction() const { return Instruction; }
  /// Returns the bytes that the remark is about, or none if it is not about
  /// bytes or they are unknown. A number that does not fit is
  /// Bytes::overflow().
  std::optional<Bytes> getHotness() const { return Hotness; }
  RemarkAudience getAudience() const { return Audience; }
  void setAudience(RemarkAudience A) { Audience = A; }
  bool isForPrograms() const { return Audience != RemarkAudience::People; }
  /// Returns the rows that this row represents, or none if it is not folded.
  const std::optional<RemarkFold> &getFold() const { return Fold; }
  void setFold(std::optional<RemarkFold> F) { Fold = F; }
  /// Returns the pieces in the order of the message or of the columns.
  ArrayRef<RemarkPiece> pieces() const { return Pieces; }
  /// Returns the names of the broken rules that make the remark's numbers
  /// doubtful; they live as long as the program.
  ArrayRef<StringRef> doubts() const { return Doubts; }
  void setDoubts(ArrayRef<StringRef> Rules) {
    Doubts.assign(Rules.begin(), Rules.end());
  }

  /// Returns the texts of all pieces except tags, one after the other.
  std::string getMessage() const;

private:
  friend class RemarkBuilder;

  Remark(const RemarkInfo &Info, StringRef Pass, SMLoc Loc)
      : Info(&Info), Pass(Pass), Loc(Loc) {}

  const RemarkInfo *Info;
  StringRef Pass;
  SMLoc Loc;
  StringRef Instruction;
  std::optional<Bytes> Hotness;
  std::optional<RemarkFold> Fold;
  RemarkAudience Audience = RemarkAudience::Everyone;
  SmallVector<RemarkPiece, 16> Pieces;
  SmallVector<StringRef, 1> Doubts;
};

/// Appends pieces to a Remark, as generated `write` functions do. It has an
/// overload of arg() for every argument type of RemarkBase.td: a new type is
/// added there, here and in RemarkPieceKind.
class RemarkBuilder {
public:
  explicit RemarkBuilder(Remark &R) : R(R) {}

  void text(StringRef Literal);

  void arg(StringRef Key, Bytes B);
  void arg(StringRef Key, std::optional<Bytes> B);
  /// Appends a number of bytes with a sign, unknown if one of the two is
  /// Bytes::overflow(). As hotness it has no sign.
  void arg(StringRef Key, BytesChange Change);
  void arg(StringRef Key, uint64_t Count);
  void arg(StringRef Key, Time T);
  void arg(StringRef Key, LiveRange Range);
  void arg(StringRef Key, std::optional<LiveRange> Range);
  void arg(StringRef Key, Percent P);
  void arg(StringRef Key, const NamedMemorySpace &Space);
  /// Appends an argument that is the name of an instruction.
  void arg(StringRef Key, StringRef Instruction);
  void arg(StringRef Key, const HloPosition &Value);
  /// Appends an argument that is a shape, which is unknown if null.
  void arg(StringRef Key, const Shape *Type);
  void arg(StringRef Key, const std::string &Text);
  void arg(StringRef Key, RemarkTag Tag);

private:
  void add(RemarkPieceKind Kind, StringRef Key, std::string Text,
           std::optional<std::string> Value);

  Remark &R;
};

template <class RemarkT>
Remark Remark::make(StringRef Pass, SMLoc Loc, const RemarkT &R) {
  Remark Result(RemarkT::Info, Pass, Loc);
  RemarkBuilder Builder(Result);
  R.write(Builder);
  return Result;
}

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARK_H
