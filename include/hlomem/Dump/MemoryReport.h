//===- MemoryReport.h - XLA's own memory usage report -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads `X-memory-usage-report.txt`, XLA's report beside a dump. It is kept to
/// be checked, never trusted: docs/Inputs.md#the-memory-usage-report.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_MEMORYREPORT_H
#define HLOMEM_DUMP_MEMORYREPORT_H

#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

/// Represents XLA's memory usage report, in either of its two forms. Points
/// into the text of the report.
struct MemoryReport {
  /// Represents a line with a total in bytes. `Total bytes used`, the total of
  /// all allocations, was printed until March 2026.
  struct TotalLine {
    Bytes Total;
    /// Holds the rounded total: "90.5KiB".
    StringRef Human;
    SMLoc Loc;
  };
  /// Represents `Memory Space: NAME (color=N)` and its total, printed since
  /// March 2026.
  struct SpaceTotal {
    MemorySpace Space = 0;
    std::optional<TotalLine> Total;
  };
  /// Represents a row of `Allocations sorted by size`, printed until March
  /// 2026.
  struct AllocationRow {
    uint64_t Index = 0;
    StringRef HumanSize;
    SMLoc Loc;
  };
  /// Represents the values of an allocation that begin at one offset.
  struct ValuesRow {
    StringRef HumanSize;
    Bytes Offset;
    uint64_t Count = 0;
  };
  /// Represents the table of the values of one allocation.
  struct ValuesTable {
    /// Holds the number of the allocation; since March 2026 the report tells
    /// only its memory space.
    std::optional<uint64_t> Allocation;
    MemorySpace Space = 0;
    std::vector<ValuesRow> Rows;
    /// Is true if XLA left out small rows at the end of the table.
    bool IsCut = false;
    /// Points to the first row, or to the head if the table has no rows.
    SMLoc Loc;
  };

  std::optional<TotalLine> Total;
  std::vector<SpaceTotal> Spaces;
  std::vector<AllocationRow> Allocations;
  std::vector<ValuesTable> Tables;
};

/// Parses \p Text, a memory usage report. Fails, with the reason, if a line
/// cannot be read, if there is no total, or if the report is truncated: what is
/// missing would look like a contradiction.
Expected<MemoryReport> parseMemoryReport(StringRef Text);

} // namespace hlomem

#endif // HLOMEM_DUMP_MEMORYREPORT_H
