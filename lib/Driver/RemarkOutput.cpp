//===- RemarkOutput.cpp - Where the remarks of a run go -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/RemarkOutput.h"
#include "hlomem/Driver/Driver.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Pass/PipelineError.h"
#include "hlomem/Remarks/InputRemarks.h"
#include "hlomem/Remarks/ScreenRemarkStream.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/SizeOption.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// True for an expression, and for what something behind it makes one: "a|".
static bool beginsRegex(StringRef Text) {
  std::string Ignored;
  return Regex(Text).isValid(Ignored) ||
         Regex((Text + "x").str()).isValid(Ignored);
}

// LLVM says what is wrong but not where: that is behind the longest start of
// the text that an expression may begin with.
static Expected<std::shared_ptr<const Regex>> readRegex(StringRef Option,
                                                        StringRef Text) {
  // LLVM's parser calls itself for each parenthesis.
  static constexpr size_t MaxLength = 4096;
  if (Text.size() > MaxLength)
    return createStringError(Option +
                             ": the regular expression has more than " +
                             Twine(MaxLength) + " characters");
  auto Pattern = std::make_shared<const Regex>(Text);
  std::string Problem;
  if (Pattern->isValid(Problem))
    return Pattern;
  size_t Valid = Text.empty() ? 0 : Text.size() - 1;
  while (Valid != 0 && !beginsRegex(Text.take_front(Valid)))
    --Valid;
  return createStringError(Option + ": " + quoteForMessage(Text) +
                           " is no regular expression: column " +
                           Twine(Valid + 1) + ": " + Problem);
}

static Expected<const RemarkFormat *> findFormat(StringRef Name,
                                                 const RemarkFormats &Formats) {
  if (const RemarkFormat *Format = Formats.find(Name))
    return Format;
  std::vector<StringRef> Known = Formats.names();
  Known.push_back("auto");
  return createStringError("-format: unknown remark format " +
                           quoteForMessage(Name) + didYouMean(Name, Known) +
                           " (known: " + join(Known, ", ") + ")");
}

Expected<RemarkOptions> readRemarkOptions(const DriverOptions &Given,
                                          const PassBuilder &PB) {
  const RemarkFormats &Formats = PB.remarkFormats();
  RemarkOptions Options;
  const RemarkFormat *Wanted = nullptr;
  if (Given.Format != "auto") {
    Expected<const RemarkFormat *> Format = findFormat(Given.Format, Formats);
    if (!Format)
      return Format.takeError();
    Wanted = *Format;
  }
  Options.StandardFormat =
      &Formats.getDefault(/*NamesPasses=*/Given.Passes != "default");
  if (Given.RemarksOutput && *Given.RemarksOutput != "-") {
    Options.File = *Given.RemarksOutput;
    Options.FileFormat = Wanted ? Wanted : Formats.getDefaultOf(Options.File);
    if (!Options.FileFormat)
      return createStringError(
          "-remarks-output: no remark format has files that end in " +
          quoteForMessage(sys::path::extension(Options.File)) + " (known: " +
          join(Formats.extensions(), ", ") + "); name the format with -format");
  } else if (Wanted) {
    Options.StandardFormat = Wanted;
  } else if (Given.RemarksOutput) {
    Options.StandardFormat = Formats.getDefaultOf("-");
  }

  if (Given.RemarksFilter) {
    auto Pattern = readRegex("-remarks-filter", *Given.RemarksFilter);
    if (!Pattern)
      return Pattern.takeError();
    Options.Filter.Pass = std::move(*Pattern);
  }
  if (Given.FailOn) {
    auto Pattern = readRegex("-fail-on", *Given.FailOn);
    if (!Pattern)
      return Pattern.takeError();
    Options.FailOn = std::move(*Pattern);
    Options.FailOnPasses = PB.passesThatReport(*Options.FailOn);
  }
  if (!Given.RemarksKind.empty())
    Options.Filter.setKinds(Given.RemarksKind);
  if (Given.MinBytes) {
    Expected<Bytes> Min = readSizeOption("-min-bytes", *Given.MinBytes);
    if (!Min)
      return Min.takeError();
    Options.Filter.MinBytes = *Min;
  }
  return Options;
}

/// What the program reports before it runs passes.
static void checkPattern(StringRef Option, StringRef Text, StringRef What,
                         ArrayRef<StringRef> Names,
                         std::vector<std::string> &Warnings) {
  Regex Pattern(Text);
  if (none_of(Names, [&](StringRef Name) { return Pattern.match(Name); }))
    Warnings.push_back((Option + ": " + quoteForMessage(Text) +
                        " matches the name of no " + What +
                        didYouMean(Text, Names))
                           .str());
}

