//===- RoundedBytes.cpp - A size as XLA prints it -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/RoundedBytes.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {
/// Drops the number at the start of \p Text: its digits without the point, and
/// how many of them come after it.
static bool takeDecimal(StringRef &Text, uint64_t &Digits, unsigned &Decimals) {
  StringRef Whole = Text.take_while(isDigit);
  StringRef Rest = Text.drop_front(Whole.size());
  StringRef Fraction;
  if (Rest.consume_front(".")) {
    Fraction = Rest.take_while(isDigit);
    if (Fraction.empty())
      return false;
    Rest = Rest.drop_front(Fraction.size());
  }
  Decimals = Fraction.size();
  // Nobody prints more.
  static constexpr unsigned MaxDecimals = 3;
  std::string All = (Whole + Fraction).str();
  if (Whole.empty() || Decimals > MaxDecimals ||
      StringRef(All).getAsInteger(10, Digits))
    return false;
  Text = Rest;
  return true;
}

std::optional<RoundedBytes> parseRoundedBytes(StringRef Text) {
  uint64_t Digits;
  unsigned Decimals;
  StringRef Number = Text;
  if (!takeDecimal(Text, Digits, Decimals))
    return std::nullopt;
  Number = Number.drop_back(Text.size());
  if (Text == "B" && Decimals == 0)
    return RoundedBytes{Bytes(Digits), Bytes(Digits), (Number + "B").str()};
  static constexpr StringLiteral Units = "KMGTPE";
  size_t Unit = Text.empty() ? StringRef::npos : Units.find(Text.front());
  if (Unit == StringRef::npos ||
      (Text.drop_front() != "" && Text.drop_front() != "iB"))
    return std::nullopt;
  uint64_t Scale = 1;
  for (unsigned I = 0; I != Decimals; ++I)
    Scale *= 10;
  // Of the last quotient's 1024th parts, which are whole numbers.
  if (Digits > std::numeric_limits<uint64_t>::max() / 4096)
    return std::nullopt;
  uint64_t Twice = 2 * Digits * 1024;
  uint64_t Lower = Twice < 1024 ? 0 : Twice - 1024, Upper = Twice + 1024;
  uint64_t Least = divideCeil(Lower, 2 * Scale), Most = Upper / (2 * Scale);
  // A half is rounded to the even digit.
  if (Digits % 2 != 0) {
    Least += Lower % (2 * Scale) == 0;
    Most -= Upper % (2 * Scale) == 0;
  }
  // The unit is the largest of which there is one.
  constexpr uint64_t FewestParts = 1024, MostParts = 1024 * 1024 - 1;
  if (Digits >= Scale)
    Least = std::max(Least, FewestParts);
  if (Digits <= 1024 * Scale && Unit + 1 != Units.size())
    Most = std::min(Most, MostParts);
  uint64_t Step = uint64_t(1) << (10 * Unit);
  Bytes End = Bytes(Most) * Step + Bytes(Step);
  if (End.isOverflow())
    return std::nullopt;
  return RoundedBytes{Bytes(Least) * Step, End - Bytes(1),
                      (Number + Text.take_front() + "iB").str()};
}

std::string toString(const RoundedBytes &Size) {
  return Size.isExact() ? toExactString(Size.Least) : Size.Text + " (rounded)";
}

RoundedBytes makeExact(Bytes B) { return {B, B, toHumanString(B)}; }

static bool isSizeChar(char C) { return isAlnum(C) || C == '.'; }

std::optional<RoundedBytes> takeRoundedBytes(StringRef &Text) {
  StringRef Size = Text.take_while(isSizeChar);
  while (Size.consume_back("."))
    ;
  std::optional<RoundedBytes> Result = parseRoundedBytes(Size);
  if (Result)
    Text = Text.drop_front(Size.size());
  return Result;
}

} // namespace hlomem
