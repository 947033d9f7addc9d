//===- MemoryReport.cpp - XLA's own memory usage report -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/MemoryReport.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/TextScanner.h"

using namespace llvm;

namespace hlomem {

namespace {

class ReportParser {
public:
  Expected<MemoryReport> parse(StringRef Text);

private:
  bool parseLine(StringRef Line);
  bool parseTotal(StringRef Rest, MemoryReport::TotalLine &Total);
  bool parseSpace(StringRef Rest);
  bool parseRow(StringRef Line);

  MemoryReport R;
  /// What the next table is of.
  std::optional<uint64_t> Allocation;
  /// More must come: a total, or the empty line that ends a table.
  bool IsOpen = false;
};

} // namespace

static bool takeNumber(StringRef &Rest, uint64_t &N) {
  std::optional<uint64_t> Number = text::takeNumber(Rest);
  N = Number.value_or(0);
  return Number.has_value();
}

// `53452 (52.2KiB)`
bool ReportParser::parseTotal(StringRef Rest, MemoryReport::TotalLine &Total) {
  SMLoc Loc = SMLoc::getFromPointer(Rest.data());
  uint64_t N;
  if (!takeNumber(Rest, N) || !Rest.consume_front(" (") ||
      !Rest.consume_back(")"))
    return false;
  Total = {Bytes(N), Rest, Loc};
  return true;
}

// `default (color=0)`
bool ReportParser::parseSpace(StringRef Rest) {
  StringRef Number = Rest.rsplit("(color=").second;
  uint64_t N;
  if (!takeNumber(Number, N) || Number != ")" ||
      N > std::numeric_limits<MemorySpace>::max())
    return false;
  R.Spaces.emplace_back().Space = N;
  Allocation.reset();
  IsOpen = true;
  return true;
}

// `  68.5KiB( 33%);   141.0KiB; allocation 15: size 68.5KiB, ...`, or
// `  32.0KiB( 49%);    32.0KiB;            0;                1; f32[64,64]`.
bool ReportParser::parseRow(StringRef Line) {
  SMLoc Loc = SMLoc::getFromPointer(Line.data());
  StringRef Rest = Line.split(';').second;
  auto Take = [&Rest] {
    auto [Field, Behind] = Rest.split(';');
    Rest = Behind;
    return Field.trim(' ');
  };
  StringRef Size = Take();
  StringRef Next = Take();
  if (Next.consume_front("allocation ")) {
    MemoryReport::AllocationRow Row;
    if (!takeNumber(Next, Row.Index) || !Next.consume_front(": size "))
      return false;
    Row.HumanSize =
        Next.take_until([](char C) { return C == ',' || C == ':'; });
    Row.Loc = Loc;
    R.Allocations.push_back(Row);
    return true;
  }
  MemoryReport::ValuesRow Row;
  uint64_t Offset;
  StringRef Count = Take();
  if (R.Tables.empty() || Size.empty() || !takeNumber(Next, Offset) ||
      !Next.empty() || !takeNumber(Count, Row.Count) || !Count.empty())
    return false;
  Row.HumanSize = Size;
  Row.Offset = Bytes(Offset);
  if (R.Tables.back().Rows.empty())
    R.Tables.back().Loc = Loc;
  R.Tables.back().Rows.push_back(Row);
  return true;
}

// Lines that are none of these have no numbers.
bool ReportParser::parseLine(StringRef Line) {
  StringRef Rest = Line.ltrim(" \t");
  if (Rest.empty()) {
    IsOpen = false;
    return true;
  }
  if (Rest.consume_front("Total bytes used: "))
    return parseTotal(Rest, R.Total.emplace());
  if (Rest.consume_front("Memory Space: "))
    return parseSpace(Rest);
  if (Rest.consume_front("Total bytes: ")) {
    IsOpen = false;
    return !R.Spaces.empty() &&
           parseTotal(Rest, R.Spaces.back().Total.emplace());
  }
  if (Line.starts_with("allocation ")) {
    Rest = Line.drop_front(strlen("allocation "));
    return takeNumber(Rest, Allocation.emplace());
  }
  if (Rest.starts_with("cumulative_size;")) {
    // That of all allocations is none of values.
    IsOpen = true;
    if (Rest.contains("used_by_n_values"))
      R.Tables.push_back({Allocation,
                          R.Spaces.empty() ? 0 : R.Spaces.back().Space,
                          {},
                          false,
                          SMLoc::getFromPointer(Rest.data())});
    return true;
  }
  if (Rest.starts_with("The rest ")) {
    if (!R.Tables.empty())
      R.Tables.back().IsCut = true;
    return true;
  }
  return !Line.contains("%); ") || parseRow(Rest);
}

Expected<MemoryReport> ReportParser::parse(StringRef Text) {
  uint64_t LineNumber = 0;
  for (StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Behind] = Rest.split('\n');
    Rest = Behind;
    ++LineNumber;
    Line.consume_back("\r");
    if (!parseLine(Line))
      return createStringError("line " + Twine(LineNumber) +
                               " cannot be read: " + quoteForMessage(Line));
  }
  if (!R.Total && R.Spaces.empty())
    return createStringError("it has no total");
  if (IsOpen || !Text.ends_with("\n"))
    return createStringError("it is truncated in line " + Twine(LineNumber));
  return std::move(R);
}

Expected<MemoryReport> parseMemoryReport(StringRef Text) {
  return ReportParser().parse(Text);
}

} // namespace hlomem
