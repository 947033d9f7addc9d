//===- PipelineRun.cpp - A pipeline over all modules, printed in order ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineRun.h"
#include "ContentIdentity.h"
#include "IncompleteInput.h"
#include "LimitGate.h"
#include "OutOfMemoryReport.h"
#include "Overview.h"
#include "ProgressLine.h"
#include "ResidentSet.h"
#include "SourceLinks.h"
#include "StreamForm.h"
#include "TableOutput.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Driver/DocumentFolder.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "hlomem/Pass/PassManager.h"
#include "hlomem/Remarks/ScreenRemarkStream.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/Interrupt.h"
#include "hlomem/Support/OutputFile.h"
#include "hlomem/Support/PrintableText.h"
#include "hlomem/Support/Unavailable.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/WithColor.h"
#include <map>

using namespace llvm;

namespace hlomem {

namespace {

/// A module and what its pipeline has made, to be printed in its turn.
struct ModuleReport final : LoadedModule {
  RemarkTexts Remarks;
  /// By extension; those that are not kept apart have none.
  std::map<StringRef, std::string> Documents;
  std::list<TableText> Tables;
  /// That of the module in tables; empty if it has none.
  std::string NameInTables;
  /// Names the file that it was read from as the user did.
  std::string Path;
  /// That of the contents in tables, if it is asked for.
  std::string Identity;
  /// Why the pipeline failed; empty if it did not.
  std::string Failure;
  /// Why it does not keep the memory limits.
  std::vector<std::string> OverLimits;
  /// What it fits into, and which limits nothing was there for.
  std::vector<std::string> KeptLimits;
  /// Set where a table of all modules is printed.
  std::optional<OverviewRow> Overview;
  /// Set where all modules are judged together.
  std::optional<ResidentProgram> Resident;
  ExitCode Code = ExitDone;
  /// It is unknown whether it keeps a limit, and nothing else is wrong.
  bool CannotBeJudged = false;
  /// The dump contradicts itself, and its report is there all the same.
  bool IsDoubtful = false;
};

class PipelineRun final : public SessionClient {
public:
  PipelineRun(const RunOptions &Options, const Pipelines &Passes)
      : Options(Options), Passes(Passes),
        WritesStandardOutput(Passes.OfOne.writesDocument() &&
                             !Options.WritesFolder &&
                             Options.Given.Output == "-"),
        WritesTables(
            any_of(Passes.OfOne.passes(),
                   [](const auto &Pass) { return Pass->info().WritesTables; })),
        RemarkOS(Options.Screens        ? nulls()
                 : WritesStandardOutput ? Options.Host.Errors
                                        : Options.Host.Out),
        // Asked once: a stream is not to be shared between threads.
        Form(findStreamForm(WritesStandardOutput ? Options.Host.Errors
                                                 : Options.Host.Out,
                            Options.Given.Width)),
        Progress(&Options.Host.Errors == &errs(), Options.Host.Progress),
        S(Options.Reading) {}

  ExitCode run();

private:
  std::unique_ptr<LoadedModule> makeModule() override {
    return std::make_unique<ModuleReport>();
  }
  void expect(size_t Count, bool OnThreads) override {
    Progress.expect(Count);
    if (OnThreads)
      Progress.keepShown();
  }
  void work(LoadedModule &L) override;
  void lookAtBroken(LoadedModule &L) override {
    if (!WritesTables)
      return;
    auto &R = static_cast<ModuleReport &>(L);
    R.Path = getPath(R);
    R.Identity = computeContentIdentity(R);
  }
  void consume(LoadedModule &L) override;

