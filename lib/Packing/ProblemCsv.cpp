//===- ProblemCsv.cpp - Packing problems as text --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/ProblemCsv.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/DidYouMean.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <initializer_list>

using namespace llvm;

namespace hlomem::packing {

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// Without what may stand around a field.
static StringRef trimBlanks(StringRef Text) { return Text.trim(" \t\r"); }

namespace {

/// The fields of one line, as places in the text.
class FieldSplitter {
public:
  explicit FieldSplitter(StringRef Line) : Rest(Line) {}

  /// The next field, without blanks and quotes around it; none after the last
  /// one, and where quotes are wrong.
  std::optional<StringRef> next();

  /// What is wrong with the field that could not be read, and where; empty
  /// where nothing is.
  StringRef getFault() const { return Fault; }
  const char *getFaultPlace() const { return Rest.begin(); }

private:
  std::optional<StringRef> nextQuoted();
  std::optional<StringRef> fail(const char *At, StringRef What) {
    Rest = StringRef(At, 0);
    Fault = What;
    return std::nullopt;
  }

  StringRef Rest;
  StringRef Fault;
  bool IsAtEnd = false;
};

} // namespace

std::optional<StringRef> FieldSplitter::next() {
  if (IsAtEnd)
    return std::nullopt;
  StringRef Start = Rest.ltrim(" \t");
  if (Start.starts_with("\"")) {
    Rest = Start;
    return nextQuoted();
  }
  size_t Comma = Rest.find(',');
  IsAtEnd = Comma == StringRef::npos;
  StringRef Field = Rest.take_front(Comma);
  Rest = Rest.drop_front(IsAtEnd ? Rest.size() : Comma + 1);
  return trimBlanks(Field);
}

std::optional<StringRef> FieldSplitter::nextQuoted() {
  size_t Close = Rest.find('"', 1);
  if (Close == StringRef::npos)
    return fail(Rest.begin(), "expected a second quote in this line");
  StringRef Field = Rest.slice(1, Close);
  StringRef Behind = Rest.drop_front(Close + 1);
  if (Behind.starts_with("\""))
    return fail(Behind.begin(), "a quote within a quoted field is not "
                                "supported");
  Rest = Behind.ltrim(" \t\r");
  IsAtEnd = Rest.empty();
  if (!IsAtEnd && !Rest.consume_front(","))
    return fail(Rest.begin(), "expected a comma after the quoted field");
  return Field;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// What a column tells.
enum Column {
  Id,
  Lower,
  Upper,
  Size,
  Alignment,
  Fixed,
  Tie,
  Offset,
  Gaps,
  Nothing
};

struct ColumnName {
  StringLiteral Name;
  Column Meaning;
};

} // namespace

/// The names that MiniMalloc knows, `fixed` and `tie`. `hint` is of solvers
/// that guess where a buffer might go.
static constexpr ColumnName ColumnNames[] = {
    {"id", Id},         {"buffer", Id},   {"buffer_id", Id},
    {"lower", Lower},   {"begin", Lower}, {"start", Lower},
    {"upper", Upper},   {"end", Upper},   {"size", Size},
    {"offset", Offset}, {"fixed", Fixed}, {"alignment", Alignment},
    {"tie", Tie},       {"gaps", Gaps},   {"hint", Nothing}};

/// Of MiniMalloc's two names for the upper end this one is inclusive.
static constexpr StringLiteral InclusiveEnd = "end";

static constexpr Column RequiredColumns[] = {Id, Lower, Upper, Size};

static StringRef getName(Column C) {
  return find_if(ColumnNames,
                 [C](const ColumnName &N) { return N.Meaning == C; })
      ->Name;
}

/// What was found, for a message.
static std::string describe(StringRef Text) {
  return Text.empty() ? "nothing" : quoteForMessage(Text);
}

namespace {

class ProblemReader {
public:
  ProblemReader(StringRef Text, const SourceTexts &Sources,
                DiagnosticEngine &Diagnostics, OffsetColumn OffsetUse)
      : Rest(Text), Sources(Sources), Diagnostics(Diagnostics),
        OffsetUse(OffsetUse) {}

