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
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace llvm;

namespace hlomem {

/// Is the number of rows without -top.
static constexpr size_t DefaultTop = 10;
/// Are the largest numbers of digests and screens; each takes a run of the
/// pipeline.
static constexpr size_t MaxDigests = 10, MaxScreens = 3;
/// Programs that need less than one part in so many of the largest are not
/// listed.
static constexpr size_t LeastShare = 100;
/// Are widths of columns, and of what is between them.
static constexpr size_t MinNameColumns = 18, MaxNameColumns = 24,
                        LeastColumns = 20, LeastPathColumns = 24, Gap = 2,
                        LeastWidth = 72;

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

/// What does not fit stands first, and then what is close. What fits and what a
/// verdict is unknown of follow by what they need.
static unsigned getRank(Fit F) {
  switch (F) {
  case Fit::DoesNotFit:
    return 0;
  case Fit::Close:
    return 1;
  case Fit::Fits:
  case Fit::Unknown:
    return 2;
  }
  llvm_unreachable("unknown verdict");
}

/// The most that one of \p Of, of which there are some, needs.
Bytes Overview::findMostNeeded(ArrayRef<Program> Of) {
  return std::ranges::max_element(
             Of, {}, [](const Program &P) { return P.First->Verdict.Needed; })
      ->First->Verdict.Needed;
}

void Overview::findPrograms(std::optional<size_t> Top) {
  // Files beside two dumps of one program may name two devices.
  std::map<std::tuple<StringRef, Bytes, uint64_t, std::optional<Bytes>>, size_t>
      Known;
  for (OverviewRow &Row : Rows) {
    const FitVerdict &V = Row.Verdict;
    auto [It, IsNew] = Known.try_emplace(
        {Row.Program, V.Needed, Row.ValueCount, V.Limit}, Programs.size());
    if (IsNew)
      Programs.push_back({&Row});
    else
      ++Programs[It->second].Times;
  }
  stable_sort(Programs, [](const Program &L, const Program &R) {
    const FitVerdict &Left = L.First->Verdict, &Right = R.First->Verdict;
    return std::pair(getRank(Left.Kind), Right.Needed) <
           std::pair(getRank(Right.Kind), Left.Needed);
  });
  const size_t Most = Top.value_or(DefaultTop);
  Listed = Most == 0 || Programs.size() <= Most + 1 ? Programs.size() : Most;
  if (Top)
    return;
  const Bytes Least = findMostNeeded(Programs) / LeastShare;
  const size_t Large = count_if(Programs, [&](const Program &P) {
    return Least <= P.First->Verdict.Needed;
  });
  // All that do not fit, up to so many.
  constexpr size_t MostMisfits = 30;
  const size_t Misfits = count_if(Programs, [](const Program &P) {
    return getRank(P.First->Verdict.Kind) < getRank(Fit::Fits);
  });
  Listed = std::max(Listed, std::min(Misfits, MostMisfits));
  // One program is no shorter than the line that says so.
  if (Large + 1 < Listed && Misfits <= Large)
    Listed = Large;
}

std::vector<OverviewRow *> Overview::findRowsToRunAgain() {
  std::vector<OverviewRow *> Found;
  size_t Screens = 0;
  for (auto [N, P] : enumerate(Programs)) {
    P.First->IsDrawn = Screens != MaxScreens &&
                       (N == 0 || P.First->Verdict.Kind == Fit::DoesNotFit);
    Screens += P.First->IsDrawn;
    if (P.First->IsDrawn || N < std::min(Listed, MaxDigests))
      Found.push_back(P.First);
  }
  return Found;
}

SizeUnit Overview::getUnit(bool ExactBytes) const {
  if (ExactBytes)
    return {};
  return SizeUnit::choose(findMostNeeded(Programs).count());
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

/// The part of the paths of \p Rows that all have, up to a folder or a name.
static StringRef findCommonPath(ArrayRef<const OverviewRow *> Rows) {
  StringRef Common = Rows.front()->Module;
  for (const OverviewRow *Row : Rows) {
    auto [L, R] = std::mismatch(Common.begin(), Common.end(),
                                Row->Module.begin(), Row->Module.end());
    Common = Common.take_front(L - Common.begin());
  }
  return Common.take_front(Common.rfind('/') + 1);
}

// A name that others have too is told apart by what differs before it.
std::string Overview::getName(const Program &P) const {
  const OverviewRow &Row = *P.First;
  SmallVector<const OverviewRow *> Alike;
  for (const Program &O : ArrayRef(Programs).take_front(Listed))
    if (O.First->Program == Row.Program)
      Alike.push_back(O.First);
  StringRef Name = Row.Program;
  if (Alike.size() != 1) {
    Name = Row.Module;
    Name = Name.take_front(Name.rfind(Row.Program) + Row.Program.size())
               .drop_front(findCommonPath(Alike).size());
  }
  return toPrintable(Name);
}

/// Shortens \p Names to \p Columns, so that what is different stays so.
static std::vector<std::string> shortenNames(ArrayRef<std::string> Names,
                                             size_t Columns) {
  std::map<std::string, std::vector<StringRef>> Alike;
  for (const std::string &Name : Names)
    Alike[shortenMiddle(Name, Columns)].push_back(Name);
  std::vector<std::string> Short;
  for (const std::string &Name : Names) {
    Short.push_back(shortenMiddle(Name, Columns));
    ArrayRef<StringRef> Others = Alike[Short.back()];
    size_t Common = Name.size();
    for (StringRef Other : Others)
      Common =
          std::min<size_t>(Common, std::mismatch(Name.begin(), Name.end(),
                                                 Other.begin(), Other.end())
                                           .first -
                                       Name.begin());
    // Of programs of one name nothing differs.
    if (Common == Name.size() || llvm::all_equal(Others))
      continue;
    // The beginning tells most, if it has the folder that differs.
    if (std::min(Name.find('/', Common), Name.size()) +
            StringRef("...").size() <=
        Columns) {
      Short.back() = shortenEnd(Name, Columns);
      continue;
    }
    // A word that differs only at its end is told whole.
    while (Common != 0 && isAlnum(Name[Common - 1]))
      --Common;
    Short.back() = shortenEnd("..." + Name.substr(Common), Columns);
  }
  return Short;
}

/// As many of \p Kinds as \p Columns hold.
static std::string joinKinds(ArrayRef<std::string> Kinds, size_t Columns) {
  std::string Text;
  for (StringRef Kind : Kinds) {
    if (getDisplayWidth(Text) + Kind.size() + Gap > Columns && !Text.empty())
      break;
    Text += (Text.empty() ? "" : ", ") + Kind.str();
  }
  return shortenEnd(Text, Columns);
}

void Overview::printHead(raw_ostream &OS, const PrintOptions &Options) const {
  std::map<Fit, uint64_t> Count;
  std::set<Bytes> Limits;
  std::set<StringRef> Whys;
  for (const OverviewRow &Row : Rows) {
    ++Count[Row.Verdict.Kind];
    if (Row.Verdict.Kind == Fit::Unknown)
      Whys.insert(Row.Verdict.Why);
    if (Row.Verdict.Limit)
      Limits.insert(*Row.Verdict.Limit);
  }
  std::string Text;
  raw_string_ostream TextOS(Text);
  TextOS << countText(Rows.size(), "program");
  if (Programs.size() != Rows.size())
    TextOS << ", " << Programs.size() << " distinct";
  if (!Limits.empty() && !Options.IsResident) {
    // A limit that some have no part in is not told of all.
    const bool IsOfAll = Count[Fit::Unknown] == 0 && Limits.size() == 1;
    const uint64_t Limit = Limits.begin()->count();
    if (IsOfAll)
      TextOS << "; the limit is "
             << SizeUnit::choose(Limit).printWithUnit(Limit);
    TextOS << ": ";
    ListSeparator Comma;
    for (Fit F : {Fit::DoesNotFit, Fit::Close, Fit::Fits, Fit::Unknown})
      if (uint64_t N = Count[F]) {
        TextOS << Comma << N << ' ' << getVerdictWords(F, N);
        // Several reasons have no room here.
        if (F == Fit::Unknown && Whys.size() == 1)
          TextOS << " (" << *Whys.begin() << ')';
      }
  }
  printWrapped(OS, Text, /*Column=*/0, Options.Width, /*Indent=*/2);
  if (Rows.size() > 1 && !Options.IsResident)
    printWrapped(OS,
                 "  They run one at a time: the one that needs most decides.",
                 /*Column=*/0, Options.Width, /*Indent=*/2);
  OS << '\n';
}

/// Cuts \p Change, "up to 0.16 donate", to \p Columns. A number stays whole, or
/// is left out.
static std::string shortenChange(StringRef Change, size_t Columns) {
  const StringRef Saves =
      Change.take_front(Change.find(' ', Change.find_first_of("0123456789?")));
  return getDisplayWidth(Saves) + StringRef("...").size() > Columns &&
                 getDisplayWidth(Change) > Columns
             ? "..."
             : shortenEnd(Change, Columns);
}

void Overview::print(raw_ostream &OS, const PrintOptions &Options) const {
  printHead(OS, Options);
  const bool HasLimit = any_of(Rows, [](const OverviewRow &Row) {
    return Row.Verdict.Limit.has_value();
  });
  const SizeUnit Unit = getUnit(Options.ExactBytes);
  const ArrayRef<Program> Shown = ArrayRef(Programs).take_front(Listed);
  const std::string Needs = "needs " + Unit.Name.str();
  size_t NeedColumns = Needs.size();
  for (const Program &P : Shown)
    NeedColumns = std::max(NeedColumns,
                           Unit.print(P.First->Verdict.Needed.count()).size());
  const size_t Before = Gap + NeedColumns + (HasLimit ? Gap + 5 : 0) + Gap;
  const size_t Room =
      std::max<size_t>(Options.Width, Before + MinNameColumns + 6 * Gap) -
      Before - Gap;
  // Where there is no room for them, screens alone tell what takes most.
  const bool IsNarrow = Options.Width < LeastWidth;
  const size_t MostName =
      IsNarrow
          ? Room
          : std::clamp<size_t>(Room - std::min(Room, 2 * LeastColumns + Gap),
                               MinNameColumns, MaxNameColumns);
  std::vector<std::string> Names;
  for (const Program &P : Shown)
    Names.push_back(getName(P));
  constexpr size_t TimesColumns = 5;
  Names = shortenNames(
      Names, any_of(Shown, [](const Program &P) { return P.Times > 1; })
                 ? MostName - TimesColumns
                 : MostName);
  size_t NameColumns = StringRef("program").size(),
         ChangeColumns = StringRef("a change saves").size();
  for (auto [P, Name] : zip_equal(Shown, Names)) {
    if (P.Times > 1)
      Name += " x" + utostr(P.Times);
    NameColumns = std::max(NameColumns, getDisplayWidth(Name));
    ChangeColumns =
        std::max(ChangeColumns, getDisplayWidth(P.First->Digest.FirstChange));
  }
  // Both columns have room for their titles where the width allows.
  const size_t Left = Room - std::min(Room - Gap, NameColumns);
  ChangeColumns = std::min(ChangeColumns, (Left - Gap) / 2);
  size_t MostColumns = Left - ChangeColumns - Gap, PathColumns = 0;
  if (MostColumns > 2 * LeastColumns + LeastPathColumns) {
    PathColumns = MostColumns - 2 * LeastColumns - Gap;
    MostColumns = 2 * LeastColumns;
  }
  auto PrintRow = [&](StringRef Need, StringRef Fits, StringRef Name,
                      StringRef Most, StringRef Change, StringRef Path) {
    std::string Line = std::string(Gap, ' ') + padLeft(Need, NeedColumns);
    if (HasLimit)
      Line += "  " + padRight(Fits, 5);
    Line += "  " + padRight(Name, NameColumns);
    if (!IsNarrow)
      Line += "  " + padRight(shortenEnd(Most, MostColumns), MostColumns) +
              "  " +
              padRight(shortenChange(Change, ChangeColumns), ChangeColumns);
    if (PathColumns != 0)
      Line += "  " + shortenPath(Path, PathColumns);
    OS << StringRef(Line).rtrim() << '\n';
  };
  PrintRow(Needs, "fits", "program", "most of it", "a change saves", "file");
  for (auto [P, Name] : zip_equal(Shown, Names)) {
    const OverviewRow &Row = *P.First;
    PrintRow(Unit.print(Row.Verdict.Needed.count()),
             getFitWord(Row.Verdict.Kind), Name,
             IsNarrow ? "" : joinKinds(Row.Digest.Kinds, MostColumns),
             Row.Digest.FirstChange, toPrintable(Row.Module));
  }
  const ArrayRef<Program> Rest = ArrayRef(Programs).drop_front(Listed);
  const size_t Unknown = count_if(Rest, [](const Program &P) {
    return P.First->Verdict.Kind == Fit::Unknown;
  });
  if (!Rest.empty())
    printWrapped(OS,
                 "  and " + utostr(Rest.size()) + " more, " +
                     (!HasLimit || Unknown == 0 ? ""
                      : Unknown == Rest.size()
                          ? "all unknown, "
                          : utostr(Unknown) + " of them unknown, ") +
                     "none over " +
                     Unit.printWithUnit(findMostNeeded(Rest).count()) +
                     ": -top=0 lists all",
                 /*Column=*/0, Options.Width, /*Indent=*/4);
  for (const Program &P : Programs)
    if (P.First->IsDrawn)
      OS << '\n' << P.First->Screen;
}

} // namespace hlomem
