//===- PipelineRun.h - A pipeline over all modules, printed in order ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_PIPELINERUN_H
#define HLOMEM_LIB_DRIVER_PIPELINERUN_H

#include "hlomem/Driver/Driver.h"
#include "hlomem/Driver/RemarkOutput.h"
#include "hlomem/Driver/Session.h"
#include <optional>
#include <string>

namespace hlomem {

class PassManager;

/// What runDriver() has made of its options.
struct RunOptions {
  /// How modules are read, and who watches.
  SessionOptions Reading;
  std::vector<std::string> Inputs;
  /// Where documents go; "-" is the standard output.
  std::string Output = "-";
  /// Output is a folder, with a file for each document.
  bool SeparatesDocuments = false;
  /// Plain numbers of bytes in the rows of remarks.
  bool ExactBytes = false;
  /// Of tables; 0 for any width, none for that of the terminal.
  std::optional<unsigned> Width;
  /// Which remarks go where.
  RemarkOptions Remarks;
  /// The pipeline begins with `verify` though nobody asked for it.
  bool VerifiesUnasked = false;
  /// What `verify` finds ends the work on a dump.
  bool HasFatalFindings = false;
  /// Where the trace of the program and the counters go, if asked for; "-" is
  /// the standard output.
  std::string TraceOutput;
  std::string CountersOutput;
};

/// Runs \p Pipeline as runDriver() says, or \p OfSeveral where there are
/// several modules. Both write the same documents.
ExitCode runPipeline(const RunOptions &Options, const PassManager &Pipeline,
                     const PassManager &OfSeveral);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_PIPELINERUN_H
