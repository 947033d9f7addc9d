//===- ReconcilePass.cpp - The pass 'reconcile' ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reconcile/Reconcile.inc"
#include "hlomem/Dump/Writer/DumpDialects.h"
#include "hlomem/OtherTools/ToolNumbers.h"

using namespace llvm;

namespace hlomem {

namespace {

class ReconcileRun : public ReconcilePass {
public:
  using ReconcilePass::ReconcilePass;

  void run();

private:
  void report(const ToolReport &T);
};

} // namespace

static bool isEqual(const ToolNumber &N) {
  return N.Theirs && N.Theirs == N.Ours;
}

// "peakHeapMib @1"
static std::string describe(const ToolNumber &N) {
  return N.Space ? N.Field + " @" + utostr(*N.Space) : N.Field;
}

void ReconcileRun::run() {
  const auto &Numbers = AM.getResult<ToolNumbersAnalysis>();
  uint64_t Equal = 0, Differing = 0, Unknown = 0;
  for (const ToolReport &T : Numbers.Tools)
    for (const ToolNumber &N : T.Numbers)
      ++(isEqual(N) ? Equal : N.Theirs ? Differing : Unknown);
  C.count(NumEqual, Equal);
  C.count(NumDiffering, Differing);
  C.count(NumUnknown, Unknown);
  emit(remark::ReconcileHead{
      .Equal = Equal, .Differing = Differing, .Unknown = Unknown});
  if (const XlaFacts *Form = findOldestDialectOf(M))
    emit(remark::ReconcileForm{.Release = Form->Dialect.str()});
  for (const ToolReport &T : Numbers.Tools)
    report(T);
}

void ReconcileRun::report(const ToolReport &T) {
  const SMLoc Loc = getLoc(M);
  C.emit(Loc, remark::ReconcileTool{.Tool = T.Tool});
  bool ListsAll = Options.Only == ReconcileOptions::OnlyKind::All;
  for (const ToolNumber &N : T.Numbers)
    if (N.Theirs && (ListsAll || !isEqual(N)))
      C.emit(Loc, remark::ReconcileNumber{.Theirs = *N.Theirs,
                                          .Ours = N.Ours,
                                          .Number = describe(N),
                                          .OursIs = N.OursIs});
  for (const ToolNumber &N : T.Numbers)
    if (N.Theirs && N.Ours && N.addsUp())
      for (const NumberPart &P : N.Parts)
        C.emit(Loc, remark::ReconcilePart{.Size = P.Size,
                                          .Way = P.IsLess ? "less" : "more",
                                          .Number = describe(N),
                                          .Why = P.Why});
  for (const ToolNumber &N : T.Numbers) {
    if (!N.Theirs)
      C.emit(Loc, remark::ReconcileUnknown{.Number = describe(N),
                                           .Why = N.WhyUnknown});
    else if (!N.addsUp())
      C.emit(Loc, remark::ReconcileUnexplained{.Number = describe(N)});
  }
}

HLOMEM_PASS(Reconcile, ReconcileRun)

} // namespace hlomem
