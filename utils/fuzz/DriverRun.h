//===- DriverRun.h - hlo-mem-opt on an input, in this process - -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_UTILS_FUZZ_DRIVERRUN_H
#define HLOMEM_UTILS_FUZZ_DRIVERRUN_H

#include "FuzzInput.h"
#include "hlomem/Driver/Driver.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace hlomem {

class Pipelines;

/// The standard error stream of the process, which runs take away; so called
/// before one. What a sanitizer finds goes there too.
llvm::raw_ostream &getTrueErrors();

/// Ends the process with \p What on the true standard error stream, where it is
/// read as a crash, unless \p Condition holds.
void require(bool Condition, const llvm::Twine &What);

/// A folder for the files of one run, and what the run has written there.
class DriverRun {
public:
  /// Makes a folder among the temporary files, which stays if the process is
  /// ended: that is how the files of a crash are found.
  DriverRun();
  DriverRun(const DriverRun &) = delete;
  DriverRun &operator=(const DriverRun &) = delete;
  ~DriverRun();

  /// What the number of \p Input makes of it: files, in an empty folder, and
  /// options.
  void prepare(const FuzzInput &Input, const Pipelines &Known);
  /// As on a command line, to repeat the run.
  std::string describe() const;
  /// Runs, and checks what every run must keep, whatever the input:
  /// docs/Testing.md.
  void run();

  /// Passes ran over something, though a gate may not be answered then.
  bool wasAccepted() const { return Status != ExitBadInput || !Output.empty(); }
  /// What it wrote to its standard error stream.
  const std::string &getErrors() const { return Errors; }
  const std::string &getPipeline() const { return Options.Passes; }

private:
  /// Runs with what is written kept in Output and Errors.
  ExitCode runOnce(const DriverOptions &O);
  std::string getPath(llvm::StringRef Name) const;
  void checkStreams() const;
  void checkDocument();

  std::string Folder;
  DriverOptions Options;
  /// Some pass of the pipeline does.
  bool WritesDocument = false;
  ExitCode Status = ExitDone;
  std::string Output, Errors;
};

} // namespace hlomem

#endif // HLOMEM_UTILS_FUZZ_DRIVERRUN_H
