//===- ScreenParts.cpp - Where the bytes are ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScreenSections.h"
#include "hlomem/Support/DisplayText.h"

using namespace llvm;

namespace hlomem {

static constexpr size_t LeastSizeColumns = 8, ShareColumns = 5, BarCells = 7;
/// Of the rows of parts, and between their columns.
static constexpr unsigned Indent = 4, Gap = 2;
/// Kinds with less than a hundredth are one row, parts with less than a half of
/// that have none, and parts of a kind that are not listed have one if they are
/// more than a thirtieth.
static constexpr uint64_t LeastKind = 100, LeastPart = 200, LeastOthers = 30;
/// What is left of a name that is shortened, ".../blocks/attn", and of a
/// shape, "4 x f32[2...".
static constexpr size_t LeastName = 22, LeastShape = 12;

/// What a kind is, where its name alone does not tell.
static constexpr struct {
  StringLiteral Kind, Meaning;
} Meanings[] = {{"results", "outputs, in memory of their own"},
                {"kept for backward", "activations that gradients need"},
                {"gradients", "until the update"},
                {"working memory", "other temporaries at the peak"},
                {"padding", "shapes rounded up to memory tiles"},
                {"gaps", "allocated, but unused at the peak"},
                {"not named", "what has no op_name in the dump"}};
static constexpr unsigned KindColumns = 21;

namespace {

/// A kind, with the rows of its parts.
struct KindRows {
  const Remark *Kind;
  std::vector<const Remark *> Parts;
};

class PartsTable {
public:
  PartsTable(const ScreenText &Out, const ScreenFacts &Facts, size_t LeftOut,
             bool HasOthers);

  void print() const;

private:
  void printRow(StringRef Left, uint64_t Ticks) const;
  void printKind(StringRef Left, uint64_t Ticks, uint64_t Size) const;
  std::string describeKind(StringRef Kind) const;
  std::string describePart(const Remark &R, const KindRows &Kind) const;

