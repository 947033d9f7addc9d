//===- ThreadLocalPass.cpp - What thread-local allocations add ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadLocal/ThreadLocal.inc"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Passes/Report/ListedRows.h"

using namespace llvm;

namespace hlomem {

/// "add.3 (add)"; "?" where it is unknown.
static std::string describeRoot(const ThreadLocalComputation &C) {
  if (C.Root.empty())
    return "?";
  return C.RootOpcode.empty() ? C.Root : C.Root + " (" + C.RootOpcode + ")";
}

/// "reduce.5", "reduce.5 and 2 more"; "?" where it is unknown.
static std::string describeCallers(const ThreadLocalComputation &C) {
  if (C.Caller.empty())
    return "?";
  return C.FurtherCallers == 0
             ? C.Caller
             : C.Caller + " and " + utostr(C.FurtherCallers) + " more";
}

/// What a row has of \p Sum, a part of \p Whole.
template <class RowT>
static RowT makeRow(const ThreadLocalSum &Sum, const ThreadLocalSum &Whole) {
  RowT Row = {};
  Row.Size = Sum.Size;
  Row.Logical = Sum.Logical;
  Row.Waste = Sum.Waste;
  Row.Share = Percent{Sum.Size, Whole.Size};
  Row.Count = Sum.Allocations;
  return Row;
}

static void reportComputations(const PassRun &Run, const ThreadLocal &Facts,
                               const ThreadLocalOptions &Options) {
  ArrayRef<ThreadLocalComputation> All = Facts.computations();
  Run.C.count(ThreadLocalPass::NumComputations, All.size());
  listRows(
      Run.C, Options, All,
      [](const ThreadLocalComputation &T) { return T.Sum.Size; },
      [&](const ThreadLocalComputation &T) {
        auto Row =
            makeRow<remark::ThreadLocalByComputation>(T.Sum, Facts.getTotal());
        Row.Role = getRoleName(T.Role).str();
        Row.Computation = T.Name.empty() ? "?" : T.Name;
        Row.Root = describeRoot(T);
        Row.CalledBy = describeCallers(T);
        Run.C.emit(T.Loc, Row);
      });
  Bytes Unknown;
  for (const ThreadLocalComputation &T : All)
    if (T.Name.empty() || T.Role == ThreadLocalRole::Unknown)
      Unknown += T.Sum.Size;
  if (!Facts.whyUnknown().empty())
    Run.emit(remark::ThreadLocalUnknownCallers{
        .Size = Unknown, .Why = Facts.whyUnknown().str()});
}

void ThreadLocalPass::run() {
  const ThreadLocalSum &Total = Local.getTotal();
  if (Total.Allocations == 0)
    return emit(remark::NoThreadLocalAllocations{});
  const Allocation *First = find_if(
      M.allocations(), [](const Allocation &A) { return A.isThreadLocal(); });
  C.emit(First->getLoc(),
         remark::ThreadLocalTotal{
             .Count = Total.Allocations,
             .Size = Total.Size,
             .Share = Percent{Total.Size, Local.getPrintedTotal()},
             .Total = Local.getPrintedTotal(),
             .Logical = Total.Logical,
             .Waste = Total.Waste});
  emit(remark::ThreadLocalPlace{
      .Place = describeThreadLocalPlace(AM.getResult<BackendAnalysis>().get())
                   .str()});
  emitIfAny(remark::ThreadLocalUnknownSize{.Count = Total.UnknownCount,
                                           .Size = Total.UnknownSize});
  if (Local.roles().size() > 1)
    for (const ThreadLocalRoleSum &R : Local.roles()) {
      auto Row = makeRow<remark::ThreadLocalByRole>(R.Sum, Total);
      Row.Computations = R.Computations;
      Row.Role = getRoleName(R.Role).str();
      emit(Row);
    }
  reportComputations(*this, Local, Options);
  if (Local.sizeClasses().size() > 1)
    for (const ThreadLocalSizeClass &S : Local.sizeClasses()) {
      auto Row = makeRow<remark::ThreadLocalBySize>(S.Sum, Total);
      Row.AtMost = S.AtMost;
      emit(Row);
    }
}

HLOMEM_PASS(ThreadLocal, ThreadLocalPass)

} // namespace hlomem
