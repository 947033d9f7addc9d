//===- ScreenRemarkStream.cpp - The first screen --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/ScreenRemarkStream.h"

#include "hlomem/Support/DisplayText.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/SizeUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>

using namespace llvm;

namespace hlomem {

/// A screen is at least so wide, and at most.
static constexpr unsigned MinWidth = 60, MaxWidth = 120, DefaultWidth = 80;
static constexpr unsigned SizeWidth = 8, ShareWidth = 5, BarCells = 7;
static constexpr unsigned SavesWidth = 14, NeedsWidth = 9, FitsWidth = 7;
/// Holds what a change of each class costs.
static constexpr StringLiteral Prices[] = {"free", "slower", "inexact",
                                           "other run"};
static constexpr unsigned PriceWidth = 10;
/// Of a screen with more lines, rows of parts are left out while there are more
/// than LeastParts; `summary` has MaxParts unless it is asked for more.
static constexpr size_t MaxLines = 40;
static constexpr long MaxParts = 8, LeastParts = 3;
/// So many rows of changes are filled up with sets of changes.
static constexpr size_t MaxChanges = 8;
/// Kinds with less than a hundredth are one row.
static constexpr uint64_t LeastPart = 100;

//===----------------------------------------------------------------------===//
// Arguments of remarks
//===----------------------------------------------------------------------===//

static const RemarkPiece *find(const Remark &R, StringRef Key) {
  for (const RemarkPiece &P : R.pieces())
    if (P.isArgument() && P.Key == Key)
      return &P;
  return nullptr;
}

static std::string getText(const Remark &R, StringRef Key) {
  const RemarkPiece *P = find(R, Key);
  return P ? toPrintable(P->Text) : "";
}

/// Returns the number \p Key, which has no sign; none if it is unknown.
static std::optional<uint64_t> getNumber(const Remark &R, StringRef Key) {
  const RemarkPiece *P = find(R, Key);
  uint64_t N = 0;
  if (!P || !P->Value || StringRef(*P->Value).getAsInteger(10, N))
    return std::nullopt;
  return N;
}

static uint64_t getBytes(const Remark &R, StringRef Key) {
  return getNumber(R, Key).value_or(0);
}

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

/// Draws the remarks of one run of `summary` and `advise`.
class ScreenRemarkStream::Drawing {
public:
  Drawing(raw_ostream &OS, StringRef ModuleName,
          const TextRemarkOptions &Options, ArrayRef<Remark> Remarks);

  void draw();
  /// Leaves the rows of parts with the fewest bytes out, \p Count of them.
  void leaveOut(size_t Count);

private:
  /// Represents a change that may be made.
  struct ChangeRow {
    std::string Name, Phrase, Saves, Needs, Fits;
    uint64_t Class = 0;
    bool IsTogether = false;
  };

  void drawHead(const Remark &Head);
  std::string describeVerdict(const Remark &Head) const;
  void drawParts();
  void drawPart(StringRef Left, int64_t Size, uint64_t Bytes, bool HasBar);
  std::string describePart(const Remark &R, bool HasLines) const;
  void drawChanges();
  ChangeRow makeRow(const Remark &R) const;
  ChangeRow makeBound(const Remark &R) const;
  void drawRow(const ChangeRow &Row, StringRef Number);
  void drawCommands(const Remark *Head);
  void drawCommand(const Twine &Options, StringRef What);
  /// Prints \p Text behind \p Indent blanks, and so much more in further lines.
  void wrap(StringRef Text, unsigned Indent, unsigned More);
  /// Prints \p Text over the columns \p Titles, in bold.
  void drawTitle(StringRef Text, StringRef Titles, unsigned Columns);
  std::string fit(StringRef Text, size_t Width) const;
  /// Returns the message of \p R with its sizes in the unit of the screen.
  std::string describe(const Remark &R) const;
  const Remark *findRemark(StringRef Name) const;
  StringRef sign(StringRef Ascii, StringRef Unicode) const {
    return Options.Unicode ? Unicode : Ascii;
  }
  ColorMode getColorMode() const {
    return Options.Color ? ColorMode::Enable : ColorMode::Disable;
  }

