//===- Tables.h - The tables of a module ------------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares the rows of all tables, which Tables.td describes, and a
/// description of them for generic code. Exports of data read tables and
/// nothing else of a module: this library cannot use what is below them.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TABLES_TABLES_H
#define HLOMEM_TABLES_TABLES_H

#include "hlomem/Support/Bytes.h"

namespace hlomem {

#define GET_TABLE_DECLS
#include "hlomem/Tables/Tables.inc"

/// Identifies what the fields of a column hold. Those of Bytes are Bytes, those
/// of Name, Enum and Text are StringRef, those of Boolean are bool, and all
/// others are uint64_t.
enum class ColumnType : uint8_t {
  Bytes,
  Position,
  Count,
  Number,
  Name,
  Enum,
  Text,
  Boolean,
};

/// Describes a column.
struct ColumnInfo {
  StringLiteral Name;
  ColumnType Type;
  /// Is true if the field of a row is a std::optional.
  bool IsOptional;
  /// Holds the offset of the field in a row, in bytes.
  size_t Offset;

  /// Returns the field of \p Row, which is of type \p T; null if it is empty.
  template <class T> const T *get(const void *Row) const {
    const void *Field = static_cast<const char *>(Row) + Offset;
    if (!IsOptional)
      return static_cast<const T *>(Field);
    const auto &Value = *static_cast<const std::optional<T> *>(Field);
    return Value ? &*Value : nullptr;
  }
};

/// Passes the field of \p Row in the column \p C to \p Visit, which takes
/// Bytes, uint64_t, bool and StringRef. Returns false if it is empty.
template <class VisitT>
bool visitField(const ColumnInfo &C, const void *Row, const VisitT &Visit) {
  auto VisitOf = [&](const auto *Field) {
    if (Field)
      Visit(*Field);
    return Field != nullptr;
  };
  switch (C.Type) {
  case ColumnType::Bytes:
    return VisitOf(C.get<Bytes>(Row));
  case ColumnType::Position:
  case ColumnType::Count:
  case ColumnType::Number:
    return VisitOf(C.get<uint64_t>(Row));
  case ColumnType::Boolean:
    return VisitOf(C.get<bool>(Row));
  case ColumnType::Name:
  case ColumnType::Enum:
  case ColumnType::Text:
    return VisitOf(C.get<StringRef>(Row));
  }
  llvm_unreachable("unknown type of a column");
}

/// Describes a table.
struct TableInfo {
  TableKind Kind;
  StringLiteral Name;
  ArrayRef<ColumnInfo> Columns;
  /// Holds the names of the columns as a line of CSV.
  StringLiteral Header;
};

/// Returns the descriptions of all tables, in the order of TableKind.
ArrayRef<TableInfo> tables();

/// Returns the description of the table \p Name, or null.
const TableInfo *findTable(StringRef Name);

/// Passes all rows of the table \p Kind to \p Visit: a pointer to a row of the
/// type of that table.
void visitRows(ModuleTables &T, TableKind Kind,
               function_ref<void(const void *Row)> Visit);

} // namespace hlomem

#endif // HLOMEM_TABLES_TABLES_H
