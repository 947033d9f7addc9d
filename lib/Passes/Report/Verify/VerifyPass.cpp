//===- VerifyPass.cpp - Whether a dump contradicts itself -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify/Verify.inc"
#include "hlomem/Analysis/Arena/HeapTraceAnalysis.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Dump/MemoryReport.h"
#include "hlomem/Pass/PipelineError.h"
#include "hlomem/Passes/Report/ListedRows.h"
#include "hlomem/Proto/ProtoModule.h"
#include "hlomem/Verifier/Verifier.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;

namespace hlomem {

namespace {

class VerifyReport : public VerifyPass {
public:
  using VerifyPass::VerifyPass;

  static Expected<VerifyOptions> parse(StringRef Text);
  void run();

private:
  void reportRule(VerifierRule R);
  void reportSound();

  /// Marks what comes after as doubtful, and says so.
  void reportDoubts();

  bool isError(RuleSeverity S) const {
    if (C.hasFatalFindings())
      return true;
    return S == RuleSeverity::Error && !Options.Lenient;
  }
  bool hasErrors() const {
    return any_of(AllSeverities, [this](RuleSeverity S) {
      return isError(S) && Result.getCount(S) != 0;
    });
  }

  static constexpr RuleSeverity AllSeverities[] = {RuleSeverity::Error,
                                                   RuleSeverity::Warning};

  static std::string listNumbers(FactKinds Facts);