  std::optional<ProblemFile> read();

private:
  using Fields = std::array<StringRef, Nothing + 1>;

  std::optional<StringRef> takeLine();
  bool readHeader(StringRef Line);
  void addColumn(StringRef Field);
  bool checkHeader(StringRef Line);
  void readBuffer(StringRef Line);
  bool splitLine(StringRef Line, Fields &Parts);
  bool readLifetime(const Fields &Parts, Buffer &B);
  bool readTie(const Fields &Parts, Buffer &B);
  bool readOffsets(const Fields &Parts, Buffer &B);
  bool checkId(StringRef Name, StringRef Line);
  void checkProblem();

  template <class NumberT>
  bool readNumber(StringRef Field, StringRef What, NumberT Least,
                  NumberT &Result);
  bool has(Column C) const { return Names[C].data(); }
  StringRef getField(size_t Position, Column C);
  uint64_t getLine(const char *Place) const {
    return Sources.find(SMLoc::getFromPointer(Place))->Line;
  }

  /// Always false.
  bool error(StringRef At, const Twine &Message) {
    Diagnostics.error(Sources, SMLoc::getFromPointer(At.begin()), Message);
    HasError = true;
    return false;
  }

  StringRef Rest;
  const SourceTexts &Sources;
  DiagnosticEngine &Diagnostics;
  OffsetColumn OffsetUse;
  /// What each column tells, from the left.
  SmallVector<Column, 8> Columns;
  /// As the user named them, for messages.
  Fields Names;
  bool IsEndInclusive = false;
  bool HasAllOffsets = true;
  bool HasError = false;
  ProblemFile File;
  /// Where the line with the id begins.
  DenseMap<StringRef, const char *> LineOf;
};

} // namespace

std::optional<StringRef> ProblemReader::takeLine() {
  if (Rest.empty())
    return std::nullopt;
  size_t LineFeed = Rest.find('\n');
  StringRef Line = Rest.take_front(LineFeed);
  Rest = Rest.drop_front(std::min(Rest.size(), Line.size() + 1));
  Line.consume_back("\r");
  return Line;
}

std::optional<ProblemFile> ProblemReader::read() {
  Rest.consume_front(ByteOrderMark);
  StringRef Start = Rest;
  if (!readHeader(takeLine().value_or(Start)))
    return std::nullopt;
  size_t Count = Rest.count('\n') + 1;
  File.Content.Buffers.reserve(Count);
  File.Ids.reserve(Count);
  File.Locs.reserve(Count);
  LineOf.reserve(Count);
  StringRef Blank;
  while (std::optional<StringRef> Line = takeLine()) {
    bool IsBlank = trimBlanks(*Line).empty();
    if (IsBlank && !Blank.data())
      Blank = *Line;
    if (IsBlank)
      continue;
    if (Blank.data()) {
      // MiniMalloc reads no further, and would solve another problem.
      error(Blank, "a blank line ends the problem, but more buffers follow");
      break;
    }
    readBuffer(*Line);
    if (Diagnostics.reachedLimit())
      break;
  }
  if (!HasError)
    checkProblem();
  if (HasError)
    return std::nullopt;
  if (!HasAllOffsets) {
    File.Offsets.clear();
    File.OffsetLocs.clear();
  }
  return std::move(File);
}

bool ProblemReader::readHeader(StringRef Line) {
  FieldSplitter Splitter(Line);
  SmallVector<StringRef, 8> Header;
  while (std::optional<StringRef> Field = Splitter.next())
    Header.push_back(*Field);
  // Not one by one that columns are unknown: it may be anything.
  bool IsHeader = any_of(Header, [](StringRef Field) {
    return any_of(ColumnNames, [Field](const ColumnName &N) {
      return Field.equals_insensitive(N.Name);
    });
  });
  if (!IsHeader)
    return error(Line, "expected a line that names the columns, such as "
                       "'id,lower,upper,size', found " +
                           describe(Line));
  if (!Splitter.getFault().empty())
    return error(StringRef(Splitter.getFaultPlace(), 0), Splitter.getFault());
  for (StringRef Field : Header)
    addColumn(Field);
  return checkHeader(Line);
}

void ProblemReader::addColumn(StringRef Field) {
  const auto *Known = find_if(ColumnNames, [Field](const ColumnName &N) {
    return Field.equals_insensitive(N.Name);
  });
  if (Known == std::end(ColumnNames)) {
    Columns.push_back(Nothing);
    // A slip of the pen is an error: what the column says would be lost.
    SmallVector<StringRef> Candidates;
    for (const ColumnName &N : ColumnNames)
      Candidates.push_back(N.Name);
    std::string Message = "unknown column " + quoteForMessage(Field);
    if (StringRef Nearest = findNearest(Field.lower(), Candidates);
        Nearest.empty())
      Diagnostics.warning(Sources, SMLoc::getFromPointer(Field.begin()),
                          Message + "; it is ignored");
    else
      error(Field, Message + ", did you mean '" + Nearest + "'?");
    return;
  }
  Column C = Known->Meaning;
  if (C != Nothing && has(C))
    error(Field, "column '" + Field +
                     "' means the same as the earlier column '" + Names[C] +
                     "'");
  Columns.push_back(C);
  Names[C] = Field;
  if (Known->Name == InclusiveEnd)
    IsEndInclusive = true;
}

bool ProblemReader::checkHeader(StringRef Line) {
  // With an unknown column it is clear what is missing.
  for (Column C : RequiredColumns)
    if (!HasError && !has(C))
      error(Line, "no column '" + getName(C) +
                      "'; expected at least id, lower, upper and size");
  if (OffsetUse != OffsetColumn::Optional && !HasError && !has(Offset))
    error(Line, "no column 'offset', which is required here");
  return !HasError;
}

/// False after an error.
bool ProblemReader::splitLine(StringRef Line, Fields &Parts) {
  FieldSplitter Splitter(Line);
  auto FailWith = [&](StringRef At, const Twine &Found) {
    return error(At, "expected " + Twine(Columns.size()) +
                         " fields, as the first line has, found " + Found);
  };
  for (size_t I = 0;; ++I) {
    std::optional<StringRef> Field = Splitter.next();
    if (!Splitter.getFault().empty())
      return error(StringRef(Splitter.getFaultPlace(), 0), Splitter.getFault());
    if (!Field && I == Columns.size())
      return true;
    if (!Field)
      return FailWith(StringRef(Line.end(), 0), Twine(I));
    if (I == Columns.size())
      return FailWith(*Field, "more");
    Parts[Columns[I]] = *Field;
  }
}

template <class NumberT>
bool ProblemReader::readNumber(StringRef Field, StringRef What, NumberT Least,
                               NumberT &Result) {
  bool Fits = !Field.getAsInteger(10, Result);
  if (Fits && Result >= Least)
    return true;
  StringRef Digits = Field;
  if (std::is_signed_v<NumberT>)
    Digits.consume_front("-");
  if (!Fits && !Digits.empty() && all_of(Digits, isDigit))
    return error(Field, quoteForMessage(Field) + " does not fit into 64 bits");
  return error(Field, "expected " + What +
                          (Least == 1 ? " of at least 1" : "") + ", found " +
                          describe(Field));
}

bool ProblemReader::readLifetime(const Fields &Parts, Buffer &B) {
  static constexpr Time Any = std::numeric_limits<Time>::min();
  Time End;
  if (!readNumber(Parts[Lower], "a time", Any, B.Begin) ||
      !readNumber(Parts[Upper], "a time", Any, End))
    return false;
  if (IsEndInclusive ? End < B.Begin : End <= B.Begin)
    return error(Parts[Upper],
                 "expected an end " +
                     Twine(IsEndInclusive ? "of at least " : "above ") +
                     Twine(B.Begin) + ", where the lifetime begins, found " +
                     quoteForMessage(Parts[Upper]));
  if (IsEndInclusive && End == std::numeric_limits<Time>::max())
    return error(Parts[Upper], "what follows " + quoteForMessage(Parts[Upper]) +
                                   " does not fit into 64 bits");
  B.End = End + (IsEndInclusive ? 1 : 0);
  return true;
}

bool ProblemReader::readTie(const Fields &Parts, Buffer &B) {
  uint64_t Number = 0;
  if (Parts[Tie].empty())
    return true;
  if (!readNumber(Parts[Tie], "a number", uint64_t(0), Number))
    return false;
  B.Tie = unsigned(Number);
  return B.Tie == Number || error(Parts[Tie], quoteForMessage(Parts[Tie]) +
                                                  " does not fit into 32 bits");
}

bool ProblemReader::readOffsets(const Fields &Parts, Buffer &B) {
  uint64_t Place = 0;
  auto Fix = [&](Column C) {
    if (B.FixedOffset && *B.FixedOffset != Place)
      return error(Parts[C],
                   "the buffer is already fixed at " + Twine(*B.FixedOffset));
    if (Place % B.Alignment != 0)
      return error(Parts[C], "fixed at " + Twine(Place) +
                                 ", which is not a multiple of the alignment " +
                                 Twine(B.Alignment));
    B.FixedOffset = Place;
    return true;
  };
  if (!Parts[Fixed].empty())
    if (!readNumber(Parts[Fixed], "an offset", uint64_t(0), Place) ||
        !Fix(Fixed))
      return false;
  if (!has(Offset))
    return true;
  if (Parts[Offset].empty() && OffsetUse != OffsetColumn::Required) {
    HasAllOffsets = false;
    return true;
  }
  if (!readNumber(Parts[Offset], "an offset", uint64_t(0), Place))
    return false;
  File.Offsets.push_back(Place);
  File.OffsetLocs.push_back(SMLoc::getFromPointer(Parts[Offset].begin()));
  return OffsetUse != OffsetColumn::Fixed || Fix(Offset);
}

bool ProblemReader::checkId(StringRef Name, StringRef Line) {
  if (Name.empty())
    return error(Name, "expected an id, found nothing");
  auto [Known, IsNew] = LineOf.try_emplace(Name, Line.begin());
  if (IsNew)
    return true;
  return error(Name, "id " + quoteForMessage(Name) +
                         " is already used in line " +
                         Twine(getLine(Known->second)));
}

void ProblemReader::readBuffer(StringRef Line) {
  Fields Parts;
  if (!splitLine(Line, Parts))
    return;
  Buffer B;
  if (!checkId(Parts[Id], Line) || !readLifetime(Parts, B) ||
      !readNumber(Parts[Size], "a size", uint64_t(1), B.Size))
    return;
  if (!Parts[Alignment].empty() &&
      !readNumber(Parts[Alignment], "an alignment", uint64_t(1), B.Alignment))
    return;
  if (!Parts[Gaps].empty()) {
    error(Parts[Gaps], "gaps in lifetimes are not supported");
    return;
  }
  if (!readTie(Parts, B) || !readOffsets(Parts, B))
    return;
  File.Content.Buffers.push_back(B);
  File.Ids.push_back(Parts[Id]);
  File.Locs.push_back(SMLoc::getFromPointer(Line.begin()));
}

/// A field of a line that was read before.
StringRef ProblemReader::getField(size_t Position, Column C) {
  Rest = StringRef(File.Locs[Position].getPointer(),
                   Sources.find(File.Locs[Position])->LineText.size());
  Fields Parts;
  splitLine(*takeLine(), Parts);
  return Parts[C];
}

void ProblemReader::checkProblem() {
  std::optional<ProblemFault> Fault = findFault(File.Content);
  if (!Fault)
    return;
  using Kind = ProblemFault::Kind;
  const Buffer &B = File.Content.Buffers[Fault->Buffer];
  const Buffer &Other = File.Content.Buffers[Fault->Other];
  // A field of the buffer that is not empty; there is one.
  auto Get = [&](std::initializer_list<Column> Columns) {
    StringRef Field;
    for (Column C : Columns)
      if (Field.empty())
        Field = getField(Fault->Buffer, C);
    return Field;
  };
  std::string Name = "buffer " + quoteForMessage(File.Ids[Fault->Other]);
  Name += " of line " +
          std::to_string(getLine(File.Locs[Fault->Other].getPointer()));
  Time At = std::max(B.Begin, Other.Begin);
  switch (Fault->What) {
  case Kind::TooLarge:
    error(Get({Size}),
          "with this buffer the sizes, rounded up to alignments, and the "
          "highest fixed end add up to 2^62 or more");
    return;
  case Kind::FixedCollision:
    error(Get({Fixed, Offset, Tie}), "the buffer is fixed where it overlaps " +
                                         Name + ", and both are live at time " +
                                         Twine(At));
    return;
  case Kind::TiedTogether:
    error(Get({Tie}), "the buffer is tied to " + Name +
                          ", and both are live at time " + Twine(At));
    return;
  case Kind::TiedApart:
    error(Get({Fixed, Offset}),
          "the buffer is fixed at " + Twine(*B.FixedOffset) + ", but tied to " +
              Name + ", which is fixed at " + Twine(*Other.FixedOffset));
    return;
  case Kind::TiedMisaligned:
    if (B.FixedOffset)
      error(Get({Tie}), "the buffer is tied to " + Name + ", but fixed at " +
                            Twine(*B.FixedOffset) +
                            ", which is not a multiple of the alignment " +
                            Twine(Other.Alignment) + " of that one");
    else
      error(Get({Tie}), "the buffer is tied to " + Name +
                            ", which is fixed at " + Twine(*Other.FixedOffset) +
                            ", not a multiple of the alignment " +
                            Twine(B.Alignment));
    return;
  default:
    llvm_unreachable("all other faults were reported before");
  }
}

std::optional<ProblemFile> readProblem(StringRef Text,
                                       const SourceTexts &Sources,
                                       DiagnosticEngine &Diagnostics,
                                       OffsetColumn Offsets) {
  return ProblemReader(Text, Sources, Diagnostics, Offsets).read();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeId(raw_ostream &OS, StringRef Name) {
  bool NeedsQuotes = Name.contains(',') || trimBlanks(Name) != Name;
  assert(!Name.empty() && !Name.contains('\n') && !Name.starts_with("\"") &&
         !(NeedsQuotes && Name.contains('"')) && "no field can hold it");
  StringRef Quote = NeedsQuotes ? "\"" : "";
  OS << Quote << Name << Quote;
}

void writeProblem(raw_ostream &OS, const Problem &P, ArrayRef<StringRef> Ids,
                  std::optional<ArrayRef<uint64_t>> Offsets) {
  assert(P.Buffers.size() == Ids.size() && "an id for each buffer");
  assert((!Offsets || P.Buffers.size() == Offsets->size()) &&
         "an offset for each buffer");
  bool HasAlignment =
      any_of(P.Buffers, [](const Buffer &B) { return B.Alignment != 1; });
  bool HasFixed = any_of(
      P.Buffers, [](const Buffer &B) { return B.FixedOffset.has_value(); });
  bool HasTie = any_of(P.Buffers, [](const Buffer &B) { return B.Tie != 0; });
  OS << "id,lower,upper,size" << (HasAlignment ? ",alignment" : "")
     << (HasFixed ? ",fixed" : "") << (HasTie ? ",tie" : "")
     << (Offsets ? ",offset" : "") << '\n';
  for (size_t I = 0; I != Ids.size(); ++I) {
    const Buffer &B = P.Buffers[I];
    writeId(OS, Ids[I]);
    OS << ',' << B.Begin << ',' << B.End << ',' << B.Size;
    if (HasAlignment)
      OS << ',' << B.Alignment;
    if (HasFixed) {
      OS << ',';
      if (B.FixedOffset)
        OS << *B.FixedOffset;
    }
    if (HasTie) {
      OS << ',';
      if (B.Tie != 0)
        OS << B.Tie;
    }
    if (Offsets)
      OS << ',' << (*Offsets)[I];
    OS << '\n';
  }
}

} // namespace hlomem::packing
