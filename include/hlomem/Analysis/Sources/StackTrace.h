//===- StackTrace.h - XLA's stack trace tree, again -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_SOURCES_STACKTRACE_H
#define HLOMEM_ANALYSIS_SOURCES_STACKTRACE_H

#include "hlomem/Dump/DumpClaims.h"
#include <deque>

namespace hlomem {

class AnalysisManager;
class ProgramSource;
class Module;

/// Represents a computed stack trace tree, and owns the texts that its labels
/// point to.
struct ComputedStackTrace {
  StackTraceTree Tree;
  std::deque<std::string> Labels;
};

/// Splits \p Label into the parts that are nodes of their own: "var['a/b'].c"
/// gives "var", "a", "b" and "c". A label that is not altogether a name with
/// keys and attributes is one part, such as "state[0]['w']".
SmallVector<std::string> splitStackTraceLabel(StringRef Label);

/// Computes `Stack trace breakdown for peak usage` as XLA prints it: the list
/// of the printed peak by the callers of the instructions' computations
/// (docs/Rows.md#attribution). The bytes are logical. Fails, with the
/// reason, if the dump and the HLO text beside it do not tell enough.
Expected<ComputedStackTrace> computeStackTrace(const Module &M,
                                               AnalysisManager &AM);

/// Computes the stack trace tree of the list \p Peak, whose sizes are those of
/// leaves, for a module whose whole program is \p Program. Fails if calls are
/// nested too deeply or have too many paths.
Expected<ComputedStackTrace> computeStackTrace(const Module &M,
                                               const PrintedPeak &Peak,
                                               const ProgramSource &Program);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_SOURCES_STACKTRACE_H