  ModuleRemarks makeRemarks(ModuleReport &R, const RemarkModule &M) const;
  /// Lets the rows of tables go to where they wait for their turn, or to their
  /// place if \p R is alone.
  void openTables(PassContext &Context, ModuleReport &R,
                  const std::string &NameInTables);
  /// Writes what tables tell of an input that could not be read.
  void writeFailure(ModuleReport &R);
  /// Asks the host whether it has the rows of \p R in most tables.
  bool isKnown(StringRef Identity);
  /// Reports what there is instead of a module.
  void reportLog(ModuleReport &R) const;
  /// Holds a module to the memory limits, on any thread.
  void judge(ModuleReport &R, ArrayRef<StringRef> Transforms) const;

  /// Returns ModuleReport::Path while the texts of \p R are there.
  std::string getPath(const ModuleReport &R) {
    const InputSet &Set = S.inputs()[R.getInput()];
    for (const SourceText &T : R.getTexts())
      if (is_contained(Set.OtherForm, T.FileName) ||
          is_contained(Set.Stages, T.FileName))
        return T.FileName;
    return Set.Files.front();
  }

  // These run on the main thread.
  void runAll();
  void runWithRemarks();
  void print(ModuleReport &R);
  Error checkReports() const;
  void writeReports();
  /// Sums up what was found though nobody asked.
  void noteContradictions();
  /// True if a report has to be short, and to name its module.
  bool isOneOfSeveral() const {
    return !Options.Screens && S.hasSeveralModules();
  }
  bool drawsScreens() const {
    return Options.Remarks.StandardFormat->Name == "screen";
  }
  /// Runs the pipeline again over the modules that matter.
  void drawScreens();
  /// Prints the table of all modules, then the screens of those that matter.
  void printOverview();
  /// Prints once what was to be said of several modules in the table.
  void printVerdicts();
  /// Judges all modules together, if that was asked for.
  void judgeTogether();
  /// Says what went wrong with the output, if anything did.
  void check(Error E, ExitCode Reason = ExitOutputFailed) {
    if (!E)
      return;
    if (E.isA<Unavailable>())
      Reason = ExitBadInput;
    error(toString(std::move(E)));
    Code = getWorse(Code, Reason);
    HasFailed = true;
  }
  enum class LastReport { None, WithoutHeading, WithHeading };
  void printRemarks(raw_ostream &OS, const ModuleReport &R, StringRef Remarks,
                    const RemarkFormat &Format, ColorMode Color,
                    LastReport &Last) const;
  void error(const Twine &Message) {
    WithColor::error(Options.Host.Errors, Options.Reading.ToolName)
        << toPrintable(Message.str()) << '\n';
  }

  void warn(const Twine &Message) {
    WithColor::warning(Options.Host.Errors, Options.Reading.ToolName)
        << toPrintable(Message.str()) << '\n';
  }
  void note(const Twine &Message) {
    WithColor::note(Options.Host.Errors, Options.Reading.ToolName)
        << toPrintable(Message.str()) << '\n';
  }

