//===- PeakPass.cpp - The most live bytes, and what is live then ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peak/Peak.inc"
#include "hlomem/Analysis/Attribution/UserSourceAnalysis.h"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/SpaceAllocations.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/PassUtils/FoldedRows.h"
#include "hlomem/PassUtils/ListedRows.h"
#include "hlomem/PassUtils/SpaceSelection.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace hlomem {

namespace {

class PeakPass : public PeakBase<PeakPass> {
public:
  using PeakBase::PeakBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

// The remarks of one module.
class PeakReport {
public:
  PeakReport(const Module &M, AnalysisManager &AM, const PeakOptions &Options,
             PassContext &C)
      : M(M), Live(AM.getResult<LivenessAnalysis>()),
        Timeline(AM.getResult<MemoryTimelineAnalysis>()),
        Backend(AM.getResult<BackendAnalysis>()),
        Names(*AM.getResult<ValueNamesAnalysis>()),
        Folding(*AM.getResult<LayerFoldingAnalysis>()),
        Sources(AM.getResult<UserSourceAnalysis>()), Options(Options), C(C) {}

  void run(ArrayRef<MemorySpace> Spaces);

private:
  /// Values in it have bytes, and none of them a live range.
  bool isUnknown(MemorySpace Space) const;
  void reportSpace(MemorySpace Space);
  void reportAllSpaces();
  void reportPrintedPeak();
  /// What is live at T in one space, or in all of them.
  void reportBuffers(Time T, std::optional<MemorySpace> Space);
  std::vector<LiveBuffer> findBuffers(Time T, std::optional<MemorySpace> Space);
  void reportKinds(ArrayRef<LiveBuffer> Buffers, Bytes Sum);
  static std::vector<FoldItem> getItems(ArrayRef<LiveBuffer> Buffers);
  /// The first rows of \p Table, or of \p Buffers where it is null.
  void listBuffers(ArrayRef<LiveBuffer> Buffers, const FoldedTable *Table,
                   Bytes Sum, bool WithSpace, RemarkAudience Audience);
  void reportBuffer(ArrayRef<LiveBuffer> Buffers, const FoldedNames &Row,
                    Bytes Size, Bytes Running, Bytes Sum, bool WithSpace,
                    RemarkAudience Audience, std::optional<RemarkFold> Fold);
  void reportPadding(ArrayRef<LiveBuffer> Buffers, Bytes Sum);

  StringRef instructionAt(Time T) const { return Live.schedule()[T]; }
  SMLoc locationOfTime(Time T) const {
    return SMLoc::getFromPointer(instructionAt(T).data());
  }

