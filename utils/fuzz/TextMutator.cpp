//===- TextMutator.cpp - Mutants of dumps, programs, logs and tables ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutators.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <vector>

using namespace llvm;

namespace hlomem {

namespace {

enum class TokenKind : uint8_t { Number, Name, Other };

struct Token {
  TokenKind Kind = TokenKind::Other;
  /// It names an opcode, if anything: "(" is behind it.
  bool IsCalled = false;
  std::string Text;
};

/// The lines of a text by their form, so that each can be exchanged for another
/// one that may stand in its place.
class Lines {
public:
  explicit Lines(StringRef Text);

  /// A line of some form, so that what the text has few of is found too.
  size_t pickLine(std::mt19937 &Random) const {
    auto It = ByForm.begin();
    std::advance(It, pick(Random, ByForm.size()));
    return It->second[pick(Random, It->second.size())];
  }
  /// Those of a form; null if there are none.
  const std::vector<size_t> *findLike(const std::string &Form) const {
    auto It = ByForm.find(Form);
    return It == ByForm.end() ? nullptr : &It->second;
  }
  std::string join() const;

  std::vector<std::string> All;
  /// Of each line: the heading that it stands below, the blanks in front, and
  /// the signs that it is made with.
  std::vector<std::string> Forms;

private:
  std::map<std::string, std::vector<size_t>> ByForm;
};

} // namespace

static std::string getForm(StringRef Line) {
  static constexpr size_t MaxSigns = 6;
  static constexpr StringLiteral Signs = ":<>={}()@#|%,[";
  std::string Form(Line.size() - Line.ltrim(' ').size(), ' ');
  size_t Most = Form.size() + MaxSigns;
  for (char C : Line)
    if (Signs.contains(C) && Form.size() < Most)
      Form += C;
  return Form;
}

Lines::Lines(StringRef Text) {
  StringRef Heading;
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    StringRef Line = Text.take_front(End);
    if (Line.ends_with(":\n") && !any_of(Line, isDigit))
      Heading = Line;
    Forms.push_back(Heading.str() + getForm(Line));
    ByForm[Forms.back()].push_back(All.size());
    All.push_back(Line.str());
    Text = Text.drop_front(End);
  }
}

std::string Lines::join() const {
  std::string Text;
  for (const std::string &Line : All)
    Text += Line;
  return Text;
}

static std::vector<Token> splitTokens(StringRef Line) {
  std::vector<Token> Tokens;
  while (!Line.empty()) {
    TokenKind Kind = TokenKind::Other;
    size_t Size = 1;
    if (isDigit(Line.front())) {
      Kind = TokenKind::Number;
      Size = Line.size() - Line.drop_while(isDigit).size();
    } else if (isAlpha(Line.front()) || Line.front() == '_') {
      Kind = TokenKind::Name;
      auto IsInName = [](char C) {
        return isAlnum(C) || C == '_' || C == '.' || C == '-';
      };
      Size = Line.size() - Line.drop_while(IsInName).size();
    }
    Token &T = Tokens.emplace_back();
    T.Kind = Kind;
    T.Text = Line.take_front(Size).str();
    Line = Line.drop_front(Size);
    T.IsCalled = Kind == TokenKind::Name && Line.starts_with("(");
  }
  return Tokens;
}

static std::string joinTokens(ArrayRef<Token> Tokens) {
  std::string Line;
  for (const Token &T : Tokens)
    Line += T.Text;
  return Line;
}

static std::string changeNumber(StringRef Old, std::mt19937 &Random) {
  static constexpr StringLiteral Limits[] = {"0",
                                             "1",
                                             "2147483648",
                                             "4294967295",
                                             "9223372036854775807",
                                             "18446744073709551615",
                                             "18446744073709551616"};
  uint64_t Number = 0;
  if (pick(Random, 16) == 0 || Old.getAsInteger(10, Number))
    return Limits[pick(Random, std::size(Limits))].str();
  switch (pick(Random, 4)) {
  case 0:
    return utostr(Number * 2);
  case 1:
    return utostr(Number / 2);
  default:
    return utostr(Number ? Number + pick(Random, 3) - 1 : 1);
  }
}

/// True for "    12:name", a line of a schedule, which has its number from its
/// place.
static bool isNumbered(StringRef Line) {
  StringRef Rest = Line.ltrim(' ');
  return !Rest.empty() && isDigit(Rest.front()) &&
         Rest.drop_while(isDigit).starts_with(":");
}

