//===- OneFile.cpp - A plugin whose passes no .td declares ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/OneFilePass.h"

using namespace hlomem;
using namespace llvm;

namespace {

struct BigValues : OneFilePass<BigValues> {
  static constexpr StringLiteral Name = "big-values";
  static constexpr StringLiteral Summary = "List the values from a size on";

  Option<Bytes> Least{*this, "least", "1KiB", "the least size of a value"};
  Option<unsigned> Top{*this, "top", "2", "how many are listed", {1, 9}};
  Option<bool> Shapes{*this, "shapes", "false", "show the shapes too"};
  Option<std::string> Prefix{*this, "prefix", "", "how their names begin"};

  void run(const Module &M, AnalysisManager &AM, PassContext &C) {
    unsigned Count = 0;
    for (const Value &V : M.values()) {
      if (V.getSize() < *Least ||
          !V.getDefinition().getName().starts_with(*Prefix))
        continue;
      if (++Count > *Top)
        continue;
      C.remark(V.getLoc()) << V << " has " << V.getSize();
      if (*Shapes)
        C.note() << "in " << V.getShape() << ", live "
                 << AM.getResult<LivenessAnalysis>().getRange(V);
    }
    C.remark(getLoc(M)) << Count << " values, the least " << *Least << ", "
                        << "the most " << Bytes(~0ull - 1);
  }
};

/// Writes ten arguments of a kind, of which JSON has nine.
struct TenCounts : OneFilePass<TenCounts> {
  static constexpr StringLiteral Name = "ten-counts";
  static constexpr StringLiteral Summary = "Count to ten";

  void run(const Module &M, AnalysisManager & /*AM*/, PassContext &C) {
    RemarkText Text = C.remark(getLoc(M));
    for (unsigned I = 1; I != 11; ++I)
      Text << I << (I == 10 ? "" : " ");
  }
};

struct DropPrivate : OneFilePass<DropPrivate> {
  static constexpr StringLiteral Name = "drop-private";
  static constexpr StringLiteral Summary = "Remove thread-local allocations";
  static constexpr bool IsTransform = true;

  PreservedAnalyses run(Module &M, AnalysisManager & /*AM*/,
                        PassContext & /*C*/) {
    AssignmentEdit Edit(M);
    for (const Allocation &A : M.allocations())
      if (A.isThreadLocal())
        Edit.remove(A);
    return M.apply(Edit) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

} // namespace

static Error registerPasses(PassBuilder &PB) {
  if (Error E = PB.registerPass<BigValues>())
    return E;
  if (Error E = PB.registerPass<TenCounts>())
    return E;
  return PB.registerPass<DropPrivate>();
}

HLOMEM_PASS_PLUGIN("one-file", "1.0", registerPasses)
