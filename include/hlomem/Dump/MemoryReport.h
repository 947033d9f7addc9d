//===- MemoryReport.h - XLA's own memory usage report -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `X-memory-usage-report.txt` beside a dump says of it. Kept to be
/// checked, never trusted: docs/DumpFormat.md#the-memory-usage-report.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_MEMORYREPORT_H
#define HLOMEM_DUMP_MEMORYREPORT_H

#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem {

/// The report, in either of its two forms. Points into its text.
struct MemoryReport {
  /// `Total bytes used`, until March 2026: of all allocations.
  struct TotalLine {
    Bytes Total;
    /// "90.5KiB".
    llvm::StringRef Human;
    llvm::SMLoc Loc;
  };
  /// `Memory Space: NAME (color=N)` and its total, since March 2026.
  struct SpaceTotal {
    MemorySpace Space = 0;
    std::optional<TotalLine> Total;
  };
  /// A row of `Allocations sorted by size`, until March 2026.
  struct AllocationRow {
    uint64_t Index = 0;
    llvm::StringRef HumanSize;
    llvm::SMLoc Loc;
  };
  /// The values of an allocation that begin at one offset.
  struct ValuesRow {
    llvm::StringRef HumanSize;
    Bytes Offset;
    uint64_t Count = 0;
  };
  /// The values of one allocation.
  struct ValuesTable {
    /// Which one; since March 2026 only its memory space is told.
    std::optional<uint64_t> Allocation;
    MemorySpace Space = 0;
    std::vector<ValuesRow> Rows;
    /// Small rows at its end are left out.
    bool IsCut = false;
    /// Of its first row, or of its head.
    llvm::SMLoc Loc;
  };

  std::optional<TotalLine> Total;
  std::vector<SpaceTotal> Spaces;
  std::vector<AllocationRow> Allocations;
  std::vector<ValuesTable> Tables;
};

/// Reads a report, or says which line of it cannot be read, or that it is cut:
/// what is missing would look like a contradiction.
llvm::Expected<MemoryReport> parseMemoryReport(llvm::StringRef Text);

} // namespace hlomem

#endif // HLOMEM_DUMP_MEMORYREPORT_H
