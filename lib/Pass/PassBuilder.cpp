//===- PassBuilder.cpp - Passes by name -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PipelineError.h"
#include "hlomem/Support/DisplayText.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace hlomem {

StringRef PassBuilder::describe(NameKind Kind, bool IsPlural) {
  switch (Kind) {
  case NameKind::Pass:
    return IsPlural ? "passes" : "pass";
  case NameKind::Analysis:
    return IsPlural ? "analyses" : "analysis";
  case NameKind::Alias:
    return IsPlural ? "pipeline aliases" : "pipeline alias";
  case NameKind::RemarkFormat:
    return IsPlural ? "remark formats" : "remark format";
  }
  llvm_unreachable("unknown kind of name");
}

std::string PassBuilder::describeOwner(NameKind Kind, StringRef Owner) {
  if (Owner.empty())
    return ("the built-in " + describe(Kind, /*IsPlural=*/true)).str();
  return ("plugin '" + Owner + "'").str();
}

/// Whether the name can stand in a pipeline.
static bool isPipelineName(StringRef Name) {
  return !Name.empty() && isAlpha(Name.front()) && Name.back() != '-' &&
         all_of(Name, [](char C) {
           return (C >= 'a' && C <= 'z') || isDigit(C) || C == '-';
         });
}

Error PassBuilder::addPlugin(StringRef Name, StringRef Path,
                             StringRef Version) {
  auto [I, IsNew] =
      Plugins.try_emplace(Name.str(), PluginEntry{Path.str(), Version.str()});
  if (IsNew)
    return Error::success();
  StringRef First = I->second.Path;
  if (First == Path || sys::fs::equivalent(First, Path))
    return createStringError("plugin '" + Path +
                             "' is loaded twice; load it once");
  return createStringError("plugins '" + First + "' and '" + Path +
                           "' are both named '" + Name +
                           "'; load only one of them");
}

Error PassBuilder::checkName(NameKind Kind, StringRef Name) const {
  if (isPipelineName(Name))
    return Error::success();
  return createStringError(
      describe(Kind) + " name '" + Name + "' of " + describeOwner(Kind, Owner) +
      " is not made of lower-case letters, digits and dashes");
}

Error PassBuilder::takenName(NameKind Kind, StringRef Name, NameKind Other,
                             StringRef OtherOwner) const {
  return createStringError(describe(Kind) + " name '" + Name +
                           "' is taken: registered by " +
                           describeOwner(Other, OtherOwner) + " and again by " +
                           describeOwner(Kind, Owner) + "; rename one of them");
}

Error PassBuilder::checkPipelineName(NameKind Kind, StringRef Name) const {
  if (Error E = checkName(Kind, Name))
    return E;
  if (Name == "require" || Name == "invalidate")
    return takenName(Kind, Name, NameKind::Pass, "");
  if (auto I = Passes.find(Name); I != Passes.end())
    return takenName(Kind, Name, NameKind::Pass, I->second.Owner);
  if (auto I = Aliases.find(Name.str()); I != Aliases.end())
    return takenName(Kind, Name, NameKind::Alias, I->second.Owner);
  return Error::success();
}

Error PassBuilder::registerPass(const PassInfo &Info, PassFactory Make) {
  if (Error E = checkPipelineName(NameKind::Pass, Info.Name))
    return E;
  Passes.try_emplace(Info.Name, PassEntry{Info, Owner, std::move(Make)});
  return Error::success();
}

Error registerPass(PassBuilder &PB, const PassInfo &Info, PassFactory Make) {
  return PB.registerPass(Info, std::move(Make));
}

Error PassBuilder::registerAnalysis(const AnalysisInfo &Info,
                                    const AnalysisKey *ID,
                                    AnalysisFunction Compute) {
  NameKind Kind = NameKind::Analysis;
  if (Error E = checkName(Kind, Info.Name))
    return E;
  // invalidate<all> means another thing.
  if (Info.Name == "all")
    return takenName(Kind, Info.Name, Kind, "");
  auto [I, IsNew] =
      Analyses.try_emplace(Info.Name, AnalysisEntry{Info, Owner, ID, Compute});
  if (IsNew)
    return Error::success();
  return takenName(Kind, Info.Name, Kind, I->second.Owner);
}

Error PassBuilder::registerPipelineAlias(StringRef Name, StringRef Text,
                                         StringRef Summary) {
  NameKind Kind = NameKind::Alias;
  if (Error E = checkPipelineName(Kind, Name))
    return E;
  if (Error E = parsePipeline(Text).takeError())
    return handleErrors(std::move(E), [&](const PipelineError &PE) {
      return createStringError(describe(Kind) + " '" + Name + "' of " +
                               describeOwner(Kind, Owner) + " stands for '" +
                               Text + "': " + PE.getMessage());
    });
  Aliases.try_emplace(Name.str(), AliasEntry{Text.str(), Summary.str(), Owner});
  return Error::success();
}

