//===- RemarkRecords.h - Declared remarks, read and checked ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_TABLEGEN_REMARKRECORDS_H
#define HLOMEM_UTILS_TABLEGEN_REMARKRECORDS_H

#include "hlomem/Support/LLVM.h"

namespace llvm {
class RecordKeeper;
} // namespace llvm

namespace hlomem::tblgen {

/// An Arg of RemarkBase.td, or a Column.
struct RemarkArg {
  StringRef Name;
  StringRef CppType;
  /// What the documentation calls the type.
  StringRef TypeSummary;
  bool IsNumber = false;
  /// May be empty.
  StringRef Description;
  /// Empty unless it is a column.
  StringRef Title;
  /// A column that the table of text leaves out.
  bool IsDataOnly = false;
  /// A column with the names of files.
  bool IsPath = false;
  /// The place of a column in `dropFirst`, from 1; 0 if it has none.
  unsigned DropRank = 0;
  /// Bytes, known or not.
  bool IsBytes = false;
  /// An instruction or a value.
  bool IsPlace = false;
};

/// A piece of a message: literal text, an argument, or what goes by the number
/// that an argument is.
struct MessagePiece {
  /// Of a choice the text for several.
  std::string Literal = {};
  /// Index into RemarkRecord::Args; -1 for a literal.
  int Arg = -1;
  /// Of a choice the text for one.
  std::string One = {};
  bool IsChoice = false;

  bool isLiteral() const { return Arg < 0; }
  bool isArgument() const { return Arg >= 0 && !IsChoice; }
};

/// A Remark, Row or Note of RemarkBase.td.
struct RemarkRecord {
  StringRef Name;
  /// Enumerator of hlomem::RemarkKind.
  StringRef Kind;
  /// Name of the pass that reports it; empty where its file has none.
  StringRef Pass;
  /// As declared; empty for a row.
  StringRef Message;
  /// As it reads where every number is several: without choices.
  std::string getMessageForSeveral() const;
  StringRef Description;
  bool IsRow = false;
  bool IsNote = false;
  bool IsWarning = false;
  /// Names of arguments; empty where the remark has none of that kind.
  StringRef Location;
  StringRef Hotness;
  /// Enumerators of hlomem::FactKinds; empty where there are no numbers.
  std::vector<StringRef> RestsOn;
  bool RestsOnRows = false;
  std::vector<RemarkArg> Args;
  /// The message taken apart; for a row its columns.
  std::vector<MessagePiece> Pieces;
};

/// The remarks that the file declares, in its order. Ends the program, with a
/// message at each place, if any of them is not usable.
std::vector<RemarkRecord> readRemarks(const llvm::RecordKeeper &Records);

/// Writes the struct that a pass fills in for \p R.
void emitRemarkStruct(const RemarkRecord &R, raw_ostream &OS);

} // namespace hlomem::tblgen

#endif // HLOMEM_UTILS_TABLEGEN_REMARKRECORDS_H
