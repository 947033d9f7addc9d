//===- ThreadLocalPass.cpp - What thread-local allocations add ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadLocal/ThreadLocal.inc"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/PassUtils/ListedRows.h"
#include "llvm/ADT/STLExtras.h"

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

static void reportComputations(const ThreadLocal &Facts,
                               const ThreadLocalOptions &Options,
                               PassContext &C) {
  ArrayRef<ThreadLocalComputation> All = Facts.computations();
  C.count(ThreadLocalPass::NumComputations, All.size());
  listRows(
      C, Options, All,
      [](const ThreadLocalComputation &T) { return T.Sum.Size; },
      [&](const ThreadLocalComputation &T) {
        C.emit(T.Loc, remark::ThreadLocalByComputation{
                          .Size = T.Sum.Size,
                          .Logical = T.Sum.Logical,
                          .Waste = T.Sum.Waste,
                          .Share = Percent{T.Sum.Size, Facts.getTotal().Size},
                          .Count = T.Sum.Allocations,
                          .Role = getRoleName(T.Role).str(),
                          .Computation = T.Name.empty() ? "?" : T.Name,
                          .Root = describeRoot(T),
                          .CalledBy = describeCallers(T)});
      });
  Bytes Unknown;
  for (const ThreadLocalComputation &T : All)
    if (T.Name.empty() || T.Role == ThreadLocalRole::Unknown)
      Unknown += T.Sum.Size;
  if (!Facts.whyUnknown().empty())
    C.emit(SMLoc(), remark::ThreadLocalUnknownCallers{
                        .Size = Unknown, .Why = Facts.whyUnknown().str()});
}

void ThreadLocalPass::run() {
  const ThreadLocalSum &Total = Local.getTotal();
  if (Total.Allocations == 0)
    return C.emit(getLoc(M), remark::NoThreadLocalAllocations{});
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
  C.emit(SMLoc(), remark::ThreadLocalPlace{
                      .Place = describeThreadLocalPlace(
                                   AM.getResult<BackendAnalysis>().get())
                                   .str()});
  if (Total.UnknownCount != 0)
    C.emit(SMLoc(), remark::ThreadLocalUnknownSize{.Count = Total.UnknownCount,
                                                   .Size = Total.UnknownSize});
  auto IsOnly = [](const auto &Rows) { return Rows.size() < 2; };
  if (!IsOnly(Local.roles()))
    for (const ThreadLocalRoleSum &R : Local.roles())
      C.emit(SMLoc(),
             remark::ThreadLocalByRole{.Size = R.Sum.Size,
                                       .Logical = R.Sum.Logical,
                                       .Waste = R.Sum.Waste,
                                       .Share = Percent{R.Sum.Size, Total.Size},
                                       .Count = R.Sum.Allocations,
                                       .Computations = R.Computations,
                                       .Role = getRoleName(R.Role).str()});
  reportComputations(Local, Options, C);
  if (!IsOnly(Local.sizeClasses()))
    for (const ThreadLocalSizeClass &S : Local.sizeClasses())
      C.emit(SMLoc(),
             remark::ThreadLocalBySize{.Size = S.Sum.Size,
                                       .Logical = S.Sum.Logical,
                                       .Waste = S.Sum.Waste,
                                       .Share = Percent{S.Sum.Size, Total.Size},
                                       .Count = S.Sum.Allocations,
                                       .AtMost = S.AtMost});
}

HLOMEM_PASS(ThreadLocal, ThreadLocalPass)

} // namespace hlomem
