//===- DumpDialects.h - The forms in which XLA wrote dumps ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table of dialects: what XLA prints in a dump, from 2017 to today. A dump
/// is read without asking which of them it is in, and written back as it was.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_WRITER_DUMPDIALECTS_H
#define HLOMEM_DUMP_WRITER_DUMPDIALECTS_H

#include "hlomem/Dump/LineStyle.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace hlomem {

class Module;

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// What a form prints, beyond LineStyle, and a dump shows.
enum class DumpFeature : uint32_t {
  None = 0,
  /// The address of each allocation.
  Pointers = 1 << 0,
  UsedValues = 1 << 1,
  Total = 1 << 2,
  LiveRanges = 1 << 3,
  /// `(90.5KiB)` after the total.
  HumanTotal = 1 << 4,
  /// `from instruction:`
  Instructions = 1 << 5,
  /// The peak list has indices, and sizes of leaves; otherwise sizes of the
  /// whole result of each leaf's instruction.
  LeavesInPeak = 1 << 6,
  /// The peak list is sorted by size and has running sums; otherwise it is in
  /// the order of the live ranges.
  SortedPeak = 1 << 7,
  StackTrace = 1 << 8,
  /// In three files, of which the last two may be missing.
  SeveralFiles = 1 << 9,
  /// `reused by buffers of a different color:`
  ReusingValues = 1 << 10,
  /// The page of each allocation, 0 where nothing is paged.
  Pages = 1 << 11,
  LLVM_MARK_AS_BITMASK_ENUM(Pages)
};

/// A row of the table.
struct DumpDialect {
  /// "jaxlib-0.7.2" after the first release that writes this form, or
  /// "xla-2019-12" after the month of the change where there is no such
  /// release.
  llvm::StringRef Name;
  LineStyle Lines;
  DumpFeature Features;

  bool has(DumpFeature F) const { return (Features & F) == F; }
};

/// All forms, the oldest first.
llvm::ArrayRef<DumpDialect> dumpDialects();

/// The form with this name, which is one of the table.
const DumpDialect &getDumpDialect(llvm::StringRef Name);

/// The oldest form that has everything that the dump of \p M shows: it was
/// written by that version of XLA or a later one. Of a module that was not read
/// from a dump, the dialect in which it is written. Null if no dialect is like
/// it.
const DumpDialect *findOldestDialectOf(const Module &M);

} // namespace hlomem

#endif // HLOMEM_DUMP_WRITER_DUMPDIALECTS_H
