//===- Overview.cpp - Several modules as one table ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Overview.h"
#include "hlomem/Driver/InputList.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/DisplayText.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/SizeUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>

using namespace llvm;

namespace hlomem {

/// Of the program, of " x12" behind it, and of the path at least.
static constexpr unsigned NameColumns = 28, TimesColumns = 6,
                          MinPathColumns = 8;

/// "jit_step" of "module_0001.jit_step.after_optimizations.hlo.pb".
static std::string getProgramName(StringRef ModuleName) {
  StringRef File = sys::path::filename(ModuleName);
  if (!File.starts_with("module_"))
    return withoutFileNameEnd(File);
  StringRef Rest = File.split('.').second;
  return Rest.split('.').first.str();
}

OverviewRow describeInOverview(const Module &M, AnalysisManager &AM,
                               bool IsAsCompiled) {
  OverviewRow Row;
  Row.Program = getProgramName(M.getName());
  Row.Module = M.getName().str();
  Row.Verdict = judgeModule(M, AM, IsAsCompiled);
  Row.ValueCount = M.values().size();
  return Row;
}

std::vector<Overview::Program> Overview::findPrograms() const {
  std::vector<Program> Programs;
  std::map<std::tuple<StringRef, Bytes, uint64_t>, size_t> Known;
  for (const OverviewRow &Row : Rows) {
    auto [It, IsNew] = Known.try_emplace(
        {Row.Program, Row.Verdict.Needed, Row.ValueCount}, Programs.size());
    if (IsNew)
      Programs.push_back({&Row});
    else
      ++Programs[It->second].Times;
  }
  stable_sort(Programs, [](const Program &L, const Program &R) {
    return L.First->Verdict.Needed > R.First->Verdict.Needed;
  });
  return Programs;
}

/// What stands in the column "fits".
static StringRef getFitWord(Fit F) {
  switch (F) {
  case Fit::Fits:
    return "yes";
  case Fit::Close:
    return "close";
  case Fit::DoesNotFit:
    return "NO";
  case Fit::Unknown:
    return "?";
  }
  llvm_unreachable("unknown verdict");
}

/// What \p Count programs do.
static StringRef getVerdictWords(Fit F, uint64_t Count) {
  switch (F) {
  case Fit::Fits:
    return Count == 1 ? "fits" : "fit";
  case Fit::Close:
    return Count == 1 ? "is close" : "are close";
  case Fit::DoesNotFit:
    return Count == 1 ? "does not fit" : "do not fit";
  case Fit::Unknown:
    return Count == 1 ? "is unknown" : "are unknown";
  }
  llvm_unreachable("unknown verdict");
}

void Overview::print(raw_ostream &OS, unsigned Width, size_t Top) {
  const std::vector<Program> Programs = findPrograms();
  std::map<Fit, uint64_t> Count;
  std::optional<Bytes> Limit;
  for (const OverviewRow &Row : Rows) {
    ++Count[Row.Verdict.Kind];
    if (Row.Verdict.Limit)
      Limit = Row.Verdict.Limit;
  }
  const SizeUnit Unit =
      SizeUnit::choose(Programs.front().First->Verdict.Needed.count());
  OS << countText(Rows.size(), "program");
  if (Limit) {
    OS << "; the limit is "
       << SizeUnit::choose(Limit->count()).printWithUnit(Limit->count())
       << ": ";
    ListSeparator Comma;
    for (Fit F : {Fit::DoesNotFit, Fit::Close, Fit::Unknown, Fit::Fits})
      if (uint64_t N = Count[F])
        OS << Comma << N << ' ' << getVerdictWords(F, N);
  }
  OS << "\n  They run one at a time: the one that needs most decides.\n\n";
  OS << "  needs " << Unit.Name << (Limit ? "  fits " : "") << "  program\n";
  const size_t Listed =
      Top == 0 || Programs.size() <= Top + 1 ? Programs.size() : Top;
  for (const Program &P : ArrayRef(Programs).take_front(Listed)) {
    std::string Name =
        shortenMiddle(toPrintable(P.First->Program), NameColumns);
    if (P.Times > 1)
      Name += " x" + utostr(P.Times);
    std::string Line =
        padLeft(Unit.print(P.First->Verdict.Needed.count()),
                8 + Unit.Name.size()) +
        (Limit ? "  " + padRight(getFitWord(P.First->Verdict.Kind), 5) : "") +
        "  " + padRight(Name, NameColumns + TimesColumns) + " ";
    Line += shortenPath(
        toPrintable(P.First->Module),
        std::max<size_t>(Width, MinPathColumns + getDisplayWidth(Line)) -
            getDisplayWidth(Line));
    OS << Line << '\n';
  }
  if (Listed != Programs.size())
    OS << "  and " << Programs.size() - Listed << " more, none over "
       << Unit.printWithUnit(Programs[Listed].First->Verdict.Needed.count())
       << ": -top=0 lists all\n";
}

std::vector<size_t> Overview::chooseInputs(size_t Most) {
  std::vector<size_t> Chosen;
  const std::vector<Program> Programs = findPrograms();
  for (const Program &P : Programs) {
    bool IsWanted =
        &P == &Programs.front() || P.First->Verdict.Kind == Fit::DoesNotFit;
    if (IsWanted && !P.First->IsOfStream && Chosen.size() != Most)
      Chosen.push_back(P.First->Input);
  }
  return Chosen;
}

} // namespace hlomem
