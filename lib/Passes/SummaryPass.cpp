//===- SummaryPass.cpp - A dump on one screen -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpaceSelection.h"
#include "hlomem/Analysis/BackendAnalysis.h"
#include "hlomem/Analysis/Findings.h"
#include "hlomem/Analysis/LiveBuffers.h"
#include "hlomem/Analysis/Liveness.h"
#include "hlomem/Analysis/MemoryTimeline.h"
#include "hlomem/Analysis/Padding.h"
#include "hlomem/Analysis/Target.h"
#include "hlomem/Analysis/ValueNames.h"
#include "hlomem/Export/DumpDialects.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Passes/Pass.h"
#include "hlomem/Passes/PassBuilder.h"
#include "hlomem/Remarks/BuiltinRemarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#define GEN_PASS_DEF_SUMMARY
#include "hlomem/Passes/Passes.inc"

using namespace llvm;

namespace hlomem {

/// Columns of a terminal that texts have beside indent, gaps and numbers: those
/// of a row of SummaryBuffer together, a memory space, a finding.
static constexpr size_t TextWidth = 62;
static constexpr size_t MaxValueWidth = 22;
static constexpr size_t MaxPlaceWidth = 28;
static constexpr size_t MaxFindingWidth = 41;

static constexpr StringLiteral LocalName = "thread-local, not on device";
static constexpr StringLiteral PrintedName = "all, as XLA prints it";

namespace {

class SummaryPass : public SummaryBase<SummaryPass> {
public:
  using SummaryBase::SummaryBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

// The remarks of one module.
class SummaryReport {
public:
  SummaryReport(const Module &M, AnalysisManager &AM, unsigned Top,
                PassContext &C)
      : M(M), AM(AM), Live(AM.getResult<LivenessAnalysis>()),
        Timeline(AM.getResult<MemoryTimelineAnalysis>()),
        Backend(AM.getResult<BackendAnalysis>()),
        Found(AM.getResult<FindingsAnalysis>().List), Top(Top), C(C) {}

  void reportFull();
  void reportBrief();

private:
  void reportUnknown();
  void reportLimitsOfNoSpace();
  void reportSpaces();
  void reportSpace(MemorySpace Space);
  void reportRestOfSpaces(ArrayRef<MemorySpace> Spaces);
  void reportHeadroom();
  void reportBuffers();
  void reportBuffer(const LiveBuffer &B, Bytes Sum, size_t ValueWidth);
  void reportFindings();

  std::string describeBackend() const {
    StringRef Name = backendName(Backend.get());
    return Backend.get() == Backend::Unknown ? "unknown backend" : Name.str();
  }
  std::string describe(const Finding &F) const;
  std::string describe(MemorySpace Space) const;
  std::optional<Bytes> getFragmentation(MemorySpace Space) const;
  /// Of none of the values with bytes it is known when they are live.
  static bool isUnknown(const SpaceTimeline &S) {
    return S.UnknownValues != 0 && S.Peak.Size.isZero();
  }
  size_t countListed(size_t Count) const {
    return Top == 0 ? Count : std::min<size_t>(Count, Top);
  }
  /// The same where the line that tells the rest counts too.
  size_t countListedWithRest(size_t Count) const {
    return Top == 0 || Count <= Top ? Count : Top - 1;
  }

