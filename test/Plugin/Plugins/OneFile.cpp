//===- OneFile.cpp - A plugin whose passes no .td declares ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/OneFilePass.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <thread>
#include <unistd.h>

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

struct ValueTable : OneFilePass<ValueTable> {
  static constexpr StringLiteral Name = "value-table";
  static constexpr StringLiteral Summary = "Write names and sizes";
  static constexpr bool WritesDocument = true;
  static constexpr StringLiteral Extension = "csv";

  void run(const Module &M, AnalysisManager & /*AM*/, PassContext &C) {
    for (const Value &V : M.values())
      C.document() << V.getDefinition() << ',' << V.getSize().count() << '\n';
  }
};

/// Does what no pass may.
struct Misbehave : OneFilePass<Misbehave> {
  static constexpr StringLiteral Name = "misbehave";
  static constexpr StringLiteral Summary = "Break a rule of passes";

  Option<std::string> How{*this, "how", "document", "which rule"};

  void run(const Module & /*M*/, AnalysisManager & /*AM*/, PassContext &C) {
    if (*How == "document")
      C.document() << "lost\n";
    if (*How == "thread")
      std::thread([&] { C.remark({}) << "from a thread"; }).join();
    if (*How == "crash") {
      sys::AddSignalHandler(
          [](void *) { errs() << "limit: " << (alarm(0) != 0) << '\n'; },
          nullptr);
      std::abort();
    }
  }
};

/// Names arguments.
struct NamedArguments : OneFilePass<NamedArguments> {
  static constexpr StringLiteral Name = "named-arguments";
  static constexpr StringLiteral Summary = "Name the arguments of a remark";

  void run(const Module &M, AnalysisManager & /*AM*/, PassContext &C) {
    const Value &V = M.values()[0];
    C.remark(V.getLoc()) << plural(1, "copy", "copies") << ' '
                         << plural(2, "copy", "copies") << ' '
                         << arg("OpName", std::string("a/b")) << ' '
                         << arg("Literal", "text") << ' ' << arg("Of", V) << ' '
                         << arg("Type", V.getShape()) << ' '
                         << arg("Logical", V.getShape().getLogicalSize()) << ' '
                         << arg("Number", 7u);
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
  if (Error E = PB.registerPass<ValueTable>())
    return E;
  if (Error E = PB.registerPass<Misbehave>())
    return E;
  if (Error E = PB.registerPass<NamedArguments>())
    return E;
  return PB.registerPass<DropPrivate>();
}

HLOMEM_PASS_PLUGIN("one-file", "1.0", registerPasses)
