//===- ComparePass.cpp - Before and after a pipeline ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/Compare.inc"
#include "hlomem/Analysis/Layers/NameFolding.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Sources/Attribution.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Pass/PassManager.h"
#include "hlomem/Pass/PipelineError.h"
#include "hlomem/Passes/Report/ListedRows.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include <map>

using namespace llvm;

namespace hlomem {

namespace {

/// What a module takes.
struct Memory {
  Bytes Allocated;
  /// None if it is unknown when values are live.
  std::optional<Bytes> Peak;
  /// Of values that have no live range.
  Bytes Unknown;
  /// What is live at the peak or, by part, allocated.
  std::map<std::string, Bytes> ByKey;
  Bytes NotAttributed;
};

/// What a row of each kind is called.
constexpr StringLiteral RowNames[] = {"scope", "value", "part"};

class CompareReport : public ComparePass {
public:
  using ComparePass::ComparePass;

  static Expected<CompareOptions> parse(StringRef Text, const PassBuilder &PB);
  void run();

private:
  using ByKind = CompareOptions::ByKind;

  Memory measure(const Module &Of, AnalysisManager &Results) const;
  void report(const Memory &Before, const Memory &After);
  void emitHeadline(const Memory &Before, const Memory &After) const;
  void listRows(const Memory &Before, const Memory &After);
  void emitRow(BytesChange Change, std::string Key) const {
    emit(remark::ComparedRow{.Before = Change.Before,
                             .After = Change.After,
                             .Change = Change,
                             .Key = std::move(Key)});
  }
};

} // namespace

Expected<CompareOptions> CompareReport::parse(StringRef Text,
                                              const PassBuilder &PB) {
  Expected<CompareOptions> Parsed = ComparePass::parse(Text, PB);
  if (!Parsed)
    return Parsed;
  if (Parsed->Depth != 0 && Parsed->By != ByKind::Scope)
    return make_error<PipelineError>(
        "option 'depth' of pass 'compare' is one of 'by=scope' alone", 0);
  return Parsed;
}

/// Adds the bytes of \p Tree without what is below a scope to its whole name.
static void addScopes(const ScopeTree &Tree, std::map<std::string, Bytes> &To) {
  SmallVector<StringRef> Path;
  for (const ScopeNode &N : Tree.Nodes) {
    Path.truncate(N.Depth);
    Path.push_back(N.Name);
    if (!N.Own.isZero())
      To[join(Path, "/")] += N.Own;
  }
}

/// A transform may leave a name alone whose numbers differed from others'
/// before, so that all numbers are left out.
static void addParts(const MemoryTimeline &Timeline, AnalysisManager &Results,
                     std::map<std::string, Bytes> &To) {
  Parts &Found = Results.getResult<PartsAnalysis>();
  for (MemorySpace Space : Timeline.spaces())
    for (const MemoryPart &P : Found.compute(Space).Parts) {
      std::string Name = replaceNumbers(P.What.Name);
      std::ranges::replace(Name, '#', '*');
      To[join_items(Name.empty() ? "" : ": ", getName(P.What.Kind), Name)] +=
          P.Size;
    }
}

Memory CompareReport::measure(const Module &Of,
                              AnalysisManager &Results) const {
  const MemoryTimeline &Timeline = Results.getResult<MemoryTimelineAnalysis>();
  const SpaceTimeline &All = Timeline.getAllSpaces();
  Memory Result{.Allocated = All.Allocated,
                .Peak = std::nullopt,
                .Unknown = All.UnknownBytes,
                .ByKey = {},
                .NotAttributed = Bytes()};
  if (Options.By == ByKind::Part)
    addParts(Timeline, Results, Result.ByKey);
  if (!Results.getResult<LivenessAnalysis>().isKnown() || All.isPeakUnknown())
    return Result;
  Result.Peak = All.Peak.Size;
  if (All.Peak.Size.isZero() || Options.By == ByKind::Part)
    return Result;
  Attribution &Sums = *Results.getResult<AttributionAnalysis>();
  std::vector<AttributedBytes> Live = Sums.getLive(All.Peak.At, std::nullopt);
  if (Options.By == ByKind::Value) {
    for (const AttributedBytes &A : Live)
      Result.ByKey[toString(A.Of->getDefinition())] += A.Size;
    return Result;
  }
  ScopeTree Tree = Sums.rollUpScopes(Live, Options.Depth);
  addScopes(Tree, Result.ByKey);
  Result.NotAttributed = Tree.NotAttributed.Size;
  return Result;
}

void CompareReport::run() {
  if (!M.tellsAllocations())
    return emit(remark::NothingToReport{});
  // Remarks of the copy may have a place in it, and outlive the copy.
  if (DumpProvenance *Origin = getDumpProvenance(M))
    consumeError(Origin->readReport().takeError());
  std::unique_ptr<Module> Copy = M.clone();
  AnalysisManager Results(*Copy, C.getInstrumentation(), AM.getTarget());
  if (Error E = C.runNested(*Options.Pipeline.Passes, *Copy, Results))
    return C.fail(std::move(E));
  if (!C.isUnsound())
    report(measure(M, AM), measure(*Copy, Results));
}

void CompareReport::emitHeadline(const Memory &Before,
                                 const Memory &After) const {
  std::string Pipeline;
  raw_string_ostream OS(Pipeline);
  Options.Pipeline.Passes->printPipeline(OS);
  const BytesChange Allocated = {Before.Allocated, After.Allocated};
  if (!Before.Peak || !After.Peak)
    return emit(remark::ComparedAllocations{.AllocatedBefore = Allocated.Before,
                                            .AllocatedAfter = Allocated.After,
                                            .Pipeline = Pipeline,
                                            .AllocatedChange = Allocated,
                                            .When = Before.Peak ? "after it"
                                                                : "before it"});
  emit(remark::Compared{.AllocatedBefore = Allocated.Before,
                        .AllocatedAfter = Allocated.After,
                        .Pipeline = Pipeline,
                        .AllocatedChange = Allocated,
                        .PeakBefore = *Before.Peak,
                        .PeakAfter = *After.Peak,
                        .PeakChange = {*Before.Peak, *After.Peak},
                        .By = RowNames[size_t(Options.By)].str()});
  if (!Before.Unknown.isZero() || !After.Unknown.isZero())
    emit(remark::ComparedUnknownRanges{.Before = Before.Unknown,
                                       .After = After.Unknown});
}

void CompareReport::report(const Memory &Before, const Memory &After) {
  emitHeadline(Before, After);
  if (Options.By == ByKind::Part || (Before.Peak && After.Peak))
    listRows(Before, After);
}

void CompareReport::listRows(const Memory &Before, const Memory &After) {
  std::map<StringRef, BytesChange> Changes;
  for (const auto &[Key, Size] : Before.ByKey)
    Changes[Key].Before = Size;
  for (const auto &[Key, Size] : After.ByKey)
    Changes[Key].After = Size;
  SmallVector<std::pair<StringRef, BytesChange>, 0> Rows(Changes.begin(),
                                                         Changes.end());
  Bytes Unchanged;
  if (Options.By == ByKind::Part)
    erase_if(Rows, [&](const auto &Row) {
      bool IsSame = Row.second.Before == Row.second.After;
      Unchanged += IsSame ? Row.second.Before : Bytes();
      return IsSame;
    });
  stable_sort(Rows, [](const auto &L, const auto &R) {
    auto GetRank = [](BytesChange C) {
      return std::pair(absoluteDifference(C.Before, C.After), C.Before);
    };
    return GetRank(L.second) > GetRank(R.second);
  });
  const size_t Listed = countListed(Rows.size(), Options.Top);
  for (const auto &[Key, Change] : ArrayRef(Rows).take_front(Listed))
    emitRow(Change, Key.str());
  if (!Before.NotAttributed.isZero() || !After.NotAttributed.isZero())
    emitRow({Before.NotAttributed, After.NotAttributed}, "not attributed");
  if (!Unchanged.isZero())
    emitRow({Unchanged, Unchanged}, "unchanged");
  if (Listed == Rows.size())
    return;
  BytesChange Other;
  for (const auto &[Key, Change] : ArrayRef(Rows).drop_front(Listed)) {
    Other.Before += Change.Before;
    Other.After += Change.After;
  }
  emitRow(Other, "other");
  reportRest(C, Options, Rows.size() - Listed,
             (RowNames[size_t(Options.By)] + "s").str());
}

HLOMEM_PASS(Compare, CompareReport)

} // namespace hlomem
