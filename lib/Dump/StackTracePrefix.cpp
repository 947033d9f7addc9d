//===- StackTracePrefix.cpp - The connectors of the stack trace tree ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/StackTracePrefix.h"

using namespace llvm;

namespace hlomem {

static constexpr StringLiteral TopPrefix = "    ";
static constexpr StringLiteral ChildPrefix = "      ";
static constexpr StringLiteral OpenLevel = "│   ";
static constexpr StringLiteral ClosedLevel = "    ";
static constexpr StringLiteral Branch = "├── ";
static constexpr StringLiteral LastBranch = "└── ";

std::optional<StackTracePrefix> StackTracePrefix::parse(StringRef Line) {
  StringRef Rest = Line;
  if (Rest.consume_front(ChildPrefix)) {
    unsigned Depth = 1;
    while (Rest.consume_front(OpenLevel) || Rest.consume_front(ClosedLevel))
      ++Depth;
    if (Rest.consume_front(Branch) || Rest.consume_front(LastBranch))
      return StackTracePrefix{Line.size() - Rest.size(), Depth};
  }
  // A label may begin with blanks.
  if (Line.starts_with(TopPrefix))
    return StackTracePrefix{TopPrefix.size(), 0};
  return std::nullopt;
}

std::vector<std::string>
makeStackTracePrefixes(ArrayRef<StackTraceNode> Nodes) {
  // Read from the end: a node is the last child if no node of its depth follows
  // before one that is higher up. HasLater[d]: one of depth d does.
  std::vector<std::string> Prefixes(Nodes.size());
  SmallVector<bool> HasLater;
  for (size_t I = Nodes.size(); I-- != 0;) {
    unsigned Depth = Nodes[I].Depth;
    HasLater.resize(Depth + 1, false);
    std::string &Prefix = Prefixes[I];
    if (Depth == 0) {
      Prefix = TopPrefix;
    } else {
      Prefix = ChildPrefix;
      for (unsigned Level = 1; Level != Depth; ++Level)
        Prefix += HasLater[Level] ? OpenLevel : ClosedLevel;
      Prefix += HasLater[Depth] ? Branch : LastBranch;
    }
    HasLater[Depth] = true;
  }
  return Prefixes;
}

} // namespace hlomem