  const RunOptions &Options;
  const Pipelines &Passes;
  const bool WritesStandardOutput;
  const bool WritesTables;
  raw_ostream &RemarkOS;
  const StreamForm Form;
  /// Where documents go: each into a file of its own, or one after the other.
  std::optional<DocumentFolder> Folder;
  raw_ostream *DocumentOS = &nulls();
  /// Where remarks go as well; may be null.
  raw_ostream *RemarkFile = nullptr;
  std::optional<RemarkModuleNames> ModuleNames;
  std::optional<DocumentNames> FileNames;
  TableOutput Tables;
  ExitCode Code = ExitDone;
  /// Something could not be read, or a pass failed: what is written to files is
  /// not whole.
  bool HasFailed = false;
  uint64_t UnsoundCount = 0;
  uint64_t DoubtfulCount = 0;
  /// With the screen as the format, and several modules.
  Overview AllModules;
  /// Why limits cannot be judged, and the modules in the table of which that is
  /// to be said.
  std::map<std::string, std::vector<std::string>> WhyUnknown;
  /// What modules in the table have warnings of, and how many more have the
  /// same.
  StringSet<> KindsInOverview;
  uint64_t RepeatedCount = 0;
  /// With -resident.
  ResidentSet Together;
  LastReport LastPrinted = LastReport::None;
  LastReport LastFiled = LastReport::None;
  ProgressLine Progress;
  /// For the host's answers.
  std::mutex KnowsLock;
  /// Last, so that its threads end before what they use.
  Session S;
};

} // namespace

ModuleRemarks PipelineRun::makeRemarks(ModuleReport &R,
                                       const RemarkModule &M) const {
  return ModuleRemarks(Options.Remarks, M, R.getName(),
                       {.Color = Form.HasColor,
                        .ExactBytes = Options.Given.ExactBytes,
                        .Width = Form.Width,
                        .IsPlaceFree = Form.IsPlaceFree,
                        .Unicode = Form.HasUnicode,
                        .IsOneOfSeveral = isOneOfSeveral(),
                        .IsPrintedBefore = Options.Screens != nullptr},
                       {.ExactBytes = Options.Given.ExactBytes,
                        .Width = Options.Given.Width.value_or(DefaultWidth),
                        .IsPlaceFree = !Options.Given.Width},
                       R.Remarks);
}

void PipelineRun::reportLog(ModuleReport &R) const {
  SourceTexts Sources;
  Sources.add(R.getLog()->Text);
  RemarkModule Origin = {ModuleNames->get(R.getName()), R.getId(), Sources,
                         nullptr};
  ModuleRemarks Remarks = makeRemarks(R, Origin);
  reportOutOfMemory(R.getLog()->Messages, Options.Reading.Machine,
                    Remarks.stream());
  Remarks.finish();
}

void PipelineRun::openTables(PassContext &Context, ModuleReport &R,
                             const std::string &NameInTables) {
  Context.openTablesWith(
      [&, NameInTables](StringRef Extension, StringRef Name,
                        StringRef Header) -> raw_ostream & {
        R.NameInTables = NameInTables;
        if (R.isAlone()) {
          Expected<raw_ostream *> OS = Tables.open(Extension, Name, Header);
          if (OS)
            return **OS;
          check(OS.takeError());
          return nulls();
        }
        TableText &T = R.Tables.emplace_back();
        T.Extension = Extension;
        T.Name = Name;
        T.Header = Header;
        return T.Rows;
      },
      NameInTables);
}

void PipelineRun::writeFailure(ModuleReport &R) {
  const InputSet &Set = S.inputs()[R.getInput()];
  if (!WritesTables || Set.Files.empty() || Options.WritesFolder)
    return;
  ModuleBuilder Nothing(Set.Files.front());
  std::unique_ptr<Module> M = Nothing.build();
  AnalysisManager Analyses(*M);
  BroadcastingRemarkStream Remarks;
  PassContext Context(Remarks, *DocumentOS, nullptr, isOneOfSeveral());
  // Several modules of one file may have failed.
  const std::string Name = Tables.makeUnique(FileNames->get(Set.Files.front()));
  openTables(Context, R, Name);
  Context.setSource({.Path = R.Path.empty() ? Set.Files.front() : R.Path,
                     .Identify = [&R] { return R.Identity; },
                     .Error = R.FirstError.empty() ? R.Problem : R.FirstError,
                     .IsAllToWrite = true});
  check(Passes.OfOne.run(*M, Analyses, Context), ExitBadInput);
  check(Tables.write(Name, R.Tables));
}

bool PipelineRun::isKnown(StringRef Identity) {
  std::lock_guard<std::mutex> Guard(KnowsLock);
  return Options.Host.Knows(Identity);
}

void PipelineRun::work(LoadedModule &L) {
  auto &R = static_cast<ModuleReport &>(L);
  Module &M = R.getModule();
  OverviewRow *const Row =
      Options.Screens ? Options.Screens->Rows.lookup(M.getName()) : nullptr;
  if (Options.Screens && !Row)
    return;
  // Not from the manager: what the pipeline asks for is counted, and must not
  // depend on the form of the output.
  UserSources Places(M);
  RemarkModule Origin = {
      ModuleNames->get(M.getName()), R.getId(), getSources(M),
      [&Places](StringRef Instruction) { return Places.find(Instruction); }};
  ModuleRemarks Remarks = makeRemarks(R, Origin);
  std::optional<ScreenDigestStream> Digest;
  if (Row)
    Remarks.add(
        Digest.emplace(Options.Screens->Unit, Form.HasUnicode, Row->Digest));
  else
    reportWhatIsMissing(M, R.getMissingParts(), Remarks.stream());
  raw_string_ostream DiagnosticsOS(R.Diagnostics);
  DiagnosticEngine Diags(DiagnosticsOS, Options.Reading.HasColor,
                         Options.Reading.MaxErrors);
  // What is written in place must not follow the progress line.
  if (R.isAlone())
    Progress.clear();
  std::map<StringRef, raw_string_ostream> Buffers;
  auto GetBuffer = [&](StringRef Extension) -> raw_ostream & {
    return Buffers.try_emplace(Extension, R.Documents[Extension]).first->second;
  };
  PassContext Context(Remarks.stream(),
                      Folder        ? nulls()
                      : R.isAlone() ? *DocumentOS
                                    : GetBuffer(""),
                      R.getInstrumentation(), isOneOfSeveral(), &Diags);
  if (Folder)
    Context.separateDocuments(GetBuffer);
  std::string NameInTables =
      FileNames->get(M.getName(), S.inputs()[R.getInput()].Files.front());
  openTables(Context, R, NameInTables);
  // Only where tables are asked for: it may read files beside the dump.
  auto Identify = [&] {
    if (R.Identity.empty() && (WritesTables || Options.Host.Visit))
      R.Identity = computeContentIdentity(R);
    return R.Identity;
  };
  const bool Knows = Options.Host.Knows && isKnown(Identify());
  Context.setSource(
      {.Path = getPath(R), .Identify = Identify, .IsAllToWrite = Knows});
  if (R.isAlone())
    Context.showProgressWith(
        [this](StringRef Text) { Progress.showPass(Text); });
  if (Options.HasFatalFindings)
    Context.makeFindingsFatal();
  const PassManager &Pipeline = isOneOfSeveral()       ? Passes.OfSeveral
                                : Row && !Row->IsDrawn ? Passes.OfDigest
                                                       : Passes.OfOne;
  Error Failure = Pipeline.run(M, R.getAnalyses(), Context);
  if (Diags.reachedLimit())
    R.Notes.push_back(
        noteErrorLimit("printed", Options.Reading.MaxErrors, "error"));
  Remarks.finish();
  if (Form.HasColor && Options.Remarks.StandardFormat->IsForPeople)
    R.Remarks.Standard = linkSources(R.Remarks.Standard, Places);
  if (Row)
    Row->Screen = std::move(R.Remarks.Standard);
  if (Failure) {
    R.Failure = (M.getName() + ": " + toString(std::move(Failure))).str();
    R.Code = ExitBadInput;
  }
  if (!R.Remarks.FailOn.empty())
    R.Code = getWorse(R.Code, ExitOverLimit);
  if (!R.Remarks.FailOnUnknown.empty() && Options.IsIncompleteFatal)
    R.Code = getWorse(R.Code, ExitBadInput);
  R.IsDoubtful = Context.isDoubtful();
  // Also where that is why the pipeline failed.
  if (Context.isUnsound())
    R.Code = R.Failure.empty() ? getWorse(R.Code, ExitUnsound) : ExitUnsound;
  if (R.Failure.empty()) {
    judge(R, Context.transforms());
    if (Options.Host.Visit)
      Options.Host.Visit({{M, R.getAnalyses(), Context},
                          NameInTables,
                          R.getId(),
                          findWhyMayLackMemory(M)});
  }
  if (drawsScreens() && isOneOfSeveral())
    R.Overview =
        describeInOverview(M, R.getAnalyses(), Context.transforms().empty());
}

void PipelineRun::judge(ModuleReport &R, ArrayRef<StringRef> Transforms) const {
  LimitVerdict Verdict =
      judgeLimits(R.getModule(), R.getAnalyses(), Transforms);
  R.Code = getWorse(R.Code, Verdict.Code);
  R.CannotBeJudged = Verdict.Code == ExitBadInput;
  R.OverLimits = std::move(Verdict.Lines);
  R.KeptLimits = std::move(Verdict.Notes);
  if (!drawsScreens())
    append_range(R.KeptLimits, std::move(Verdict.Fits));
  if (R.getAnalyses().getTarget().IsResident)
    R.Resident = describeResident(R.getModule(), R.getAnalyses());
}

void PipelineRun::consume(LoadedModule &L) {
  auto &R = static_cast<ModuleReport &>(L);
  if (R.hasFailed()) {
    R.Code = ExitBadInput;
    // What was not read has no error.
    if (!R.isInterrupted())
      writeFailure(R);
  }
  if (R.getLog())
    reportLog(R);
  {
    PhaseScope Scope(S.instrumentations(), RunPhase::Printing, R.getName());
    print(R);
  }
  if (!R.isStream())
    Progress.step();
}

void PipelineRun::print(ModuleReport &R) {
  Code = getWorse(Code, R.Code);
  // Not what a pass made of a sound dump.
  UnsoundCount += R.Code == ExitUnsound && R.Failure.empty();
  DoubtfulCount += R.IsDoubtful;
  // A pass that broke a module has failed too.
  bool IsWhole =
      (R.Code != ExitBadInput || R.CannotBeJudged) && R.Failure.empty();
  HasFailed |= !IsWhole;
  std::unique_lock<std::mutex> NoProgress = Progress.pause();
  if (!Options.Screens) {
    for (StringRef Warning : R.Warnings)
      warn(Warning);
    Options.Host.Errors << R.Diagnostics;
    for (StringRef Note : R.Notes)
      note(Note);
    Options.Host.Errors << R.InstrumentationText;
  }
  for (const auto &[Extension, Text] : R.Documents)
    if (!Folder)
      *DocumentOS << Text;
    // A file of its own is written of nothing but a whole module.
    else if (IsWhole && R.Code != ExitUnsound)
      check(Folder->write({R.getName(), Extension, Text,
                           S.inputs()[R.getInput()].Files.front()}));
  if (!R.NameInTables.empty() && IsWhole && R.Code != ExitUnsound)
    check(Tables.write(R.NameInTables, R.Tables));
  // A folder may have hundreds of the same kind.
  if (!R.Overview || !R.Remarks.HasOnlyWarnings || R.Remarks.Standard.empty() ||
      KindsInOverview.insert(R.Remarks.Kinds).second)
    printRemarks(
        RemarkOS, R, R.Remarks.Standard, *Options.Remarks.StandardFormat,
        Form.HasColor ? ColorMode::Enable : ColorMode::Disable, LastPrinted);
  else
    ++RepeatedCount;
  RemarkOS.flush();
  if (RemarkFile)
    printRemarks(*RemarkFile, R, R.Remarks.File, *Options.Remarks.FileFormat,
                 ColorMode::Disable, LastFiled);
  for (StringRef Problem : {StringRef(R.Problem), StringRef(R.Failure),
                            StringRef(R.Remarks.FailOn)})
    if (!Problem.empty())
      error(Problem);
  if (!R.Remarks.FailOnUnknown.empty()) {
    if (Options.IsIncompleteFatal)
      error(R.Remarks.FailOnUnknown);
    else
      warn(R.Remarks.FailOnUnknown);
  }
  if (!Options.Screens) {
    for (StringRef Line : R.OverLimits)
      if (!R.Overview || !R.CannotBeJudged)
        error(Line);
      else if (Line.consume_front(R.getName()))
        WhyUnknown[Line.str()].push_back(R.getName());
      else
        error(Line);
    for (StringRef Line : R.KeptLimits)
      note(Line);
  }
  if (R.Overview) {
    R.Overview->Input = R.getInput();
    AllModules.add(std::move(*R.Overview));
  }
  // What has no buffers yet takes no memory.
  if (R.Resident)
    Together.add(*R.Resident);
  else if (R.hasFailed() || !R.isStream())
    Together.addUnknown();
}

// Short reports that name their modules stand one below the other.
void PipelineRun::printRemarks(raw_ostream &OS, const ModuleReport &R,
                               StringRef Remarks, const RemarkFormat &Format,
                               ColorMode Color, LastReport &Last) const {
  if (isOneOfSeveral() && Format.IsForPeople && !Remarks.empty()) {
    LastReport This = R.Remarks.NameModule ? LastReport::WithoutHeading
                                           : LastReport::WithHeading;
    if (Last == LastReport::WithHeading ||
        (Last == LastReport::WithoutHeading && This != Last))
      OS << '\n';
    Last = This;
    if (This == LastReport::WithHeading)
      WithColor(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false, Color)
          << toPrintable(R.getName()) << ":\n";
  }
  OS << Remarks;
}

void PipelineRun::runAll() {
  S.run(*this);
  Progress.end();
}

// A file of which a part is missing is dropped; each input has said itself what
// is wrong with it. Remarks on a dump that contradicts itself are whole.
void PipelineRun::runWithRemarks() {
  if (Options.Remarks.File.empty())
    return runAll();
  check(writeOutputFile(Options.Remarks.File, [this](raw_ostream &OS) {
    RemarkFile = &OS;
    runAll();
    return !HasFailed;
  }));
}

ExitCode PipelineRun::run() {
  S.open(Options.Given.Inputs);
  check(checkReports(), ExitBadInput);
  if (HasFailed)
    return Code;
  ModuleNames.emplace(S.inputs());
  FileNames.emplace(S.inputs());

  if (Options.WritesFolder) {
    Folder.emplace(*Options.Given.Output, S.inputs());
    Tables.setFolder(*Folder);
    runWithRemarks();
    check(Folder->finishShared(!HasFailed && UnsoundCount == 0));
  } else if (Passes.OfOne.writesDocument()) {
    auto Write = [this](raw_ostream &OS) {
      DocumentOS = &OS;
      Tables.setStream(OS);
      runWithRemarks();
      return !HasFailed && UnsoundCount == 0;
    };
    if (WritesStandardOutput && &Options.Host.Out != &outs())
      Write(Options.Host.Out);
    else
      check(writeOutputFile(*Options.Given.Output, Write));
  } else {
    runWithRemarks();
  }
  if (!AllModules.isEmpty()) {
    printOverview();
    check(flushOutput(Options.Host.Out));
    printVerdicts();
  }
  check(flushOutput(Options.Host.Out));
  writeReports();
  judgeTogether();
  if (getInterruptFlag())
    warn("interrupted: the search for placements ended with the best so far");
  if (Options.VerifiesUnasked && !Options.Screens)
    noteContradictions();
  return Code;
}

// All of them in one run, on all threads. It would write documents again, and
// find an empty stream.
void PipelineRun::drawScreens() {
  ScreenRun Screens = {{}, AllModules.getUnit(Options.Given.ExactBytes)};
  DriverOptions Given = Options.Given;
  Given.RemarksOutput.reset();
  Given.Inputs.clear();
  for (OverviewRow *Row : AllModules.findRowsToRunAgain())
    if (const std::string &File = S.inputs()[Row->Input].Files.front();
        File != "-") {
      Screens.Rows[Row->Module] = Row;
      if (!is_contained(Given.Inputs, File))
        Given.Inputs.push_back(File);
    }
  if (Passes.OfOne.writesDocument() || Given.Inputs.empty())
    return;
  const DriverHost Host = {Options.Host.Out, Options.Host.Errors};
  RunOptions OfScreens = {Given, Host, Options.Reading, Options.Remarks};
  OfScreens.VerifiesUnasked = Options.VerifiesUnasked;
  OfScreens.Reading.Machine.IsResident = false;
  OfScreens.Reading.Instrumentation = {};
  OfScreens.Remarks.File.clear();
  OfScreens.Remarks.FailOn = nullptr;
  OfScreens.Screens = &Screens;
  Code = getWorse(Code, PipelineRun(OfScreens, Passes).run());
}

void PipelineRun::printVerdicts() {
  for (const auto &[Line, Names] : WhyUnknown)
    error((Names.size() == 1 ? Names.front()
                             : countText(Names.size(), "program") +
                                   ", the first " + Names.front()) +
          Line);
  if (RepeatedCount != 0)
    note(countText(RepeatedCount, "more program has", "more programs have") +
         " warnings of these kinds; run hlo-mem-opt on a file alone to see its "
         "warnings");
}

void PipelineRun::printOverview() {
  AllModules.findPrograms(Options.Given.Top);
  drawScreens();
  AllModules.print(RemarkOS,
                   {.Width = Form.Width == 0 ? DefaultWidth : Form.Width,
                    .ExactBytes = Options.Given.ExactBytes,
                    .IsResident = Options.Reading.Machine.IsResident});
}

void PipelineRun::judgeTogether() {
  const Target &Machine = Options.Reading.Machine;
  if (!Machine.IsResident)
    return;
  ResidentSet::Verdict Verdict = Together.judge(Machine);
  Code = getWorse(Code, Verdict.Code);
  if (Verdict.Code == ExitDone)
    note(Verdict.Line);
  else
    error(Verdict.Line);
}

void PipelineRun::noteContradictions() {
  if (UnsoundCount != 0)
    note(countText(UnsoundCount, "dump contradicts itself and was",
                   "dumps contradict themselves and were") +
         " not analysed; without -fatal-warnings=verify the report follows");
  if (DoubtfulCount != 0)
    note(countText(DoubtfulCount, "dump contradicts itself",
                   "dumps contradict themselves") +
         "; affected numbers are marked as doubtful; -fatal-warnings=verify "
         "makes this an error");
}

// Not -o: a dump may be replaced by what the pipeline makes of it.
Error PipelineRun::checkReports() const {
  SmallVector<NamedOutput> Reports;
  if (!Options.Remarks.File.empty())
    Reports.push_back({"-remarks-output", Options.Remarks.File});
  if (Options.Reading.Instrumentation.TraceTime)
    Reports.push_back({"-time-trace", *Options.Given.TimeTraceOutput});
  if (Options.Reading.Instrumentation.Count)
    Reports.push_back({"-counters", *Options.Given.CountersOutput});
  std::vector<StringRef> Files;
  for (const InputSet &Set : S.inputs())
    append_range(Files, Set.Files);
  return checkInputsAreKept(Reports, Files);
}

void PipelineRun::writeReports() {
  const InstrumentationOptions &Wanted = Options.Reading.Instrumentation;
  if (Wanted.TimePasses)
    S.instrumentations().printTimes(Options.Host.Errors);
  if (Wanted.Count)
    check(writeOutputFile(*Options.Given.CountersOutput, [&](raw_ostream &OS) {
      S.instrumentations().printCounters(OS);
      return true;
    }));
  if (Wanted.TraceTime)
    check(writeOutputFile(*Options.Given.TimeTraceOutput, [&](raw_ostream &OS) {
      S.instrumentations().trace()->write(OS);
      return true;
    }));
}

Error flushOutput(raw_ostream &OS) {
  return &OS == &outs() ? flushStandardOutput() : Error::success();
}

ExitCode runPipeline(const RunOptions &Options, const Pipelines &Passes) {
  return PipelineRun(Options, Passes).run();
}

} // namespace hlomem
