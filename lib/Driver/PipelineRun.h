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

namespace hlomem {

class PassManager;

/// One of several modules, which is drawn.
struct ScreenOfOne {
  /// Other modules of the same input are passed over.
  StringRef Module;
  /// Where the screen goes.
  raw_ostream &OS;
  /// Hears all remarks.
  RemarkStream &Digest;
};

/// What runDriver() has made of its options.
struct RunOptions {
  /// As they were given, but names of the standard output are "-".
  const DriverOptions &Given;
  const DriverHost &Host;
  /// How modules are read, and who watches.
  SessionOptions Reading;
  /// Which remarks go where.
  RemarkOptions Remarks;
  /// Documents go to files in the folder of -o.
  bool WritesFolder = false;
  /// The pipeline begins with `verify` though nobody asked for it.
  bool VerifiesUnasked = false;
  /// What `verify` finds ends the work on a dump.
  bool HasFatalFindings = false;
  /// A report that may lack what -fail-on looks for is an error.
  bool IsIncompleteFatal = false;
  /// Set where the pipeline was run over all modules, and limits were judged,
  /// before, for the screen of one of them.
  const ScreenOfOne *Screen = nullptr;
};

/// Flushes \p OS as flushStandardOutput() does if it is the standard output.
/// Other streams hold what they get.
Error flushOutput(raw_ostream &OS);

/// Runs \p Pipeline as runDriver() says, or \p OfSeveral where there are
/// several modules. Both write the same documents.
ExitCode runPipeline(const RunOptions &Options, const PassManager &Pipeline,
                     const PassManager &OfSeveral);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_PIPELINERUN_H
