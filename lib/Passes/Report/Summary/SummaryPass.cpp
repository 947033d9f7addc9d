//===- SummaryPass.cpp - A dump on one screen -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeakGroups.h"
#include "Summary/Summary.inc"
#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Memory/Padding.h"
#include "hlomem/Analysis/Memory/Walls.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Writer/DumpDialects.h"
#include "hlomem/Passes/Report/ListedRows.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "hlomem/Remarks/TextRemarkStream.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/DisplayText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace hlomem {

/// Columns of a terminal that texts have beside indent, gaps and numbers: those
/// of a row of SummaryBuffer together, a memory space, a finding.
static constexpr size_t TextWidth = 62;
static constexpr size_t MaxValueWidth = 22;
static constexpr size_t MaxPlaceWidth = 28;
static constexpr size_t MaxFindingWidth = 41;
static constexpr size_t MaxGroupWidth = 40;
static constexpr size_t NoWidth = SIZE_MAX;

/// Lines of a screen, on which `advise` has 20 more; the tables of a full
/// report have up to 'top' rows each, and besides them it has so many lines,
/// but for what limits add.
static constexpr size_t MaxLines = 25;
static constexpr size_t LinesWithoutTables = 10;
/// Of so many memory spaces it is told what is left.
static constexpr size_t MaxHeadrooms = 3;
/// So many walls are listed after the peak.
static constexpr size_t MaxWalls = 2;
/// Only where so many lines are left for buffers.
static constexpr size_t LeastBufferLines = 3;
/// So many more groups of buffers are listed than buffers would be.
static constexpr size_t MoreGroups = 3;

static constexpr StringLiteral LocalName = "thread-local, not on device";
static constexpr StringLiteral PrintedName = "all, as XLA prints it";

namespace {

// The remarks of one module.
class SummaryReport : public SummaryPass {
public:
  using SummaryPass::SummaryPass;

  void run();

private:
  void reportFull();
  void reportBrief();
  void reportUnknown();
  void reportLimitsOfNoSpace();
  void reportSpaces();
  void reportSpace(MemorySpace Space);
  void reportRestOfSpaces(ArrayRef<MemorySpace> Spaces);
  void explainPrintedPeak(const PrintedPeak &Printed);
  void reportHeadroom();
  void reportPeak();
  void reportGroups(ArrayRef<LiveBuffer> Buffers, Bytes Sum, size_t WallCount);
  void reportBuffers(ArrayRef<LiveBuffer> Buffers, Bytes Sum, size_t Listed,
                     RemarkAudience Audience);
  void reportBuffer(const LiveBuffer &B, Bytes Sum, size_t ValueWidth,
                    RemarkAudience Audience);
  void reportWalls(MemorySpace Space, ArrayRef<Wall> Found);
  void reportFindings();

  std::string describeBackend() const {
    StringRef Name = backendName(Backend.get());
    return Backend.get() == Backend::Unknown ? "unknown backend" : Name.str();
  }
  std::string describeDevice() const {
    const Device *For = AM.getTarget().Compile.For;
    return For && For->Family == Backend.get() ? (" " + For->Name).str() : "";
  }
  std::string describe(const Finding &F, size_t Width = NoWidth) const;
  /// The same where the line that tells the rest counts too.
  size_t countListedWithRest(size_t Count) const {
    return Top == 0 || Count <= Top ? Count : Top - 1;
  }

  std::string listAllBuffers() const {
    SummaryOptions Given = Options;
    Given.Rows = SummaryOptions::RowsKind::Buffers;
    return describeListingAll(C, Given);
  }

