//===- TextScanner.cpp - Brackets, strings and names in HLO text ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/TextScanner.h"
#include <array>

using namespace llvm;

namespace hlomem::text {

/// The quote that ends the string that starts at Text[Open], or npos. Most
/// strings have no backslash.
static size_t findQuote(StringRef Text, size_t Open) {
  size_t Quote = Text.find('"', Open + 1);
  size_t From = Open + 1;
  while (Quote != StringRef::npos) {
    size_t Backslash = Text.slice(From, Quote).find('\\');
    if (Backslash == StringRef::npos)
      return Quote;
    // What a backslash escapes may be the quote.
    From += Backslash + 2;
    if (From > Quote)
      Quote = Text.find('"', From);
  }
  return StringRef::npos;
}

static char closerOf(char C) {
  switch (C) {
  case '(':
    return ')';
  case '[':
    return ']';
  case '{':
    return '}';
  default:
    return 0;
  }
}

static bool isBracketOrQuote(char C) {
  static constexpr std::array<bool, 256> IsOne = [] {
    std::array<bool, 256> Table = {};
    for (unsigned char Special : {'"', '(', ')', '[', ']', '{', '}'})
      Table[Special] = true;
    return Table;
  }();
  return IsOne[static_cast<unsigned char>(C)];
}

/// The first bracket or quote at or after From, or the text's size.
static size_t findBracketOrQuote(StringRef Text, size_t From) {
  while (From < Text.size() && !isBracketOrQuote(Text[From]))
    ++From;
  return From;
}

size_t findClosing(StringRef Text, size_t Open) {
  if (Text[Open] == '"')
    return findQuote(Text, Open);
  // Most have no others inside.
  size_t Next = findBracketOrQuote(Text, Open + 1);
  if (Next < Text.size() && Text[Next] == closerOf(Text[Open]))
    return Next;
  // A stack of its own, since the depth is up to whoever wrote the text.
  SmallVector<char, 32> Expected;
  for (size_t I = Open; I < Text.size(); I = findBracketOrQuote(Text, I + 1)) {
    char C = Text[I];
    if (C == '"') {
      I = findQuote(Text, I);
      if (I == StringRef::npos)
        return I;
    } else if (char Closer = closerOf(C)) {
      Expected.push_back(Closer);
    } else {
      if (Expected.pop_back_val() != C)
        return StringRef::npos;
      if (Expected.empty())
        return I;
    }
  }
  return StringRef::npos;
}

size_t findAtTop(StringRef Text, char Separator, size_t From) {
  for (size_t I = From; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == Separator)
      return I;
    if (!isBracketOrQuote(C))
      continue;
    if (C == ')' || C == ']' || C == '}')
      return StringRef::npos;
    I = findClosing(Text, I);
    if (I == StringRef::npos)
      return I;
  }
  return Text.size();
}

StringRef takeName(StringRef &Text) {
  size_t Size = 0;
  while (Size != Text.size() && isNameChar(Text[Size]))
    ++Size;
  StringRef Name = Text.take_front(Size);
  Text = Text.drop_front(Size);
  return Name;
}

std::optional<uint64_t> takeNumber(StringRef &Text) {
  StringRef Digits = Text.take_while([](char C) { return isDigit(C); });
  uint64_t N;
  if (Digits.getAsInteger(10, N) || (Digits.size() > 1 && Digits[0] == '0'))
    return std::nullopt;
  Text = Text.drop_front(Digits.size());
  return N;
}

static std::optional<char> escapedLetter(char C) {
  static constexpr StringLiteral Letters = "abfnrtv\\'\"?";
  static constexpr StringLiteral Meanings = "\a\b\f\n\r\t\v\\'\"?";
  size_t At = Letters.find(C);
  return At == StringRef::npos ? std::nullopt : std::optional(Meanings[At]);
}

/// Takes the character code of at most MaxDigits digits at the start of Text;
/// none where it has no digit or does not fit into a character.
static std::optional<char> takeCode(StringRef &Text, unsigned Radix,
                                    size_t MaxDigits) {
  StringRef Digits = Text.take_front(MaxDigits).take_while(
      [Radix](char C) { return hexDigitValue(C) < Radix; });
  unsigned Code;
  if (Digits.getAsInteger(Radix, Code) || Code > 0xFF)
    return std::nullopt;
  Text = Text.drop_front(Digits.size());
  return static_cast<char>(Code);
}

std::string unescape(StringRef Escaped) {
  std::string Result;
  Result.reserve(Escaped.size());
  while (!Escaped.empty()) {
    size_t Plain = std::min(Escaped.find('\\'), Escaped.size());
    Result += Escaped.take_front(Plain);
    Escaped = Escaped.drop_front(Plain);
    if (Escaped.empty())
      break;

    StringRef Rest = Escaped.drop_front();
    std::optional<char> C;
    if (Rest.starts_with("x")) {
      Rest = Rest.drop_front();
      C = takeCode(Rest, 16, 2);
    } else if (!Rest.empty() && hexDigitValue(Rest.front()) < 8) {
      C = takeCode(Rest, 8, 3);
    } else if (!Rest.empty() && (C = escapedLetter(Rest.front()))) {
      Rest = Rest.drop_front();
    }
    Result += C.value_or('\\');
    Escaped = C ? Rest : Escaped.drop_front();
  }
  return Result;
}

} // namespace hlomem::text