  const Module &M;
  const Liveness &Live;
  const MemoryTimeline &Timeline;
  const InferredBackend &Backend;
  ValueNames &Names;
  LayerFolding &Folding;
  UserSources &Sources;
  const PeakOptions &Options;
  PassContext &C;
  /// At any time that is reported.
  std::vector<const Value *> LiveValues;
  std::map<MemorySpace, std::vector<const Value *>> LiveBySpace;
};

// A dump may contradict itself and have live values in allocations of size 0.
bool isEmpty(const SpaceTimeline &S) {
  return S.Allocated.isZero() && S.Peak.Size.isZero() &&
         S.UnknownBytes.isZero();
}

} // namespace

PreservedAnalyses PeakPass::run(Module &M, AnalysisManager &AM,
                                PassContext &C) {
  if (Error E = resolveSpace(Options.Space, AM, name())) {
    C.fail(std::move(E));
    return PreservedAnalyses::all();
  }
  const auto &Live = AM.getResult<LivenessAnalysis>();
  const auto &Timeline = AM.getResult<MemoryTimelineAnalysis>();
  const auto &Backend = AM.getResult<BackendAnalysis>();
  SmallVector<MemorySpace> Spaces =
      selectSpaces(Timeline.spaces(), Options.Space);
  if (Spaces.empty() && !Timeline.spaces().empty()) {
    C.emit(getLoc(M), remark::NothingInSpace{
                          .Space = Backend.name(MemorySpace(*Options.Space)),
                          .Present = describeSpaces(Timeline.spaces())});
    return PreservedAnalyses::all();
  }
  if (Options.At && Live.isKnown() && *Options.At >= Live.getEndOfProgram()) {
    C.fail(createStringError("pass '" + name() +
                             "': there is no schedule position " +
                             Twine(*Options.At) + "; the last one is " +
                             Twine(Live.getEndOfProgram() - 1)));
    return PreservedAnalyses::all();
  }
  PeakReport(M, AM, Options, C).run(Spaces);
  return PreservedAnalyses::all();
}

void PeakReport::run(ArrayRef<MemorySpace> Spaces) {
  if (Spaces.empty()) {
    C.emit(getLoc(M), remark::NoPeak{});
    return;
  }
  if (!Live.isKnown()) {
    for (MemorySpace Space : Spaces)
      C.emit(
          Timeline.getSpace(Space).Loc,
          remark::PeakUnknown{.Space = Backend.name(Space),
                              .Allocated = Timeline.getSpace(Space).Allocated,
                              .Why = Live.whyUnknown().str()});
    return;
  }
  if (Live.isDerived())
    C.emit(getLoc(M),
           remark::PeakFromDerivedRanges{.Known = Live.getKnownCount(),
                                         .Count = Live.getValueCount()});
  SmallVector<Time> Times;
  for (MemorySpace Space : Spaces)
    Times.push_back(Options.At.value_or(Timeline.getSpace(Space).Peak.At));
  if (!Options.Space)
    Times.push_back(Options.At.value_or(Timeline.getAllSpaces().Peak.At));
  LiveValues = findLiveValues(M, Options.Space, Live, Times);
  for (const Value *V : LiveValues)
    LiveBySpace[V->getAllocation().getMemorySpace()].push_back(V);
  for (MemorySpace Space : Spaces)
    if (isUnknown(Space))
      C.emit(
          Timeline.getSpace(Space).Loc,
          remark::PeakUnknown{.Space = Backend.name(Space),
                              .Allocated = Timeline.getSpace(Space).Allocated,
                              .Why = " for the values in it"});
    else
      reportSpace(Space);
  if (Options.Space)
    return;
  if (count_if(Spaces, [this](MemorySpace Space) {
        return !isEmpty(Timeline.getSpace(Space));
      }) > 1)
    reportAllSpaces();
  if (!Options.At)
    reportPrintedPeak();
}

bool PeakReport::isUnknown(MemorySpace Space) const {
  auto IsKnown = [this](const Value &V) {
    return !V.getSize().isZero() && Live.getRange(V);
  };
  return Timeline.getSpace(Space).UnknownValues != 0 &&
         none_of(getAllocations(M, Space), [&](const Allocation *A) {
           return !A->isThreadLocal() && any_of(A->values(), IsKnown);
         });
}

void PeakReport::reportSpace(MemorySpace Space) {
  const SpaceTimeline &S = Timeline.getSpace(Space);
  if (isEmpty(S)) {
    C.emit(Timeline.getSpace(Space).Loc,
           remark::EmptySpace{.Space = Backend.name(Space)});
    return;
  }
  Time T = Options.At.value_or(S.Peak.At);
  if (Options.At) {
    Bytes Now = getLiveBytes(M, Space, Live, T);
    C.emit(locationOfTime(T), remark::LiveAt{.Space = Backend.name(Space),
                                             .Live = Now,
                                             .At = T,
                                             .Instruction = instructionAt(T),
                                             .Below = S.Peak.Size - Now,
                                             .Peak = S.Peak.Size,
                                             .PeakAt = S.Peak.At});
  } else {
    C.emit(locationOfTime(T),
           remark::PeakAt{.Space = Backend.name(Space),
                          .Peak = S.Peak.Size,
                          .At = T,
                          .Instruction = instructionAt(T),
                          .Share = Percent{S.Peak.Size, S.Allocated},
                          .Allocated = S.Allocated});
  }
  reportBuffers(T, Space);
  uint64_t TooSmall =
      count_if(getAllocations(M, Space), [&](const Allocation *A) {
        return !A->isThreadLocal() && !Timeline.holdsItsValues(*A);
      });
  if (TooSmall != 0)
    C.emit(Timeline.getSpace(Space).Loc,
           remark::AllocationsTooSmall{.Space = Backend.name(Space),
                                       .Count = TooSmall});
  if (S.UnknownValues)
    C.emit(Timeline.getSpace(Space).Loc,
           remark::UnknownRanges{.Space = Backend.name(Space),
                                 .Count = S.UnknownValues,
                                 .Size = S.UnknownBytes});
}

void PeakReport::reportAllSpaces() {
  const SpaceTimeline &S = Timeline.getAllSpaces();
  Time T = Options.At.value_or(S.Peak.At);
  if (Options.At) {
    Bytes Now = getLiveBytes(M, std::nullopt, Live, T);
    C.emit(locationOfTime(T),
           remark::LiveAtOfAllSpaces{.Live = Now,
                                     .At = T,
                                     .Instruction = instructionAt(T),
                                     .Below = S.Peak.Size - Now,
                                     .Peak = S.Peak.Size,
                                     .PeakAt = S.Peak.At});
  } else {
    C.emit(locationOfTime(T),
           remark::PeakOfAllSpaces{.Peak = S.Peak.Size,
                                   .At = T,
                                   .Instruction = instructionAt(T),
                                   .Share = Percent{S.Peak.Size, S.Allocated},
                                   .Allocated = S.Allocated});
  }
  reportBuffers(T, std::nullopt);
}

std::vector<LiveBuffer>
PeakReport::findBuffers(Time T, std::optional<MemorySpace> Space) {
  std::vector<LiveBuffer> Buffers =
      Space ? findLiveBuffers(LiveBySpace[*Space], Live, T)
            : findLiveBuffers(LiveValues, Live, T);
  // Allocations are visited in order, and so are the offsets in each.
  stable_sort(Buffers, [](const LiveBuffer &L, const LiveBuffer &R) {
    return L.Size > R.Size;
  });
  return Buffers;
}

void PeakReport::reportBuffers(Time T, std::optional<MemorySpace> Space) {
  std::vector<LiveBuffer> Buffers = findBuffers(T, Space);
  Bytes Sum;
  for (const LiveBuffer &B : Buffers)
    Sum += B.Size;

  if (Space)
    reportKinds(Buffers, Sum);
  FoldedTable Table;
  if (Options.Fold == PeakOptions::FoldKind::On)
    Table = FoldedTable(Folding, getItems(Buffers), Options.Top);
  listBuffers(Buffers, nullptr, Sum, /*WithSpace=*/!Space, Table.getAudience());
  if (Table.folds())
    listBuffers(Buffers, &Table, Sum, /*WithSpace=*/!Space,
                RemarkAudience::People);
  reportPadding(Buffers, Sum);
}

std::vector<FoldItem> PeakReport::getItems(ArrayRef<LiveBuffer> Buffers) {
  std::vector<FoldItem> Items;
  for (const LiveBuffer &B : Buffers)
    Items.push_back({B.Representative, B.Size});
  return Items;
}

void PeakReport::listBuffers(ArrayRef<LiveBuffer> Buffers,
                             const FoldedTable *Table, Bytes Sum,
                             bool WithSpace, RemarkAudience Audience) {
  size_t Rows = Table ? Table->rows().size() : Buffers.size();
  size_t Listed = countListed(Rows, Options.Top);
  Bytes Running;
  size_t Done = 0;
  for (size_t I = 0; I != Listed; ++I) {
    const FoldedNames &Row = Table ? Table->rows()[I] : FoldedNames{{I}, ""};
    Bytes Size = Table ? Table->getSum(Row) : Buffers[I].Size;
    Running += Size;
    Done += Row.Members.size();
    reportBuffer(Buffers, Row, Size, Running, Sum, WithSpace, Audience,
                 Table ? Table->getFold(Row) : std::nullopt);
  }
  if (!Table) {
    C.count(PeakPass::NumBuffers, Listed);
    C.count(PeakPass::NumBuffersLeft, Buffers.size() - Listed);
  }
  if (Listed == Rows)
    return;
  std::string All = describeListingAll(PeakPass::name(), Options);
  if (WithSpace)
    C.emit(SMLoc(),
           remark::PeakRestOfAllSpaces{.Count = Buffers.size() - Done,
                                       .Size = Sum - Running,
                                       .Pipeline = All},
           Audience);
  else
    C.emit(SMLoc(),
           remark::PeakRest{.Count = Buffers.size() - Done,
                            .Bytes = Sum - Running,
                            .Pipeline = All},
           Audience);
}

void PeakReport::reportKinds(ArrayRef<LiveBuffer> Buffers, Bytes Sum) {
  struct KindSum {
    AllocationKind Kind;
    Bytes Size;
    uint64_t Count = 0;
  };
  SmallVector<KindSum> Kinds;
  for (const LiveBuffer &B : Buffers) {
    AllocationKind Kind = getKind(B.Representative->getAllocation());
    auto *Known =
        find_if(Kinds, [&Kind](const KindSum &K) { return K.Kind == Kind; });
    if (Known == Kinds.end())
      Known = &Kinds.emplace_back(KindSum{Kind, Bytes()});
    Known->Size += B.Size;
    ++Known->Count;
  }
  if (Kinds.size() < 2)
    return;
  // Those of equal size in the order of their largest buffer.
  stable_sort(Kinds, [](const KindSum &L, const KindSum &R) {
    return L.Size > R.Size;
  });
  for (const KindSum &K : Kinds)
    C.emit(SMLoc(), remark::PeakKind{.Size = K.Size,
                                     .Share = Percent{K.Size, Sum},
                                     .Count = K.Count,
                                     .Kind = K.Kind.str()});
}

void PeakReport::reportBuffer(ArrayRef<LiveBuffer> Buffers,
                              const FoldedNames &Row, Bytes Size, Bytes Running,
                              Bytes Sum, bool WithSpace,
                              RemarkAudience Audience,
                              std::optional<RemarkFold> Fold) {
  const LiveBuffer &B = Buffers[Row.Members.front()];
  const Value &V = *B.Representative;
  const Allocation &A = V.getAllocation();
  std::optional<UserPlace> Place = Sources.find(V);
  std::string Source = Place ? Place->str() : "";
  std::optional<Bytes> Logical = B.Logical;
  uint64_t Aliases = B.Aliases.size();
  for (size_t I : drop_begin(Row.Members)) {
    Logical = Logical && Buffers[I].Logical
                  ? std::optional(*Logical + *Buffers[I].Logical)
                  : std::nullopt;
    Aliases += Buffers[I].Aliases.size();
  }
  LiveRange Range = FoldedTable::getRange(Row, [&](size_t I) {
    return *Live.getRange(*Buffers[I].Representative);
  });
  std::string Kind = Row.isFolded() ? getKindName(A) : describeKind(A);
  std::string Name = FoldedTable::getName(Row, Names.getName(V));
  auto Emit = [&](auto Remark) {
    Remark.Logical = Logical;
    Remark.Running = Running;
    Remark.Share = Percent{Size, Sum};
    Remark.Range = Range;
    Remark.Value = V.getDefinition();
    Remark.Aliases = Aliases;
    Remark.Kind = Kind;
    Remark.Shape = &V.getShape();
    Remark.Allocation = A.getIndex();
    Remark.Offset = B.Offset.count();
    Remark.StandsFor = Name;
    Remark.OpName = Names.findOpName(V).str();
    Remark.Source = Source;
    C.emit(V.getLoc(), std::move(Remark), Audience, Fold);
  };
  if (WithSpace) {
    remark::PeakBufferOfAllSpaces Remark;
    Remark.Size = Size;
    Remark.Space = Backend.name(A.getMemorySpace());
    Emit(std::move(Remark));
  } else {
    remark::PeakBuffer Remark;
    Remark.Bytes = Size;
    Emit(std::move(Remark));
  }
}

void PeakReport::reportPadding(ArrayRef<LiveBuffer> Buffers, Bytes Sum) {
  Bytes Padding, UnknownSize;
  uint64_t UnknownCount = 0;
  for (const LiveBuffer &B : Buffers) {
    if (B.Logical) {
      Padding += differenceOrZero(B.Size, *B.Logical);
    } else {
      ++UnknownCount;
      UnknownSize += B.Size;
    }
  }
  if (!Padding.isZero())
    C.emit(SMLoc(), remark::PeakPadding{.Share = Percent{Padding, Sum},
                                        .Padding = Padding});
  if (UnknownCount != 0)
    C.emit(SMLoc(), remark::PeakPaddingUnknown{.Count = UnknownCount,
                                               .Size = UnknownSize});
}

void PeakReport::reportPrintedPeak() {
  const std::optional<PrintedPeak> &Printed = getClaims(M).Peak;
  if (!Printed || Printed->At >= Live.getEndOfProgram())
    return;
  const SpaceTimeline &All = Timeline.getAllSpaces();
  Bytes LiveThere = Timeline.getLiveAtPrintedPeak();
  if (LiveThere < All.Peak.Size)
    C.emit(Printed->Loc,
           remark::PrintedPeakElsewhere{.PrintedAt = Printed->At,
                                        .LiveThere = LiveThere,
                                        .Missing = All.Peak.Size - LiveThere,
                                        .PeakAt = All.Peak.At});
  if (!Printed->IsSumKnown) {
    C.emit(Printed->Loc, remark::PrintedPeakUnknown{.PrintedAt = Printed->At});
    return;
  }
  Bytes Listed = Printed->getSum();
  if (Listed < LiveThere)
    C.emit(Printed->Loc, remark::PrintedPeakMisses{
                             .PrintedAt = Printed->At,
                             .Listed = Listed,
                             .Share = Percent{LiveThere - Listed, LiveThere},
                             .Missing = LiveThere - Listed});
  else if (Listed > LiveThere)
    C.emit(Printed->Loc,
           remark::PrintedPeakExceeds{.PrintedAt = Printed->At,
                                      .Listed = Listed,
                                      .Excess = Listed - LiveThere});
}

Error registerPeakPass(PassBuilder &PB) { return PB.registerPass<PeakPass>(); }

} // namespace hlomem