  /// Lines that are left beside the findings and \p Rows more.
  size_t getRoom(size_t Rows) const;
  size_t countWallRows(size_t Count) const;
  /// Rows of buffers that leave room for the findings and \p WallCount walls.
  size_t countBufferRows(size_t Count, size_t Most, size_t WallCount) const;
  /// Counts lines of text, with those above tables.
  template <class RemarkT>
  void emit(SMLoc Loc, const RemarkT &R,
            RemarkAudience Audience = RemarkAudience::Everyone) {
    if (Audience == RemarkAudience::Programs)
      return C.emit(Loc, R, Audience);
    if (RemarkT::Info.IsRow && !(Last && isSameTable(*Last, RemarkT::Info)))
      ++Lines;
    ++Lines;
    Last = &RemarkT::Info;
    C.emit(Loc, R);
  }
  /// As PassRun::emit().
  template <class RemarkT> void emit(const RemarkT &R) {
    const bool IsPart = RemarkT::Info.IsNote || RemarkT::Info.IsRow;
    emit(IsPart ? SMLoc() : getLoc(M), R);
  }

  ArrayRef<Finding> Found = Findings.List;
  const unsigned Top = Options.Top;
  const bool HasGroups = Options.Rows == SummaryOptions::RowsKind::Groups;
  size_t Lines = 0;
  const RemarkInfo *Last = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// The peak without a value in its gap, which a sunk value is not before
/// either; the name in the middle is cut to fit.
static std::string describeGap(const Gap &G, size_t Width) {
  std::string Before = ("idle until @" + Twine(G.When.End + 1) + ": ").str();
  return Before +
         shortenMiddle(toString(G.V->getDefinition()), Width - Before.size());
}

static std::string describeLine(const std::optional<UserPlace> &Place) {
  return Place ? printShort(*Place) : "";
}

/// Cut to fit where it holds a name of any length.
std::string SummaryReport::describe(const Finding &F, size_t Width) const {
  switch (F.Kind) {
  case FindingKind::OverLimit:
    return "over the limit of " + Backend.describe(*F.Space);
  case FindingKind::LoopCopies:
    return "cost of loop-carried copies (upper bound)";
  case FindingKind::NotDonated:
    return countText(F.Count, "argument") + " not donated, " +
           (F.Count == 1 ? "a result fits" : "results fit") +
           " uncopied (their size)";
  case FindingKind::IdleGap:
    return describeGap(F.Gap->Where, Width);
  case FindingKind::NotLiveAtPeak:
    return "allocated but not live at the peak, " + Backend.describe(*F.Space);
  case FindingKind::Fragmentation:
    return "fragmentation, arenas of " + Backend.describe(*F.Space);
  case FindingKind::Padding:
    return "padding at the peak, " + Backend.describe(*F.Space);
  case FindingKind::ThreadLocal:
    return "thread-local, no device memory";
  case FindingKind::UnknownRanges:
    return "live at unknown times, in no peak";
  }
  llvm_unreachable("unknown kind of finding");
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

void SummaryReport::run() {
  C.count(NumFindings, Found.size());
  bool IsBrief =
      Options.Form == SummaryOptions::FormKind::Brief ||
      (Options.Form == SummaryOptions::FormKind::Auto && C.isOneOfSeveral());
  if (IsBrief)
    reportBrief();
  else
    reportFull();
}

void SummaryReport::reportUnknown() {
  emit(remark::SummaryUnknown{.Backend = describeBackend(),
                              .Allocated = Timeline.getAllSpaces().Allocated,
                              .Why = Live.whyUnknown().str()});
}

void SummaryReport::reportLimitsOfNoSpace() {
  SmallVector<StringRef> Names =
      AM.getTarget().findLimitsOfNoSpace(Backend.get());
  if (!Names.empty())
    emit(remark::SummaryLimitOfNoSpace{.Limited = join(Names, ", "),
                                       .Backend =
                                           backendName(Backend.get()).str()});
}

// Behind the first of so many findings.
static std::string describeFurther(size_t Count) {
  return Count == 1 ? "" : "; and " + utostr(Count - 1) + " more";
}

void SummaryReport::reportBrief() {
  reportLimitsOfNoSpace();
  const SpaceTimeline &All = Timeline.getAllSpaces();
  if (!Live.isKnown())
    reportUnknown();
  else
    emit(remark::SummaryBrief{.Backend = describeBackend(),
                              .Peak = All.Peak.Size,
                              .At = All.Peak.At,
                              .Share = Percent{All.Peak.Size, All.Allocated},
                              .Allocated = All.Allocated});
  if (!Found.empty())
    emit(Found.front().Loc,
         remark::SummaryFirstFinding{.Size = Found.front().Size,
                                     .What = describe(Found.front()),
                                     .Pass = Found.front().getPass().str(),
                                     .Further = describeFurther(Found.size())});
}

void SummaryReport::reportFull() {
  reportLimitsOfNoSpace();
  if (!Live.isKnown()) {
    reportUnknown();
  } else {
    const XlaFacts *Form = findOldestDialectOf(M);
    emit(remark::SummaryHead{
        .Backend = describeBackend(),
        .Device = describeDevice(),
        .Form = Form ? "dump format of " + Form->Dialect.str() + " or later"
                     : "unknown dump format"});
  }
  if (FitVerdict Verdict = judgeFit(getNeededBytes(M, AM), M, AM);
      Verdict.Kind == Fit::DoesNotFit && Verdict.getExcess())
    emit(remark::SummaryDoesNotFit{.Needed = Verdict.Needed,
                                   .Excess = *Verdict.getExcess()});
  if (Live.isDerived())
    emit(remark::SummaryDerived{.Known = Live.getKnownCount(),
                                .Count = Live.getValueCount()});
  reportSpaces();
  reportHeadroom();
  if (Live.isKnown())
    reportPeak();
  reportFindings();
}

/// A row of the table of spaces of which no more is known.
template <class RowT>
static RowT makeSpaceRow(std::string Where, std::optional<Bytes> Allocated) {
  RowT Row = {};
  Row.Allocated = Allocated;
  Row.ShortWhere = shortenMiddle(Where, MaxPlaceWidth);
  Row.Where = std::move(Where);
  return Row;
}

void SummaryReport::reportSpace(MemorySpace Space) {
  const SpaceTimeline &S = Timeline.getSpace(Space);
  auto Row =
      makeSpaceRow<remark::SummarySpace>(Backend.describe(Space), S.Allocated);
  if (Live.isKnown() && !S.isPeakUnknown()) {
    Row.Peak = S.Peak.Size;
    if (S.isFragmentationKnown())
      Row.Fragmentation = S.Fragmentation;
    const PaddingAtPeak *Padding =
        AM.getResult<PaddingAnalysis>().findPeak(Space);
    if (Padding && Padding->Sum.UnknownCount == 0)
      Row.Padding = Padding->Sum.Padding.total();
  }
  emit(S.Loc, Row);
}

void SummaryReport::reportRestOfSpaces(ArrayRef<MemorySpace> Spaces) {
  Bytes Allocated;
  for (MemorySpace Space : Spaces)
    Allocated += Timeline.getSpace(Space).Allocated;
  emit(makeSpaceRow<remark::SummarySpace>(
      countText(Spaces.size(), "more space"), Allocated));
}

void SummaryReport::reportSpaces() {
  SmallVector<MemorySpace> Spaces;
  for (MemorySpace Space : Timeline.spaces()) {
    const SpaceTimeline &S = Timeline.getSpace(Space);
    // A dump may contradict itself and have values in allocations of size 0.
    if (!S.Allocated.isZero() || !S.Peak.Size.isZero() ||
        !S.UnknownBytes.isZero())
      Spaces.push_back(Space);
  }
  std::ranges::stable_sort(Spaces, std::greater(), [this](MemorySpace Space) {
    return Timeline.getSpace(Space).Allocated;
  });
  const PeakLoad &All = Timeline.getAllSpaces().Peak;
  if (Spaces.size() > 1 && Live.isKnown())
    emit(remark::SummaryAllSpaces{.Peak = All.Size, .At = All.At});
  size_t Listed = countListedWithRest(Spaces.size());
  for (MemorySpace Space : ArrayRef(Spaces).take_front(Listed))
    reportSpace(Space);
  if (Listed != Spaces.size())
    reportRestOfSpaces(ArrayRef(Spaces).drop_front(Listed));

  Bytes Local;
  for (const Allocation &A : M.allocations())
    if (A.isThreadLocal())
      Local += A.getSize();
  if (!Local.isZero()) {
    auto Row = makeSpaceRow<remark::SummarySpace>(LocalName.str(), Local);
    Row.Peak = Row.Fragmentation = Bytes();
    emit(Row);
  }
  const DumpClaims &Claims = getClaims(M);
  std::optional<Bytes> Peak;
  if (Claims.Peak && Claims.Peak->IsSumKnown && Live.isKnown())
    Peak = Claims.Peak->getSum();
  if (!Peak && !Claims.Total)
    return;
  auto Row =
      makeSpaceRow<remark::SummaryPrinted>(PrintedName.str(), Claims.Total);
  Row.Peak = Peak;
  emit(Claims.Total ? Claims.TotalLoc : Claims.Peak->Loc, Row);
  if (Peak)
    explainPrintedPeak(*Claims.Peak);
}

// Of all spaces it should be no less than one of them has.
void SummaryReport::explainPrintedPeak(const PrintedPeak &Printed) {
  Bytes Listed = Printed.getSum();
  bool IsLess = any_of(Timeline.spaces(), [&](MemorySpace Space) {
    return Listed < Timeline.getSpace(Space).Peak.Size;
  });
  Bytes Peak = Timeline.getAllSpaces().Peak.Size;
  if ((!IsLess && Listed <= Peak) || Printed.At >= Live.getEndOfProgram())
    return;
  // Together they are the difference.
  Bytes LiveThere = Timeline.getLiveAtPrintedPeak();
  if (LiveThere < Peak)
    emit(remark::SummaryPrintedElsewhere{.At = Printed.At,
                                         .Less = Peak - LiveThere});
  if (Listed < LiveThere)
    emit(remark::SummaryPrintedLacks{.At = Printed.At,
                                     .Missing = LiveThere - Listed});
  else if (LiveThere < Listed)
    emit(remark::SummaryPrintedExceeds{.At = Printed.At,
                                       .Excess = Listed - LiveThere});
}

// Where there is none left, that is a finding.
void SummaryReport::reportHeadroom() {
  struct Headroom {
    MemorySpace Space;
    Bytes Left, Limit;
  };
  std::vector<Headroom> Kept;
  for (MemorySpace Space : Timeline.spaces()) {
    std::optional<Bytes> Limit = AM.getTarget().getLimit(Backend.get(), Space);
    Bytes Allocated = Timeline.getSpace(Space).Allocated;
    if (Limit && Allocated <= *Limit)
      Kept.push_back({Space, *Limit - Allocated, *Limit});
  }
  stable_sort(Kept, [](const Headroom &L, const Headroom &R) {
    using WideInt = unsigned __int128;
    return WideInt(L.Left.count()) * R.Limit.count() <
           WideInt(R.Left.count()) * L.Limit.count();
  });
  bool HasRest = Top != 0 && Kept.size() > MaxHeadrooms;
  size_t Listed = HasRest ? MaxHeadrooms - 1 : Kept.size();
  for (const Headroom &H : ArrayRef(Kept).take_front(Listed))
    emit(remark::SummaryHeadroom{.Space = Backend.name(H.Space),
                                 .Headroom = H.Left,
                                 .Share = Percent{H.Left, H.Limit}});
  if (HasRest)
    emit(remark::SummaryHeadroomRest{.Count = Kept.size() - Listed});
}

size_t SummaryReport::getRoom(size_t Rows) const {
  // The heads of both tables, or what stands there without findings.
  size_t Taken = Lines + 2 + countListed(Found.size(), Top) + Rows;
  size_t Most = std::max(MaxLines, LinesWithoutTables + 3 * Top);
  return Most - std::min(Most, Taken);
}

// With their note and the titles.
size_t SummaryReport::countWallRows(size_t Count) const {
  return Top == 0 || getRoom(Count + 2) >= LeastBufferLines ? Count : 0;
}

size_t SummaryReport::countBufferRows(size_t Count, size_t Most,
                                      size_t WallCount) const {
  if (Top == 0)
    return Count;
  size_t Room = getRoom(WallCount == 0 ? 0 : WallCount + 2);
  size_t Listed = std::min(Count, Most);
  if (Listed + (Listed != Count) > Room)
    Listed = std::max<size_t>(Room, 2) - 1;
  return Listed;
}

void SummaryReport::reportPeak() {
  ArrayRef<MemorySpace> Spaces = Timeline.spaces();
  // Where a limit is exceeded, that is what matters; otherwise the default
  // space: others are the compiler's, which fills them as far as it can.
  auto GetKey = [this](MemorySpace Space) {
    const SpaceTimeline &T = Timeline.getSpace(Space);
    std::optional<Bytes> Limit = AM.getTarget().getLimit(Backend.get(), Space);
    return std::tuple(Limit ? differenceOrZero(T.Allocated, *Limit) : Bytes(),
                      Space == 0 && !T.Peak.Size.isZero(), T.Peak.Size);
  };
  const auto *Highest = std::ranges::max_element(Spaces, {}, GetKey);
  if (Highest == Spaces.end() || Timeline.getSpace(*Highest).Peak.Size.isZero())
    return;
  const PeakLoad &Peak = Timeline.getSpace(*Highest).Peak;
  std::vector<LiveBuffer> Buffers = findLiveBuffers(M, *Highest, Live, Peak.At);
  std::ranges::stable_sort(Buffers, std::greater(), &LiveBuffer::Size);
  std::string Line = describeLine(
      AM.getResult<UserSourceAnalysis>().find(Live.schedule()[Peak.At]));
  emit(remark::SummaryBuffers{.Space = Backend.name(*Highest),
                              .At = Peak.At,
                              .Line = Line.empty() ? "" : " (" + Line + ")",
                              .Count = Buffers.size()});
  std::vector<Wall> Walls =
      AM.getResult<WallsAnalysis>().find(*Highest, 1 + MaxWalls);
  size_t WallCount = countWallRows(Walls.empty() ? 0 : Walls.size() - 1);
  size_t Listed = countBufferRows(Buffers.size(), Top, WallCount);
  if (HasGroups)
    reportGroups(Buffers, Peak.Size, WallCount);
  reportBuffers(Buffers, Peak.Size, Listed,
                HasGroups ? RemarkAudience::Programs
                          : RemarkAudience::Everyone);
  if (WallCount != 0)
    reportWalls(*Highest, Walls);
}

void SummaryReport::reportGroups(ArrayRef<LiveBuffer> Buffers, Bytes Sum,
                                 size_t WallCount) {
  std::vector<PeakGroup> Groups = groupBuffers(M, AM, Buffers, MaxGroupWidth);
  Bytes Kept, Rest;
  size_t KeptCount = 0, RestCount = 0;
  for (const PeakGroup &G : Groups)
    if (G.What == PeakGroup::Kind::Kept) {
      Kept += G.Size;
      ++KeptCount;
    }
  size_t NoteCount = KeptCount > 1;
  size_t Listed =
      countBufferRows(Groups.size(), Top + MoreGroups, WallCount + NoteCount);
  for (const PeakGroup &G : ArrayRef(Groups).take_front(Listed)) {
    uint64_t Layers = countLayers(G, M, AM);
    emit(G.Members.front()->Representative->getLoc(),
         remark::SummaryGroup{.Size = G.Size,
                              .Layers = Layers == 1 ? "" : "x" + utostr(Layers),
                              .Count = G.Members.size(),
                              .Types = describeTypes(G),
                              .What = shortenMiddle(G.Name, MaxGroupWidth),
                              .Line = describeLine(G.Place),
                              .Source = G.Place ? G.Place->str() : "",
                              .Share = Percent{G.Size, Sum},
                              .Kind = getName(G.What).str(),
                              .LayerCount = Layers});
  }
  for (const PeakGroup &G : ArrayRef(Groups).drop_front(Listed)) {
    Rest += G.Size;
    RestCount += G.Members.size();
  }
  if (Listed != Groups.size())
    emit(remark::SummaryGroupsRest{
        .Count = Groups.size() - Listed, .Buffers = RestCount, .Size = Rest});
  if (NoteCount != 0)
    emit(remark::SummaryKept{.Size = Kept, .Share = Percent{Kept, Sum}});
}

void SummaryReport::reportBuffers(ArrayRef<LiveBuffer> Buffers, Bytes Sum,
                                  size_t Listed, RemarkAudience Audience) {
  ArrayRef<LiveBuffer> Rows = Buffers.take_front(Listed);
  size_t ValueWidth = 0;
  for (const LiveBuffer &B : Rows) {
    const HloPosition &Name = B.Representative->getDefinition();
    ValueWidth = std::max(ValueWidth, Name.getName().size() +
                                          Name.getIndex().getText().size() + 2);
  }
  for (const LiveBuffer &B : Rows)
    reportBuffer(B, Sum, std::min(ValueWidth, MaxValueWidth), Audience);
  Bytes Rest;
  for (const LiveBuffer &B : Buffers.drop_front(Listed))
    Rest += B.Size;
  if (Listed != Buffers.size())
    emit(SMLoc(), remark::Rest{Buffers.size() - Listed, listAllBuffers(), Rest},
         Audience);
}

void SummaryReport::reportWalls(MemorySpace Space, ArrayRef<Wall> Found) {
  emit(remark::SummaryWalls{.Space = Backend.name(Space)});
  for (const Wall &W : Found.drop_front()) {
    StringRef Instruction = Live.schedule()[W.At];
    std::optional<UserPlace> Place =
        AM.getResult<UserSourceAnalysis>().find(Instruction);
    emit(SMLoc::getFromPointer(Instruction.data()),
         remark::SummaryWall{.Size = W.Live,
                             .Below = Found.front().Live - W.Live,
                             .At = W.At,
                             .Instruction = Instruction,
                             .Line = describeLine(Place),
                             .Source = Place ? Place->str() : "",
                             .Gone = W.Gone});
  }
}

void SummaryReport::reportBuffer(const LiveBuffer &B, Bytes Sum,
                                 size_t ValueWidth, RemarkAudience Audience) {
  const Value &V = *B.Representative;
  std::string Name = AM.getResult<ValueNamesAnalysis>()->getName(V);
  emit(V.getLoc(),
       remark::SummaryBuffer{
           .Size = B.Size,
           .Share = Percent{B.Size, Sum},
           .Value = V.getDefinition(),
           .StandsFor = Name,
           .ShortValue = shortenMiddle(toString(V.getDefinition()), ValueWidth),
           .ShortName = shortenMiddle(Name, TextWidth - ValueWidth),
           .Shape = &V.getShape(),
           .Range = *Live.getRange(V)},
       Audience);
}

void SummaryReport::reportFindings() {
  if (Found.empty()) {
    if (Live.isKnown())
      emit(remark::SummaryNoFindings{});
    return;
  }
  size_t Listed = countListedWithRest(Found.size());
  for (const Finding &F : Found.take_front(Listed))
    emit(F.Loc, remark::SummaryFinding{
                    .Size = F.Size,
                    .Share = Percent{F.Size, F.Whole},
                    .What = describe(F),
                    .Pass = F.getPass().str(),
                    .ShortWhat = shortenMiddle(describe(F, MaxFindingWidth),
                                               MaxFindingWidth),
                    .Kind = getName(F.Kind).str(),
                    .Whole = F.Whole,
                    .Count = F.Count});
  if (Listed != Found.size())
    emit(remark::RestWithoutBytes{Found.size() - Listed,
                                  describeListingAll(C, Options), "findings"});
}

HLOMEM_PASS(Summary, SummaryReport)

} // namespace hlomem