  VerifierResult Result;
};

} // namespace

// Names of rules are known here only, so that they are checked where the other
// options have been read.
Expected<VerifyOptions> VerifyReport::parse(StringRef Text) {
  Expected<VerifyOptions> Parsed = VerifyPass::parse(Text);
  if (!Parsed)
    return Parsed;
  for (StringRef Name : Parsed->Only) {
    if (findVerifierRule(Name))
      continue;
    SmallVector<StringRef> Known;
    for (const VerifierRuleInfo &I : getVerifierRules())
      Known.push_back(I.Name);
    // The list begins behind the only '=' with this name in front.
    size_t List = 0;
    for (StringRef Item : split(Text, ';'))
      if (Item.split('=').first.trim() == "only")
        List = Item.split('=').second.data() - Text.data();
    for (StringRef Item : split(Text.drop_front(List), ','))
      if (Item.take_until([](char Ch) { return Ch == ';'; }).trim() == Name)
        return make_error<PipelineError>(
            "option 'only' of pass 'verify': there is no rule '" + Name + "'" +
                didYouMean(Name, Known, "; docs/Verifier.md lists them"),
            Item.ltrim().data() - Text.data());
  }
  return Parsed;
}

// It is not of a module that a transform has changed.
static void readReport(Module &M, MemoryReport &Result,
                       VerifierOptions &Wanted) {
  DumpProvenance *Origin = getDumpProvenance(M);
  if (!Origin || M.isEdited())
    return;
  Expected<const SourceText *> Read = Origin->readReport();
  if (!Read) {
    Wanted.ReportProblem = toString(Read.takeError());
    return;
  }
  if (!*Read)
    return;
  Wanted.ReportName = sys::path::filename((*Read)->FileName).str();
  Expected<MemoryReport> Parsed = parseMemoryReport((*Read)->Text);
  if (!Parsed) {
    Wanted.ReportProblem = toString(Parsed.takeError());
    return;
  }
  Result = std::move(*Parsed);
  Wanted.Report = &Result;
}

// Null where there is none, as of a module that a transform has changed.
static std::unique_ptr<Module> readOtherForm(const Module &M,
                                             std::string &Problem) {
  auto Take = [&](Expected<std::unique_ptr<Module>> Read) {
    if (Read)
      return std::move(*Read);
    Problem = toString(Read.takeError());
    return std::unique_ptr<Module>();
  };
  if (M.isEdited() || M.isReplaced())
    return nullptr;
  if (const ProtoProvenance *Proto = getProtoProvenance(M))
    return Proto->LoadText ? Take(Proto->LoadText()) : nullptr;
  const DumpProvenance *Text = getDumpProvenance(M);
  if (!Text || !Text->LoadProto)
    return nullptr;
  Expected<SourceText> Proto = Text->LoadProto();
  if (!Proto)
    return Take(Proto.takeError());
  return Take(readProtoModule(std::move(*Proto)));
}

void VerifyReport::run() {
  VerifierOptions Wanted;
  Wanted.MaxPerRule = Options.Max;
  if (!Options.Only.empty()) {
    Wanted.Rules.reset();
    for (StringRef Name : Options.Only)
      Wanted.Rules.set(size_t(*findVerifierRule(Name)));
  }
  // Unasked for, it reads no second file.
  Wanted.ReadsProgram = !Options.Quiet;
  MemoryReport XlaReport;
  if (!Options.Quiet && Wanted.Rules[size_t(VerifierRule::Report)])
    readReport(M, XlaReport, Wanted);
  static constexpr VerifierRule OfTraces[] = {
      VerifierRule::Buffer, VerifierRule::PeakList, VerifierRule::TraceEvents,
      VerifierRule::TraceSizes, VerifierRule::TracePeak};
  if (!Options.Quiet && any_of(OfTraces, [&Wanted](VerifierRule R) {
        return Wanted.Rules[size_t(R)];
      }))
    Wanted.Traces = &AM.getResult<HeapTraceAnalysis>();
  std::unique_ptr<Module> Other;
  Wanted.ComparesForms = Options.CompareForms;
  if (Options.CompareForms && Wanted.Rules[size_t(VerifierRule::Forms)])
    Other = readOtherForm(M, Wanted.OtherProblem);
  Wanted.Other = Other.get();
  Result = verifyModule(M, AM, Wanted);
  // But what is no mistake with the program at hand is none.
  if (Options.Quiet && !Result.isSound() &&
      AM.getResult<ProgramAnalysis>().Program) {
    Wanted.ReadsProgram = true;
    Result = verifyModule(M, AM, Wanted);
  }
  for (const VerifierRuleInfo &I : getVerifierRules())
    reportRule(I.Rule);
  C.count(NumChecked, Result.checked().count());
  C.count(NumUnchecked, Result.unchecked().count());
  C.count(NumErrors, Result.getCount(RuleSeverity::Error));
  C.count(NumWarnings, Result.getCount(RuleSeverity::Warning));
  if (hasErrors()) {
    C.markUnsound();
    return;
  }
  reportDoubts();
  if (!Result.isSound())
    C.markDoubtful();
  if (!Options.Quiet)
    reportSound();
}

void VerifyReport::reportRule(VerifierRule R) {
  uint64_t Left = Result.getCount(R, RuleSeverity::Error) +
                  Result.getCount(R, RuleSeverity::Warning);
  if (Left == 0)
    return;
  RemarkTag Tag = {getInfo(R).Name};
  for (const Violation &V : Result.violations()) {
    if (V.Rule != R)
      continue;
    --Left;
    if (isError(V.Severity))
      C.emit(V.Loc, remark::BrokenRule{.What = V.Message, .Rule = Tag});
    else
      C.emit(V.Loc, remark::DoubtfulRule{.What = V.Message, .Rule = Tag});
  }
  emitIfAny(remark::MoreOfRule{.Count = Left, .Name = Tag.Name.str()});
}

/// The numbers that rest on some of \p Facts.
std::string VerifyReport::listNumbers(FactKinds Facts) {
  static constexpr FactKinds Assignment =
      FactKinds::Sizes | FactKinds::Places | FactKinds::LiveRanges;
  static constexpr std::pair<StringLiteral, FactKinds> Numbers[] = {
      {"totals", FactKinds::Sizes},
      {"peaks", Assignment},
      {"fragmentation", Assignment},
      {"padding", Assignment},
      {"lifetimes", Assignment},
      {"loops and attribution", Assignment | FactKinds::Program},
      {"XLA's own peak", FactKinds::Claims}};
  std::string List;
  ListSeparator Comma;
  for (const auto &[Name, RestsOn] : Numbers)
    if (intersects(Facts, RestsOn))
      (List += StringRef(Comma)) += Name;
  return List;
}

void VerifyReport::reportDoubts() {
  FactKinds Everywhere = FactKinds::None;
  std::map<MemorySpace, FactKinds> BySpace;
  for (const auto &[Rule, Space] : Result.places()) {
    const VerifierRuleInfo &I = getInfo(Rule);
    C.addDoubt({I.Name, I.Facts, Space});
    (Space ? BySpace[*Space] : Everywhere) |= I.Facts;
  }
  if (Everywhere != FactKinds::None)
    emit(remark::DoubtfulNumbers{.Numbers = listNumbers(Everywhere)});
  size_t Count = 0;
  for (const auto &[Space, Facts] : BySpace) {
    FactKinds More = Facts & ~Everywhere;
    if (More == FactKinds::None || (++Count > Options.Max && Options.Max != 0))
      continue;
    emit(remark::DoubtfulNumbersOfSpace{
        .Space = AM.getResult<BackendAnalysis>().name(Space),
        .Numbers = listNumbers(More)});
  }
  if (size_t Listed = countListed(Count, Options.Max); Listed != Count)
    emit(remark::DoubtfulNumbersOfRest{.Count = Count - Listed});
}

void VerifyReport::reportSound() {
  uint64_t Warnings = Result.getCount(RuleSeverity::Warning);
  if (Warnings == 0)
    emit(remark::Sound{.Count = Result.checked().count()});
  else
    emit(remark::SoundButForWarnings{.Count = Result.checked().count(),
                                     .Warnings = Warnings});
  if (Result.unchecked().none())
    return;
  std::string Names;
  ListSeparator Separator;
  for (const VerifierRuleInfo &I : getVerifierRules())
    if (Result.unchecked()[size_t(I.Rule)])
      (Names += StringRef(Separator)) += I.Name;
  emit(remark::UncheckedRules{.Names = std::move(Names)});
}

HLOMEM_PASS(Verify, VerifyReport)

} // namespace hlomem
