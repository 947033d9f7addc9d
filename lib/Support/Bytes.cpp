//===- Bytes.cpp - A number of bytes and how it is printed ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/SizeUnit.h"

using namespace llvm;

namespace hlomem {

// A part may be much larger than a whole of one byte.
using Wide = unsigned __int128;

static std::string toDecimal(Wide N) {
  if (N <= UINT64_MAX)
    return utostr(static_cast<uint64_t>(N));
  std::string Digits;
  do {
    Digits.insert(Digits.begin(), '0' + static_cast<char>(N % 10));
    N /= 10;
  } while (N != 0);
  return Digits;
}

std::string toHumanString(Bytes B) {
  static constexpr const char *Units[] = {"B",   "KiB", "MiB", "GiB",
                                          "TiB", "PiB", "EiB"};
  if (B.count() < 1024)
    return utostr(B.count()) + "B";

  // XLA truncates while it divides but rounds what it prints, so that 1048575
  // becomes "1024.0KiB": tsl/platform/numbers.cc, HumanReadableNumBytes.
  unsigned Unit = 1;
  uint64_t N = B.count();
  while (N >= 1024 * 1024) {
    N /= 1024;
    ++Unit;
  }
  // What printf's "%.1f" and "%.2f" make of it, a tie to the even digit, in a
  // tenth of their time.
  unsigned Scale = Unit > 1 ? 100 : 10;
  uint64_t Scaled = N * Scale / 1024;
  uint64_t Rest = N * Scale % 1024;
  if (Rest > 512 || (Rest == 512 && Scaled % 2 == 1))
    ++Scaled;
  std::string Text = utostr(Scaled / Scale) + ".";
  std::string Decimals = utostr(Scaled % Scale);
  if (Unit > 1 && Decimals.size() == 1)
    Text += '0';
  return Text + Decimals + Units[Unit];
}

std::string toString(Bytes B) {
  if (B.isOverflow())
    return "more than 16 EiB";
  return B.count() == 1 ? "1 byte"
                        : SizeUnit::choose(B.count()).printWithUnit(B.count());
}

std::string toExactString(Bytes B) {
  const std::string Text = toString(B);
  const bool HasUnit = SizeUnit::choose(B.count()).Shift != 0;
  return HasUnit && !B.isOverflow()
             ? Text + " (" + utostr(B.count()) + " bytes)"
             : Text;
}

static Wide toHundredths(Percent P) {
  // Dividing 128 bits takes ten times as long.
  if (P.Part.count() < UINT64_MAX / 20000)
    return (P.Part.count() * 20000 / P.Whole.count() + 1) / 2;
  return (Wide(P.Part.count()) * 20000 / P.Whole.count() + 1) / 2;
}

static std::string fromHundredths(Wide Hundredths) {
  std::string Decimals = toDecimal(Hundredths % 100);
  Decimals.insert(0, 2 - Decimals.size(), '0');
  return toDecimal(Hundredths / 100) + "." + Decimals;
}

static bool isUnknown(Percent P) {
  return P.Part.isOverflow() || P.Whole.isOverflow();
}

/// The share with as many decimals, cut off, as tell it from \p Limit, 0 or 9
/// in all of them, and one more.
static std::string withManyDecimals(Percent P, unsigned Limit) {
  Wide Rest = Wide(P.Part.count()) * 100;
  std::string Text = toDecimal(Rest / P.Whole.count()) + ".";
  bool Differs = false, IsDone = false;
  while (!IsDone) {
    IsDone = Differs;
    Rest = Rest % P.Whole.count() * 10;
    auto Digit = static_cast<unsigned>(Rest / P.Whole.count());
    Text += static_cast<char>('0' + Digit);
    Differs |= Digit != Limit;
  }
  return Text;
}

std::string toNumber(Percent P) {
  if (isUnknown(P) || P.Whole.isZero())
    return "";
  Wide Hundredths = toHundredths(P);
  if (Hundredths == 0 && !P.Part.isZero())
    return withManyDecimals(P, 0);
  if (Hundredths == 10000 && P.Part < P.Whole)
    return withManyDecimals(P, 9);
  return fromHundredths(Hundredths);
}

std::string toString(Percent P) {
  if (isUnknown(P))
    return "?";
  if (P.Whole.isZero())
    return "-";
  Wide Hundredths = toHundredths(P);
  if (Hundredths == 0 && !P.Part.isZero())
    return "<0.01%";
  if (Hundredths == 10000 && P.Part < P.Whole)
    return ">99.99%";
  return fromHundredths(Hundredths) + "%";
}

/// What one of the unit \p Text has, none if there is no such unit.
static std::optional<uint64_t> parseUnit(StringRef Text) {
  if (Text.empty() || Text.equals_insensitive("B"))
    return 1;
  size_t Prefix = StringRef("KMGTP").find(toUpper(Text.front()));
  if (Prefix == StringRef::npos)
    return std::nullopt;
  StringRef Rest = Text.drop_front();
  bool IsDecimal = Rest.equals_insensitive("B");
  if (!IsDecimal && !Rest.empty() && !Rest.equals_insensitive("iB") &&
      !Rest.equals_insensitive("i"))
    return std::nullopt;
  uint64_t Unit = 1;
  for (size_t I = 0; I <= Prefix; ++I)
    Unit *= IsDecimal ? 1000 : 1024;
  return Unit;
}

std::optional<Bytes> parseBytes(StringRef Text) {
  auto IsNumeral = [](char C) { return isDigit(C); };
  StringRef Whole = Text.take_while(IsNumeral);
  Text = Text.drop_front(Whole.size());
  StringRef Fraction;
  if (Text.consume_front(".")) {
    Fraction = Text.take_while(IsNumeral);
    Text = Text.drop_front(Fraction.size());
    // More digits than any unit has bits of.
    if (Fraction.empty() || Fraction.size() > 15)
      return std::nullopt;
  }
  if (StringRef Unit = Text.ltrim(' '); !Unit.empty())
    Text = Unit;
  std::optional<uint64_t> Unit = parseUnit(Text);
  uint64_t N;
  if (!Unit || Whole.getAsInteger(10, N) ||
      N > Bytes::overflow().count() / *Unit)
    return std::nullopt;
  Bytes Result = Bytes(N * *Unit);
  uint64_t Numerator = 0, Denominator = 1;
  for (char C : Fraction) {
    Numerator = Numerator * 10 + (C - '0');
    Denominator *= 10;
  }
  // The product may have twice the bits of either.
  Result += Bytes(static_cast<uint64_t>(Wide(Numerator) * *Unit / Denominator));
  return Result.isOverflow() ? std::nullopt : std::optional(Result);
}

} // namespace hlomem
