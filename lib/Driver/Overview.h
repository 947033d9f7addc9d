//===- Overview.h - Several modules as one table ----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_OVERVIEW_H
#define HLOMEM_LIB_DRIVER_OVERVIEW_H

#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Remarks/ScreenDigest.h"

namespace hlomem {

/// What the overview tells of a module.
struct OverviewRow {
  /// The program by the name of its file: "jit_step".
  std::string Program;
  std::string Module;
  FitVerdict Verdict;
  uint64_t ValueCount = 0;
  /// That of Session::inputs().
  size_t Input = 0;
  /// What it needs is told by a row of the table alone, unless its screen is
  /// drawn below.
  bool IsDrawn = false;
  ScreenDigest Digest;
  std::string Screen;
};

/// Describes \p M, which no pass has changed if \p IsAsCompiled, but for what
/// follows Input.
OverviewRow describeInOverview(const Module &M, AnalysisManager &AM,
                               bool IsAsCompiled);

/// Modules, those that need most first. One program that was compiled several
/// times, equal but for names, is one row.
class Overview {
public:
  void add(OverviewRow Row) { Rows.push_back(std::move(Row)); }
  bool isEmpty() const { return Rows.empty(); }
  /// Finds the programs of all rows, and lists \p Top of them, all if it is 0,
  /// or without it those that matter. It must be called after the last add().
  void findPrograms(std::optional<size_t> Top);
  /// Returns the rows, those that need most first, of listed programs, as far
  /// as there is time for their digests, and of those that are drawn: the one
  /// that needs most, or up to three that do not fit. Sets which are.
  std::vector<OverviewRow *> findRowsToRunAgain();
  /// Is the unit of all sizes, bytes if \p ExactBytes.
  SizeUnit getUnit(bool ExactBytes) const;
  struct PrintOptions {
    /// Is the number of columns.
    unsigned Width = 0;
    bool ExactBytes = false;
    /// Is true if the programs are judged together, elsewhere.
    bool IsResident = false;
  };
  /// Prints the table, and the screens.
  void print(raw_ostream &OS, const PrintOptions &Options) const;

private:
  struct Program {
    OverviewRow *First;
    uint64_t Times = 1;
  };
  static Bytes findMostNeeded(ArrayRef<Program> Of);
  std::string getName(const Program &P) const;
  void printHead(raw_ostream &OS, const PrintOptions &Options) const;

  std::vector<OverviewRow> Rows;
  std::vector<Program> Programs;
  /// The first so many are listed.
  size_t Listed = 0;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_OVERVIEW_H
