//===- Remark.h - One finding, whatever its type --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every finding is declared in a .td (RemarkBase.td), from which
/// hlo-mem-tblgen makes a struct with one field per argument. A Remark is what
/// is left of such a struct once its type no longer matters: pieces of text,
/// some of which are arguments. All writers (text, YAML, JSON) take their keys
/// and values from it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_REMARK_H
#define HLOMEM_REMARKS_REMARK_H

#include "hlomem/IR/FactKinds.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Value.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <optional>
#include <string>

namespace hlomem {

class Shape;

/// What a remark says, in LLVM's terms.
enum class RemarkKind : uint8_t {
  Passed,   ///< A saving that was made: bytes that are used again.
  Missed,   ///< A saving that was not made, with its bytes as hotness.
  Analysis, ///< A plain fact.
  Failure,  ///< The dump contradicts itself, or a budget is exceeded.
};

/// "Passed", "Missed", "Analysis" or "Failure", as LLVM's remark files have it.
llvm::StringRef toString(RemarkKind K);

/// A column of a row type.
struct RemarkColumn {
  /// The argument that it shows.
  llvm::StringLiteral Key;
  /// What stands above it, "op_name".
  llvm::StringLiteral Title;
  /// Numbers are aligned to the right, text to the left.
  bool AlignRight;
  /// For programs: the table for a person leaves it out.
  bool IsDataOnly = false;
  /// The name of a file with its folders.
  bool IsPath = false;
  /// Where there is little room, tables do without the column of rank 1 first;
  /// never without one of rank 0.
  uint8_t DropRank = 0;
};

/// What all remarks of one type share. There is one constant per type, made by
/// hlo-mem-tblgen; its address tells types apart.
struct RemarkInfo {
  /// The record's name, "PeakAt".
  llvm::StringLiteral Name;
  RemarkKind Kind;
  /// A row of a table that belongs to the last headline, not a sentence.
  bool IsRow;
  /// Empty unless IsRow; else one for every piece, in order.
  llvm::ArrayRef<RemarkColumn> Columns;
  /// A sentence that goes on with what the last headline began; it has no place
  /// in the dump of its own.
  bool IsNote = false;
  /// A failure that is shown as a warning, not as an error.
  bool IsWarning = false;
  /// The argument, an instruction or a value, whose place in the user's program
  /// is the remark's. Empty if there is none.
  llvm::StringLiteral LocationKey = "";
  /// The argument with the bytes that the remark is about: of a Missed one what
  /// could be saved. Empty if there is none.
  llvm::StringLiteral HotnessKey = "";
  /// Its numbers are doubtful where these are contradicted.
  FactKinds RestsOn = FactKinds::None;
  /// Instead of RestsOn, what the numbers above it rest on.
  bool RestsOnRows = false;
};

/// What kind of thing a piece of a remark shows.
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

/// What kind of finding it is within its pass, "overlap".
struct RemarkTag {
  llvm::StringRef Name;
};

/// A piece of a remark: literal text, or an argument.
struct RemarkPiece {
  RemarkPieceKind Kind = RemarkPieceKind::Literal;
  /// Name of the argument, "Size"; lives as long as the program. Empty for a
  /// literal.
  llvm::StringRef Key;
  /// As a person reads it: "27.5KiB (28160 bytes)" in a headline, "27.5KiB" in
  /// a row, "?" where it is unknown.
  std::string Text;
  /// The exact value for programs: "28160". A decimal number if isNumber().
  /// None for a literal and where the value is unknown.
  std::optional<std::string> Value;

  bool isArgument() const { return Kind != RemarkPieceKind::Literal; }
  /// True if Value, where there is one, is a number: bytes, counts, times,
  /// numbers of memory spaces, and percentages without their sign.
  bool isNumber() const;
};

/// Who reads a remark. Tables for a person may fold rows that programs get one
/// by one (docs/MemoryModel.md#folded-rows).
enum class RemarkAudience : uint8_t { Everyone, People, Programs };

/// What a row that stands for several says of them.
struct RemarkFold {
  /// How many rows it stands for.
  uint64_t Count = 0;
  /// The bytes of each of them; those in the first column are the sum.
  Bytes Each;
};

/// One finding, type-erased. Valid as long as the module that it speaks of.
class Remark {
public:
  /// \p R is a struct made by hlo-mem-tblgen, \p Pass the pass that found it
  /// and \p Loc its place in the dump, or an invalid location.
  template <class RemarkT>
  static Remark make(llvm::StringRef Pass, llvm::SMLoc Loc, const RemarkT &R);