  raw_ostream &OS;
  StringRef ModuleName;
  const TextRemarkOptions &Options;
  ArrayRef<Remark> Remarks;
  unsigned Width;
  /// Holds the columns of what is left of sizes, and of names and shapes in it.
  size_t LeftColumns = Width - SizeWidth - ShareWidth - BarCells - 1;
  size_t NameColumns = 0, ShapeColumns = 0;
  uint64_t Need = 0;
  SizeUnit Unit;
  std::optional<uint64_t> Limit;
  /// Changes need no verdict where the program fits without them.
  bool ShowsFit = false;
  /// Parts with fewer bytes have no row.
  uint64_t LeastRow = 0;
};

ScreenRemarkStream::Drawing::Drawing(raw_ostream &OS, StringRef ModuleName,
                                     const TextRemarkOptions &Options,
                                     ArrayRef<Remark> Remarks)
    : OS(OS), ModuleName(ModuleName), Options(Options), Remarks(Remarks),
      Width(
          std::clamp(Options.TextWidth == 0 ? DefaultWidth : Options.TextWidth,
                     MinWidth, MaxWidth)) {
  for (const Remark &R : Remarks)
    if (std::optional<uint64_t> Needed = getNumber(R, "Needed"); Needed) {
      Need = *Needed;
      break;
    }
  Unit = Options.ExactBytes ? SizeUnit() : SizeUnit::choose(Need);
  for (StringRef Name : {"SummaryOverLimit", "SummaryUnderLimit"})
    if (const Remark *R = findRemark(Name))
      Limit = getNumber(*R, "Limit");
  ShowsFit = Limit && none_of(Remarks, [](const Remark &R) {
               return getText(R, "Verdict") == ": fits";
             });
}

const Remark *ScreenRemarkStream::Drawing::findRemark(StringRef Name) const {
  const auto *It =
      find_if(Remarks, [&](const Remark &R) { return R.getName() == Name; });
  return It == Remarks.end() ? nullptr : It;
}

/// Cuts \p Name to \p Columns: scopes at the front, since their ends tell most,
/// and paths at the end.
static std::string shortenName(StringRef Name, size_t Columns) {
  if (getDisplayWidth(Name) <= Columns)
    return Name.str();
  if (Name.contains('[') && !Name.contains(" of "))
    return shortenEnd(Name, Columns);
  StringRef Rest = Name;
  std::string Begin = Rest.consume_front("backward: ") ? "backward: " : "";
  if (Rest.contains('/'))
    Begin += ".../";
  while (Begin.size() + getDisplayWidth(Rest) > Columns && Rest.contains('/'))
    Rest = Rest.split('/').second;
  return shortenMiddle(Begin + Rest.str(), Columns);
}

/// Cuts the scope in \p Place, "h/0/attn, model.py:12".
static std::string shortenPlace(StringRef Place) {
  static constexpr size_t Longest = 40;
  auto [Scope, Line] = Place.rsplit(", ");
  return shortenName(Scope, Longest) + (Line.empty() ? "" : ", " + Line.str());
}

std::string ScreenRemarkStream::Drawing::describe(const Remark &R) const {
  std::string Result;
  for (const RemarkPiece &P : R.pieces())
    if (P.Kind == RemarkPieceKind::Bytes && P.Value)
      Result += Unit.printWithUnit(getBytes(R, P.Key));
    else if (P.Key == "Place")
      Result += shortenPlace(toPrintable(P.Text));
    else if (P.Kind != RemarkPieceKind::Tag)
      appendPrintable(Result, P.Text);
  return Result;
}

void ScreenRemarkStream::Drawing::wrap(StringRef Text, unsigned Indent,
                                       unsigned More) {
  OS.indent(Indent);
  unsigned Column = Indent;
  bool IsFirst = true;
  for (StringRef Word : split(Text, ' ')) {
    unsigned WordWidth = getDisplayWidth(Word);
    if (!IsFirst && Column + 1 + WordWidth > Width) {
      OS << '\n';
      OS.indent(Column = Indent + More);
    } else if (!IsFirst) {
      OS << ' ';
      ++Column;
    }
    OS << Word;
    Column += WordWidth;
    IsFirst = false;
  }
  OS << '\n';
}

std::string ScreenRemarkStream::Drawing::fit(StringRef Text,
                                             size_t Columns) const {
  std::string Result = shortenMiddle(Text, Columns);
  Result.append(Columns - std::min(Columns, getDisplayWidth(Result)), ' ');
  return Result;
}

void ScreenRemarkStream::Drawing::drawTitle(StringRef Text, StringRef Titles,
                                            unsigned Columns) {
  WithColor(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false,
            getColorMode())
      << '\n'
      << StringRef(fit(Text, Width - Columns) + Titles.str()).rtrim() << '\n';
}

//===----------------------------------------------------------------------===//
// Does it fit
//===----------------------------------------------------------------------===//

std::string
ScreenRemarkStream::Drawing::describeVerdict(const Remark &Head) const {
  std::string Needs = "needs " + Unit.printWithUnit(Need);
  for (const RemarkPiece &P : Head.pieces())
    if (P.Kind == RemarkPieceKind::Space && P.Value && *P.Value != "0")
      Needs += " in " + toPrintable(P.Text);
  std::string Verdict = getText(Head, "Verdict");
  StringRef Fit = Verdict;
  Fit.consume_front(": ");
  const Remark *Over = findRemark("SummaryOverLimit");
  const Remark *Judged = Over ? Over : findRemark("SummaryUnderLimit");
  if (!Judged)
    return Needs;
  std::string Device = getText(*Judged, "Device");
  const SizeUnit OfLimit = Options.ExactBytes ? Unit : SizeUnit::choose(*Limit);
  std::string Numbers = ": needs ";
  if (OfLimit.Shift == Unit.Shift)
    Numbers +=
        Unit.print(Need) + " of " + Unit.printWithUnit(*Limit) + ", " +
        Unit.printDifference(std::max(Need, *Limit), std::min(Need, *Limit)) +
        (Over ? " too much" : " left");
  else
    Numbers +=
        Unit.printWithUnit(Need) + " of " + OfLimit.printWithUnit(*Limit);
  if (Fit == "does not fit")
    return "DOES NOT FIT " + Device + Numbers;
  if (Fit == "close")
    return "close to what " + Device + " has" + Numbers;
  return "fits " + Device + Numbers;
}

void ScreenRemarkStream::Drawing::drawHead(const Remark &Head) {
  const std::string Machine = ", " + getText(Head, "Machine");
  std::string Title = getText(Head, "Program") + Machine;
  // A dump without its program is named by its file alone.
  const bool HasName =
      !StringRef(ModuleName).ends_with(getText(Head, "Program"));
  const size_t Used = getDisplayWidth(HasName ? Title : Machine) + 2;
  std::string File = shortenPath(toPrintable(ModuleName),
                                 Width - std::min<size_t>(Width - 20, Used));
  Title = HasName ? Title + ", " + File : File + Machine;
  WithColor(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false,
            getColorMode())
      << Title << '\n';
  std::string Verdict = describeVerdict(Head);
  {
    raw_ostream::Colors Color =
        StringRef(Verdict).starts_with("DOES")    ? raw_ostream::RED
        : StringRef(Verdict).starts_with("close") ? raw_ostream::YELLOW
        : StringRef(Verdict).starts_with("fits")  ? raw_ostream::GREEN
                                                  : raw_ostream::SAVEDCOLOR;
    WithColor Colored(OS, Color, /*Bold=*/true, /*BG=*/false, getColorMode());
    wrap(Verdict, 2, 2);
  }
  if (!Head.doubts().empty())
    wrap("doubtful, the dump contradicts itself (" + join(Head.doubts(), ", ") +
             "): -passes=verify",
         2, 2);
  if (Head.getName() == "SummaryUnknown")
    wrap("what is live is unknown, since the dump has no live ranges" +
             getText(Head, "Why"),
         2, 2);
  std::string Fullest;
  for (const Remark &R : Remarks) {
    StringRef Name = R.getName();
    if (Name == "SummaryFullest" || Name == "SummaryWall")
      Fullest += (Fullest.empty() ? "" : "; ") + describe(R);
    else if (Name == "SummaryDerived" || Name == "SummaryCaveat" ||
             Name == "SummaryOtherDevice" || Name == "SummaryRanOut")
      wrap((Name == "SummaryCaveat" ? "taken for it: " : "") + describe(R), 2,
           2);
  }
  if (!Fullest.empty())
    wrap(Fullest, 2, 2);
}

//===----------------------------------------------------------------------===//
// Where the bytes are
//===----------------------------------------------------------------------===//

void ScreenRemarkStream::Drawing::drawPart(StringRef Left, int64_t Size,
                                           uint64_t Part, bool HasBar) {
  using WideInt = unsigned __int128;
  auto GetShare = [&](unsigned Whole) {
    return Need == 0 ? 0 : uint64_t((WideInt(Part) * Whole + Need / 2) / Need);
  };
  std::string Line = fit(Left, LeftColumns);
  std::string Text = Unit.printTicks(Size);
  Line.append(SizeWidth - std::min<size_t>(SizeWidth, Text.size()), ' ');
  Line += Text;
  if (HasBar) {
    std::string Share = utostr(GetShare(100));
    Line.append(ShareWidth - std::min<size_t>(ShareWidth, Share.size()), ' ');
    Line += Share + ' ';
    for (uint64_t Cell = GetShare(BarCells); Cell != 0; --Cell)
      Line += sign("#", "\u2588");
  }
  OS << StringRef(Line).rtrim() << '\n';
}

static std::string getPartShape(const Remark &R) {
  std::string Shape = getText(R, "Shape");
  uint64_t Times = getBytes(R, "Times");
  return Times > 1 && !Shape.empty() ? utostr(Times) + " x " + Shape : Shape;
}

std::string ScreenRemarkStream::Drawing::describePart(const Remark &R,
                                                      bool HasLines) const {
  std::string Shape = shortenEnd(getPartShape(R), ShapeColumns);
  if (Shape.empty())
    return "    " + shortenName(getText(R, "Part"), LeftColumns - 6);
  std::string Result =
      "    " + fit(shortenName(getText(R, "Part"), NameColumns), NameColumns);
  std::string Line = HasLines ? getText(R, "Line") : "";
  Result += "  " + Shape;
  const size_t Room = LeftColumns - 6 - NameColumns - getDisplayWidth(Shape);
  if (!Line.empty() && Line.size() + 2 <= Room)
    Result += "  " + Line;
  return Result;
}

void ScreenRemarkStream::Drawing::drawParts() {
  std::vector<std::pair<const Remark *, std::vector<const Remark *>>> Kinds;
  StringRef FirstLine;
  bool HasLines = false;
  for (const Remark &R : Remarks) {
    if (R.getName() == "SummaryKind")
      Kinds.push_back({&R, {}});
    else if (R.getName() == "SummaryPart" && !Kinds.empty())
      Kinds.back().second.push_back(&R);
    else
      continue;
    // With a model of a library one line is the source of everything.
    const RemarkPiece *Line = find(R, "Line");
    if (!Line || Line->Text.empty())
      continue;
    HasLines |= !FirstLine.empty() && FirstLine != Line->Text;
    FirstLine = Line->Text;
  }
  if (Kinds.empty())
    return;
  size_t LongestName = 0, LongestShape = 0;
  for (const auto &[Kind, Parts] : Kinds)
    for (const Remark *P : Parts) {
      LongestName = std::max(LongestName, getDisplayWidth(getText(*P, "Part")));
      LongestShape = std::max(LongestShape, getDisplayWidth(getPartShape(*P)));
    }
  ShapeColumns = std::min<size_t>(LongestShape, LeftColumns / 2);
  NameColumns = std::min<size_t>(LongestName, LeftColumns - 6 - ShapeColumns);
  std::string Titles = Unit.Name.str();
  Titles.insert(0, SizeWidth - std::min<size_t>(SizeWidth, Titles.size()), ' ');
  drawTitle("Where " + Unit.printWithUnit(Need) + " are", Titles + "    %",
            SizeWidth + ShareWidth + BarCells + 1);
  // What is printed of the kinds adds up to what is printed of the need.
  SizeUnit::Rounding Sum(Unit);
  SmallVector<std::string> Others;
  uint64_t OtherBytes = 0;
  for (auto &[Kind, Parts] : Kinds) {
    uint64_t Size = getBytes(*Kind, "Size");
    if (Size < Need / LeastPart && Kinds.size() > 1) {
      Others.push_back(getText(*Kind, "Kind"));
      OtherBytes += Size;
      continue;
    }
    SizeUnit::Rounding OfKind = Sum;
    drawPart("  " + getText(*Kind, "Kind"), Sum.add(Size), Size,
             /*HasBar=*/true);
    for (const Remark *P : Parts) {
      if (getBytes(*P, "Size") < LeastRow)
        continue;
      drawPart(describePart(*P, HasLines), OfKind.add(getBytes(*P, "Size")),
               getBytes(*P, "Size"), /*HasBar=*/false);
    }
  }
  if (!Others.empty())
    drawPart("  other: " + join(Others, ", "), Sum.add(OtherBytes), OtherBytes,
             /*HasBar=*/true);
}

//===----------------------------------------------------------------------===//
// What to change
//===----------------------------------------------------------------------===//

static std::string getPhrase(StringRef Change) {
  if (StringRef Count = Change; Count.consume_front("shard over "))
    return "arguments cut over " + Count.str() + " devices";
  return StringSwitch<StringRef>(Change)
      .Case("Donate", "donate arguments")
      .Case("Carry", "carry the scanned arrays, update in place")
      .Case("Checkpoint", "checkpoint the loop bodies")
      .Case("CheckpointDots", "checkpoint, keep matrix products")
      .Case("NarrowState", "optimizer state in bfloat16")
      .Case("OffloadState", "optimizer state in host memory")
      .Default(Change)
      .str();
}

/// Returns the phrases of \p Changes, "Donate, Carry (needs 12MiB more)".
static std::string getPhrases(StringRef Changes) {
  SmallVector<std::string> Phrases;
  for (StringRef Change : split(Changes, ", ")) {
    auto [Name, More] = Change.split(" (");
    Phrases.push_back(getPhrase(Name) +
                      (More.empty() ? "" : " (" + More.str()));
  }
  return join(Phrases, ", ");
}

ScreenRemarkStream::Drawing::ChangeRow
ScreenRemarkStream::Drawing::makeRow(const Remark &R) const {
  ChangeRow Row;
  Row.Name = getText(R, "Change");
  Row.Phrase = getPhrase(Row.Name);
  Row.Class = getBytes(R, "Class");
  Row.Fits = getText(R, "Fits");
  Row.IsTogether = R.getName() == "ChangesTogether";
  const uint64_t Saves = getBytes(R, "Saves"), Needed = getBytes(R, "Needed");
  std::string Precision = getText(R, "Precision");
  StringRef Within = Precision;
  uint64_t Error = 0;
  Row.Saves = Unit.printDifference(Need, Needed);
  Row.Needs = Unit.print(Needed);
  if (Row.Fits == "fits")
    Row.Fits = "yes";
  if (Precision == "at most") {
    Row.Saves = sign("<= ", "\u2264 ").str() + Row.Saves;
    Row.Needs = sign(">= ", "\u2265 ").str() + Row.Needs;
    // A bound proves one side only.
    Row.Fits = Limit && Needed > *Limit ? "no" : "?";
  } else if (Precision == "arguments only") {
    // What is computed of them may save more, or take more.
    Row.Saves = "~ " + Row.Saves;
    Row.Needs = "~ " + Row.Needs;
    Row.Fits = "?";
  } else if (Within.consume_front("within ") &&
             !Within.take_until([](char C) { return !isDigit(C); })
                  .getAsInteger(10, Error) &&
             Error < 100) {
    // The error is relative to what a recompile saves.
    using WideInt = unsigned __int128;
    uint64_t Least = uint64_t(WideInt(Saves) * 100 / (100 + Error));
    uint64_t Most =
        std::min<WideInt>(Need, WideInt(Saves) * 100 / (100 - Error));
    if (Unit.print(Least) != Unit.print(Most)) {
      Row.Saves =
          Unit.print(Least) + sign(" - ", " \u2013 ").str() + Unit.print(Most);
      Row.Needs = "~ " + Row.Needs;
    }
  }
  return Row;
}

ScreenRemarkStream::Drawing::ChangeRow
ScreenRemarkStream::Drawing::makeBound(const Remark &R) const {
  ChangeRow Row;
  bool IsLayers = R.getName() == "AdviceKeptForBackward";
  const uint64_t Most = getBytes(R, IsLayers ? "Size" : "AtMost");
  const uint64_t Least = Need - std::min(Need, Most);
  Row.Name = IsLayers ? "CheckpointLayers" : getText(R, "Change");
  Row.Phrase = IsLayers ? "checkpoint each layer" : getPhrase(Row.Name);
  Row.Class = IsLayers ? 2 : getBytes(R, "Class");
  Row.Saves = sign("<= ", "\u2264 ").str() + Unit.printDifference(Need, Least);
  Row.Needs = sign(">= ", "\u2265 ").str() + Unit.print(Least);
  // A bound proves one side only.
  Row.Fits = Limit && Least > *Limit ? "no" : "?";
  return Row;
}

void ScreenRemarkStream::Drawing::drawRow(const ChangeRow &Row,
                                          StringRef Number) {
  auto AlignRight = [](StringRef Text, size_t Columns) {
    std::string Result(
        Columns - std::min<size_t>(Columns, getDisplayWidth(Text)), ' ');
    return Result + Text.str();
  };
  const unsigned Columns = SavesWidth + NeedsWidth + (ShowsFit ? FitsWidth : 0);
  std::string Line = "  " + AlignRight(Number, 2) + " " +
                     fit(Row.Phrase, Width - Columns - PriceWidth - 5);
  bool HasPrice = Row.Class != 0 && Row.Class <= std::size(Prices);
  Line += fit(HasPrice ? StringRef(Prices[Row.Class - 1]) : "", PriceWidth);
  Line += AlignRight(Row.Saves, SavesWidth);
  Line += AlignRight(Row.Needs, NeedsWidth);
  if (ShowsFit)
    Line += "  " + Row.Fits;
  OS << StringRef(Line).rtrim() << '\n';
}

void ScreenRemarkStream::Drawing::leaveOut(size_t Count) {
  std::vector<uint64_t> Sizes;
  for (const Remark &R : Remarks)
    if (R.getName() == "SummaryPart")
      Sizes.push_back(getBytes(R, "Size"));
  sort(Sizes);
  LeastRow = Count < Sizes.size() ? Sizes[Count] : 0;
}

void ScreenRemarkStream::Drawing::drawChanges() {
  std::vector<ChangeRow> Rows;
  std::map<std::string, std::string, std::less<>> How;
  SmallVector<std::string> Notes;
  bool HasAdvice = false;
  for (const Remark &R : Remarks) {
    if (R.getPassName() != "advise")
      continue;
    HasAdvice = true;
    StringRef Name = R.getName();
    if (R.isRow())
      Rows.push_back(makeRow(R));
    else if (Name == "AdviceWithoutNumber" || Name == "AdviceKeptForBackward")
      Rows.push_back(makeBound(R));
    else if (Name == "AdvisedHow")
      How[getText(R, "Change")] = getText(R, "How");
    else if (Name == "AdviceUseless")
      Notes.push_back("tried, saves less than 1 % alone: " +
                      getPhrases(getText(R, "Changes")));
    else if (Name != "AdviceHead")
      Notes.push_back(describe(R));
  }
  How["CheckpointLayers"] =
      "jax.checkpoint around the function of a layer (flax: nn.remat or "
      "nnx.remat, haiku: hk.remat, equinox: eqx.filter_checkpoint)";
  if (!HasAdvice)
    return;
  auto AlignRight = [](StringRef Text, size_t Columns) {
    return std::string(Columns - std::min(Columns, Text.size()), ' ') +
           Text.str();
  };
  const unsigned Columns = SavesWidth + NeedsWidth + (ShowsFit ? FitsWidth : 0);
  drawTitle("What to change",
            Rows.empty()
                ? std::string()
                : fit("price", PriceWidth) +
                      AlignRight("saves " + Unit.Name.str(), SavesWidth) +
                      AlignRight("needs", NeedsWidth) +
                      (ShowsFit ? "  fits" : ""),
            PriceWidth + Columns);
  std::map<std::string, std::string, std::less<>> Numbers;
  SmallVector<std::string> Lines;
  unsigned Count = 0;
  for (uint64_t Class = 1; Class <= std::size(Prices); ++Class) {
    for (const ChangeRow &Row : Rows) {
      if (Row.Class != Class || Row.IsTogether)
        continue;
      std::string Number = utostr(++Count);
      Numbers[Row.Name] = Number;
      drawRow(Row, Number);
      // The name of another run says all.
      if (auto It = How.find(Row.Name);
          It != How.end() && Class != std::size(Prices))
        Lines.push_back(Number + ": " + It->second);
    }
  }
  size_t Shown = Count;
  bool HasTogether = false;
  for (ChangeRow Row : Rows) {
    if (!Row.IsTogether || (++Shown > MaxChanges && HasTogether))
      continue;
    HasTogether = true;
    SmallVector<std::string> Members;
    for (StringRef Name : split(Row.Name, '+')) {
      auto It = Numbers.find(Name.trim());
      Members.push_back(It != Numbers.end() ? It->second
                                            : getPhrase(Name.trim()));
    }
    sort(Members);
    Row.Phrase = join(Members, " + ") + " together";
    drawRow(Row, "");
  }
  for (StringRef Line : Lines)
    wrap(Line, 2, 3);
  for (StringRef Note : Notes)
    wrap(Note, 2, 2);
}

//===----------------------------------------------------------------------===//
// What to type next
//===----------------------------------------------------------------------===//

/// Returns \p Text as a word for a shell.
static std::string quote(StringRef Text) {
  auto IsPlain = [](char C) {
    return isAlnum(C) || StringRef("_-./=:,@%+").contains(C);
  };
  if (all_of(Text, IsPlain))
    return Text.str();
  std::string Result = "'";
  for (char C : Text)
    Result += C == '\'' ? "'\\''" : std::string(1, C);
  return Result + "'";
}

void ScreenRemarkStream::Drawing::drawCommand(const Twine &Given,
                                              StringRef What) {
  std::string Command =
      ("hlo-mem-opt " + Given + " ").str() + quote(toPrintable(ModuleName));
  const size_t Column = Width - std::min<size_t>(Width, 24);
  const size_t Used = getDisplayWidth(Command);
  OS << Command;
  if (Used + 2 <= Column)
    OS.indent(Column - Used) << What;
  OS << '\n';
}

void ScreenRemarkStream::Drawing::drawCommands(const Remark *Head) {
  OS << '\n';
  const Remark *Over = findRemark("SummaryOverLimit");
  std::string Verdict = Head ? getText(*Head, "Verdict") : "";
  if (Over && Verdict == ": does not fit")
    drawCommand("-passes=fit " + (getText(*Over, "Device") == "the limit"
                                      ? "-memory-limit=" + utostr(*Limit)
                                      : "-device=" + getText(*Over, "Device")),
                "the changes that fit");
  else if (Head && Verdict.empty())
    drawCommand(getText(*Head, "Machine") == "GPU" ? "-device=h100-80gb"
                                                   : "-device=v5e",
                "does it fit");
  drawCommand("-passes='attribute<by=part>'", "all parts");
  drawCommand("-passes=peak", "every buffer");
}

void ScreenRemarkStream::Drawing::draw() {
  const Remark *Head = findRemark("SummaryHead");
  if (!Head)
    Head = findRemark("SummaryUnknown");
  if (Head)
    drawHead(*Head);
  drawParts();
  drawChanges();
  drawCommands(Head);
}

//===----------------------------------------------------------------------===//
// ScreenRemarkStream
//===----------------------------------------------------------------------===//

ScreenRemarkStream::ScreenRemarkStream(raw_ostream &OS,
                                       const SourceTexts &Sources,
                                       StringRef ModuleName,
                                       TextRemarkOptions Options)
    : OS(OS), Text(OS, Sources, ModuleName, Options),
      ModuleName(ModuleName.str()), Options(Options) {}

void ScreenRemarkStream::handle(const Remark &R) {
  bool IsDrawn = R.getKind() != RemarkKind::Failure &&
                 (R.getPassName() == "summary" || R.getPassName() == "advise");
  if (IsDrawn) {
    Text.finish();
    Held.push_back(R);
    return;
  }
  draw();
  Text.handle(R);
}

void ScreenRemarkStream::draw() {
  const auto PartCount = count_if(
      Held, [](const Remark &R) { return R.getName() == "SummaryPart"; });
  for (long LeftOut = 0; !Held.empty() && !Options.IsOneOfSeveral; ++LeftOut) {
    std::string Screen;
    raw_string_ostream ScreenOS(Screen);
    if (Options.Color)
      ScreenOS.enable_colors(true);
    Drawing D(ScreenOS, ModuleName, Options, Held);
    D.leaveOut(LeftOut);
    D.draw();
    // Who asks for more rows gets them.
    if (StringRef(Screen).count('\n') <= MaxLines || PartCount > MaxParts ||
        PartCount - LeftOut <= LeastParts) {
      OS << Screen;
      break;
    }
  }
  Held.clear();
}

void ScreenRemarkStream::finish() {
  draw();
  Text.finish();
}

} // namespace hlomem
