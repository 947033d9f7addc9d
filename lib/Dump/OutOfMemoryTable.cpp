//===- OutOfMemoryTable.cpp - The lists below a message -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutOfMemoryTable.h"
#include "hlomem/Support/TextScanner.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Reads the lines below a sentence.
class TableReader {
public:
  explicit TableReader(OutOfMemoryMessage &M) : M(M) {}

  void read(StringRef Text);
  /// The text ends here.
  void finish();

private:
  void readLine(StringRef Line, StringRef FromLine);
  bool readPart(StringRef Content);
  bool readField(StringRef Content, StringRef FromLine);

  OutOfMemoryMessage &M;
  enum class Table { None, Parts, Buffers } In = Table::None;
  /// What the names of parts begin with.
  std::string PartOf;
  /// A buffer has begun, and its last line is missing.
  bool IsOpen = false;
  unsigned UnknownLines = 0;
};

} // namespace

static StringRef takeWord(StringRef Text) {
  return Text.take_until([](char C) {
    return !isPrint(C) || C == ' ' || C == ',' || C == ';' || C == '"';
  });
}

static std::string collapseSpaces(StringRef Text) {
  std::string Result;
  for (char C : Text)
    if (!isSpace(C))
      Result += C;
    else if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  return Result;
}

std::string getOutOfMemoryMetadata(StringRef Text, StringRef Name) {
  size_t At = Text.find((Name + "=").str());
  if (At == StringRef::npos)
    return "";
  StringRef Rest = Text.drop_front(At + Name.size() + 1);
  if (!Rest.starts_with("\""))
    return takeWord(Rest).str();
  // Of a log that is cut, what there is.
  return collapseSpaces(
      text::unescape(Rest.slice(1, text::findClosing(Rest, 0))));
}

/// What a logger, pytest or a terminal puts before a line.
static StringRef dropPrefix(StringRef Line) {
  // `... file.cc:123] `
  for (size_t At = 0; (At = Line.find("] ", At)) != StringRef::npos; ++At) {
    StringRef Place = Line.take_front(At);
    StringRef File = Place.rtrim("0123456789");
    if (File.size() != Place.size() && File.ends_with(":"))
      return Line.drop_front(At + 2);
  }
  // `(worker pid=489)` in colours.
  size_t Colour = Line.rfind("\x1b[0m ");
  if (Colour != StringRef::npos && Line.take_front(Colour).contains("pid="))
    return Line.drop_front(Colour + 5);
  if (Line.starts_with("E  "))
    return Line.drop_front(3);
  return Line;
}

bool TableReader::readPart(StringRef Content) {
  // `    HLO temp   32.00G (100.0% utilization: ...)`, `parameter
  // allocation: 6.00MiB`
  StringRef Name = Content.take_while(
      [](char C) { return isAlpha(C) || C == ' ' || C == '_'; });
  StringRef Rest = Content.drop_front(Name.size());
  bool HasColon = Rest.consume_front(":");
  if (Name.empty() || (!HasColon && !Name.ends_with(" ")))
    return false;
  Rest = Rest.ltrim(' ');
  std::optional<RoundedBytes> Size = takeRoundedBytes(Rest);
  if (!Size || (!Rest.empty() && !Rest.starts_with(" ")))
    return false;
  M.Parts.push_back({PartOf + Name.trim(' ').str(), *Size});
  return true;
}

namespace {

enum class Field { Size, Unpadded, Padding, Operator, Shape, Label, Kind };

struct FieldName {
  StringLiteral Text;
  Field F;
};

} // namespace

static constexpr FieldName FieldNames[] = {
    {"Unpadded size: ", Field::Unpadded},
    {"Extra memory due to padding: ", Field::Padding},
    {"Entry Parameter Subshape: ", Field::Shape},
    {"Allocation type: ", Field::Kind},
    {"XLA label: ", Field::Label},
    {"XLA Label: ", Field::Label},
    {"Operator: ", Field::Operator},
    {"Shape: ", Field::Shape},
    {"Size: ", Field::Size},
};

