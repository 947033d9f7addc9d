//===- PassBuilder.cpp - Passes by name -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/PassBuilder.h"
#include "hlomem/Passes/PipelineError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace hlomem {

static std::string describeOwner(StringRef Owner) {
  return Owner.empty() ? "the built-in passes"
                       : ("plugin '" + Owner + "'").str();
}

/// Whether the name can stand in a pipeline.
static bool isPassName(StringRef Name) {
  return !Name.empty() && isAlpha(Name.front()) && all_of(Name, [](char C) {
    return (C >= 'a' && C <= 'z') || isDigit(C) || C == '-';
  });
}

Error PassBuilder::addPlugin(StringRef Name, StringRef Path) {
  auto [I, IsNew] = Plugins.try_emplace(Name.str(), Path.str());
  if (IsNew)
    return Error::success();
  if (I->second == Path || sys::fs::equivalent(I->second, Path))
    return createStringError(inconvertibleErrorCode(),
                             "plugin '" + Path +
                                 "' is loaded twice; load it once");
  return createStringError(inconvertibleErrorCode(),
                           "plugins '" + I->second + "' and '" + Path +
                               "' are both named '" + Name +
                               "'; load only one of them");
}

Error PassBuilder::registerPass(const PassInfo &Info, Factory Make) {
  if (!isPassName(Info.Name))
    return createStringError(
        inconvertibleErrorCode(),
        "pass name '" + Info.Name + "' of " + describeOwner(Owner) +
            " is not made of lower-case letters, digits and dashes");
  auto [I, IsNew] = Passes.try_emplace(Info.Name, Entry{Info, Owner, Make});
  if (IsNew)
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           "pass name '" + Info.Name +
                               "' is taken: registered by " +
                               describeOwner(I->second.Owner) +
                               " and again by " + describeOwner(Owner));
}

namespace {

/// Takes the text of a pipeline apart. What it returns are parts of that text.
class PipelineLexer {
public:
  explicit PipelineLexer(StringRef Text) : Text(Text), Rest(Text) {}

  /// The name of a pass, from the beginning or after a comma.
  Expected<StringRef> takeName() {
    size_t Size = std::min(Rest.find_first_of(",<>()"), Rest.size());
    StringRef Name = Rest.take_front(Size).trim();
    if (Name.empty() && Text.trim().empty())
      return error(Text, "the pipeline is empty, expected a pass");
    Rest = Rest.drop_front(Size);
    if (atParenthesis())
      return parenthesisError();
    if (Name.empty())
      return error(Rest, "expected the name of a pass, found " + next());
    return Name;
  }

  /// What stands between the brackets after a name, none without brackets.
  Expected<std::optional<StringRef>> takeOptions(StringRef Pass) {
    if (!Rest.starts_with("<"))
      return std::nullopt;
    size_t Depth = 0;
    for (size_t I = 0, E = Rest.size(); I != E; ++I) {
      if (Rest[I] == '<')
        ++Depth;
      else if (Rest[I] == '>' && --Depth == 0) {
        StringRef Options = Rest.slice(1, I);
        Rest = Rest.drop_front(I + 1).ltrim();
        if (Options.empty())
          return error(Options,
                       "expected an option of pass '" + Pass + "', found '>'");
        return Options;
      }
    }
    return error(Rest.take_back(0), "expected '>' after the options of pass '" +
                                        Pass +
                                        "', found the end of the pipeline");
  }

  /// True if a comma announces another pass, false at the end.
  Expected<bool> takeComma(StringRef Pass, bool HasOptions) {
    if (Rest.empty())
      return false;
    if (atParenthesis())
      return parenthesisError();
    if (!Rest.consume_front(","))
      return error(Rest, Twine("expected ','") + (HasOptions ? "" : ", '<'") +
                             " or the end after pass '" + Pass + "', found " +
                             next());
    return true;
  }

  /// Says where in the pipeline \p E is, whose place is relative to \p Part.
  Error place(Error E, StringRef Part) const {
    return handleErrors(std::move(E),
                        [&](std::unique_ptr<PipelineError> PE) -> Error {
                          PE->placeIn(Text, Part.data() - Text.data());
                          return Error(std::move(PE));
                        });
  }

  Error error(StringRef Where, const Twine &Message) const {
    return place(make_error<PipelineError>(Message, 0), Where);
  }

private:
  bool atParenthesis() const {
    return Rest.starts_with("(") || Rest.starts_with(")");
  }

  Error parenthesisError() const {
    return error(Rest, "parentheses are reserved, found " + next() +
                           "; options are given as pass<option=value>");
  }

  /// The next character, for a message.
  std::string next() const {
    return Rest.empty() ? "the end of the pipeline"
                        : ("'" + Rest.take_front() + "'").str();
  }

  StringRef Text;
  StringRef Rest;
};

} // namespace

Expected<PassManager> PassBuilder::parsePipeline(StringRef Text) const {
  PassManager PM;
  PipelineLexer Lexer(Text);
  while (true) {
    Expected<StringRef> Name = Lexer.takeName();
    if (!Name)
      return Name.takeError();
    auto I = Passes.find(*Name);
    if (I == Passes.end()) {
      auto Names = to_vector(make_first_range(Passes));
      return Lexer.error(*Name, "unknown pass '" + *Name + "'" +
                                    didYouMean(*Name, Names));
    }

    Expected<std::optional<StringRef>> Options = Lexer.takeOptions(*Name);
    if (!Options)
      return Options.takeError();
    StringRef OptionText = Options->value_or(Name->take_back(0));
    if (Error E = I->second.Make(OptionText, PM))
      return Lexer.place(std::move(E), OptionText);

    Expected<bool> HasNext = Lexer.takeComma(*Name, Options->has_value());
    if (!HasNext)
      return HasNext.takeError();
    if (!*HasNext)
      return PM;
  }
}

void PassBuilder::printPasses(raw_ostream &OS) const {
  // What is shown at the left, and what stands beside it.
  SmallVector<std::pair<std::string, std::string>, 0> Lines;
  for (const auto &[Name, E] : Passes) {
    std::string Origin =
        E.Owner.empty() ? "" : " (" + describeOwner(E.Owner) + ")";
    Lines.emplace_back(("  " + Name).str(), E.Info.Summary.str() + Origin);
    for (const PassOptionInfo &O : E.Info.Options) {
      std::string Value =
          O.ValueName.empty() ? "" : ("=<" + O.ValueName + ">").str();
      std::string Default =
          O.Default.empty() ? "" : (" (default: " + O.Default + ")").str();
      Lines.emplace_back(("    " + O.Name).str() + Value,
                         O.Help.str() + Default);
    }
  }

  size_t Width = 0;
  for (const auto &[Left, Right] : Lines)
    Width = std::max(Width, Left.size());
  for (const auto &[Left, Right] : Lines)
    OS << left_justify(Left, Width + 2) << Right << '\n';
}

} // namespace hlomem
