//===- TableWriters.h - Tables as text --------------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TABLES_TABLEWRITERS_H
#define HLOMEM_TABLES_TABLEWRITERS_H

#include "hlomem/Tables/Tables.h"

namespace hlomem {

/// Describes a form in which tables are written as text.
struct TableFormat {
  /// Is true if the lines of a table begin with TableInfo::Header.
  bool HasHeader;
  /// Is true if several tables may follow each other in one text.
  bool MixesTables;
  /// Writes the rows of the table \p Info. With \p IsMixed, each has the name
  /// of its table.
  void (*Write)(ModuleTables &T, const TableInfo &Info, bool IsMixed,
                raw_ostream &OS);
};

/// Writes a row as a line of CSV (RFC 4180) that ends with a line feed. A field
/// without a value is empty, and an empty text is in quotes. Bytes of texts
/// that are not UTF-8, and NUL, become U+FFFD.
extern const TableFormat CsvFormat;

/// Writes a row as a line that is a JSON object.
extern const TableFormat JsonlFormat;

} // namespace hlomem

#endif // HLOMEM_TABLES_TABLEWRITERS_H
