//===- ScreenChanges.cpp - What to change ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScreenSections.h"
#include "hlomem/Support/DisplayText.h"
#include <map>
#include <numeric>
#include <set>

using namespace llvm;

namespace hlomem {

static constexpr size_t NumberColumns = 5, PriceColumns = 10, FitsColumns = 7,
                        LeastSavesColumns = 14, LeastNeedsColumns = 15;
/// The longest phrase that is no other run's, and a blank. With less, numbers
/// stand below the phrases.
static constexpr size_t LeastPhrase = 28;
/// What a change of each class costs.
static constexpr StringLiteral Prices[] = {"free", "slower", "inexact",
                                           "smaller"};
static constexpr StringLiteral MoreChips = "more chips", Rewrite = "rewrite";
/// How numbers are printed that are bounds, or rough.
static constexpr StringLiteral AtMost = "up to ", AtLeast = "at least ",
                               About = "about ";
/// So many rows of changes are filled up with sets of changes.
static constexpr size_t MaxChanges = 8;
/// What `advise` has one note for, and no row.
static constexpr StringLiteral Layers = "CheckpointLayers";
static constexpr StringLiteral Unbounded = "AdviceUnbounded";

namespace {

/// A change that may be made, as it is printed.
struct ChangeRow {
  std::string Name, Saves, Needs, Fits;
  /// Says why nothing is known of what it saves.
  std::string Why;
  uint64_t Class = 0;
  /// What is printed as Needs, and the most that it saves; 0 for a bound, which
  /// may exceed what any change saves.
  uint64_t Needed = 0, Most = 0;
  bool IsTogether = false;
};

class ChangesTable {
public:
  ChangesTable(const ScreenText &Out, const ScreenFacts &Facts);

