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
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// The blanks and lines before a node
/// (docs/DumpFormat.md#the-stack-trace-tree): four blanks for a top node; below
/// it six, then one group for each further level, then a connector.
struct StackTracePrefix {
  /// Bytes of the line that it takes.
  size_t Length = 0;
  unsigned Depth = 0;

  /// The prefix at the start of a line, or none if it has none.
  static std::optional<StackTracePrefix> parse(llvm::StringRef Line);
};

/// The prefix of each of \p Nodes, as their depths determine it.
std::vector<std::string>
makeStackTracePrefixes(llvm::ArrayRef<StackTraceNode> Nodes);

} // namespace hlomem

#endif // HLOMEM_DUMP_STACKTRACEPREFIX_H
