//===- ReadAhead.cpp - Canonical lines, read by several threads -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text in front of the cursor is cut into chunks, each is read by itself as
// if all of it were canonical, and then they are joined in order. What a thread
// writes into values is in a range of them that is its own, known by where its
// chunk begins and where the next one does.
//
//===----------------------------------------------------------------------===//

#include "CanonicalLine.h"
#include "LineGrammar.h"
#include "ParserImpl.h"
#include "hlomem/Support/Parallel.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <mutex>

using namespace llvm;

namespace hlomem {

static const char *skipLine(const char *Line, const char *End) {
  return static_cast<const char *>(std::memchr(Line, '\n', End - Line)) + 1;
}

void DumpParser::startReadingAhead() {
  bool CanReadAhead = Options.ThreadCount > 1 && Cursor.isPlain();
  NextAhead = CanReadAhead ? Cursor.line().begin() : nullptr;
}

// Empty, or where chunks begin and, at last, where the last one ends: where \p
// MayCut says that something begins whatever stands before it.
SmallVector<const char *>
DumpParser::cutAhead(const char *Line,
                     function_ref<bool(const char *)> MayCut) {
  SmallVector<const char *> Cuts;
  if (!NextAhead || Line < NextAhead)
    return Cuts;
  Cuts.push_back(Line);
  constexpr size_t ChunksPerThread = 4;
  const size_t MaxCount = Options.ThreadCount * ChunksPerThread;
  const ptrdiff_t ChunkSize = Options.ChunkSize;
  while (Cuts.size() <= MaxCount && EndOfLines - Cuts.back() > ChunkSize) {
    const char *From = Cuts.back() + ChunkSize;
    const char *Limit = From + std::min(ChunkSize, EndOfLines - From);
    const char *Cut = skipLine(From, EndOfLines);
    while (Cut < Limit && !MayCut(Cut))
      Cut = skipLine(Cut, EndOfLines);
    if (Cut >= Limit)
      break;
    Cuts.push_back(Cut);
  }
  NextAhead = Cuts.back();
  if (Cuts.size() == 1)
    NextAhead += std::min(ChunkSize, EndOfLines - Line);
  // One chunk is read as well in its turn.
  if (Cuts.size() < 3)
    Cuts.clear();
  return Cuts;
}

//===----------------------------------------------------------------------===//
// Values of allocations
//===----------------------------------------------------------------------===//

namespace {

struct ValueChunk {
  std::vector<ValueLineRun> Runs;
  /// Where the reading ended, which may be before the end of the chunk.
  const char *At = nullptr;
};

} // namespace

void DumpParser::readValuesAhead(const char *Line) {
  if (!NextAhead || Line < NextAhead ||
      !CanonicalLine(Line, EndOfLines).startsWith(" value: <"))
    return;
  SmallVector<const char *> Cuts =
      cutAhead(Line, [](const char *) { return true; });
  if (Cuts.empty())
    return;
  dropValuesAhead();
  size_t Count = Cuts.size() - 1;
  std::vector<ValueChunk> Chunks(Count);
  // Of the chunks before: fresh memory costs more than what is written to it.
  if (ChunkValues.size() < Count)
    ChunkValues.resize(Count);
  std::mutex ShapesLock;
  bool HadTiles = F.Shapes->hasTiles();
  parallelFor(Options.ThreadCount, Count, [&](size_t I) {
    DenseMap<StringRef, const Shape *> Known;
    auto GetShape = [&](StringRef Text) {
      const Shape *&S = Known[Text];
      if (!S) {
        ShapeError E;
        std::lock_guard<std::mutex> Guard(ShapesLock);
        S = parseShape(Text, *F.Shapes, E);
      }
      return S;
    };
    ChunkValues[I].truncate(0);
    ValueChunk C;
    for (C.At = Cuts[I]; C.At != Cuts[I + 1];) {
      ValueLineRun Run =
          readCanonicalValueLines(C.At, Cuts[I + 1], GetShape, ChunkValues[I]);
      if (Run.Count != 0) {
        C.Runs.push_back(Run);
        C.At = Run.End;
        continue;
      }
      // Between the values stand allocations, and lines for the others to read.
      if (*C.At != 'a' && *C.At != ' ')
        break;
      C.At = skipLine(C.At, Cuts[I + 1]);
    }
    Chunks[I] = std::move(C);
  });
  F.Shapes->setHasTiles(HadTiles);

  size_t RoomSize = 0;
  EndOfRunsAhead = Cuts.front();
  SmallVector<size_t> Places;
  for (size_t I = 0; I != Count && EndOfRunsAhead == Cuts[I]; ++I) {
    Places.push_back(RoomSize);
    RoomSize += ChunkValues[I].size();
    append_range(RunsAhead, Chunks[I].Runs);
    EndOfRunsAhead = Chunks[I].At;
  }
  Value *Room = F.Values.appendRoom(RoomSize).data();
  parallelFor(Options.ThreadCount, Places.size(), [&](size_t I) {
    std::uninitialized_copy(ChunkValues[I].begin(), ChunkValues[I].end(),
                            Room + Places[I]);
  });
}

// The lines that begin here, if they were read: none of them where no canonical
// line begins here.
std::optional<ValueLineRun> DumpParser::takeValuesAhead(const char *Line) {
  bool HasRun = NextRunAhead != RunsAhead.size();
  // Runs that were passed by are of an allocation that could not be read.
  if (Line >= EndOfRunsAhead ||
      (HasRun && RunsAhead[NextRunAhead].Begin < Line)) {
    dropValuesAhead();
    return std::nullopt;
  }
  if (!HasRun || RunsAhead[NextRunAhead].Begin != Line)
    return ValueLineRun();
  return RunsAhead[NextRunAhead++];
}

void DumpParser::dropValuesAhead() {
  F.Values.truncate(ValueCount);
  RunsAhead.clear();
  NextRunAhead = 0;
  EndOfRunsAhead = nullptr;
}

//===----------------------------------------------------------------------===//
// Used values
//===----------------------------------------------------------------------===//

void DumpParser::readUsedValuesAhead(UsedValueRun &R) {
  SmallVector<const char *> Cuts = cutAhead(
      R.At, [this](const char *Line) { return beginsUsedValue(Line); });
  // Values of another form have what is written here already.
  if (Cuts.empty() || ValueLines != ValueLineForm::SizeFirst)
    return;
  // Each chunk has the values from its first one up to that of the next.
  SmallVector<UsedValueRun, 0> Runs;
  for (const char *Cut : Cuts) {
    CanonicalLine L(Cut, EndOfLines);
    uint64_t Id;
    if (!L.consume("<") || !readId(L, Id))
      break;
    auto Found = lower_bound(ById, Id, [this](uint32_t I, uint64_t Id) {
      return F.Values[I].getId() < Id;
    });
    size_t Next = Found - ById.begin();
    if ((Runs.empty() ? Next != R.Next : Next <= Runs.back().Next))
      break;
    if (!Runs.empty())
      Runs.back().Limit = Next;
    Runs.push_back({Cut, Next, Next});
  }
  if (Runs.size() < 2)
    return;
  // What comes last is just where the others end.
  UsedValueRun End = Runs.pop_back_val();
  SmallVector<UsedValueRun, 0> Begins = Runs;
  parallelFor(Options.ThreadCount, Runs.size(), [&](size_t I) {
    const char *ChunkEnd = I + 1 == Runs.size() ? End.At : Begins[I + 1].At;
    UsedValueRun Run = Runs[I];
    while (Run.At != ChunkEnd && readCanonicalUsedValue(Run))
      ;
    Runs[I] = Run;
  });

  for (auto [I, Run] : enumerate(Runs)) {
    if (R.At == Begins[I].At && R.Next == Begins[I].Next) {
      R.At = Run.At;
      R.Next = Run.Next;
      continue;
    }
    for (size_t Place = Begins[I].Next; Place != Run.Next; ++Place) {
      Value &V = F.Values[ById[Place]];
      V.forgetLists();
      V.setHasUses(false);
      V.setIsUsedValue(false);
    }
  }
}

//===----------------------------------------------------------------------===//
// The schedule and the live ranges
//===----------------------------------------------------------------------===//

void DumpParser::readScheduleAhead(ScheduleRun &R) {
  SmallVector<const char *> Cuts =
      cutAhead(R.At, [](const char *) { return true; });
  if (Cuts.empty())
    return;
  size_t Count = Cuts.size() - 1;
  std::vector<ScheduleRun> Runs(Count);
  parallelFor(Options.ThreadCount, Count, [&](size_t I) {
    CanonicalLine L(Cuts[I], EndOfLines);
    Time First;
    StringRef Name;
    ScheduleRun Run{Cuts[I], 0, {}};
    if (readScheduleLine(L, First, Name))
      Run.First = First;
    Run.Names.reserve((Cuts[I + 1] - Cuts[I]) / strlen("    0:a"));
    while (Run.At != Cuts[I + 1] && readCanonicalScheduleLine(Run))
      ;
    Runs[I] = std::move(Run);
  });
  for (size_t I = 0; I != Count; ++I) {
    if (R.At != Cuts[I] || Runs[I].First != R.First + R.Names.size())
      break;
    append_range(R.Names, Runs[I].Names);
    R.At = Runs[I].At;
  }
}

// Where among the used values the one is whose live range stands in \p Line,
// looked for around the place where it should be.
std::optional<size_t> DumpParser::findLiveRangeNear(size_t Guess,
                                                    const char *Line) const {
  CanonicalLine L(Line, EndOfLines);
  HloPosition Definition;
  if (!readLiveRangeName(L, Definition))
    return std::nullopt;
  constexpr size_t MaxDistance = 10000;
  ValueOrder Used = usedValues();
  size_t Size = Used.size();
  for (size_t Distance = 0; Distance != MaxDistance; ++Distance) {
    size_t Behind = Guess + Distance;
    if (Behind < Size && Used[Behind]->getDefinition() == Definition)
      return Behind;
    if (Distance <= Guess && Guess - Distance < Size &&
        Used[Guess - Distance]->getDefinition() == Definition)
      return Guess - Distance;
  }
  return std::nullopt;
}

void DumpParser::readLiveRangesAhead(LiveRangeRun &R) {
  SmallVector<const char *> Cuts =
      cutAhead(R.At, [](const char *) { return true; });
  if (Cuts.empty())
    return;
  std::vector<LiveRangeRun> Runs;
  Runs.push_back({R.At, R.Next, R.Limit, {}});
  // As many values as in the chunk before, and a few in the first.
  constexpr size_t LineSize = 40;
  size_t Step = Options.ChunkSize / LineSize;
  for (const char *Cut : ArrayRef(Cuts).drop_front()) {
    size_t Last = Runs.back().Next;
    std::optional<size_t> Next = findLiveRangeNear(Last + Step, Cut);
    if (!Next || *Next <= Last)
      break;
    Step = *Next - Last;
    Runs.back().Limit = *Next;
    Runs.push_back({Cut, *Next, *Next, {}});
  }
  // What comes last is just where the others end.
  Runs.pop_back();
  SmallVector<size_t> Places =
      map_to_vector(Runs, [](const LiveRangeRun &Run) { return Run.Next; });
  // In its turn, a value is found after others that are passed over.
  auto Joins = [&](size_t I) {
    size_t Next = R.Next;
    return R.At == Cuts[I] &&
           (I == 0 ||
            (findNextLiveRange(usedValues()[Places[I]]->getDefinition(), Next,
                               Places[I] + 1) != ValueOrder::None &&
             Next == Places[I] + 1));
  };
  parallelFor(Options.ThreadCount, Runs.size(), [&](size_t I) {
    LiveRangeRun Run = std::move(Runs[I]);
    while (Run.At != Cuts[I + 1] &&
           readCanonicalLiveRange(Run, /*IsAhead=*/true))
      ;
    Runs[I] = std::move(Run);
  });
  for (auto [I, Run] : enumerate(Runs)) {
    if (Joins(I)) {
      append_range(R.Order, Run.Order);
      R.At = Run.At;
      R.Next = Run.Next;
      continue;
    }
    for (ValueOrder::Entry E : Run.Order)
      getValue(E).forgetLiveRange();
  }
}

} // namespace hlomem