  /// Returns true if changes are left out of those that are told how to make.
  bool print(size_t LeftOut);
  /// What is told first; null if nothing is.
  const ChangeRow *findFirst() const;

private:
  ChangeRow makeRow(const Remark &R) const;
  ChangeRow makeBound(const Remark &R) const;
  ChangeRow makeLayers(const Remark &R) const;
  /// Returns true if the program may fit with \p Row, and does not without.
  bool mayFit(const ChangeRow &Row) const {
    return ShowsFit && Row.Fits != "no" && Row.Needed <= *Facts.Limit;
  }
  void leaveOutSmall();
  void sortRows();
  void printRow(const ChangeRow &Row, StringRef Number, StringRef Phrase) const;
  void printSingle();
  void printTogether() const;
  std::string nameByNumber(StringRef Text) const;
  /// Whether a change may save more than there is at the peak of what it is
  /// about.
  bool exceedsPart() const;
  /// Whether no change has a number, since of a changed program XLA makes quite
  /// another one.
  bool isUnbounded() const { return Facts.find(Unbounded); }
  const ScreenText &Out;
  const ScreenFacts &Facts;
  /// Changes need no verdict where the program fits without them.
  const bool ShowsFit = Facts.Limit && Facts.Verdict != "fits";
  std::vector<ChangeRow> Rows;
  size_t SavesColumns = LeastSavesColumns, NeedsColumns = LeastNeedsColumns;
  /// The columns behind those of the phrase.
  size_t RightColumns = 0;
  /// Whether the numbers of a change stand below its name.
  bool IsList = false;
  /// How each change is made, and its number, by its name.
  std::map<std::string, std::string, std::less<>> How, NumberOf;
  std::vector<std::string> Notes;
  std::string Useless;
  /// Says how a change is made.
  struct HowLine {
    std::string Number, Text;
    /// The least is told where there is no room for all: the first row, then
    /// what leaves least; last what is long, and what says little: other data,
    /// and then more chips, of which nothing more is told elsewhere.
    enum Kind : uint8_t { Short, Long, OfData, OfChips };
    std::tuple<bool, Kind, uint64_t> Rank;
  };
  std::vector<HowLine> Lines;
  bool HasAdvice = false;
};

} // namespace

/// What changes are called on a screen, and in a column of a table of programs.
static constexpr struct {
  StringLiteral Name, Phrase, Short;
  /// Is the kind of what it makes smaller.
  StringLiteral Part = "";
} Phrases[] = {
    {Layers, "checkpoint each layer", "checkpoint layers", "kept for backward"},
    {"Donate", "donate arguments", "donate", "results"},
    {"Carry", "carry scanned arrays", "carry"},
    {"Checkpoint", "checkpoint the loop bodies", "checkpoint",
     "kept for backward"},
    {"CheckpointDots", "checkpoint but keep matmuls", "checkpoint",
     "kept for backward"},
    {"TwoLoops", "checkpoint in two loops", "two loops", "kept for backward"},
    {"CheckpointParts", "checkpoint parts of a model", "checkpoint parts",
     "kept for backward"},
    {"NarrowState", "optimizer state in bfloat16", "bf16 state",
     "optimizer state"},
    {"OffloadState", "optimizer state on the host", "state on the host",
     "optimizer state"},
    {"BlockAttention", "attention in blocks", "block attention"},
    {"ChunkLoss", "logits and loss in chunks", "chunk loss"},
    {"MapParts", "vmap over parts of the batch", "vmap in parts"},
    {"ReturnLess", "return less", "return less", "results"},
    {"SinglePrecision", "float32 in place of float64", "float32"},
    {"LastLogits", "logits of the last token", "last logits"},
    {"AvoidPadding", "shapes without padding", "avoid padding", "padding"}};

static std::string getPhrase(StringRef Change, bool IsShort = false) {
  // "4x" is of a program that is sharded.
  if (StringRef Count = Change; Count.consume_front("shard over "))
    return Count.consume_back("x")
               ? "shard arguments " + Count.str() + " x finer"
               : "shard arguments over " + Count.str() + " chips";
  const auto *Found =
      find_if(Phrases, [&](const auto &P) { return P.Name == Change; });
  if (Found == std::end(Phrases))
    return Change.str();
  return (IsShort ? Found->Short : Found->Phrase).str();
}

/// The phrases of \p Changes, "Donate, Carry (needs 12MiB more)". Some of them
/// have commas.
static std::string getPhrases(StringRef Changes) {
  SmallVector<std::string> Texts;
  for (StringRef Change : split(Changes, ", ")) {
    auto [Name, More] = Change.split(" (");
    Texts.push_back(getPhrase(Name) + (More.empty() ? "" : " (" + More.str()));
  }
  return join(Texts, "; ");
}

static StringRef getPrice(const ChangeRow &Row) {
  // Those of the changes stand above.
  if (Row.IsTogether || Row.Class == 0 || Row.Class > std::size(Prices))
    return "";
  if (StringRef(Row.Name).starts_with("shard "))
    return MoreChips;
  return is_contained({"AvoidPadding", "Carry"}, Row.Name)
             ? StringRef(Rewrite)
             : StringRef(Prices[Row.Class - 1]);
}

/// Returns where a change of that price stands.
static uint64_t getRankOfPrice(const ChangeRow &Row) {
  const StringRef Price = getPrice(Row);
  // What nobody can type at once comes behind what everybody can.
  const uint64_t Known = find(Prices, Price) - std::begin(Prices);
  return Known + (Price == MoreChips);
}

ChangesTable::ChangesTable(const ScreenText &Out, const ScreenFacts &Facts)
    : Out(Out), Facts(Facts) {
  for (const Remark &R : Facts.Remarks) {
    if (R.getPassName() != "advise")
      continue;
    HasAdvice = true;
    StringRef Name = R.getName();
    if (R.isRow())
      Rows.push_back(makeRow(R));
    else if (Name == "AdviceWithoutNumber")
      Rows.push_back(makeBound(R));
    else if (Name == "AdviceKeptForBackward")
      Rows.push_back(makeLayers(R));
    else if (Name == "AdvisedHow")
      How[getText(R, "Change")] = getText(R, "How");
    else if (Name == "AdviceUseless")
      Useless = getPhrases(getText(R, "Changes"));
    else if (Name == "AdviceUnknown" && Facts.find("SummaryNoProgram"))
      // Why stands above.
      Notes.push_back("no change is tried: the program cannot be read");
    else if (Name != "AdviceHead" && Name != Unbounded)
      Notes.push_back(Facts.describe(R));
  }
  // Nobody buys chips for what fits, or for a CPU.
  const Remark *Head = Facts.findHead();
  if (Facts.Verdict == "fits" || (Head && getText(*Head, "Machine") == "CPU"))
    erase_if(Rows, [](const ChangeRow &R) { return getPrice(R) == MoreChips; });
  leaveOutSmall();
  sortRows();
  for (const ChangeRow &Row : Rows) {
    SavesColumns = std::max(SavesColumns, getDisplayWidth(Row.Saves) + 1);
    NeedsColumns = std::max(NeedsColumns, getDisplayWidth(Row.Needs) + 1);
  }
  RightColumns =
      PriceColumns + SavesColumns + NeedsColumns + (ShowsFit ? FitsColumns : 0);
  IsList = Out.isNarrow() ||
           RightColumns + NumberColumns + LeastPhrase > size_t(Out.Width);
}

/// What has a price and saves little is named in one line, if other rows are
/// left.
void ChangesTable::leaveOutSmall() {
  auto IsSmall = [this](const ChangeRow &Row) {
    return !Row.IsTogether && Row.Needs != "?" && getPrice(Row) != Prices[0] &&
           !mayFit(Row) && Facts.Need - Row.Needed < Facts.Need / 20;
  };
  std::set<std::string, std::less<>> Left;
  SmallVector<std::string> Small;
  if (any_of(Rows, [&](const ChangeRow &Row) {
        return !Row.IsTogether && !IsSmall(Row);
      }))
    for (const ChangeRow &Row : make_filter_range(Rows, IsSmall)) {
      Left.insert(Row.Name);
      Small.push_back(getPhrase(Row.Name));
    }
  // Sets of what has no row have none either, unless they may be needed.
  erase_if(Rows, [&](const ChangeRow &Row) {
    return !(Row.IsTogether && mayFit(Row)) &&
           any_of(split(Row.Name, '+'), [&](StringRef Of) {
             return Left.find(Of.trim()) != Left.end();
           });
  });
  if (!Useless.empty())
    Small.push_back(Useless);
  if (!Small.empty())
    Notes.push_back("saves less than 5 %, or nothing alone: " +
                    join(Small, "; "));
}

/// The cheapest stands first, and of one price what saves most. Where the
/// program does not fit: what makes it fit, then what may, the cheapest of each
/// first; then those where that is unknown, and last those that do not make it
/// fit. Of each those that leave least stand first, and those without a number
/// behind them. A bound says what is saved at best, and stands where half of
/// that would. Sets are last.
void ChangesTable::sortRows() {
  auto GetRank = [this](const ChangeRow &Row) {
    using Rank = std::tuple<unsigned, uint64_t, uint64_t>;
    // Sets keep their order, the best one first.
    if (Row.IsTogether)
      return Rank(~0u, 0, 0);
    const bool IsUnknown = Row.Needs == "?";
    const bool IsBound = StringRef(Row.Saves).starts_with(AtMost);
    const uint64_t Left =
        IsBound ? std::midpoint(Row.Needed, Facts.Need) : Row.Needed;
    // Of parts that nobody knows there is little to say.
    const uint64_t Price = IsUnknown && Row.Name == "CheckpointParts"
                               ? std::size(Prices) + 1
                               : getRankOfPrice(Row);
    if (!ShowsFit)
      return Rank(0, Price, IsUnknown ? UINT64_MAX : Left);
    if (Row.Fits == "yes")
      return Rank(0, Price, Left);
    if (!IsUnknown && mayFit(Row))
      return Rank(1, Price, Left);
    const unsigned Group = Row.Fits == "no" ? 3 : 2;
    return IsUnknown ? Rank(Group, 1, Price) : Rank(Group, 0, Left);
  };
  stable_sort(Rows, [&](const ChangeRow &L, const ChangeRow &R) {
    return GetRank(L) < GetRank(R);
  });
}

ChangeRow ChangesTable::makeRow(const Remark &R) const {
  const SizeUnit &Unit = Facts.Unit;
  const uint64_t Needed = getCount(R, "Needed");
  ChangeRow Row;
  Row.Name = getText(R, "Change");
  Row.Class = getCount(R, "Class");
  Row.Needed = Needed;
  Row.IsTogether = R.getName() == "ChangesTogether";
  Row.Saves = Unit.printDifference(Facts.Need, Needed);
  Row.Needs = Unit.print(Needed);
  Row.Fits = getText(R, "Fits");
  if (Row.Fits == "fits")
    Row.Fits = "yes";
  // The range reaches the limit, but what is likely is far above it.
  if (Row.Fits == "close" && Facts.Limit &&
      Needed > *Facts.Limit + *Facts.Limit / 20)
    Row.Fits = "?";
  const std::string Precision = getText(R, "Precision");
  Row.Most = getCount(R, "AtMost");
  const std::string Least = Unit.print(getCount(R, "AtLeast")),
                    Most = Unit.print(Row.Most);
  if (Precision == "at most") {
    const uint64_t Sure = getCount(R, "AtLeast");
    const StringRef To = Out.choose(" - ", " \u2013 ");
    Row.Saves = Sure == 0 ? AtMost.str() + Row.Saves : Least + To.str() + Most;
    Row.Needs = Sure == 0
                    ? AtLeast.str() + Row.Needs
                    : Row.Needs + To.str() + Unit.print(Facts.Need - Sure);
    // A bound proves one side only.
    if (Row.Fits == "close")
      Row.Fits = "?";
  } else if (Precision == "arguments only") {
    // What is computed of them may save more, or take more.
    Row.Saves = "args " + Row.Saves;
    Row.Needs = "?";
    Row.Fits = "?";
  } else if (Least != Most) {
    Row.Saves = Least + Out.choose(" - ", " \u2013 ").str() + Most;
    Row.Needs = About.str() + Row.Needs;
  }
  return Row;
}

/// Returns why \p R has no number, without what the screen says anyway.
static std::string getWhy(const Remark &R) {
  std::string Why = getText(R, "Why");
  const StringRef Rest = "; recompile to know";
  return StringRef(Why).ends_with(Rest)
             ? Why.substr(0, Why.size() - Rest.size())
             : Why;
}

ChangeRow ChangesTable::makeBound(const Remark &R) const {
  const SizeUnit &Unit = Facts.Unit;
  const uint64_t Most = getCount(R, "AtMost");
  const uint64_t Least = Facts.Need - std::min(Facts.Need, Most);
  ChangeRow Row;
  Row.Name = getText(R, "Change");
  Row.Class = getCount(R, "Class");
  Row.Needed = Least;
  Row.Most = Most;
  // All of it is no bound, and nearly all says nothing of less that is kept or
  // returned.
  const StringRef Name = Row.Name;
  const uint64_t Known = Name.starts_with("Checkpoint") ? Facts.Need / 8
                         : Name == "ReturnLess"         ? Facts.Need / 100
                                                        : 0;
  const bool IsKnown = Least > Known;
  Row.Saves =
      IsKnown ? AtMost.str() + Unit.printDifference(Facts.Need, Least) : "?";
  Row.Needs = IsKnown ? AtLeast.str() + Unit.print(Least) : "?";
  if (!IsKnown)
    Row.Why = getWhy(R);
  // A bound proves one side only.
  Row.Fits = Facts.Limit && Least > *Facts.Limit ? "no" : "?";
  return Row;
}

ChangeRow ChangesTable::makeLayers(const Remark &R) const {
  const SizeUnit &Unit = Facts.Unit;
  ChangeRow Row;
  Row.Name = Layers.str();
  Row.Class = 2;
  Row.Needed = Facts.Need - std::min(Facts.Need, getCount(R, "Size"));
  Row.Most = getCount(R, "AtMost");
  Row.Saves = Unit.print(getCount(R, "AtLeast")) +
              Out.choose(" - ", " \u2013 ").str() + Unit.print(Row.Most);
  Row.Needs = About.str() + Unit.print(Row.Needed);
  Row.Fits = "?";
  return Row;
}

/// Cuts \p Phrase to \p Columns. Both numbers of another run,
/// "graph.edges 10556 -> 5278", stay whole.
static std::string shortenPhrase(StringRef Phrase, size_t Columns) {
  constexpr size_t LeastName = 6;
  const size_t Arrow = Phrase.find(" -> ");
  const size_t Numbers = Phrase.take_front(Arrow).rfind(' ');
  if (Arrow == StringRef::npos || Numbers == StringRef::npos)
    return shortenMiddle(Phrase, Columns);
  const size_t Rest = Phrase.size() - Numbers;
  if (Columns < Rest + LeastName)
    return shortenMiddle(Phrase, Columns);
  return shortenMiddle(Phrase.drop_back(Rest), Columns - Rest) +
         Phrase.take_back(Rest).str();
}

void ChangesTable::printRow(const ChangeRow &Row, StringRef Number,
                            StringRef Phrase) const {
  if (IsList) {
    Out.wrap(Number.str() + std::string(Number.empty() ? "" : " ") +
                 Phrase.str(),
             NumberColumns - 2, NumberColumns);
    const StringRef Price = getPrice(Row);
    return Out.wrap((Price.empty() ? "" : Price.str() + ": ") + "saves " +
                        Row.Saves + ", then needs " + Row.Needs +
                        (ShowsFit ? ", fits: " + Row.Fits : ""),
                    NumberColumns, NumberColumns);
  }
  const size_t Columns = Out.Width - RightColumns - NumberColumns;
  std::string Line = padLeft(Number, NumberColumns - 1) + ' ' +
                     padRight(shortenPhrase(Phrase, Columns - 1), Columns) +
                     padRight(getPrice(Row), PriceColumns) + ' ' +
                     padLeft(Row.Saves, SavesColumns - 1) + ' ' +
                     padLeft(Row.Needs, NeedsColumns - 1);
  if (ShowsFit)
    Line += "  " + Row.Fits;
  Out.printLine(Line);
}

/// "as Checkpoint, with more" is "as 2, with more".
std::string ChangesTable::nameByNumber(StringRef Text) const {
  StringRef Rest = Text;
  if (!Rest.consume_front("as "))
    return Text.str();
  auto It = NumberOf.find(Rest.take_until([](char C) { return C == ','; }));
  return It == NumberOf.end()
             ? Text.str()
             : "as " + It->second + Rest.drop_front(Rest.find(',')).str();
}

void ChangesTable::printSingle() {
  for (const ChangeRow &Row : Rows) {
    if (Row.IsTogether)
      continue;
    std::string Number = utostr(NumberOf.size() + 1);
    printRow(Row, Number, getPhrase(Row.Name));
    NumberOf[Row.Name] = Number;
    auto It = How.find(Row.Name);
    if (It == How.end() && Row.Why.empty())
      continue;
    // Of another run the argument is enough.
    const bool IsRun = Row.Class == std::size(Prices);
    std::string Text = It == How.end() ? "" : It->second;
    if (IsRun && getPrice(Row) != MoreChips)
      Text.resize(std::min(Text.size(), Text.find(';')));
    if (!Row.Why.empty())
      Text += (Text.empty() ? "" : "; ") + ("unknown, since " + Row.Why);
    Lines.push_back(
        {.Number = Number,
         .Text = std::move(Text),
         // Where nothing is known, a checkpoint of layers does most.
         .Rank = {!Lines.empty(),
                  getPrice(Row) == MoreChips   ? HowLine::OfChips
                  : IsRun                      ? HowLine::OfData
                  : Row.Name == "OffloadState" ? HowLine::Long
                                               : HowLine::Short,
                  Row.Saves == "?" && Row.Name != Layers ? 1 : Row.Needed}});
  }
}

const ChangeRow *ChangesTable::findFirst() const {
  auto First =
      find_if(Rows, [](const ChangeRow &Row) { return !Row.IsTogether; });
  return First == Rows.end() ? nullptr : &*First;
}

void ChangesTable::printTogether() const {
  size_t Count = NumberOf.size();
  for (const ChangeRow &Row : Rows) {
    if (!Row.IsTogether)
      continue;
    SmallVector<std::string> Members;
    for (StringRef Name : split(Row.Name, '+')) {
      auto It = NumberOf.find(Name.trim());
      Members.push_back(It == NumberOf.end()
                            ? getPhrase(Name.trim(), /*IsShort=*/true)
                            : It->second);
    }
    sort(Members, [](StringRef L, StringRef R) {
      return std::pair(L.size(), L) < std::pair(R.size(), R);
    });
    printRow(Row, "", join(Members, " + ") + " together");
    // One in any case.
    if (++Count >= MaxChanges)
      return;
  }
}

bool ChangesTable::exceedsPart() const {
  return any_of(Facts.Remarks, [&](const Remark &Kind) {
    return Kind.getName() == "SummaryKind" &&
           any_of(Rows, [&](const ChangeRow &Row) {
             const auto *Found = find_if(
                 Phrases, [&](const auto &P) { return P.Name == Row.Name; });
             return Found != std::end(Phrases) &&
                    Found->Part == getText(Kind, "Kind") && Row.Saves != "?" &&
                    Row.Most > getCount(Kind, "Size");
           });
  });
}

bool ChangesTable::print(size_t LeftOut) {
  if (!HasAdvice)
    return false;
  std::string Titles = padRight("price", PriceColumns) +
                       padLeft("saves " + Facts.Unit.Name.str(), SavesColumns) +
                       padLeft("then needs", NeedsColumns) +
                       (ShowsFit ? "  fits" : "");
  if (IsList)
    Out.printTitle("What to change, " + Facts.Unit.Name.str(), "", 0);
  else
    Out.printTitle(Rows.empty() ? "What to change"
                   : ShowsFit && !isUnbounded()
                       ? "What to change, what fits first"
                       : "What to change, cheapest first",
                   Rows.empty() ? "" : Titles, RightColumns);
  printSingle();
  printTogether();
  if (isUnbounded())
    Out.wrap(Facts.describe(*Facts.find(Unbounded)), 2, 4);
  const size_t Told = Lines.size() - std::min(LeftOut, Lines.size());
  std::vector<HowLine> Ranked = Lines;
  std::ranges::stable_sort(Ranked, {}, &HowLine::Rank);
  SmallVector<StringRef> Untold;
  std::set<StringRef> WithLine;
  for (const HowLine &Line : Lines)
    if (Told != 0 && Line.Rank <= Ranked[Told - 1].Rank) {
      Out.wrap(Line.Number + ": " + nameByNumber(Line.Text), 2, 5);
      WithLine.insert(Line.Number);
    } else if (std::get<1>(Line.Rank) != HowLine::OfChips) {
      Untold.push_back(Line.Number);
    }
  if (!Untold.empty())
    Out.wrap(join(Untold, ", ") + ": -passes=advise -format=screen tells how");
  if (ShowsFit && !Rows.empty()) {
    auto HasFit = [&](StringRef Fits) {
      return any_of(Rows, [&](const ChangeRow &R) { return R.Fits == Fits; });
    };
    if (!HasFit("yes") && Facts.mayFitTogether())
      Out.wrap(
          "no single change is sure to make it fit: -passes=fit tries several "
          "together",
          2, 4);
  }
  auto IsExplained = [&](const ChangeRow &R) {
    auto It = NumberOf.find(R.Name);
    return !R.Why.empty() && It != NumberOf.end() &&
           WithLine.count(It->second) != 0;
  };
  if (!isUnbounded() && any_of(Rows, [&](const ChangeRow &R) {
        return (R.Needs == "?" || (ShowsFit && R.Fits == "?")) &&
               !IsExplained(R);
      }))
    Out.wrap("\"?\": only a recompile can tell", 2, 4);
  if (exceedsPart())
    Out.wrap("a change may save more than its part: copies, results, padding "
             "shrink too",
             2, 4);
  for (StringRef Note : Notes)
    Out.wrap(Note, 2, 4);
  return !Untold.empty();
}

bool printChanges(const ScreenText &Out, const ScreenFacts &Facts,
                  size_t LeftOut) {
  return ChangesTable(Out, Facts).print(LeftOut);
}

std::string describeFirstChange(const ScreenFacts &Facts, bool HasUnicode) {
  const ScreenText Out = {nulls(), /*Width=*/0, /*HasColor=*/false, HasUnicode};
  const ChangesTable Table(Out, Facts);
  const ChangeRow *First = Table.findFirst();
  if (!First)
    return "";
  std::string Saves = First->Saves;
  // A range has no blanks here.
  if (isDigit(Saves.front()))
    erase(Saves, ' ');
  return Saves + " " + getPhrase(First->Name, /*IsShort=*/true);
}

} // namespace hlomem
