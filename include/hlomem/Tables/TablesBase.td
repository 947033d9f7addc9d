//===- TablesBase.td - Classes of Tables.td ----------------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TABLES_TABLESBASE_TD
#define HLOMEM_TABLES_TABLESBASE_TD

/// Declares what the fields of a column hold.
class ColumnType<string typeWord, string typeUnit, string fieldType,
                 string jsonType> {
  /// Names the type in documentation, "schedule position".
  string word = typeWord;
  /// Names the unit of its numbers, "bytes"; empty if it has none.
  string unit = typeUnit;
  /// Names the type of the field of a row.
  string cppType = fieldType;
  /// Names the type in a JSON schema, "integer".
  string json = jsonType;
}

def BytesType : ColumnType<"bytes", "bytes", "::hlomem::Bytes", "integer">;
def PositionType
    : ColumnType<"schedule position", "positions", "uint64_t", "integer">;
def CountType : ColumnType<"count", "1", "uint64_t", "integer">;
def NumberType : ColumnType<"number", "", "uint64_t", "integer">;
def NameType : ColumnType<"name", "", "llvm::StringRef", "string">;
def EnumType : ColumnType<"enumeration", "", "llvm::StringRef", "string">;
def TextType : ColumnType<"text", "", "llvm::StringRef", "string">;
def BooleanType : ColumnType<"boolean", "", "bool", "boolean">;

/// Declares a column. `Column<PositionType, "trip_count", "...">` is the field
/// TripCount of the row. A column never changes its name, type or meaning once
/// a release has it.
class Column<ColumnType columnType, string columnName, string text> {
  ColumnType type = columnType;
  /// Is the name in all exports: lower-case letters, digits and underscores.
  string name = columnName;
  /// Describes the contents in a phrase without a full stop.
  string meaning = text;
  /// Says when the field is empty, "if no live range is known"; empty if that
  /// cannot be.
  string absent = "";
  /// Holds the values of an enumeration.
  list<string> values = [];
}

/// Declares a column whose fields may be empty.
class OptionalColumn<ColumnType columnType, string columnName, string text,
                     string whenAbsent> : Column<columnType, columnName, text> {
  let absent = whenAbsent;
}

class EnumColumn<string columnName, list<string> enumerators, string text>
    : Column<EnumType, columnName, text> {
  let values = enumerators;
}

class OptionalEnumColumn<string columnName, list<string> enumerators,
                         string text, string whenAbsent>
    : EnumColumn<columnName, enumerators, text> {
  let absent = whenAbsent;
}

/// Declares a table, of which `def LiveRanges` makes the struct LiveRangesRow.
/// The first column is the name of the module.
class Table<string tableName, string text, list<string> keyColumns,
            list<Column> otherColumns> {
  /// Is the name in all exports: lower-case letters, digits and underscores.
  string name = tableName;
  /// Describes a row in a phrase without a full stop.
  string meaning = text;
  /// Names the columns that together with the module identify a row of a sound
  /// dump; empty if rows may be equal.
  list<string> key = keyColumns;
  list<Column> columns = !listconcat(
      [Column<NameType, "module", "The name of the module">], otherColumns);
}

#endif // HLOMEM_TABLES_TABLESBASE_TD
