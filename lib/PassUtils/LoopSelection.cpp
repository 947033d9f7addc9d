//===- LoopSelection.cpp - Loops that an option names ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/LoopSelection.h"
#include "hlomem/Support/DidYouMean.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace hlomem {

Expected<BitVector> selectLoops(const HloGraph &G, StringRef Pass,
                                ArrayRef<std::string> Patterns) {
  if (Patterns.empty())
    return createStringError("pass '" + Pass +
                             "' needs loops=all or the names of loops");
  std::vector<StringRef> Loops;
  for (const GraphInstruction &I : G.instructions())
    if (I.Op == Opcode::While)
      Loops.push_back(I.Name);
  BitVector Selected(G.instructions().size());
  for (StringRef Text : Patterns) {
    Expected<GlobPattern> Pattern =
        GlobPattern::create(Text == "all" ? "*" : Text);
    if (!Pattern)
      return createStringError("pass '" + Pass + "': '" + Text +
                               "': " + toString(Pattern.takeError()));
    bool Matches = false;
    for (const GraphInstruction &I : G.instructions())
      if (I.Op == Opcode::While && Pattern->match(I.Name)) {
        Selected.set(G.getNumber(I));
        Matches = true;
      }
    if (!Matches)
      return createStringError(
          "pass '" + Pass + "': " +
          (Loops.empty() ? "the program has no loop"
                         : "no loop matches '" + Text + "'" +
                               didYouMean(Text, Loops,
                                          "; the first is '" +
                                              Loops.front().str() + "'")));
  }
  return Selected;
}

} // namespace hlomem