  const Module &M;
  AnalysisManager &AM;
  const Liveness &Live;
  const MemoryTimeline &Timeline;
  const InferredBackend &Backend;
  ArrayRef<Finding> Found;
  unsigned Top;
  PassContext &C;
};

} // namespace

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// \p Text with "..." for its middle if it is longer than \p Width.
static std::string cutMiddle(StringRef Text, size_t Width) {
  if (Text.size() <= Width)
    return Text.str();
  static constexpr StringLiteral Gap = "...";
  size_t Begin = (Width - Gap.size()) / 2;
  size_t End = Text.size() - (Width - Gap.size() - Begin);
  // Not within a character of UTF-8.
  auto IsWithin = [Text](size_t I) { return (Text[I] & 0xC0) == 0x80; };
  while (Begin != 0 && IsWithin(Begin))
    --Begin;
  while (End != Text.size() && IsWithin(End))
    ++End;
  return (Text.take_front(Begin) + Gap + Text.drop_front(End)).str();
}

std::string SummaryReport::describe(MemorySpace Space) const {
  StringRef Name = Backend.name(Space).Name;
  std::string Text = "space " + utostr(Space);
  return Name.empty() ? Text : Text + " (" + Name.str() + ")";
}

static std::string count(uint64_t N, StringRef What) {
  return utostr(N) + " " + What.str() + (N == 1 ? "" : "s");
}

std::string SummaryReport::describe(const Finding &F) const {
  switch (F.Kind) {
  case FindingKind::OverLimit:
    return "over the limit of " + describe(*F.Space);
  case FindingKind::LoopCopies:
    return "saved without " + utostr(F.Count) + " loop cop" +
           (F.Count == 1 ? "y" : "ies");
  case FindingKind::Donations:
    return "saved by donating " + count(F.Count, "argument");
  case FindingKind::CheaperOrder:
    return "saved by other dimension orders, " + describe(*F.Space);
  case FindingKind::Fragmentation:
    return "never used, arenas of " + describe(*F.Space);
  case FindingKind::Padding:
    return "padding at the peak, " + describe(*F.Space);
  case FindingKind::ThreadLocal:
    return "thread-local, no device memory";
  case FindingKind::PrintedPeak:
    return M.getClaims().Peak->getSum() < Timeline.getAllSpaces().Peak.Size
               ? "missing in XLA's own peak"
               : "too much in XLA's own peak";
  case FindingKind::UnknownRanges:
    return "live at unknown times, in no peak";
  }
  llvm_unreachable("unknown kind of finding");
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

PreservedAnalyses SummaryPass::run(Module &M, AnalysisManager &AM,
                                   PassContext &C) {
  SummaryReport Report(M, AM, Options.Top, C);
  C.count(NumFindings, AM.getResult<FindingsAnalysis>().List.size());
  bool IsBrief =
      Options.Form == SummaryOptions::FormKind::Brief ||
      (Options.Form == SummaryOptions::FormKind::Auto && C.isOneOfSeveral());
  if (IsBrief)
    Report.reportBrief();
  else
    Report.reportFull();
  return PreservedAnalyses::all();
}

void SummaryReport::reportUnknown() {
  C.emit(M.getLoc(),
         remark::SummaryUnknown{.Backend = describeBackend(),
                                .Allocated = Timeline.getAllSpaces().Allocated,
                                .Why = Live.whyUnknown().str()});
}

void SummaryReport::reportLimitsOfNoSpace() {
  SmallVector<StringRef> Names =
      AM.getTarget().findLimitsOfNoSpace(Backend.get());
  if (!Names.empty())
    C.emit(M.getLoc(), remark::SummaryLimitOfNoSpace{
                           .Limited = join(Names, ", "),
                           .Backend = backendName(Backend.get()).str()});
}

void SummaryReport::reportBrief() {
  reportLimitsOfNoSpace();
  const SpaceTimeline &All = Timeline.getAllSpaces();
  if (!Live.isKnown())
    reportUnknown();
  else
    C.emit(M.getLoc(),
           remark::SummaryBrief{.Backend = describeBackend(),
                                .Peak = All.Peak.Size,
                                .At = All.Peak.At,
                                .Share = Percent{All.Peak.Size, All.Allocated},
                                .Allocated = All.Allocated});
  if (!Found.empty())
    C.emit(Found.front().Loc,
           remark::SummaryFirstFinding{.Size = Found.front().Size,
                                       .What = describe(Found.front()),
                                       .Pass = Found.front().getPass().str()});
}

void SummaryReport::reportFull() {
  reportLimitsOfNoSpace();
  if (!Live.isKnown()) {
    reportUnknown();
  } else {
    const DumpForm *Form = findOldestFormOf(M);
    C.emit(M.getLoc(),
           remark::SummaryHead{.Backend = describeBackend(),
                               .Form = Form ? "form of " + Form->Name.str()
                                            : "unknown form"});
  }
  if (Live.isDerived())
    C.emit(SMLoc(), remark::SummaryDerived{.Known = Live.getKnownCount(),
                                           .Count = Live.getValueCount()});
  reportSpaces();
  reportHeadroom();
  if (Live.isKnown())
    reportBuffers();
  reportFindings();
}

std::optional<Bytes> SummaryReport::getFragmentation(MemorySpace Space) const {
  Bytes Sum;
  for (const Allocation &A : M.allocations()) {
    if (A.isThreadLocal() || A.getMemorySpace() != Space || !A.isArena())
      continue;
    if (!A.holdsItsValues())
      return std::nullopt;
    Sum += A.getSize() - Timeline.getLoad(A).Size;
  }
  return Sum;
}

void SummaryReport::reportSpace(MemorySpace Space) {
  const SpaceTimeline &S = Timeline.getSpace(Space);
  remark::SummarySpace Row{.Peak = std::nullopt,
                           .Allocated = S.Allocated,
                           .Fragmentation = std::nullopt,
                           .Padding = std::nullopt,
                           .ShortWhere =
                               cutMiddle(describe(Space), MaxPlaceWidth),
                           .Where = describe(Space)};
  if (Live.isKnown() && !isUnknown(S)) {
    Row.Peak = S.Peak.Size;
    Row.Fragmentation = getFragmentation(Space);
    ArrayRef<PaddingAtPeak> Peaks = AM.getResult<PaddingAnalysis>().peaks();
    const auto *Padding = find_if(
        Peaks, [Space](const PaddingAtPeak &P) { return P.Space == Space; });
    if (Padding != Peaks.end() && Padding->Sum.UnknownCount == 0)
      Row.Padding = Padding->Sum.Padding.total();
  }
  C.emit(locationOf(M, Space), Row);
}

void SummaryReport::reportRestOfSpaces(ArrayRef<MemorySpace> Spaces) {
  Bytes Allocated;
  for (MemorySpace Space : Spaces)
    Allocated += Timeline.getSpace(Space).Allocated;
  std::string Name = count(Spaces.size(), "more space");
  C.emit(SMLoc(), remark::SummarySpace{.Peak = std::nullopt,
                                       .Allocated = Allocated,
                                       .Fragmentation = std::nullopt,
                                       .Padding = std::nullopt,
                                       .ShortWhere = Name,
                                       .Where = Name});
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
  stable_sort(Spaces, [this](MemorySpace L, MemorySpace R) {
    return Timeline.getSpace(L).Allocated > Timeline.getSpace(R).Allocated;
  });
  const PeakLoad &All = Timeline.getAllSpaces().Peak;
  if (Spaces.size() > 1 && Live.isKnown())
    C.emit(SMLoc(), remark::SummaryAllSpaces{.Peak = All.Size, .At = All.At});
  size_t Listed = countListedWithRest(Spaces.size());
  for (MemorySpace Space : ArrayRef(Spaces).take_front(Listed))
    reportSpace(Space);
  if (Listed != Spaces.size())
    reportRestOfSpaces(ArrayRef(Spaces).drop_front(Listed));

  Bytes Local;
  for (const Allocation &A : M.allocations())
    if (A.isThreadLocal())
      Local += A.getSize();
  if (!Local.isZero())
    C.emit(SMLoc(), remark::SummarySpace{.Peak = Bytes(),
                                         .Allocated = Local,
                                         .Fragmentation = Bytes(),
                                         .Padding = std::nullopt,
                                         .ShortWhere = LocalName.str(),
                                         .Where = LocalName.str()});
  const DumpClaims &Claims = M.getClaims();
  if (!Claims.Total)
    return;
  std::optional<Bytes> Peak;
  if (Claims.Peak && Live.isKnown())
    Peak = Claims.Peak->getSum();
  C.emit(Claims.TotalLoc, remark::SummarySpace{.Peak = Peak,
                                               .Allocated = *Claims.Total,
                                               .Fragmentation = std::nullopt,
                                               .Padding = std::nullopt,
                                               .ShortWhere = PrintedName.str(),
                                               .Where = PrintedName.str()});
}

// Where there is none left, that is a finding.
void SummaryReport::reportHeadroom() {
  for (MemorySpace Space : Timeline.spaces()) {
    std::optional<Bytes> Limit = AM.getTarget().getLimit(Backend.get(), Space);
    Bytes Allocated = Timeline.getSpace(Space).Allocated;
    if (Limit && Allocated <= *Limit)
      C.emit(SMLoc(), remark::SummaryHeadroom{
                          .Space = Backend.name(Space),
                          .Headroom = *Limit - Allocated,
                          .Share = Percent{*Limit - Allocated, *Limit}});
  }
}

void SummaryReport::reportBuffers() {
  ArrayRef<MemorySpace> Spaces = Timeline.spaces();
  const auto *Highest = max_element(Spaces, [this](auto L, auto R) {
    return Timeline.getSpace(L).Peak.Size < Timeline.getSpace(R).Peak.Size;
  });
  if (Highest == Spaces.end() || Timeline.getSpace(*Highest).Peak.Size.isZero())
    return;
  const PeakLoad &Peak = Timeline.getSpace(*Highest).Peak;
  std::vector<LiveBuffer> Buffers = findLiveBuffers(M, *Highest, Live, Peak.At);
  stable_sort(Buffers, [](const LiveBuffer &L, const LiveBuffer &R) {
    return L.Size > R.Size;
  });
  C.emit(SMLoc(), remark::SummaryBuffers{.Space = Backend.name(*Highest),
                                         .At = Peak.At,
                                         .Count = Buffers.size()});
  size_t Listed = countListed(Buffers.size());
  ArrayRef<LiveBuffer> Rows = ArrayRef(Buffers).take_front(Listed);
  size_t ValueWidth = 0;
  for (const LiveBuffer &B : Rows) {
    const NamedIndex &Name = B.Representative->getDefinition();
    ValueWidth = std::max(ValueWidth, Name.getName().size() +
                                          Name.getIndex().getText().size() + 2);
  }
  for (const LiveBuffer &B : Rows)
    reportBuffer(B, Peak.Size, std::min(ValueWidth, MaxValueWidth));
  Bytes Rest;
  for (const LiveBuffer &B : ArrayRef(Buffers).drop_front(Listed))
    Rest += B.Size;
  if (Listed != Buffers.size())
    C.emit(SMLoc(), remark::SummaryBuffersRest{.Count = Buffers.size() - Listed,
                                               .Size = Rest});
}

void SummaryReport::reportBuffer(const LiveBuffer &B, Bytes Sum,
                                 size_t ValueWidth) {
  const Value &V = *B.Representative;
  std::string Value;
  raw_string_ostream(Value) << V.getDefinition();
  std::string Name = AM.getResult<ValueNamesAnalysis>()->getName(V);
  C.emit(V.getLoc(), remark::SummaryBuffer{
                         .Size = B.Size,
                         .Share = Percent{B.Size, Sum},
                         .ShortValue = cutMiddle(Value, ValueWidth),
                         .ShortName = cutMiddle(Name, TextWidth - ValueWidth),
                         .Value = V.getDefinition(),
                         .StandsFor = Name,
                         .Shape = &V.getShape(),
                         .Range = *Live.getRange(V)});
}

void SummaryReport::reportFindings() {
  if (Found.empty()) {
    if (Live.isKnown())
      C.emit(SMLoc(), remark::SummaryNoFindings{});
    return;
  }
  size_t Listed = countListedWithRest(Found.size());
  for (const Finding &F : Found.take_front(Listed))
    C.emit(F.Loc, remark::SummaryFinding{
                      .Size = F.Size,
                      .Share = Percent{F.Size, F.Whole},
                      .ShortWhat = cutMiddle(describe(F), MaxFindingWidth),
                      .Pass = F.getPass().str(),
                      .What = describe(F),
                      .Kind = getName(F.Kind).str(),
                      .Whole = F.Whole,
                      .Count = F.Count});
  if (Listed != Found.size())
    C.emit(SMLoc(),
           remark::SummaryFindingsRest{.Count = Found.size() - Listed});
}

Error registerSummaryPass(PassBuilder &PB) {
  return PB.registerPass<SummaryPass>();
}

} // namespace hlomem
