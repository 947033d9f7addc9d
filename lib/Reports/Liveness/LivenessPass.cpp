//===- LivenessPass.cpp - How long values live ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Liveness/Liveness.inc"
#include "LivenessReport.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/PassUtils/SpaceSelection.h"
#include "hlomem/PassUtils/ValueSelection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem {

namespace {

class LivenessPass : public LivenessBase<LivenessPass> {
public:
  using LivenessBase::LivenessBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

} // namespace

PreservedAnalyses LivenessPass::run(Module &M, AnalysisManager &AM,
                                    PassContext &C) {
  if (Error E = resolveSpace(Options.Space, AM, name())) {
    C.fail(std::move(E));
    return PreservedAnalyses::all();
  }
  const auto &Live = AM.getResult<LivenessAnalysis>();
  if (Options.OfValue) {
    if (Expected<const Value *> V = selectValue(M, name(), *Options.OfValue))
      ValueReport(M, AM, Options.Top, C).run(**V);
    else
      C.fail(V.takeError());
    return PreservedAnalyses::all();
  }
  const auto &Timeline = AM.getResult<MemoryTimelineAnalysis>();
  SmallVector<MemorySpace> Spaces =
      selectSpaces(Timeline.spaces(), Options.Space);
  if (Spaces.empty() && !Timeline.spaces().empty()) {
    C.emit(getLoc(M), remark::NothingInSpaceForLiveness{
                          .Space = AM.getResult<BackendAnalysis>().name(
                              MemorySpace(*Options.Space)),
                          .Present = describeSpaces(Timeline.spaces())});
    return PreservedAnalyses::all();
  }
  LivenessReport Report(M, AM, Spaces,
                        {.Top = Options.Top,
                         .ListAllValues = Options.All,
                         .MinLength = Options.MinLength,
                         .Buckets = Options.Buckets,
                         .Fold = Options.Fold == LivenessOptions::FoldKind::On},
                        C);
  if (!Live.isKnown()) {
    Report.reportUnknown();
    return PreservedAnalyses::all();
  }
  Report.reportSummary(/*IsWholeModule=*/!Options.Space);
  if (Options.Buckets != 0)
    for (MemorySpace Space : Spaces)
      Report.reportCurve(Space);
  Report.reportLongest();
  C.count(NumNeverRead, Report.reportNeverRead());
  C.count(NumGaps, Report.reportGaps());
  for (MemorySpace Space : Spaces)
    C.count(NumWhatIfs, Report.reportPeak(Space));
  return PreservedAnalyses::all();
}

LivenessReport::LivenessReport(const Module &M, AnalysisManager &AM,
                               ArrayRef<MemorySpace> Spaces, Limits Given,
                               PassContext &C)
    : M(M), Live(AM.getResult<LivenessAnalysis>()),
      Reads(AM.getResult<ReadTimesAnalysis>()),
      Buffers(AM.getResult<AliasAnalysis>()),
      Timeline(AM.getResult<MemoryTimelineAnalysis>()),
      Curves(AM.getResult<LiveCurvesAnalysis>()),
      Backend(AM.getResult<BackendAnalysis>()),
      Names(*AM.getResult<ValueNamesAnalysis>()),
      Folding(*AM.getResult<LayerFoldingAnalysis>()), Spaces(Spaces),
      Limit(Given), C(C) {
  for (const Allocation &A : M.allocations())
    if (!A.isThreadLocal() && binary_search(Spaces, A.getMemorySpace()))
      for (const Value &V : A.values())
        if (!V.getSize().isZero())
          Values.push_back(&V);
  for (const Value *V : Values)
    for (const Gap &G : Reads.findGaps(*V)) {
      Gaps.push_back(G);
      GapsBySpace[V->getAllocation().getMemorySpace()].push_back(G);
    }
}

void LivenessReport::reportUnknown() {
  Bytes Size;
  for (MemorySpace Space : Spaces)
    Size += Timeline.getSpace(Space).UnknownBytes;
  C.emit(getLoc(M), remark::LivenessUnknown{.Count = Values.size(),
                                            .Size = Size,
                                            .Why = Live.whyUnknown().str()});
}

void LivenessReport::reportSummary(bool IsWholeModule) {
  if (Live.isDerived())
    C.emit(getLoc(M),
           remark::LivenessFromDerivedRanges{.Known = Live.getKnownCount(),
                                             .Count = Live.getValueCount()});
  Bytes Area, UnknownSize;
  uint64_t UnknownCount = 0;
  for (MemorySpace Space : Spaces) {
    const SpaceTimeline &S = Timeline.getSpace(Space);
    Area += S.ByteTime;
    UnknownCount += S.UnknownValues;
    UnknownSize += S.UnknownBytes;
  }
  C.emit(getLoc(M), remark::LivenessFound{.Known = Values.size() - UnknownCount,
                                          .Count = Values.size(),
                                          .How = how(),
                                          .Times = Live.getEndOfProgram(),
                                          .Area = Area});
  if (UnknownCount != 0)
    C.emit(SMLoc(), remark::LivenessUnknownRanges{.Count = UnknownCount,
                                                  .Size = UnknownSize});
  remark::LivenessUnknownReads WithoutReads{};
  for (const Value *V : Values)
    if (Live.getRange(*V) && !Reads.knowsReads(*V)) {
      ++WithoutReads.Count;
      WithoutReads.Size += V->getSize();
    }
  if (WithoutReads.Count != 0)
    C.emit(SMLoc(), WithoutReads);
  if (!IsWholeModule)
    return;
  remark::LivenessThreadLocal ThreadLocal{};
  for (const Value &V : M.values())
    if (V.getAllocation().isThreadLocal()) {
      ++ThreadLocal.Count;
      ThreadLocal.Size += V.getSize();
    }
  if (ThreadLocal.Count != 0)
    C.emit(SMLoc(), ThreadLocal);
}

//===----------------------------------------------------------------------===//
// Live bytes over time
//===----------------------------------------------------------------------===//

// Rounded up, so that nothing but zero has no bar.
static std::string drawBar(Bytes Live, Bytes Peak) {
  static constexpr unsigned FullLength = 30;
  if (Peak.isZero())
    return "";
  using WideInt = unsigned __int128;
  WideInt Length =
      (WideInt(Live.count()) * FullLength + Peak.count() - 1) / Peak.count();
  return std::string(static_cast<size_t>(Length), '#');
}

void LivenessReport::reportCurve(MemorySpace Space) {
  const SpaceTimeline &S = Timeline.getSpace(Space);
  size_t Times = Live.getEndOfProgram();
  if (Times == 0 || (S.Peak.Size.isZero() && S.UnknownValues == 0))
    return;
  StringRef Instruction = Live.schedule()[S.Peak.At];
  C.emit(SMLoc::getFromPointer(Instruction.data()),
         remark::LiveBytesOverTime{.Space = Backend.name(Space),
                                   .Times = Times,
                                   .Peak = S.Peak.Size,
                                   .At = S.Peak.At,
                                   .Instruction = Instruction});
  const LiveCurve &Curve = Curves.getSpace(Space);
  size_t Count = std::min<size_t>(Limit.Buckets, Times);
  for (size_t I = 0; I != Count; ++I) {
    Time Begin = I * Times / Count, End = (I + 1) * Times / Count;
    auto [Most, At] = Curve.getPeak(Begin, End);
    std::string Bar = drawBar(Most, S.Peak.Size);
    if (At == S.Peak.At)
      Bar += " peak";
    C.emit(SMLoc(), remark::LiveBytesBar{.Range = {Begin, End - 1},
                                         .Live = Most,
                                         .At = At,
                                         .Bar = std::move(Bar)});
  }
  if (S.UnknownValues != 0)
    C.emit(SMLoc(), remark::LiveBytesMissing{.Count = S.UnknownValues,
                                             .Size = S.UnknownBytes});
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void LivenessReport::reportLongest() {
  std::vector<std::pair<Bytes, const Value *>> Known;
  Bytes Rest;
  for (const Value *V : Values)
    if (Live.getRange(*V) && isLongEnough(Reads.getLength(*V))) {
      Known.emplace_back(Reads.getArea(*V), V);
      Rest += Known.back().first;
    }
  if (Known.empty())
    return;
  stable_sort(Known,
              [](const auto &L, const auto &R) { return L.first > R.first; });
  C.emit(Known.front().second->getLoc(),
         remark::LongestLived{.Count = Known.size(), .Area = Rest});
  std::vector<const Value *> Longest;
  std::vector<Bytes> Areas;
  for (auto [Area, V] : Known) {
    Longest.push_back(V);
    Areas.push_back(Area);
  }
  FoldedTable Table = fold(Longest, Areas);
  listLongest(Longest, Areas, nullptr, Rest, Table.getAudience());
  if (Table.folds())
    listLongest(Longest, Areas, &Table, Rest, RemarkAudience::People);
}

FoldedTable LivenessReport::fold(ArrayRef<const Value *> Rows,
                                 std::vector<Bytes> Weights) {
  if (!Limit.Fold)
    return {};
  std::vector<FoldItem> Items;
  for (const Value *V : Rows)
    Items.push_back({V, V->getSize()});
  return {Folding, std::move(Items), Limit.ListAllValues ? 0 : Limit.Top,
          std::move(Weights)};
}

/// The members of a row of \p Table, or of \p Rows where it is null.
static SmallVector<const Value *, 1>
getMembers(ArrayRef<const Value *> Rows, const FoldedTable *Table, size_t I) {
  if (!Table)
    return {Rows[I]};
  return map_to_vector<1>(Table->rows()[I].Members,
                          [&](size_t Member) { return Rows[Member]; });
}

void LivenessReport::listLongest(ArrayRef<const Value *> Values,
                                 ArrayRef<Bytes> Areas,
                                 const FoldedTable *Table, Bytes Area,
                                 RemarkAudience Audience) {
  size_t Rows = Table ? Table->rows().size() : Values.size();
  size_t Listed = Limit.ListAllValues ? Rows : countListed(Rows, Limit.Top);
  size_t Done = 0;
  for (size_t I = 0; I != Listed; ++I) {
    Bytes Of = Table ? Table->getWeight(Table->rows()[I]) : Areas[I];
    SmallVector<const Value *, 1> Members = getMembers(Values, Table, I);
    reportLongest(Members, Of, Audience,
                  Table ? Table->getFold(Table->rows()[I]) : std::nullopt,
                  Table ? StringRef(Table->rows()[I].Name) : "");
    Done += Members.size();
    Area = differenceOrZero(Area, Of);
  }
  if (Listed != Rows)
    C.emit(
        SMLoc(),
        remark::LongestLivedRest{.Count = Values.size() - Done, .Area = Area},
        Audience);
}

void LivenessReport::reportLongest(ArrayRef<const Value *> Members, Bytes Area,
                                   RemarkAudience Audience,
                                   std::optional<RemarkFold> Fold,
                                   StringRef Name) {
  const Value &V = *Members.front();
  remark::LongestLivedRow Row{.Area = Area,
                              .Size = Bytes(),
                              .Range = *Live.getRange(V),
                              .Length = 0,
                              .FirstRead = "-",
                              .Gap = 0,
                              .Reads = 0,
                              .Value = V.getDefinition(),
                              .Kind = Fold ? getKindName(V.getAllocation())
                                           : describeKind(V.getAllocation()),
                              .How = how(),
                              .StandsFor = Fold ? Name.str() : Names.getName(V),
                              .OpName = Names.findOpName(V).str()};
  std::optional<Time> FirstRead;
  for (const Value *Member : Members) {
    SmallVector<Read, 4> ReadsOf = Reads.findReads(*Member);
    LiveRange Range = *Live.getRange(*Member);
    Row.Size += Member->getSize();
    Row.Range = {std::min(Row.Range.Begin, Range.Begin),
                 std::max(Row.Range.End, Range.End)};
    Row.Length = std::max<uint64_t>(Row.Length, Reads.getLength(*Member));
    Row.Reads += ReadsOf.size();
    for (const Gap &G : Reads.findGaps(*Member))
      Row.Gap = std::max<uint64_t>(Row.Gap, G.When.length());
    if (!ReadsOf.empty())
      FirstRead =
          std::min(FirstRead.value_or(ReadsOf.front().At), ReadsOf.front().At);
  }
  auto KnowsReads = [this](const Value *Of) { return Reads.knowsReads(*Of); };
  auto IsNeverRead = [this](const Value *Of) { return Reads.isNeverRead(*Of); };
  if (!all_of(Members, KnowsReads))
    Row.FirstRead = "?";
  else if (FirstRead)
    Row.FirstRead = utostr(*FirstRead);
  else if (all_of(Members, IsNeverRead))
    Row.FirstRead = "never";
  C.emit(V.getLoc(), Row, Audience, Fold);
}

static std::string describeUnread(const Module &M, const Value &V) {
  const InstructionDetails *D = M.getInstruction(V);
  if (V.getAllocation().getParameter() && !V.isPhi())
    return "argument";
  if (!D)
    return "";
  if (D->Op == Opcode::CustomCall && V.getDefinition().hasIndex())
    return "part of a custom-call's result, perhaps its scratch memory";
  return ((V.isPhi() ? "result of " : "") + D->OpcodeName).str();
}

size_t LivenessReport::reportNeverRead() {
  std::vector<const Value *> Unread;
  Bytes Size, Area;
  for (const Value *V : Values)
    if (isLongEnough(Reads.getLength(*V)) && Reads.isNeverRead(*V)) {
      Unread.push_back(V);
      Size += V->getSize();
      Area += Reads.getArea(*V);
    }
  if (Unread.empty())
    return 0;
  stable_sort(Unread, [](const Value *L, const Value *R) {
    return L->getSize() > R->getSize();
  });
  C.emit(Unread.front()->getLoc(),
         remark::NeverRead{.Count = Unread.size(), .Size = Size, .Area = Area});
  FoldedTable Table = fold(Unread);
  listNeverRead(Unread, nullptr, Size, Table.getAudience());
  if (Table.folds())
    listNeverRead(Unread, &Table, Size, RemarkAudience::People);
  return Unread.size();
}

void LivenessReport::listNeverRead(ArrayRef<const Value *> Values,
                                   const FoldedTable *Table, Bytes Size,
                                   RemarkAudience Audience) {
  size_t Rows = Table ? Table->rows().size() : Values.size();
  size_t Listed = countListed(Rows, Limit.Top);
  size_t Done = 0;
  for (size_t I = 0; I != Listed; ++I) {
    SmallVector<const Value *, 1> Members = getMembers(Values, Table, I);
    const Value &V = *Members.front();
    Bytes Of = V.getSize() * Members.size();
    std::optional<RemarkFold> Fold =
        Table ? Table->getFold(Table->rows()[I]) : std::nullopt;
    LiveRange Range = *Live.getRange(V);
    for (const Value *Member : Members)
      Range = {std::min(Range.Begin, Live.getRange(*Member)->Begin),
               std::max(Range.End, Live.getRange(*Member)->End)};
    C.emit(V.getLoc(),
           remark::NeverReadRow{.Size = Of,
                                .Range = Range,
                                .Value = V.getDefinition(),
                                .Kind = Fold ? getKindName(V.getAllocation())
                                             : describeKind(V.getAllocation()),
                                .What = describeUnread(M, V)},
           Audience, Fold);
    Done += Members.size();
    Size = differenceOrZero(Size, Of);
  }
  if (Listed != Rows)
    C.emit(SMLoc(),
           remark::NeverReadRest{.Count = Values.size() - Done, .Size = Size},
           Audience);
}

Error registerLivenessPass(PassBuilder &PB) {
  return PB.registerPass<LivenessPass>();
}

} // namespace hlomem
