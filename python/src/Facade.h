//===- Facade.h - The program as a function, without LLVM -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares what the Python extension knows of the project: plain
/// structs. The extension is compiled with exceptions and type information, and
/// what is behind this file, like LLVM, without. Nothing here throws anything
/// but std::bad_alloc.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PYTHON_SRC_FACADE_H
#define HLOMEM_PYTHON_SRC_FACADE_H

#include "ForeignPass.h"
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hlomem::python {

/// Counts the dumps that a run has done, and all that it knows of.
struct Progress {
  std::atomic<size_t> Done = 0;
  std::atomic<size_t> Total = 0;
};

/// Holds the options of a run, in the words of the command line.
struct Settings {
  std::vector<std::string> Inputs;
  std::string Passes = "default";
  std::string Format = "auto";
  std::optional<std::string> Device;
  std::optional<std::string> MemoryFraction;
  std::optional<std::string> Reserve;
  std::vector<std::string> MemoryLimits;
  unsigned Width = 80;
  /// Is the number of threads; 0 for as many as the machine has.
  unsigned Threads = 0;
  bool ReadsSiblings = true;
  bool AllowsIncomplete = false;
  bool UsesExactBytes = false;
  /// Holds DriverHost::NamesInOptions.
  std::map<std::string, std::string, std::less<>> NamesInOptions;
  /// Holds DriverHost::ResultNames.
  std::vector<std::string> ResultNames;
  /// Holds identities of modules whose rows are wanted in the table `modules`
  /// alone. Of several modules with one identity the first has all rows.
  std::optional<std::vector<std::string>> Known;
  /// Begins the names of files that are there for the run alone, and is left
  /// out in tables.
  std::string HiddenFolder;
  /// Names the tables to return.
  std::vector<std::string> Tables;
  /// Are passes beside the built-in ones.
  std::vector<std::shared_ptr<const ForeignPass>> ForeignPasses;
};

/// Holds a column of a table. One of the vectors has an element for each row:
/// Numbers, Truths or Codes.
struct Column {
  enum class Kind : uint8_t { Number, Boolean, Text };

  std::string Name;
  /// Names the type as docs/Tables.md does in Tables.td: "Bytes", "Count".
  std::string Type;
  Kind Holds = Kind::Number;
  bool MayBeEmpty = false;
  /// Holds an element for each row that is 1 if the field has no value; empty
  /// if all have one. A number of 2^63 or more has none.
  std::vector<uint8_t> IsEmpty;
  std::vector<int64_t> Numbers;
  std::vector<uint8_t> Truths;
  /// Holds positions in Texts, which has each text once, in valid UTF-8.
  std::vector<int32_t> Codes;
  std::vector<std::string> Texts;
};

struct Table {
  std::string Name;
  std::vector<Column> Columns;
  size_t RowCount = 0;
};

/// Represents the verdict whether a module fits (Analysis/Memory/FitVerdict.h).
struct Verdict {
  std::string Module;
  /// Is "fits", "close", "does not fit" or "unknown".
  std::string Kind;
  /// Says why the verdict is unknown.
  std::string Why;
  /// Says what is doubtful about the device.
  std::string Caveat;
  uint64_t Needed = 0;
  std::optional<uint64_t> Limit;
};

struct Outcome {
  /// Is the exit status of the program.
  int Status = 0;
  /// Is what the program prints.
  std::string Text;
  /// Is what it prints to the standard error stream.
  std::string Messages;
  /// Holds the wanted tables, over all modules, in the order of Tables.td.
  std::vector<std::shared_ptr<Table>> Tables;
  /// Holds a verdict of each module, in the order of the inputs.
  std::vector<Verdict> Verdicts;
};

/// Runs the program, and counts in \p P meanwhile. Several threads may call it
/// at once.
Outcome run(const Settings &S, Progress &P);

/// Lists the files that \p Input, a file or a folder, is read from, by program.
std::vector<std::vector<std::string>> listPrograms(const std::string &Input);

/// Returns all tables without rows.
std::vector<std::shared_ptr<Table>> describeTables();

/// Makes all runs end early from now on, or no longer.
void setInterrupted(bool IsInterrupted);

} // namespace hlomem::python

#endif // HLOMEM_PYTHON_SRC_FACADE_H
