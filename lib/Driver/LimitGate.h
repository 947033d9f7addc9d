//===- LimitGate.h - Judges modules by -memory-limit and -device *- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_LIMITGATE_H
#define HLOMEM_LIB_DRIVER_LIMITGATE_H

#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/ExitCode.h"

namespace hlomem {

class AnalysisManager;
class Module;
struct Target;

/// Whether a module keeps the limits of its Target.
struct LimitVerdict {
  /// ExitOverLimit if it exceeds one, ExitBadInput if that cannot be told of
  /// one.
  ExitCode Code = ExitDone;
  /// A line for each limit that is not known to be kept, which begins with the
  /// module's name.
  std::vector<std::string> Lines;
  /// The same for memory spaces that nothing is in, and for compiles that ran
  /// out of memory of which that does not tell.
  std::vector<std::string> Notes;
  /// The same for the device that the module fits into. A screen says it too.
  std::vector<std::string> Fits;
};

/// Judges \p M as it is now: what is allocated in each memory space with a
/// limit, thread-local allocations left out. \p Transforms are the passes that
/// have changed it. Where modules are resident, what limits the default space
/// is left to ResidentSet.
LimitVerdict judgeLimits(const Module &M, AnalysisManager &AM,
                         ArrayRef<StringRef> Transforms);

/// What allocations that were not read, or unknown parts of the dump, leave
/// open of \p M: "since only a part of the dump was read". Empty for a dump
/// that tells all of its memory.
std::string findWhyMayLackMemory(const Module &M);

/// "15.75 GiB (16909336576 bytes)", with what is reserved. \p Limit is without
/// that.
std::string describeLimit(Bytes Limit, const Target &Machine);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_LIMITGATE_H
