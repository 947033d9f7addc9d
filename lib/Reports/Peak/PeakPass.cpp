//===- PeakPass.cpp - The most live bytes, and what is live then ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peak/Peak.inc"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/PassUtils/ListedRows.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace hlomem {

namespace {

class PeakReport : public PeakPass {
public:
  using PeakPass::PeakPass;

  void run();

private:
  void reportSpace(MemorySpace Space);
  void reportAllSpaces();
  void reportPrintedPeak();
  /// What is live at T in one space, or in all of them.
  void reportBuffers(Time T, std::optional<MemorySpace> Space);
  std::vector<LiveBuffer> findBuffers(Time T, std::optional<MemorySpace> Space);
  void reportKinds(ArrayRef<LiveBuffer> Buffers, Bytes Sum);
  /// \p RowT is the remark of a row and \p RestT that of the rest. \p Fill puts
  /// in what only one kind of row has.
  template <class RowT, class RestT, class FillT>
  void listBuffers(ArrayRef<LiveBuffer> Buffers, Bytes Sum, FillT Fill);
  template <class RowT>
  RowT makeRow(ArrayRef<LiveBuffer> Buffers, const TableRow &Of);
  void reportPadding(ArrayRef<LiveBuffer> Buffers, Bytes Sum);

  StringRef instructionAt(Time T) const { return Live.schedule()[T]; }
  SMLoc locationOfTime(Time T) const {
    return SMLoc::getFromPointer(instructionAt(T).data());
  }

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

void PeakReport::run() {
  if (Spaces.empty())
    return C.emit(getLoc(M), remark::NothingToReport{});
  if (!Live.isKnown())
    return;
  if (Options.At && *Options.At >= Live.getEndOfProgram())
    return C.fail(createStringError("pass '" + name() +
                                    "': there is no schedule position " +
                                    Twine(*Options.At) + "; the last one is " +
                                    Twine(Live.getEndOfProgram() - 1)));
  SmallVector<Time> Times;
  for (MemorySpace Space : Spaces)
    Times.push_back(Options.At.value_or(Timeline.getSpace(Space).Peak.At));
  if (!Options.Space)
    Times.push_back(Options.At.value_or(Timeline.getAllSpaces().Peak.At));
  LiveValues = findLiveValues(M, Options.Space, Live, Times);
  for (const Value *V : LiveValues)
    LiveBySpace[V->getAllocation().getMemorySpace()].push_back(V);
  for (MemorySpace Space : Spaces)
    if (!Timeline.getSpace(Space).isPeakUnknown())
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
      count_if(M.allocationsIn(Space), [&](const Allocation *A) {
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
  if (Space)
    listBuffers<remark::PeakBuffer, remark::RestOfBytes>(
        Buffers, Sum,
        [](remark::PeakBuffer &Row, Bytes Size, const LiveBuffer &) {
          Row.Bytes = Size;
        });
  else
    listBuffers<remark::PeakBufferOfAllSpaces, remark::Rest>(
        Buffers, Sum,
        [this](remark::PeakBufferOfAllSpaces &Row, Bytes Size,
               const LiveBuffer &B) {
          Row.Size = Size;
          Row.Space =
              Backend.name(B.Representative->getAllocation().getMemorySpace());
        });
  reportPadding(Buffers, Sum);
}

template <class RowT, class RestT, class FillT>
void PeakReport::listBuffers(ArrayRef<LiveBuffer> Buffers, Bytes Sum,
                             FillT Fill) {
  std::vector<FoldItem> Items;
  for (const LiveBuffer &B : Buffers)
    Items.push_back({B.Representative, B.Size});
  const bool Folds = Options.Fold == PeakOptions::FoldKind::On;
  FoldedTable Table(Folds ? &Folding : nullptr, std::move(Items), Options.Top);
  Bytes Running;
  Table.list<RestT>(C, Options, [&](const TableRow &Of) {
    const LiveBuffer &B = Buffers[Of.first()];
    Running = Of.IsFirst ? Of.Size : Running + Of.Size;
    auto Row = makeRow<RowT>(Buffers, Of);
    Row.Running = Running;
    Row.Share = Percent{Of.Size, Sum};
    Fill(Row, Of.Size, B);
    C.emit(B.Representative->getLoc(), std::move(Row), Of.Audience, Of.Fold);
  });
  const size_t Listed = countListed(Buffers.size(), Options.Top);
  C.count(NumBuffers, Listed);
  C.count(NumBuffersLeft, Buffers.size() - Listed);
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

template <class RowT>
RowT PeakReport::makeRow(ArrayRef<LiveBuffer> Buffers, const TableRow &Of) {
  const LiveBuffer &B = Buffers[Of.first()];
  const Value &V = *B.Representative;
  const Allocation &A = V.getAllocation();
  std::optional<UserPlace> Place = Sources.find(V);
  RowT Row;
  Row.Logical = B.Logical;
  Row.Aliases = B.Aliases.size();
  for (size_t I : drop_begin(Of.Names.Members)) {
    Row.Logical = Row.Logical && Buffers[I].Logical
                      ? std::optional(*Row.Logical + *Buffers[I].Logical)
                      : std::nullopt;
    Row.Aliases += Buffers[I].Aliases.size();
  }
  Row.Range = Of.getRange(
      [&](size_t I) { return *Live.getRange(*Buffers[I].Representative); });
  Row.Value = V.getDefinition();
  Row.Kind = Of.Fold ? getKindName(A) : describeKind(A);
  Row.Shape = &V.getShape();
  Row.Allocation = A.getIndex();
  Row.Offset = B.Offset.count();
  Row.StandsFor = Of.getName(Names.getName(V));
  Row.OpName = Names.findOpName(V).str();
  Row.Source = Place ? Place->str() : "";
  return Row;
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

HLOMEM_PASS(Peak, PeakReport)

} // namespace hlomem