  const RemarkInfo &getInfo() const { return *Info; }
  RemarkKind getKind() const { return Info->Kind; }
  /// "PeakAt".
  llvm::StringRef getName() const { return Info->Name; }
  bool isRow() const { return Info->IsRow; }
  bool isNote() const { return Info->IsNote; }
  /// Name of the pass, as in a pipeline.
  llvm::StringRef getPassName() const { return Pass; }
  /// Place in one of the module's texts; may be invalid.
  llvm::SMLoc getLoc() const { return Loc; }
  /// Name of the instruction that it speaks of; empty if of none.
  llvm::StringRef getInstruction() const { return Instruction; }
  /// The bytes that it is about; none where it is not about bytes, or they are
  /// unknown. Those that did not fit are Bytes::overflow().
  std::optional<Bytes> getHotness() const { return Hotness; }
  RemarkAudience getAudience() const { return Audience; }
  void setAudience(RemarkAudience A) { Audience = A; }
  bool isForPeople() const { return Audience != RemarkAudience::Programs; }
  bool isForPrograms() const { return Audience != RemarkAudience::People; }
  /// Of a row that stands for several.
  const std::optional<RemarkFold> &getFold() const { return Fold; }
  void setFold(std::optional<RemarkFold> F) { Fold = F; }
  /// In the order of the message, or of the columns.
  llvm::ArrayRef<RemarkPiece> pieces() const { return Pieces; }
  /// Names of the broken rules for which its numbers are doubtful; they live as
  /// long as the program.
  llvm::ArrayRef<llvm::StringRef> doubts() const { return Doubts; }
  void setDoubts(llvm::ArrayRef<llvm::StringRef> Rules) {
    Doubts.assign(Rules.begin(), Rules.end());
  }

  /// The texts of all pieces but tags, one after the other.
  std::string getMessage() const;

private:
  friend class RemarkBuilder;

  Remark(const RemarkInfo &Info, llvm::StringRef Pass, llvm::SMLoc Loc)
      : Info(&Info), Pass(Pass), Loc(Loc) {}

  const RemarkInfo *Info;
  llvm::StringRef Pass;
  llvm::SMLoc Loc;
  llvm::StringRef Instruction;
  std::optional<Bytes> Hotness;
  std::optional<RemarkFold> Fold;
  RemarkAudience Audience = RemarkAudience::Everyone;
  llvm::SmallVector<RemarkPiece, 16> Pieces;
  llvm::SmallVector<llvm::StringRef, 1> Doubts;
};

/// The sink that a generated `write` fills a Remark through. One overload of
/// arg() for every argument type of RemarkBase.td: a new type is added there,
/// here and in RemarkPieceKind.
class RemarkBuilder {
public:
  explicit RemarkBuilder(Remark &R) : R(R) {}

  void text(llvm::StringRef Literal);

  void arg(llvm::StringRef Key, Bytes B);
  void arg(llvm::StringRef Key, std::optional<Bytes> B);
  void arg(llvm::StringRef Key, uint64_t Count);
  void arg(llvm::StringRef Key, Time T);
  void arg(llvm::StringRef Key, LiveRange Range);
  void arg(llvm::StringRef Key, std::optional<LiveRange> Range);
  void arg(llvm::StringRef Key, Percent P);
  void arg(llvm::StringRef Key, const NamedMemorySpace &Space);
  /// An instruction's name.
  void arg(llvm::StringRef Key, llvm::StringRef Instruction);
  void arg(llvm::StringRef Key, const HloPosition &Value);
  /// Null is an unknown shape.
  void arg(llvm::StringRef Key, const Shape *Type);
  void arg(llvm::StringRef Key, const std::string &Text);
  void arg(llvm::StringRef Key, RemarkTag Tag);

private:
  void add(RemarkPieceKind Kind, llvm::StringRef Key, std::string Text,
           std::optional<std::string> Value);

  Remark &R;
};

template <class RemarkT>
Remark Remark::make(llvm::StringRef Pass, llvm::SMLoc Loc, const RemarkT &R) {
  Remark Result(RemarkT::Info, Pass, Loc);
  RemarkBuilder Builder(Result);
  R.write(Builder);
  return Result;
}

} // namespace hlomem

#endif // HLOMEM_REMARKS_REMARK_H
