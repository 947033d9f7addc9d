//===- LivenessPass.cpp - How long values live ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LivenessReport.h"
#include "hlomem/Passes/Selection/ValueSelection.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;

namespace hlomem {

void LivenessReport::run() {
  if (Options.OfValue) {
    Expected<const Value *> V = selectValue(*this, *Options.OfValue);
    if (!V)
      return C.fail(V.takeError());
    return ValueReport(*this, Options).run(**V);
  }
  if (!Live.isKnown())
    return;
  findValues();
  reportSummary();
  if (Options.Buckets != 0)
    for (MemorySpace Space : Spaces)
      reportCurve(Space);
  reportLongest();
  C.count(NumNeverRead, reportNeverRead());
  C.count(NumGaps, reportGaps());
  for (MemorySpace Space : Spaces)
    C.count(NumWhatIfs, reportPeak(Space));
}

void LivenessReport::findValues() {
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

void LivenessReport::reportSummary() {
  Bytes Area, UnknownSize;
  uint64_t UnknownCount = 0;
  for (MemorySpace Space : Spaces) {
    const SpaceTimeline &S = Timeline.getSpace(Space);
    Area += S.ByteTime;
    UnknownCount += S.UnknownValues;
    UnknownSize += S.UnknownBytes;
  }
  emit(remark::LivenessFound{.Known = Values.size() - UnknownCount,
                             .Count = Values.size(),
                             .How = how(),
                             .Times = Live.getEndOfProgram(),
                             .Area = Area});
  emitIfAny(remark::LivenessUnknownRanges{.Count = UnknownCount,
                                          .Size = UnknownSize});
  remark::LivenessUnknownReads WithoutReads{};
  for (const Value *V : Values)
    if (Live.getRange(*V) && !Reads.knowsReads(*V)) {
      ++WithoutReads.Count;
      WithoutReads.Size += V->getSize();
    }
  emitIfAny(WithoutReads);
  if (Options.Space)
    return;
  remark::LivenessThreadLocal ThreadLocal{};
  for (const Value &V : M.values())
    if (V.getAllocation().isThreadLocal()) {
      ++ThreadLocal.Count;
      ThreadLocal.Size += V.getSize();
    }
  emitIfAny(ThreadLocal);
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
  size_t Count = std::min<size_t>(Options.Buckets, Times);
  for (size_t I = 0; I != Count; ++I) {
    Time Begin = I * Times / Count, End = (I + 1) * Times / Count;
    auto [Most, At] = Curve.getPeak(Begin, End);
    std::string Bar = drawBar(Most, S.Peak.Size);
    if (At == S.Peak.At)
      Bar += " peak";
    emit(remark::LiveBytesBar{.Range = {Begin, End - 1},
                              .Live = Most,
                              .At = At,
                              .Bar = std::move(Bar)});
  }
  emitIfAny(remark::LiveBytesMissing{.Count = S.UnknownValues,
                                     .Size = S.UnknownBytes});
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void LivenessReport::reportLongest() {
  auto GetArea = [this](const Value *V) { return Reads.getArea(*V); };
  std::vector<const Value *> Longest;
  Bytes Sum;
  for (const Value *V : Values)
    if (Live.getRange(*V) && isLongEnough(Reads.getLength(*V))) {
      Longest.push_back(V);
      Sum += GetArea(V);
    }
  if (Longest.empty())
    return;
  std::ranges::stable_sort(Longest, std::greater(), GetArea);
  C.emit(Longest.front()->getLoc(),
         remark::LongestLived{.Count = Longest.size(), .Area = Sum});
  std::vector<Bytes> Areas;
  transform(Longest, std::back_inserter(Areas), GetArea);
  auto Given = Options;
  if (Options.All)
    Given.Top = 0;
  makeTable(Longest, std::move(Areas)).list(C, Given, [&](const TableRow &Of) {
    reportLongest(Of, Longest);
  });
}

FoldedTable LivenessReport::makeTable(ArrayRef<const Value *> Rows,
                                      std::vector<Bytes> Weights) {
  auto GetItem = [](const Value *V) { return FoldItem{V, V->getSize()}; };
  return hlomem::makeTable(Options, Folding, Rows, GetItem,
                           Options.All ? 0 : Options.Top, std::move(Weights));
}

void LivenessReport::reportLongest(const TableRow &Of,
                                   ArrayRef<const Value *> All) {
  auto Members = map_to_vector<1>(Of.Names.Members,
                                  [&](size_t Member) { return All[Member]; });
  const Value &V = *Members.front();
  remark::LongestLivedRow Row{
      .Area = Of.Weight,
      .Size = Of.Size,
      .Range = Of.getRange([&](size_t I) { return *Live.getRange(*All[I]); }),
      .Length = 0,
      .FirstRead = "-",
      .Gap = 0,
      .Reads = 0,
      .Value = V.getDefinition(),
      .Kind = Of.describeKind(V.getAllocation()),
      .How = how(),
      .StandsFor = Of.getName(Names.getName(V)),
      .OpName = Names.findOpName(V).str()};
  std::optional<Time> FirstRead;
  for (const Value *Member : Members) {
    SmallVector<Read, 4> ReadsOf = Reads.findReads(*Member);
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
  C.emit(V.getLoc(), Row, Of.Audience, Of.Fold);
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
  std::ranges::stable_sort(Unread, std::greater(), &Value::getSize);
  C.emit(Unread.front()->getLoc(),
         remark::NeverRead{.Count = Unread.size(), .Size = Size, .Area = Area});
  makeTable(Unread).list(C, Options, [&](const TableRow &Of) {
    const Value &V = *Unread[Of.first()];
    C.emit(V.getLoc(),
           remark::NeverReadRow{.Size = Of.Size,
                                .Range = Of.getRange([&](size_t I) {
                                  return *Live.getRange(*Unread[I]);
                                }),
                                .Value = V.getDefinition(),
                                .Kind = Of.describeKind(V.getAllocation()),
                                .What = describeUnread(M, V)},
           Of.Audience, Of.Fold);
  });
  return Unread.size();
}

HLOMEM_PASS(Liveness, LivenessReport)

} // namespace hlomem
