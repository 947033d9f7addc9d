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
#include "hlomem/Support/SizeUnit.h"
#include "llvm/ADT/StringMap.h"

namespace hlomem {

struct OverviewRow;
class PassManager;

/// Holds the modules, of several, that are drawn or digested.
struct ScreenRun {
  /// Maps the names of modules to their rows, which get a screen and a digest.
  llvm::StringMap<OverviewRow *> Rows;
  /// Holds the unit of the sizes in digests.
  SizeUnit Unit;
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
  /// before, for the screens of some of them.
  const ScreenRun *Screens = nullptr;
};

/// Flushes \p OS as flushStandardOutput() does if it is the standard output.
/// Other streams hold what they get.
Error flushOutput(raw_ostream &OS);

/// What is run over a module.
struct Pipelines {
  /// Where there is one, or its screen is drawn.
  const PassManager &OfOne;
  /// Where there are several. Writes the same documents.
  const PassManager &OfSeveral;
  /// For a row of the table of several.
  const PassManager &OfDigest;
};

/// Runs the pipelines as runDriver() says.
ExitCode runPipeline(const RunOptions &Options, const Pipelines &Passes);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_PIPELINERUN_H