// `op_name="jit(f)/dot" source_file="train.py" source_line=13`. \p FromValue
// goes on behind the line: a name may have line feeds.
static void readOperator(StringRef Value, StringRef FromValue,
                         OutOfMemoryBuffer &B) {
  static constexpr size_t MaxName = 8192;
  static constexpr StringLiteral Name = "op_name=\"";
  if (size_t At = Value.find(Name); At != StringRef::npos) {
    StringRef Text =
        FromValue.drop_front(At + Name.size() - 1).take_front(MaxName);
    size_t End = text::findClosing(Text, 0);
    if (End == StringRef::npos) {
      // The log is cut here.
      B.OpName = collapseSpaces(Value.drop_front(At + Name.size()));
      return;
    }
    B.OpName = collapseSpaces(text::unescape(Text.slice(1, End)));
    Value = Text.drop_front(End + 1).split('\n').first;
  }
  B.Source = getOutOfMemoryMetadata(Value, "source_file");
  std::string Line = getOutOfMemoryMetadata(Value, "source_line");
  if (!B.Source.empty() && !Line.empty())
    B.Source += ":" + Line;
}

bool TableReader::readField(StringRef Content, StringRef FromLine) {
  // `12. Size: `
  StringRef Numbered = Content;
  StringRef Number = Numbered.take_while(isDigit);
  Numbered = Numbered.drop_front(Number.size());
  bool IsNew = !Number.empty() && Numbered.consume_front(".") &&
               Numbered.consume_front(" ");
  if (IsNew)
    Content = Numbered.ltrim(' ');
  const FieldName *Name = find_if(FieldNames, [&](const FieldName &N) {
    return Content.starts_with(N.Text);
  });
  if (Name == std::end(FieldNames))
    return false;
  StringRef Value = Content.drop_front(Name->Text.size()).trim();
  if (IsNew && Name->F == Field::Size) {
    M.Buffers.emplace_back();
    IsOpen = true;
  }
  if (!IsOpen)
    return false;
  OutOfMemoryBuffer &B = M.Buffers.back();
  switch (Name->F) {
  case Field::Size:
    B.Size = takeRoundedBytes(Value);
    break;
  case Field::Unpadded:
    B.Unpadded = takeRoundedBytes(Value);
    break;
  case Field::Padding:
    break;
  case Field::Operator:
    readOperator(Value, FromLine.drop_front(Value.begin() - FromLine.begin()),
                 B);
    break;
  case Field::Shape:
    B.Shape = Value.str();
    break;
  case Field::Label:
    B.Label = Value.split(" = ").first.ltrim('%').str();
    break;
  case Field::Kind:
    B.Kind = Value.str();
    break;
  }
  return true;
}

void TableReader::readLine(StringRef Line, StringRef FromLine) {
  StringRef Content = dropPrefix(Line).trim();
  if (Content.empty())
    return;
  if (Content.starts_with("Largest program allocations in ") ||
      Content.starts_with("Peak buffers:")) {
    In = Table::Buffers;
    return;
  }
  if ((Content.starts_with("Total ") && Content.contains(" usage >= ")) ||
      (Content.starts_with("Program ") && Content.contains(" requirement ")) ||
      Content.starts_with("BufferAssignment stats:")) {
    In = Table::Parts;
    PartOf = Content.starts_with("Program ") ? "program: " : "";
    return;
  }
  bool IsKnown = false;
  if (In == Table::Parts) {
    IsKnown = readPart(Content);
  } else if (In == Table::Buffers) {
    if (Content.starts_with("======")) {
      IsKnown = true;
      IsOpen = false;
    } else if (Content.starts_with("Buffer ") && Content.ends_with(":") &&
               all_of(Content.slice(7, Content.size() - 1), isDigit)) {
      IsKnown = true;
      M.Buffers.emplace_back();
      IsOpen = true;
    } else {
      IsKnown = readField(Content, FromLine);
    }
  }
  // Other threads may print something in between, or the message has ended.
  static constexpr unsigned MaxUnknownLines = 64;
  UnknownLines = IsKnown ? 0 : UnknownLines + 1;
  if (UnknownLines > MaxUnknownLines)
    In = Table::None;
}

void TableReader::read(StringRef Text) {
  while (!Text.empty()) {
    StringRef FromLine = Text;
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line.consume_back("\r");
    readLine(Line, FromLine);
  }
}

void TableReader::finish() {
  M.IsCut |= IsOpen || (In == Table::Buffers && M.Buffers.empty());
  erase_if(M.Buffers, [](const OutOfMemoryBuffer &B) { return !B.Size; });
}

void readOutOfMemoryTable(StringRef Text, OutOfMemoryMessage &M) {
  TableReader Table(M);
  Table.read(Text);
  Table.finish();
}

} // namespace hlomem
