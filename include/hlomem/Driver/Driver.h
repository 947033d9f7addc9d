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
#include "llvm/ADT/StringRef.h"
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

// DriverOptions: made of tools/hlo-mem-opt/CommandGuide.td. runDriver() checks
// it.
#define GET_OPTIONS
#include "hlomem/Driver/DriverOptions.inc"

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
/// Files are mapped: a program handles SIGBUS itself, which one that is
/// truncated while it is read raises, as tools/Support/InitTool.cpp does.
ExitCode runDriver(DriverOptions Options);

} // namespace hlomem

#endif // HLOMEM_DRIVER_DRIVER_H
