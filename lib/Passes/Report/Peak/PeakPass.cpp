//===- PeakPass.cpp - The most live bytes, and what is live then ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peak/Peak.inc"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/Analysis/Memory/Walls.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Passes/Report/ListedRows.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include <map>

using namespace llvm;

namespace hlomem {

namespace {

class PeakReport : public PeakPass {
public:
  using PeakPass::PeakPass;

  void run();

private:
  void reportSpace(MemorySpace Space);
  /// The headline of one space, or of all of them, and what is live then.
  void report(const SpaceTimeline &S, std::optional<MemorySpace> Space);
  void reportWalls(MemorySpace Space);
  void reportPrintedPeak();
  /// What is live at T in one space, or in all of them.
  void reportBuffers(Time T, std::optional<MemorySpace> Space);
  std::vector<LiveBuffer> findBuffers(Time T, std::optional<MemorySpace> Space);
  void reportKinds(ArrayRef<LiveBuffer> Buffers, Bytes Sum);
  /// \p RowT is the remark of a row and \p RestT that of the rest.
  template <class RowT, class RestT>
  void listBuffers(ArrayRef<LiveBuffer> Buffers, Bytes Sum);
  template <class RowT>
  RowT makeRow(ArrayRef<LiveBuffer> Buffers, const TableRow &Of);
  void reportPadding(ArrayRef<LiveBuffer> Buffers, Bytes Sum);

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
    return emit(remark::NothingToReport{});
  if (!Live.isKnown())
    return;
  if (Options.At && *Options.At >= Live.getEndOfProgram())
    return void(fail(describeNoPosition(Live, *Options.At)));
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
    report(Timeline.getAllSpaces(), std::nullopt);
  if (!Options.At)
    reportPrintedPeak();
}

void PeakReport::reportSpace(MemorySpace Space) {
  const SpaceTimeline &S = Timeline.getSpace(Space);
  if (isEmpty(S)) {
    C.emit(S.Loc, remark::EmptySpace{.Space = Backend.name(Space)});
    return;
  }
  report(S, Space);
  uint64_t TooSmall =
      count_if(M.allocationsIn(Space), [&](const Allocation *A) {
        return !A->isThreadLocal() && !Timeline.holdsItsValues(*A);
      });
  if (TooSmall != 0)
    C.emit(S.Loc, remark::AllocationsTooSmall{.Space = Backend.name(Space),
                                              .Count = TooSmall});
  if (S.UnknownValues)
    C.emit(S.Loc, remark::UnknownRanges{.Space = Backend.name(Space),
                                        .Count = S.UnknownValues,
                                        .Size = S.UnknownBytes});
}

void PeakReport::report(const SpaceTimeline &S,
                        std::optional<MemorySpace> Space) {
  const Time T = Options.At.value_or(S.Peak.At);
  const StringRef Instruction = Live.schedule()[T];
  const SMLoc Loc = SMLoc::getFromPointer(Instruction.data());
  std::optional<NamedMemorySpace> Name;
  if (Space)
    Name = Backend.name(*Space);
  auto Fill = [&](auto &R) {
    R.Peak = S.Peak.Size;
    R.At = T;
    R.Instruction = Instruction;
  };
  if (Options.At)
    emitOfSpace<remark::LiveAt, remark::LiveAtOfAllSpaces>(
        C, Loc, Name, [&](auto &R) {
          Fill(R);
          R.Live = getLiveBytes(M, Space, Live, T);
          R.Below = S.Peak.Size - R.Live;
          R.PeakAt = S.Peak.At;
        });
  else
    emitOfSpace<remark::PeakAt, remark::PeakOfAllSpaces>(
        C, Loc, Name, [&](auto &R) {
          Fill(R);
          R.Share = Percent{S.Peak.Size, S.Allocated};
          R.Allocated = S.Allocated;
        });
  reportBuffers(T, Space);
  if (Space && !Options.At && Options.Walls != 0)
    reportWalls(*Space);
}

void PeakReport::reportWalls(MemorySpace Space) {
  std::vector<Wall> Found =
      AM.getResult<WallsAnalysis>().find(Space, size_t(Options.Walls) + 1);
  if (Found.size() < 2)
    return;
  emit(remark::PeakWalls{.Space = Backend.name(Space)});
  for (const Wall &W : drop_begin(Found)) {
    StringRef Instruction = Live.schedule()[W.At];
    std::optional<UserPlace> Place = Sources.find(Instruction);
    C.emit(SMLoc::getFromPointer(Instruction.data()),
           remark::PeakWall{.Size = W.Live,
                            .Below = Found.front().Live - W.Live,
                            .At = W.At,
                            .Instruction = Instruction,
                            .Line = Place ? printShort(*Place) : "",
                            .Source = Place ? Place->str() : "",
                            .Gone = W.Gone});
  }
}

std::vector<LiveBuffer>
PeakReport::findBuffers(Time T, std::optional<MemorySpace> Space) {
  std::vector<LiveBuffer> Buffers =
      Space ? findLiveBuffers(LiveBySpace[*Space], Live, T)
            : findLiveBuffers(LiveValues, Live, T);
  // Allocations are visited in order, and so are the offsets in each.
  std::ranges::stable_sort(Buffers, std::greater(), &LiveBuffer::Size);
  return Buffers;
}

void PeakReport::reportBuffers(Time T, std::optional<MemorySpace> Space) {
  std::vector<LiveBuffer> Buffers = findBuffers(T, Space);
  Bytes Sum;
  for (const LiveBuffer &B : Buffers)
    Sum += B.Size;

  if (Space) {
    reportKinds(Buffers, Sum);
    listBuffers<remark::PeakBuffer, remark::RestOfBytes>(Buffers, Sum);
  } else {
    listBuffers<remark::PeakBufferOfAllSpaces, remark::Rest>(Buffers, Sum);
  }
  reportPadding(Buffers, Sum);
}

template <class RowT, class RestT>
void PeakReport::listBuffers(ArrayRef<LiveBuffer> Buffers, Bytes Sum) {
  auto GetItem = [](const LiveBuffer &B) {
    return FoldItem{B.Representative, B.Size};
  };
  FoldedTable Table =
      makeTable(Options, Folding, Buffers, GetItem, Options.Top);
  Bytes Running;
  Table.list<RestT>(C, Options, [&](const TableRow &Of) {
    Running = Of.IsFirst ? Of.Size : Running + Of.Size;
    auto Row = makeRow<RowT>(Buffers, Of);
    Row.Running = Running;
    Row.Share = Percent{Of.Size, Sum};
    C.emit(Buffers[Of.first()].Representative->getLoc(), Row, Of.Audience,
           Of.Fold);
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
  std::ranges::stable_sort(Kinds, std::greater(), &KindSum::Size);
  for (const KindSum &K : Kinds)
    emit(remark::PeakKind{.Size = K.Size,
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
  if constexpr (requires { Row.Space; }) {
    Row.Size = Of.Size;
    Row.Space = Backend.name(A.getMemorySpace());
  } else {
    Row.Bytes = Of.Size;
  }
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
  Row.Kind = Of.describeKind(A);
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
    emit(remark::PeakPadding{.Share = Percent{Padding, Sum},
                             .Padding = Padding});
  emitIfAny(
      remark::PeakPaddingUnknown{.Count = UnknownCount, .Size = UnknownSize});
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
