//===- LimitGate.h - Judges modules by -memory-limit ------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DRIVER_LIMITGATE_H
#define HLOMEM_LIB_DRIVER_LIMITGATE_H

#include "hlomem/Support/ExitCode.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hlomem {

class AnalysisManager;
class Module;

/// Whether a module keeps the limits of its Target.
struct LimitVerdict {
  /// ExitOverLimit if it exceeds one, ExitBadInput if that cannot be told of
  /// one.
  ExitCode Code = ExitDone;
  /// A line for each limit that is not known to be kept, which begins with the
  /// module's name.
  std::vector<std::string> Lines;
};

/// Judges \p M as it is now: what is allocated in each memory space with a
/// limit, thread-local allocations left out. \p Transforms are the passes that
/// have changed it.
LimitVerdict judgeLimits(const Module &M, AnalysisManager &AM,
                         llvm::ArrayRef<llvm::StringRef> Transforms);

} // namespace hlomem

#endif // HLOMEM_LIB_DRIVER_LIMITGATE_H
