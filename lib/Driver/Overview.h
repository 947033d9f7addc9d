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
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// What the overview tells of a module.
struct OverviewRow {
  /// The program by the name of its file: "jit_step".
  std::string Program;
  std::string Module;
  FitVerdict Verdict;
  uint64_t ValueCount = 0;
  /// That of Session::inputs(), and whether it has other modules too.
  size_t Input = 0;
  bool IsOfStream = false;
};

/// Describes \p M, which no pass has changed if \p IsAsCompiled, but for Input
/// and IsOfStream.
OverviewRow describeInOverview(const Module &M, AnalysisManager &AM,
                               bool IsAsCompiled);

/// Modules, those that need most first. One program that was compiled several
/// times, equal but for names, is one row.
class Overview {
public:
  void add(OverviewRow Row) { Rows.push_back(std::move(Row)); }
  bool isEmpty() const { return Rows.empty(); }
  /// Prints the table in \p Width columns with \p Top rows; 0 lists all.
  void print(llvm::raw_ostream &OS, unsigned Width, size_t Top);
  /// Returns the inputs to be drawn: the one that needs most, and those that do
  /// not fit, up to \p Most, without those that have other modules too.
  std::vector<size_t> chooseInputs(size_t Most);

private:
  struct Program {
    const OverviewRow *First;
    uint64_t Times = 1;
  };
  std::vector<Program> findPrograms() const;

  std::vector<OverviewRow> Rows;
};

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_OVERVIEW_H