Error PassBuilder::registerRemarkFormat(const RemarkFormat &Format) {
  NameKind Kind = NameKind::RemarkFormat;
  if (Error E = checkName(Kind, Format.Name))
    return E;
  // The default of -format.
  if (Format.Name == "auto")
    return takenName(Kind, Format.Name, Kind, "");
  if (Formats.find(Format.Name))
    return takenName(Kind, Format.Name, Kind, Formats.getOwner(Format.Name));
  Formats.add(Format, Owner);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// -print-passes
//===----------------------------------------------------------------------===//

namespace {

/// A list with two columns, as wide as that of -help.
class Listing {
public:
  explicit Listing(raw_ostream &OS) : OS(OS) {}

  void add(const Twine &Name, const Twine &Text) {
    std::string Left = padRight(Name.str(), TextColumn - 2);
    OS << Left;
    if (Left.size() > TextColumn - 2)
      OS << '\n' << std::string(TextColumn, ' ');
    else
      OS << "  ";
    printWrapped(OS, Text.str(), TextColumn, 80, TextColumn);
  }

  /// Begins a group, after an empty line if it is not the first.
  void addHeading(StringRef Text) {
    OS << std::exchange(Gap, "\n") << Text << ":\n";
  }

private:
  static constexpr unsigned TextColumn = 28;
  raw_ostream &OS;
  StringRef Gap;
};

} // namespace

/// What stands in parentheses after a summary.
static std::string describeOrigin(StringRef Owner, bool IsTransform = false) {
  SmallVector<std::string, 2> Parts;
  if (IsTransform)
    Parts.push_back("transform");
  if (!Owner.empty())
    Parts.push_back(("plugin '" + Owner + "'").str());
  return Parts.empty() ? "" : " (" + join(Parts, ", ") + ")";
}

static void addPass(Listing &List, const PassInfo &Info, StringRef Owner) {
  List.add("  " + Info.Name,
           Info.Summary + describeOrigin(Owner, Info.IsTransform));
  for (const PassOptionInfo &O : Info.Options) {
    std::string Value =
        O.ValueName.empty() ? "" : ("=<" + O.ValueName + ">").str();
    std::string Default =
        O.Default.empty() ? "" : (" (default: " + O.Default + ")").str();
    List.add("    " + O.Name + Value, O.Help + Default);
  }
}

Error PassBuilder::requirePass(StringRef Name) const {
  if (Passes.find(Name) != Passes.end())
    return Error::success();
  if (auto I = Aliases.find(Name.str()); I != Aliases.end())
    return createStringError("'" + Name +
                             "' is not a pass, but a pipeline alias "
                             "for '" +
                             I->second.Text + "'");
  // As they are called when they run.
  StringRef Analysis = Name;
  bool Invalidates = Analysis.consume_front("invalidate<");
  if ((Invalidates || Analysis.consume_front("require<")) &&
      Analysis.consume_back(">") &&
      (Analyses.find(Analysis) != Analyses.end() ||
       (Invalidates && Analysis == "all")))
    return Error::success();
  auto Names = to_vector(make_first_range(Passes));
  return createStringError(
      "unknown pass '" + Name + "'" +
      didYouMean(Name, Names, "; -print-passes lists them"));
}

std::vector<StringRef> PassBuilder::passNames() const {
  auto Names = make_first_range(Passes);
  return {Names.begin(), Names.end()};
}

std::vector<StringRef> PassBuilder::exporterNames() const {
  std::vector<StringRef> Names;
  for (const auto &[Name, Entry] : Passes)
    if (!Entry.Info.Extension.empty())
      Names.push_back(Name);
  return Names;
}

std::optional<std::vector<std::string>> PassBuilder::remarkNames() const {
  std::vector<std::string> Names;
  for (const PassEntry &Entry : make_second_range(Passes)) {
    if (Entry.Info.Remarks.empty() && !Entry.Owner.empty())
      return std::nullopt;
    for (StringRef Remark : Entry.Info.Remarks)
      Names.push_back((Entry.Info.Name + ":" + Remark).str());
  }
  return Names;
}

std::vector<std::string>
PassBuilder::passesThatReport(const Regex &Pattern) const {
  std::vector<std::string> Names;
  for (const PassEntry &Entry : make_second_range(Passes)) {
    const PassInfo &Info = Entry.Info;
    const bool IsOpen = Info.Remarks.empty() && !Entry.Owner.empty();
    if (IsOpen || any_of(Info.Remarks, [&](StringRef Remark) {
          return Pattern.match((Info.Name + ":" + Remark).str());
        }))
      Names.push_back(Info.Name.str());
  }
  return Names;
}

void PassBuilder::printPasses(raw_ostream &OS) const {
  // These two are no entries: what stands in brackets is no option.
  std::map<StringRef, PassEntry> All = Passes;
  if (!Analyses.empty()) {
    for (PassInfo Info :
         {PassInfo{"invalidate<analysis>",
                   "Drop the result of an analysis, or of "
                   "'all'",
                   {}},
          PassInfo{"require<analysis>", "Compute an analysis", {}}}) {
      Info.Group = PassGroup::Development;
      All.try_emplace(Info.Name, PassEntry{Info, "", nullptr});
    }
  }

  Listing List(OS);
  for (const auto &[Group, Title] : enumerate(PassGroupTitles)) {
    bool IsFirst = true;
    for (const PassEntry &E : make_second_range(All)) {
      if (E.Info.group() != PassGroup(Group))
        continue;
      if (std::exchange(IsFirst, false))
        List.addHeading(Title);
      addPass(List, E.Info, E.Owner);
    }
  }
  if (!Analyses.empty())
    List.addHeading("Analyses");
  for (const auto &[Name, E] : Analyses)
    List.add("  " + Name, E.Info.Summary + describeOrigin(E.Owner));
  if (!Aliases.empty())
    List.addHeading("Pipeline aliases");
  for (const auto &[Name, E] : Aliases)
    List.add("  " + Name, E.Summary + "; alias of '" + E.Text + "'" +
                              describeOrigin(E.Owner));
  if (!Plugins.empty())
    List.addHeading("Plugins");
  for (const auto &[Name, E] : Plugins)
    List.add("  " + Name, "Version " + E.Version + ", from '" + E.Path + "'");
}

} // namespace hlomem
