//===- ProgressLine.h - How far the work is, on a terminal ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TOOLS_HLO_MEM_OPT_PROGRESSLINE_H
#define HLOMEM_TOOLS_HLO_MEM_OPT_PROGRESSLINE_H

#include "StatusLine.h"

namespace hlomem {

/// A line on the standard error stream, "12 of 340 dumps", that is written over
/// and over. Nothing is ever shown where that is no terminal, nor in the first
/// second.
class ProgressLine {
public:
  /// There are \p Count more dumps than was known.
  void expect(size_t Count) { Total += Count; }
  /// One more is done.
  void step() { ++Done; }
  /// Shows where the work is, unless that was done just now.
  void show();
  /// Takes the line away. To be called before anything else is printed, also on
  /// the standard output, which may be the same terminal.
  void clear() { Line.clear(); }

private:
  StatusLine Line;
  size_t Done = 0;
  size_t Total = 0;
};

} // namespace hlomem

#endif // HLOMEM_TOOLS_HLO_MEM_OPT_PROGRESSLINE_H
