//===- Driver.h - A program's run, from options to exit status --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_DRIVER_H
#define HLOMEM_DRIVER_DRIVER_H

#include "hlomem/Analysis/Target.h"
#include "hlomem/Driver/InputList.h"
#include "hlomem/Remarks/Remark.h"
#include "hlomem/Support/ExitCode.h"

namespace hlomem {

class PassBuilder;
struct PassRun;

/// Selects warnings that are to be errors.
enum class FatalWarning {
  All,        ///< All of these.
  Unknown,    ///< Text of a dump that the parser does not know.
  Verify,     ///< Findings of `verify`.
  Unmatched,  ///< A regular expression that matches no name.
  Incomplete, ///< A report without what -fail-on looks for, as it is unknown.
};

// DriverOptions is generated from tools/hlo-mem-opt/CommandGuide.td.
// runDriver() checks it.
#define GET_OPTIONS
#include "hlomem/Driver/DriverOptions.inc"

/// Represents a module that a host looks at.
struct VisitedModule {
  const PassRun &Run;
  /// Names the module in tables.
  StringRef Name;
  /// Is LoadedModule::getId().
  StringRef Id;
  /// Says what is unknown of the memory that the module takes, "since only a
  /// part of the dump was read"; empty if nothing is.
  StringRef WhyUnknown;
};

/// Represents the program that runs a driver: by default one that has the
/// process for its own.
struct DriverHost {
  /// Takes what is said below to go to the standard output.
  raw_ostream &Out = llvm::outs();
  /// Takes what is said below to go to the standard error stream.
  raw_ostream &Errors = llvm::errs();
  /// Registers passes of the host, after the built-in ones. May be null.
  std::function<Error(PassBuilder &PB)> RegisterPasses = nullptr;
  /// Looks at a module after its pipeline, unless a pass has failed. It is
  /// called on any thread, for several modules at once. May be null.
  std::function<void(const VisitedModule &M)> Visit = nullptr;
  /// Returns true if the host has the rows of a module of this identity, the
  /// column of `modules`, in the other tables, which are then not made. It is
  /// called on any thread, one call at a time. May be null.
  std::function<bool(StringRef Identity)> Knows = nullptr;
  /// Gets the number of dumps that are done, and that of all which are known so
  /// far. It is called on any thread, one call at a time. May be null.
  std::function<void(size_t Done, size_t Total)> Progress = nullptr;
  /// Holds Target::NamesInOptions.
  std::map<std::string, std::string, std::less<>> NamesInOptions = {};
  /// Holds Target::ResultNames.
  std::vector<std::string> ResultNames = {};
};

/// Loads the plugins, checks the options, and runs the pipeline over the module
/// of each input. Diagnostics go to the standard error stream, followed by the
/// output of instrumentations. Remarks go to the standard output, or to the
/// standard error stream if a document is written to the standard output. All
/// output is in the order of the inputs, whatever the number of threads. If
/// there are several modules, the remarks of each begin with its name. An input
/// that cannot be read gives no remarks; the others are processed.
///
/// The file of documents appears only if the whole run succeeds, and those of
/// -emit if their own module does. The file of remarks also appears if a dump
/// contradicts itself, or if -fail-on matches a remark. Trace and counters,
/// which describe the run, appear in any case.
///
/// Several threads may call this, each with a host of its own.
///
/// Large files are mapped, unless readFilesIntoMemory() was called: the program
/// must handle SIGBUS, which is raised if a file is truncated while it is read,
/// as tools/Support/InitTool.cpp does.
ExitCode runDriver(DriverOptions Options, const DriverHost &Host = {});

} // namespace hlomem

#endif // HLOMEM_DRIVER_DRIVER_H
