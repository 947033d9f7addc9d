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

/// Exit statuses, which mean the same in every program.
enum ExitCode : int {
  ExitDone = 0,
  /// An input, option or file is wrong, or a gate could not be answered.
  ExitBadInput = 1,
  /// A limit is exceeded, or there is a remark that -fail-on matches.
  ExitOverLimit = 2,
  /// A dump contradicts itself, and somebody asked whether it does.
  ExitUnsound = 3,
  /// A search that was not finished has found nothing.
  ExitNotFound = 4,
  /// Output could not be written. Also what LLVM ends a program with when the
  /// reader of its standard output is gone (EX_IOERR).
  ExitOutputFailed = 74,
};

/// What a run ends with that has two reasons to end with: 74, then 1, 3, 2, 4,
/// 0.
/// A gate that could not be answered is not hidden by one that was.
constexpr ExitCode getWorse(ExitCode A, ExitCode B) {
  for (ExitCode Code : {ExitOutputFailed, ExitBadInput, ExitUnsound,
                        ExitOverLimit, ExitNotFound})
    if (A == Code || B == Code)
      return Code;
  return ExitDone;
}

} // namespace hlomem

#endif // HLOMEM_SUPPORT_EXITCODE_H
