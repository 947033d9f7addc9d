//===- PipelineCompletion.cpp - What may follow in a pipeline -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassBuilder.h"

using namespace llvm;

namespace hlomem {

namespace {

/// Where a text of a pipeline ends.
struct PipelineEnd {
  /// The last pass, as far as it is there.
  StringRef Pass;
  /// Within its brackets: the last option, as far as it is there.
  std::optional<StringRef> Option;
  /// Neither a name nor an option may go on here.
  bool IsClosed = false;
};

} // namespace

static PipelineEnd findEnd(StringRef Text) {
  PipelineEnd End;
  size_t Start = 0;
  unsigned Depth = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (C == ',' && Depth == 0) {
      Start = I + 1;
      End.IsClosed = false;
    } else if (C == '<') {
      if (Depth == 0) {
        End.Pass = Text.slice(Start, I).trim();
        Start = I + 1;
      }
      ++Depth;
    } else if (C == ';' && Depth == 1) {
      Start = I + 1;
    } else if (C == '>') {
      Depth -= Depth != 0;
      End.IsClosed |= Depth == 0;
    }
  }
  End.IsClosed |= Depth > 1;
  StringRef Rest = Text.drop_front(Start).ltrim();
  if (Depth == 0)
    End.Pass = Rest;
  else
    End.Option = Rest;
  return End;
}

static void completeOption(const PassOptionInfo &O,
                           function_ref<void(const Twine &)> Add) {
  if (O.ValueName.empty())
    return Add(O.Name);
  if (!O.ValueName.contains('|'))
    return Add(O.Name + "=");
  SmallVector<StringRef> Values;
  O.ValueName.split(Values, '|');
  for (StringRef Value : Values)
    Add(O.Name + "=" + Value);
}

std::vector<std::string> PassBuilder::completePipeline(StringRef Text) const {
  PipelineEnd End = findEnd(Text);
  std::vector<std::string> Results;
  if (End.IsClosed)
    return Results;
  StringRef Start = End.Option.value_or(End.Pass);
  auto Add = [&](const Twine &Candidate) {
    std::string Text = Candidate.str();
    if (StringRef(Text).starts_with(Start))
      Results.push_back(std::move(Text));
  };
  auto Pass = Passes.find(End.Pass);
  bool TakesAnalysis = End.Pass == "require" || End.Pass == "invalidate";
  if (End.Option && TakesAnalysis) {
    if (End.Pass == "invalidate")
      Add("all>");
    for (const auto &[Name, E] : Analyses)
      Add(Name + ">");
  } else if (End.Option && Pass != Passes.end()) {
    for (const PassOptionInfo &O : Pass->second.Info.Options)
      completeOption(O, Add);
  } else if (!End.Option) {
    for (const auto &[Name, E] : Passes)
      Add(Name);
    for (const auto &[Name, E] : Aliases)
      Add(Name);
    Add("require<");
    Add("invalidate<");
    sort(Results);
  }
  // A single one would be taken for all that there is to write.
  if (Results.size() == 1) {
    StringRef Only = Results.front();
    if (auto I = Passes.find(Only);
        !End.Option && I != Passes.end() && !I->second.Info.Options.empty()) {
      Results.push_back((Only + "<").str());
    } else if (Only.ends_with("<")) {
      Results.push_back((Only + "<analysis>").str());
    } else if (Only.ends_with("=")) {
      const auto *O =
          find_if(Pass->second.Info.Options, [&](const PassOptionInfo &Option) {
            return Only.drop_back() == Option.Name;
          });
      Results.push_back((Only + "<" + O->ValueName + ">").str());
    }
  }
  StringRef Kept = Text.drop_back(Start.size());
  for (std::string &Result : Results)
    Result.insert(0, Kept);
  return Results;
}

} // namespace hlomem
