//===- ExitCode.h - Exit statuses of all programs ---------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_EXITCODE_H
#define HLOMEM_SUPPORT_EXITCODE_H

#include <initializer_list>

namespace hlomem {

/// Represents an exit status, which means the same in every program of this
/// project.
enum ExitCode : int {
  ExitDone = 0,
  /// An input, option or file is wrong, or a gate could not be decided.
  ExitBadInput = 1,
  /// A limit is exceeded, or there is a remark that -fail-on matches.
  ExitOverLimit = 2,
  /// A dump contradicts itself, and the user asked to check that.
  ExitUnsound = 3,
  /// A search that was not finished found nothing.
  ExitNotFound = 4,
  /// Output could not be written. LLVM also uses this status (EX_IOERR) to end
  /// a program when the reader of its standard output is gone.
  ExitOutputFailed = 74,
};

/// Returns the exit status of a run that has two: the first of 74, 1, 3, 2, 4,
/// 0 that is one of them. A gate that could not be decided is not hidden by one
/// that was.
constexpr ExitCode getWorse(ExitCode A, ExitCode B) {
  for (ExitCode Code : {ExitOutputFailed, ExitBadInput, ExitUnsound,
                        ExitOverLimit, ExitNotFound})
    if (A == Code || B == Code)
      return Code;
  return ExitDone;
}

} // namespace hlomem

#endif // HLOMEM_SUPPORT_EXITCODE_H
