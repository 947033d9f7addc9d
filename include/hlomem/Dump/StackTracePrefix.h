//===- StackTracePrefix.h - The connectors of the stack trace tree --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_STACKTRACEPREFIX_H
#define HLOMEM_DUMP_STACKTRACEPREFIX_H

#include "hlomem/Dump/DumpClaims.h"

namespace hlomem {

/// Represents the blanks and lines before a node of the stack trace tree
/// (docs/DumpFormat.md#the-stack-trace-tree): four blanks before a top node;
/// below it six, then one group for each further level, then a connector.
struct StackTracePrefix {
  /// Holds the length of the prefix in bytes.
  size_t Length = 0;
  unsigned Depth = 0;

  /// Parses the prefix at the start of \p Line; returns none if there is none.
  static std::optional<StackTracePrefix> parse(StringRef Line);
};

/// Returns the prefix of each of \p Nodes, which their depths determine.
std::vector<std::string> makeStackTracePrefixes(ArrayRef<StackTraceNode> Nodes);

} // namespace hlomem

#endif // HLOMEM_DUMP_STACKTRACEPREFIX_H