std::vector<std::string> findUnmatchedPatterns(const DriverOptions &Given,
                                               const PassBuilder &PB) {
  std::vector<std::string> Warnings;
  if (Given.RemarksFilter) {
    std::vector<StringRef> Passes = PB.passNames();
    Passes.push_back("input");
    checkPattern("-remarks-filter", *Given.RemarksFilter, "pass", Passes,
                 Warnings);
  }
  std::optional<std::vector<std::string>> Remarks = PB.remarkNames();
  if (Given.FailOn && Remarks) {
    for (StringRef Name : remark::RemarkNames)
      Remarks->push_back(("input:" + Name).str());
    SmallVector<StringRef> Names(Remarks->begin(), Remarks->end());
    checkPattern("-fail-on", *Given.FailOn, "remark", Names, Warnings);
  }
  return Warnings;
}

//===----------------------------------------------------------------------===//
// Names of modules
//===----------------------------------------------------------------------===//

RemarkModuleNames::RemarkModuleNames(ArrayRef<InputSet> Inputs) {
  std::optional<StringRef> Common;
  for (const InputSet &Set : Inputs) {
    StringSet<> NamesOfSet;
    for (StringRef File : Set.Files) {
      for (const std::string &Name : {File.str(), withoutFileNameEnd(File)})
        if (NamesOfSet.insert(Name).second)
          ++Claims[Name];
      if (!Common) {
        Common = File;
        continue;
      }
      size_t Length = 0;
      while (Length < std::min(Common->size(), File.size()) &&
             (*Common)[Length] == File[Length])
        ++Length;
      Common = Common->take_front(Length);
    }
  }
  if (Common)
    Folder = Common->take_front(Common->rfind('/') + 1);
}

std::string RemarkModuleNames::get(StringRef Name) const {
  std::string Short = withoutFileNameEnd(Name);
  if (Claims.lookup(Short) > 1)
    Short = Name.str();
  StringRef Result = Short;
  Result.consume_front(Folder);
  return Result.str();
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

void HeadlineStream::handle(const Remark &R) {
  HasRows |= R.isRow();
  if (R.isRow() || R.isNote())
    return;
  ++Headlines;
  Loc = R.getLoc();
  AreWarnings &= isOfScreen(R) || R.getInfo().IsWarning;
  (Kinds += R.getName()) += ' ';
}

ModuleRemarks::ModuleRemarks(const RemarkOptions &Options,
                             const RemarkModule &M, StringRef DumpName,
                             TextRemarkOptions TextOptions,
                             TextRemarkOptions FileOptions, RemarkTexts &Texts)
    : M(M), DumpName(DumpName), Texts(Texts), StandardOS(Texts.Standard),
      FileOS(Texts.File), Standard(Options.StandardFormat->Make(
                              StandardOS, {M, DumpName, TextOptions})) {
  auto GetAudience = [](const RemarkFormat &F) {
    return F.IsForPeople ? RemarkAudience::People : RemarkAudience::Programs;
  };
  Both.add(*Standard, GetAudience(*Options.StandardFormat));
  Both.add(Headlines);
  if (!Options.File.empty()) {
    File = Options.FileFormat->Make(FileOS, {M, DumpName, FileOptions});
    Both.add(*File, GetAudience(*Options.FileFormat));
  }
  if (Options.FailOn)
    First = &Watch.emplace(*Options.FailOn, *First);
  if (!Options.Filter.wantsAll())
    First = &Filter.emplace(Options.Filter, *First);
  // What is filtered out cannot match, but still says what is unknown.
  if (Options.FailOn)
    First = &Unknown.emplace(Options.FailOnPasses, *First);
}

void ModuleRemarks::finish() {
  First->finish();
  Texts.Kinds = Headlines.getKinds();
  Texts.HasOnlyWarnings = Headlines.areWarnings();
  // Not so of the second module of a log.
  std::optional<SourcePlace> Place = M.Sources.find(Headlines.getLoc());
  Texts.NameModule =
      Headlines.isOneWithNotes() && (!Place || Place->FileName == DumpName);
  if (!Watch)
    return;
  if (Watch->getCount() == 0) {
    if (!Unknown->getFirst().empty())
      Texts.FailOnUnknown = (DumpName +
                             ": -fail-on: no remark matches, but the report is "
                             "incomplete: " +
                             Unknown->getFirst())
                                .str();
    return;
  }
  raw_string_ostream OS(Texts.FailOn);
  OS << "-fail-on: ";
  if (std::optional<SourcePlace> P = M.Sources.find(Watch->getFirstLoc()))
    OS << P->FileName << ':' << P->Line << ':' << P->Column << ": ";
  else
    OS << DumpName << ": ";
  OS << Watch->getFirst();
  if (Watch->getCount() > 1)
    OS << ", and " << Watch->getCount() - 1 << " more";
}

} // namespace hlomem
