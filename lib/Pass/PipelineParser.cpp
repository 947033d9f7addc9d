//===- PipelineParser.cpp - Text to a pipeline ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysisPasses.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PipelineError.h"

using namespace llvm;

namespace hlomem {

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

  /// What stands between the brackets after a name, none without brackets. \p
  /// Element is the name for messages, \p Content what belongs there.
  Expected<std::optional<StringRef>> takeOptions(const Twine &Element,
                                                 const Twine &Content) {
    if (!atOptions())
      return std::nullopt;
    size_t Depth = 0;
    for (size_t I = 0, E = Rest.size(); I != E; ++I) {
      if (Rest[I] == '<')
        ++Depth;
      else if (Rest[I] == '>' && --Depth == 0) {
        StringRef Options = Rest.slice(1, I);
        Rest = Rest.drop_front(I + 1).ltrim();
        if (Options.empty())
          return error(Options, "expected " + Content + ", found '>'");
        return Options;
      }
    }
    return error(Rest.take_back(0), "expected '>' after the options of " +
                                        Element +
                                        ", found the end of the pipeline");
  }

  /// True if a comma announces another element, false at the end.
  Expected<bool> takeComma(const Twine &Element, bool HasOptions) {
    if (Rest.empty())
      return false;
    if (atParenthesis())
      return parenthesisError();
    if (!Rest.consume_front(","))
      return error(Rest, Twine("expected ','") + (HasOptions ? "" : ", '<'") +
                             " or the end after " + Element + ", found " +
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

  bool atOptions() const { return Rest.starts_with("<"); }
  /// What is not taken yet.
  StringRef rest() const { return Rest; }

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

/// Reads one text with the names of one builder.
class PipelineParser {
public:
  PipelineParser(const PassBuilder &PB, StringRef Text, PassManager &PM,
                 bool IsNested = false)
      : PB(PB), Lexer(Text), PM(PM), IsNested(IsNested) {}

  Error parse();

private:
  /// These read what follows a name, and return whether options did.
  Expected<bool> parsePass(StringRef Name, const PassBuilder::PassEntry &Pass);
  Expected<bool> parseAlias(StringRef Name,
                            const PassBuilder::AliasEntry &Alias);
  Expected<bool> parseRequire(StringRef Name);
  Expected<bool> parseInvalidate(StringRef Name);

  /// The name between the angle brackets after `require` or `invalidate`.
  Expected<StringRef> parseAnalysisName(StringRef Pass);
  /// \p Further is a name that may stand in the place of an analysis.
  Error unknownAnalysis(StringRef Name, ArrayRef<StringRef> Further) const;
  Error unknownPass(StringRef Name) const;

  const PassBuilder &PB;
  PipelineLexer Lexer;
  PassManager &PM;
  const bool IsNested;
};

Error PipelineParser::unknownPass(StringRef Name) const {
  auto Names = to_vector(make_first_range(PB.Passes));
  append_range(Names, make_first_range(PB.Aliases));
  Names.append({"require", "invalidate"});
  return Lexer.error(Name,
                     "unknown pass '" + Name + "'" + didYouMean(Name, Names));
}

Error PipelineParser::unknownAnalysis(StringRef Name,
                                      ArrayRef<StringRef> Further) const {
  auto Names = to_vector(make_first_range(PB.Analyses));
  append_range(Names, Further);
  return Lexer.error(Name, "unknown analysis '" + Name + "'" +
                               didYouMean(Name, Names));
}

Expected<bool> PipelineParser::parsePass(StringRef Name,
                                         const PassBuilder::PassEntry &Pass) {
  Expected<std::optional<StringRef>> Options = Lexer.takeOptions(
      "pass '" + Name + "'", "an option of pass '" + Name + "'");
  if (!Options)
    return Options.takeError();
  StringRef OptionText = Options->value_or(Name.take_back(0));
  Expected<std::unique_ptr<PassConcept>> Made = Pass.Make(OptionText, PB);
  if (!Made)
    return Lexer.place(Made.takeError(), OptionText);
  PM.append(std::move(*Made));
  return Options->has_value();
}

Expected<bool>
PipelineParser::parseAlias(StringRef Name,
                           const PassBuilder::AliasEntry &Alias) {
  if (Lexer.atOptions())
    return Lexer.error(Lexer.rest(), "pipeline alias '" + Name +
                                         "' has no options; it "
                                         "is an alias of '" +
                                         Alias.Text + "'");
  cantFail(PipelineParser(PB, Alias.Text, PM).parse(),
           "the text was parsed when it was registered");
  return false;
}

Expected<StringRef> PipelineParser::parseAnalysisName(StringRef Pass) {
  constexpr StringLiteral Content = "the name of an analysis";
  StringRef Start = Lexer.rest();
  Expected<std::optional<StringRef>> Options =
      Lexer.takeOptions("pass '" + Pass + "'", Content);
  if (!Options)
    return Options.takeError();
  if (!*Options)
    return Lexer.error(Start, "pass '" + Pass +
                                  "' expects an analysis, as in '" + Pass +
                                  "<name>'");
  StringRef Name = (*Options)->trim();
  if (Name.empty())
    return Lexer.error(Name, "expected " + Content + ", found '>'");
  return Name;
}

Expected<bool> PipelineParser::parseRequire(StringRef Name) {
  Expected<StringRef> Analysis = parseAnalysisName(Name);
  if (!Analysis)
    return Analysis.takeError();
  auto I = PB.Analyses.find(*Analysis);
  if (I == PB.Analyses.end())
    return unknownAnalysis(*Analysis, {});
  PM.append(makeRequirePass(I->first, I->second.Compute));
  return true;
}

Expected<bool> PipelineParser::parseInvalidate(StringRef Name) {
  Expected<StringRef> Analysis = parseAnalysisName(Name);
  if (!Analysis)
    return Analysis.takeError();
  if (*Analysis == "all") {
    PM.append(makeInvalidatePass("all", PreservedAnalyses::none()));
    return true;
  }
  auto I = PB.Analyses.find(*Analysis);
  if (I == PB.Analyses.end())
    return unknownAnalysis(*Analysis, {"all"});
  PM.append(makeInvalidatePass(I->first,
                               PreservedAnalyses::all().abandon(I->second.ID)));
  return true;
}

Error PipelineParser::parse() {
  while (true) {
    Expected<StringRef> Name = Lexer.takeName();
    if (!Name)
      return Name.takeError();

    Expected<bool> HasOptions = false;
    if (auto I = PB.Passes.find(*Name); I != PB.Passes.end())
      HasOptions = parsePass(*Name, I->second);
    else if (auto I = PB.Aliases.find(Name->str()); I != PB.Aliases.end())
      HasOptions = parseAlias(*Name, I->second);
    else if (*Name == "require")
      HasOptions = parseRequire(*Name);
    else if (*Name == "invalidate")
      HasOptions = parseInvalidate(*Name);
    else
      HasOptions = unknownPass(*Name);
    if (!HasOptions)
      return HasOptions.takeError();
    if (IsNested && PM.writesDocument())
      return Lexer.error(*Name, "'" + *Name +
                                    "' writes a document, which a pass of a "
                                    "pipeline inside another pass cannot; "
                                    "name it behind that pass");

    Expected<bool> HasNext =
        Lexer.takeComma("pass '" + *Name + "'", *HasOptions);
    if (!HasNext)
      return HasNext.takeError();
    if (!*HasNext)
      return Error::success();
  }
}

Expected<PassManager> PassBuilder::parsePipeline(StringRef Text) const {
  PassManager PM;
  if (Error E = PipelineParser(*this, Text, PM).parse())
    return Expected<PassManager>(std::move(E));
  return PM;
}

Expected<PassManager> PassBuilder::parseNestedPipeline(StringRef Text) const {
  PassManager PM;
  if (Error E = PipelineParser(*this, Text, PM, /*IsNested=*/true).parse())
    return Expected<PassManager>(std::move(E));
  return PM;
}

} // namespace hlomem
