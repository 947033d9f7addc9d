//===- VerifierReport.cpp - XLA's own memory usage report -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The report is another print of the same assignment, made by another function
// of XLA: docs/Inputs.md#the-memory-usage-report.
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace llvm;

namespace hlomem {

void Verifier::checkReport() {
  // Most dumps have none, which is nothing to tell.
  if (!Options.Report && Options.ReportProblem.empty())
    return;
  if (!begin(VerifierRule::Report, hasAllocations() && IsWhole))
    return;
  if (!Options.Report)
    return report(VerifierRule::Report, getLoc(M), [&](raw_ostream &OS) {
      OS << "cannot check the memory usage report";
      if (!Options.ReportName.empty())
        OS << " '" << Options.ReportName << '\'';
      OS << ": " << Options.ReportProblem;
    });
  checkReportTotals();
  checkReportAllocations();
  checkReportTables();
}

void Verifier::checkReportTotal(const MemoryReport::TotalLine &Said,
                                Bytes Actual,
                                std::optional<MemorySpace> Space) {
  StringRef Human = Said.Human;
  if (Said.Total == Actual && Human == toHumanString(Actual))
    return;
  report(VerifierRule::Report, Said.Loc, [&](raw_ostream &OS) {
    OS << "the report gives a total of " << Said.Total.count() << " (" << Human
       << ')';
    if (Space)
      OS << " for memory space " << *Space << ", but its";
    else
      OS << ", but the";
    OS << " allocations add up to " << Actual.count() << " ("
       << toHumanString(Actual) << ')';
  });
}

void Verifier::checkReportTotals() {
  const MemoryReport &R = *Options.Report;
  if (R.Total)
    checkReportTotal(*R.Total, M.getPrintedTotal(), std::nullopt);
  std::map<MemorySpace, uint64_t> Sums;
  for (const Allocation &A : M.allocations())
    Sums[A.getMemorySpace()] += A.getSize().count();
  for (const MemoryReport::SpaceTotal &S : R.Spaces)
    if (S.Total)
      checkReportTotal(*S.Total, Bytes(Sums[S.Space]), S.Space);
}

const Allocation *Verifier::findAllocation(uint64_t Index) const {
  // In a sound dump it stands at that place.
  ArrayRef<Allocation> All = M.allocations();
  if (Index < All.size() && All[Index].getIndex() == Index)
    return &All[Index];
  return nullptr;
}

void Verifier::checkReportAllocations() {
  for (const MemoryReport::AllocationRow &Row : Options.Report->Allocations) {
    const Allocation *A = findAllocation(Row.Index);
    if (A && Row.HumanSize == toHumanString(A->getSize()))
      continue;
    report(VerifierRule::Report, Row.Loc, [&](raw_ostream &OS) {
      OS << "the report has allocation " << Row.Index << " of " << Row.HumanSize
         << ", but ";
      if (A)
        OS << "it has " << toHumanString(A->getSize());
      else
        OS << "there is none with this number";
    });
  }
}

// What the table of an allocation with these values says, in the order of the
// offsets: XLA has no order for rows of one size.
static std::string describe(const Allocation &A) {
  std::map<Bytes, std::pair<Bytes, uint64_t>> ByOffset;
  for (const Value &V : A.values()) {
    auto &[Size, Count] = ByOffset[V.getOffset()];
    Size = std::max(Size, V.getSize());
    ++Count;
  }
  std::string Text;
  raw_string_ostream OS(Text);
  for (const auto &[Offset, Row] : ByOffset)
    OS << Offset.count() << ' ' << toHumanString(Row.first) << ' ' << Row.second
       << '\n';
  return Text;
}

static std::string describe(const MemoryReport::ValuesTable &T) {
  std::vector<MemoryReport::ValuesRow> Rows = T.Rows;
  sort(Rows, [](const auto &L, const auto &R) { return L.Offset < R.Offset; });
  std::string Text;
  raw_string_ostream OS(Text);
  for (const MemoryReport::ValuesRow &Row : Rows)
    OS << Row.Offset.count() << ' ' << Row.HumanSize << ' ' << Row.Count
       << '\n';
  return Text;
}

// Since March 2026 a table tells its memory space alone.
void Verifier::checkReportTables() {
  std::map<MemorySpace, StringMap<uint64_t>> Expected;
  for (const Allocation &A : M.allocations())
    ++Expected[A.getMemorySpace()][describe(A)];
  for (const MemoryReport::ValuesTable &T : Options.Report->Tables) {
    if (T.IsCut)
      continue;
    std::string Said = describe(T);
    bool Fits;
    if (T.Allocation) {
      const Allocation *A = findAllocation(*T.Allocation);
      Fits = A && describe(*A) == Said;
    } else {
      uint64_t &Left = Expected[T.Space][Said];
      Fits = Left != 0;
      Left -= Fits;
    }
    if (!Fits)
      report(VerifierRule::Report, T.Loc, [&](raw_ostream &OS) {
        OS << "the report has different sizes, offsets or value counts than ";
        if (T.Allocation)
          OS << "allocation " << *T.Allocation;
        else
          OS << "each allocation of memory space " << T.Space;
      });
  }
}

} // namespace hlomem
