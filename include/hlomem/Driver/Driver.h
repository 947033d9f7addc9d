//===- Driver.h - A program's run, from options to exit status --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_DRIVER_H
#define HLOMEM_DRIVER_DRIVER_H

#include "hlomem/Driver/InputList.h"
#include "hlomem/Driver/RemarkOutput.h"
#include "hlomem/Driver/TargetOptions.h"
#include "hlomem/Pass/StandardInstrumentations.h"
#include "hlomem/Support/ExitCode.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// Warnings that may be errors.
enum class FatalWarning {
  All,       ///< All of these.
  Unknown,   ///< Text of a dump that nobody knows.
  Verify,    ///< What `verify` finds.
  Unmatched, ///< A regular expression that matches no name.
};

/// What a command line asks for, as it stands there: runDriver() checks it.
/// What was not given is empty, or has the default of the option.
struct DriverOptions {
  /// The program's name, for messages.
  llvm::StringRef ToolName;

  /// Files to read and folders to search; "-" is the standard input.
  std::vector<std::string> Inputs;
  /// -j
  std::optional<unsigned> Jobs;
  /// -no-sibling-files
  bool NoSiblings = false;
  /// -prefer
  InputForm PreferredForm = InputForm::Proto;
  /// -allow-incomplete
  bool AllowIncomplete = false;
  /// -fatal-warnings
  std::vector<FatalWarning> FatalWarnings;
  /// -max-errors; 0 prints all.
  unsigned MaxErrors = 20;

  /// -passes
  std::string Passes = "default";
  /// -load-pass-plugin
  std::vector<std::string> Plugins;
  /// -complete-pipeline
  std::optional<std::string> PipelineToComplete;
  /// -print-passes
  bool PrintPasses = false;
  /// -no-verify
  bool NoVerify = false;
  /// -backend, -memory-limit, -device and what goes with them.
  TargetArguments Machine;

  /// -o; "-" is the standard output.
  std::optional<std::string> Output;
  /// -emit
  std::optional<std::string> Emit;
  /// -exact-bytes
  bool ExactBytes = false;
  /// -width; 0 for tables of any width, none for that of the terminal.
  std::optional<unsigned> Width;
  RemarkArguments Remarks;

  /// -print-pipeline-passes
  bool PrintPipelinePasses = false;
  /// -verify-each
  bool VerifyEach = false;
  /// -opt-bisect-limit
  std::optional<int> BisectLimit;
  /// -time-trace, -time-trace-granularity in microseconds, -counters
  std::optional<std::string> TraceOutput;
  std::optional<unsigned> TraceGranularity;
  std::optional<std::string> CountersOutput;
  /// -debug-pass-manager, -time-passes and what prints modules. The driver
  /// fills in the rest.
  InstrumentationOptions Instrumentation;
};

/// Loads the plugins, checks the options, and runs the pipeline over the module
/// of each input. Diagnostics go to the standard error stream, with what
/// instrumentation prints behind them; remarks to the standard output, or to
/// the standard error stream where a document takes that. Whatever the number
/// of threads, all of it is in the order of the inputs. With several modules
/// each one's remarks begin with its name. An input that cannot be read gives
/// no remarks, the others go on.
///
/// The file of documents appears only if all went well, those of -emit if their
/// own module did; that of remarks also if a dump contradicts itself, or a
/// remark is there that must not be; trace and counters, which tell of the run,
/// in any case.
///
/// InitTool must be there, for files that change while they are read.
ExitCode runDriver(const DriverOptions &Options);

} // namespace hlomem

#endif // HLOMEM_DRIVER_DRIVER_H