  const ScreenText &Out;
  const ScreenFacts &Facts;
  std::vector<KindRows> Kinds;
  const bool HasOthers;
  const bool IsNarrow = Out.isNarrow();
  /// Of exact bytes as many as the need has, and two blanks.
  const size_t SizeColumns =
      std::max(LeastSizeColumns, Facts.Unit.print(Facts.Need).size() + 2);
  const size_t LeftColumns =
      Out.Width - SizeColumns - ShareColumns - (IsNarrow ? 0 : BarCells + 1);
  size_t NameColumns = 0, ShapeColumns = 0;
  /// With a model of a library one line is the source of everything.
  bool HasLines = false;
};

} // namespace

static std::string getPartShape(const Remark &R) {
  std::string Shape = getText(R, "Shape");
  uint64_t Times = getCount(R, "Times");
  return Times > 1 && !Shape.empty() ? utostr(Times) + " x " + Shape : Shape;
}

/// Returns what \p R is called, a part of \p Kind. Parts of one scope differ in
/// their lines: "forward, model.py:12".
static std::string getPartName(const Remark &R, const KindRows &Kind) {
  std::string Name = getText(R, "Part"), Line = getText(R, "Line");
  auto IsTwin = [&](const Remark *Other) {
    return Other != &R && getText(*Other, "Part") == Name;
  };
  if (Line.empty() || none_of(Kind.Parts, IsTwin))
    return Name;
  // Without a slash, npos + 1 is 0.
  return Name.substr(Name.rfind('/') + 1) + ", " + Line;
}

/// Cuts \p Name, of a part of \p Kind, to \p Columns. Two that would be cut to
/// the same keep where they begin to differ: "text_model/.../self_attn".
static std::string cutPartName(StringRef Name, const KindRows &Kind,
                               size_t Columns) {
  const auto [Scope, Line] = Name.rsplit(", ");
  if (constexpr size_t Least = 6;
      Line.contains(':') && Line.size() + 2 + Least <= Columns)
    return shortenEnd(Scope, Columns - Line.size() - 2) + ", " + Line.str();
  std::string Cut = shortenName(Name, Columns);
  for (const Remark *Other : Kind.Parts) {
    const std::string That = getPartName(*Other, Kind);
    if (That == Name || shortenName(That, Columns) != Cut)
      continue;
    const size_t Same =
        std::mismatch(Name.begin(), Name.end(), That.begin(), That.end())
            .first -
        Name.begin();
    // Without a slash, npos + 1 is 0.
    const StringRef Rest = Name.drop_front(Name.rfind('/', Same) + 1);
    const StringRef Last = Name.drop_front(Name.rfind('/') + 1);
    const StringRef First = Rest.split('/').first;
    if (First == Last)
      continue;
    const std::string Both = Rest.count('/') > 1
                                 ? (First + "/.../" + Last).str()
                                 : ".../" + Rest.str();
    return getDisplayWidth(Both) <= Columns
               ? Both
               : shortenEnd(First.str() + "/...", Columns);
  }
  return Cut;
}

/// The size that the rows of parts have at least that are not left out.
static uint64_t getLeastRow(const ScreenFacts &Facts, size_t LeftOut) {
  std::vector<uint64_t> Sizes;
  for (const Remark &R : Facts.Remarks)
    if (R.getName() == "SummaryPart")
      Sizes.push_back(getCount(R, "Size"));
  sort(Sizes);
  return LeftOut < Sizes.size() ? Sizes[LeftOut] : 0;
}

PartsTable::PartsTable(const ScreenText &Out, const ScreenFacts &Facts,
                       size_t LeftOut, bool HasOthers)
    : Out(Out), Facts(Facts), HasOthers(HasOthers) {
  const uint64_t LeastRow =
      std::max(getLeastRow(Facts, LeftOut), Facts.Need / LeastPart);
  std::string Line;
  size_t LongestName = 0, LongestShape = 0;
  for (const Remark &R : Facts.Remarks) {
    if (R.getName() == "SummaryKind")
      Kinds.push_back({&R, {}});
    if (R.getName() != "SummaryPart" || Kinds.empty() ||
        getCount(R, "Size") < LeastRow)
      continue;
    Kinds.back().Parts.push_back(&R);
    LongestShape = std::max(LongestShape, getDisplayWidth(getPartShape(R)));
    std::string This = getText(R, "Line");
    HasLines |= !This.empty() && !Line.empty() && This != Line;
    if (!This.empty())
      Line = std::move(This);
  }
  for (const KindRows &K : Kinds)
    for (const Remark *R : K.Parts)
      LongestName = std::max(LongestName, getDisplayWidth(getPartName(*R, K)));
  // Names keep LeastName columns; shapes have the rest, and names what shapes
  // leave.
  const size_t Most = LeftColumns - Indent - Gap;
  ShapeColumns =
      std::min(LongestShape, Most - std::min({Most, LongestName, LeastName}));
  NameColumns = std::min(LongestName, Most - ShapeColumns);
}

void PartsTable::printRow(StringRef Left, uint64_t Ticks) const {
  Out.printLine(padRight(Left, LeftColumns) +
                padLeft(Facts.Unit.printTicks(Ticks), SizeColumns));
}

void PartsTable::printKind(StringRef Left, uint64_t Ticks,
                           uint64_t Size) const {
  using WideInt = unsigned __int128;
  auto GetShare = [&](unsigned Whole) {
    return Facts.Need == 0 ? 0
                           : uint64_t((WideInt(Size) * Whole + Facts.Need / 2) /
                                      Facts.Need);
  };
  std::string Line = padRight(shortenMiddle(Left, LeftColumns), LeftColumns) +
                     padLeft(Facts.Unit.printTicks(Ticks), SizeColumns) +
                     padLeft(utostr(GetShare(100)), ShareColumns) + ' ';
  for (uint64_t Cell = IsNarrow ? 0 : GetShare(BarCells); Cell != 0; --Cell)
    Line += Out.choose("#", "\u2588");
  Out.printLine(Line);
}

std::string PartsTable::describePart(const Remark &R,
                                     const KindRows &Kind) const {
  std::string Blanks(Indent, ' ');
  const std::string Name = getPartName(R, Kind);
  std::string Shape = getPartShape(R);
  // How many others there are is left out only if the shape would be.
  if (getDisplayWidth(Shape) > ShapeColumns &&
      StringRef(Shape).ends_with(" more"))
    Shape.resize(Shape.size() - StringLiteral(" more").size());
  if (const size_t More = Shape.rfind(" +");
      getDisplayWidth(Shape) > ShapeColumns && More != std::string::npos &&
      Shape.size() - More + LeastShape <= ShapeColumns)
    Shape = shortenEnd(StringRef(Shape).take_front(More),
                       ShapeColumns - (Shape.size() - More)) +
            Shape.substr(More);
  else
    Shape = shortenEnd(Shape, ShapeColumns);
  if (Shape.empty() || IsNarrow)
    return Blanks + cutPartName(Name, Kind, LeftColumns - Indent - Gap);
  // A name has the room that the shape of its row leaves.
  const size_t Room = std::max(NameColumns, LeftColumns - Indent - Gap -
                                                getDisplayWidth(Shape));
  std::string Text = Blanks +
                     padRight(cutPartName(Name, Kind, Room), NameColumns) +
                     std::string(Gap, ' ') + Shape;
  std::string Line = HasLines ? getText(R, "Line") : "";
  if (!Line.empty() && !StringRef(Name).ends_with(Line) &&
      getDisplayWidth(Text) + 2 * Gap + getDisplayWidth(Line) <= LeftColumns)
    Text += std::string(Gap, ' ') + Line;
  return Text;
}

/// As many of \p Names as \p Columns hold behind "other: ", and how many more.
static std::string joinShort(ArrayRef<std::string> Names, size_t Columns) {
  constexpr size_t Before = 7, More = 9;
  std::string Text = Names.front();
  for (size_t N = 1; N != Names.size(); ++N) {
    const size_t Next = Before + Text.size() + 2 + Names[N].size();
    if (Next + (N + 1 == Names.size() ? 0 : More) > Columns)
      return Text + ", " + utostr(Names.size() - N) + " more";
    Text += ", " + Names[N];
  }
  return Text;
}

/// "gaps, allocated, but unused at the peak", in columns.
std::string PartsTable::describeKind(StringRef Kind) const {
  const auto *Found =
      find_if(Meanings, [&](const auto &M) { return M.Kind == Kind; });
  if (Found == std::end(Meanings) || IsNarrow)
    return Kind.str();
  const bool IsUnread = Kind == "not named" && Facts.find("SummaryNoProgram");
  return padRight(Kind, KindColumns - Gap) +
         (IsUnread ? "what only the program tells" : Found->Meaning.str());
}

void PartsTable::print() const {
  if (Kinds.empty())
    return;
  const SizeUnit &Unit = Facts.Unit;
  Out.printTitle("Where " + Unit.printWithUnit(Facts.Need) + " are",
                 padLeft(Unit.Name, SizeColumns) + padLeft("%", ShareColumns),
                 Out.Width - LeftColumns);
  // What is printed of the kinds adds up to what is printed of the need.
  SizeUnit::Rounding Sum(Unit);
  SmallVector<std::string> Others;
  uint64_t OtherBytes = 0;
  for (const KindRows &K : Kinds) {
    const uint64_t Size = getCount(*K.Kind, "Size");
    if (Size < Facts.Need / LeastKind && Kinds.size() > 1) {
      Others.push_back(getText(*K.Kind, "Kind"));
      OtherBytes += Size;
      continue;
    }
    SizeUnit::Rounding OfKind = Sum;
    // What no row lists is told where it is more than a thirtieth of the need.
    uint64_t Unlisted = K.Parts.empty() ? 0 : Size;
    for (const Remark *P : K.Parts)
      Unlisted -= std::min(Unlisted, getCount(*P, "Size"));
    const bool IsShort = Unlisted > Facts.Need / LeastOthers;
    const std::string Name = getText(*K.Kind, "Kind");
    std::string Title = "  " + describeKind(Name);
    if (IsShort && !HasOthers) {
      constexpr StringLiteral Most = ", most:";
      // What the kind is gives way.
      if (Title.size() + Most.size() > LeftColumns)
        Title = "  " + Name;
      Title += Most;
    }
    printKind(Title, Sum.add(Size), Size);
    for (const Remark *P : K.Parts) {
      printRow(describePart(*P, K), OfKind.add(getCount(*P, "Size")));
      if (std::string Shape = getPartShape(*P); IsNarrow && !Shape.empty())
        Out.wrap(Shape, Indent + Gap, Indent + Gap);
    }
    if (HasOthers && IsShort)
      printRow(std::string(Indent, ' ') + "others", OfKind.add(Unlisted));
  }
  if (!Others.empty())
    printKind("  other: " + joinShort(Others, LeftColumns - Indent),
              Sum.add(OtherBytes), OtherBytes);
  if (const Remark *Names = Facts.find("SummaryNames"))
    Out.wrap(Facts.describe(*Names));
}

void printParts(const ScreenText &Out, const ScreenFacts &Facts, size_t LeftOut,
                bool HasOthers) {
  PartsTable(Out, Facts, LeftOut, HasOthers).print();
}

} // namespace hlomem