/// Tuples and dimensions around "f32[4]", which begins at \p At.
static void deepen(std::vector<Token> &Tokens, size_t At,
                   std::mt19937 &Random) {
  if (At + 1 >= Tokens.size() || Tokens[At + 1].Text != "[")
    return;
  size_t End = At + 1;
  while (End != Tokens.size() && Tokens[End].Text != "]")
    ++End;
  if (End == Tokens.size())
    return;
  static constexpr size_t Depths[] = {1, 1, 2, 40};
  size_t Depth = Depths[pick(Random, std::size(Depths))];
  if (pick(Random, 2) == 0) {
    for (; Depth; --Depth)
      Tokens[At + 1].Text += "2,";
    return;
  }
  std::string Shape = joinTokens(ArrayRef(Tokens).slice(At, End + 1 - At));
  Tokens[At].Text = std::string(Depth, '(') + Tokens[At].Text;
  Tokens[End].Text += ", " + Shape + std::string(Depth, ')');
}

/// Changes a word of \p Line, perhaps to the one in its place in \p Like, a
/// line of the same form.
static std::string changeWord(StringRef Line, StringRef Like,
                              std::mt19937 &Random) {
  std::vector<Token> Tokens = splitTokens(Line);
  std::vector<Token> Others = splitTokens(Like);
  std::vector<size_t> Words;
  for (const auto &[I, T] : enumerate(Tokens))
    if (T.Kind != TokenKind::Other)
      Words.push_back(I);
  // The one that a line of a schedule begins with is no choice.
  if (Words.size() > 1 && isNumbered(Line))
    Words.erase(Words.begin());
  if (Words.empty())
    return Line.str();
  size_t At = Words[pick(Random, Words.size())];
  Token &T = Tokens[At];
  bool IsSamePlace = At < Others.size() && Others[At].Kind == T.Kind;
  if (T.Kind == TokenKind::Number && pick(Random, 2) == 0)
    T.Text = changeNumber(T.Text, Random);
  else if (IsSamePlace && Others[At].Text != T.Text)
    T.Text = Others[At].Text;
  else if (T.Kind == TokenKind::Name)
    deepen(Tokens, At, Random);
  return joinTokens(Tokens);
}

/// Exchanges what follows the number that both lines begin with, as those of a
/// schedule do.
static void swapBehindNumbers(std::string &A, std::string &B) {
  auto FindEnd = [](StringRef Line) {
    return Line.size() - Line.ltrim(' ').drop_while(isDigit).size();
  };
  size_t EndOfA = FindEnd(A), EndOfB = FindEnd(B);
  std::string NewA = A.substr(0, EndOfA) + B.substr(EndOfB);
  B = B.substr(0, EndOfB) + A.substr(EndOfA);
  A = std::move(NewA);
}

/// What names have in no program, and what terminals obey.
static constexpr char Odd[] = {'\x1b', '\r', '\x7f', '\x9b', '\0', '"', '%'};

static void mutate(Lines &Text, const Lines &Other, std::mt19937 &Random) {
  if (Text.All.empty())
    return;
  size_t At =
      pick(Random, 2) ? pick(Random, Text.All.size()) : Text.pickLine(Random);
  std::string &Line = Text.All[At];
  const std::string &Form = Text.Forms[At];
  const std::vector<size_t> &Known = *Text.findLike(Form);
  std::string &Like = Text.All[Known[pick(Random, Known.size())]];
  size_t Choice = pick(Random, 12);
  if (isNumbered(Line) && isNumbered(Like) && Choice < 6)
    return swapBehindNumbers(Line, Like);
  switch (Choice) {
  case 0:
    Line.clear();
    break;
  case 1:
    Line += std::string(Line);
    break;
  case 2:
    std::swap(Line, Like);
    break;
  case 3:
    if (const std::vector<size_t> *Foreign = Other.findLike(Form)) {
      const std::string &New =
          Other.All[(*Foreign)[pick(Random, Foreign->size())]];
      Line = pick(Random, 2) ? New : Line + New;
    }
    break;
  case 4:
    Line = Like;
    break;
  case 5:
    // Where it may be the rest of a name.
    if (size_t End = Line.find_first_of(" {(\n", Line.size() / 2);
        End != std::string::npos)
      Line.insert(End, 1, Odd[pick(Random, std::size(Odd))]);
    break;
  default:
    Line = changeWord(Line, Like, Random);
    break;
  }
}

std::string mutateText(StringRef Text, StringRef Other, std::mt19937 &Random) {
  Lines Mine(Text), Others(Other);
  static constexpr size_t Counts[] = {1, 1, 1, 2};
  for (size_t Left = Counts[pick(Random, std::size(Counts))]; Left; --Left)
    mutate(Mine, Others, Random);
  return Mine.join();
}

} // namespace hlomem
