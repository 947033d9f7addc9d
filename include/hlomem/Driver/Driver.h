//===- Driver.h - Inputs to tasks to ordered output -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_DRIVER_H
#define HLOMEM_DRIVER_DRIVER_H

#include "hlomem/Analysis/Target.h"
#include "hlomem/Driver/RemarkOutput.h"
#include "hlomem/Pass/StandardInstrumentations.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hlomem {

class PassManager;

/// What the command line asks for, apart from the pipeline.
struct DriverOptions {
  /// The program's name, for messages.
  llvm::StringRef ToolName;
  /// Files to read and folders to search; "-" is the standard input.
  std::vector<std::string> Inputs;
  /// Where documents go; "-" is the standard output.
  std::string Output = "-";
  /// Errors to print for each input; 0 prints all.
  unsigned MaxErrors = 20;
  /// Modules to work on at a time; 0 is as many as the machine has threads.
  unsigned ThreadCount = 0;
  /// Look for the other parts of a split dump beside the one that is named.
  bool JoinSiblings = true;
  /// Keep what is sound of a broken dump.
  bool IsTolerant = false;
  /// What nobody knows of a dump is an error.
  bool RefuseUnknown = false;
  /// Plain numbers of bytes in the rows of remarks.
  bool ExactBytes = false;
  /// Which remarks go where.
  RemarkOptions Remarks;
  /// What the user says of the machine.
  Target Machine;
  /// The pipeline begins with `verify` though nobody asked for it.
  bool VerifiesUnasked = false;
  /// What `verify` finds ends the work on a dump.
  bool HasFatalFindings = false;
  /// Where the trace of the program and the counters go, if asked for; "-" is
  /// the standard output.
  std::string TraceOutput;
  std::string CountersOutput;
  /// How to watch the pipeline.
  InstrumentationOptions Instrumentation;
};

/// What the program's exit status tells; of several inputs the highest counts.
enum ExitCode : int {
  ExitDone = 0,
  /// Bad input, pipeline or plugin.
  ExitBadInput = 1,
  /// There is a remark that must not be: -fail-on.
  ExitUnwantedRemark = 2,
  /// A dump contradicts itself, and somebody asked whether it does.
  ExitUnsound = 3,
};

/// Runs \p Pipeline over the module of each input. Diagnostics go to the
/// standard error stream, with what instrumentation prints behind them; remarks
/// to the standard output, or to the standard error stream where the document
/// takes that. Whatever the number of threads, all of it is in the order of the
/// inputs. With several modules each one's remarks begin with its name. An
/// input that cannot be read gives no remarks, the others go on. The output
/// file appears only if all went well; that of remarks also if a dump
/// contradicts itself, or a remark is there that must not be; trace and
/// counters, which tell of the run, in any case.
ExitCode runDriver(const DriverOptions &Options, const PassManager &Pipeline);

} // namespace hlomem

#endif // HLOMEM_DRIVER_DRIVER_H
