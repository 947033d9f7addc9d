//===- Walls.cpp - What comes after the peak ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/Walls.h"
#include "OccupiedBytes.h"
#include "SharedBuffers.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/IR/Module.h"
#include <queue>
#include <set>

using namespace llvm;

namespace hlomem {

AnalysisKey WallsAnalysis::Key;

Walls WallsAnalysis::run(const Module &M, AnalysisManager &AM) {
  return {M, AM.getResult<LivenessAnalysis>(),
          AM.getResult<MemoryTimelineAnalysis>(),
          AM.getResult<LiveCurvesAnalysis>(),
          AM.getResult<UserSourceAnalysis>()};
}

namespace {

/// Bytes at each time, of which parts are lowered, and the highest asked for.
/// A segment tree.
class LoweredCurve {
public:
  LoweredCurve(const LiveCurve &Curve) : Size(Curve.getEnd()) {
    Nodes.resize(4 * Size);
    build(1, 0, Size, Curve.steps());
  }

  /// From \p Begin up to \p End, without it.
  void lower(Time Begin, Time End, uint64_t By) {
    add(1, 0, Size, Begin, End, -static_cast<int64_t>(By));
  }
  /// The most from \p Begin up to \p End, and its earliest time; less than
  /// nothing where there is no such time.
  std::pair<int64_t, Time> getPeak(Time Begin, Time End) const {
    return find(1, 0, Size, Begin, End);
  }

private:
  struct Node {
    /// Of this part, without what is added to whole parts above it.
    int64_t Most = 0;
    Time At = 0;
    int64_t Added = 0;
  };

  void build(size_t N, Time From, Time To, ArrayRef<LiveCurve::Step> Steps) {
    if (To - From == 1) {
      const auto *Step = partition_point(
          Steps, [From](LiveCurve::Step S) { return S.Begin <= From; });
      Nodes[N] = {static_cast<int64_t>(std::prev(Step)->Live.count()), From, 0};
      return;
    }
    Time Middle = From + (To - From) / 2;
    build(2 * N, From, Middle, Steps);
    build(2 * N + 1, Middle, To, Steps);
    update(N);
  }

  void update(size_t N) {
    const Node &Left = Nodes[2 * N], &Right = Nodes[2 * N + 1];
    const Node &Higher = Left.Most >= Right.Most ? Left : Right;
    Nodes[N].Most = Higher.Most + Nodes[N].Added;
    Nodes[N].At = Higher.At;
  }

  void add(size_t N, Time From, Time To, Time Begin, Time End, int64_t Delta) {
    if (Begin >= To || End <= From)
      return;
    if (Begin <= From && To <= End) {
      Nodes[N].Most += Delta;
      Nodes[N].Added += Delta;
      return;
    }
    Time Middle = From + (To - From) / 2;
    add(2 * N, From, Middle, Begin, End, Delta);
    add(2 * N + 1, Middle, To, Begin, End, Delta);
    update(N);
  }

  std::pair<int64_t, Time> find(size_t N, Time From, Time To, Time Begin,
                                Time End) const {
    if (Begin >= To || End <= From || Begin >= End)
      return {-1, 0};
    if (Begin <= From && To <= End)
      return {Nodes[N].Most, Nodes[N].At};
    Time Middle = From + (To - From) / 2;
    auto Left = find(2 * N, From, Middle, Begin, End);
    auto Right = find(2 * N + 1, Middle, To, Begin, End);
    auto Higher = Left.first >= Right.first ? Left : Right;
    if (Higher.first >= 0)
      Higher.first += Nodes[N].Added;
    return Higher;
  }

  Time Size;
  std::vector<Node> Nodes;
};

/// Finds the shortest buffer that is live at a time. A segment tree with the
/// buffers at the largest parts that they cover.
class ShortestAt {
public:
  explicit ShortestAt(Time Size) : Size(Size), Lists(4 * size_t(Size)) {}

  /// In ascending order of the lengths.
  void add(size_t Buffer, LiveRange R) {
    insert(1, 0, Size, R.Begin, R.End + 1, Buffer);
  }
  /// Calls \p Visit for the first buffer of each part around \p T that \p
  /// IsGone does not say is gone for good.
  template <class IsGoneT, class VisitT>
  void visit(Time T, IsGoneT IsGone, VisitT Visit) {
    size_t N = 1;
    for (Time From = 0, To = Size;;) {
      List &L = Lists[N];
      while (L.Next != L.Buffers.size() && IsGone(L.Buffers[L.Next]))
        ++L.Next;
      if (L.Next != L.Buffers.size())
        Visit(L.Buffers[L.Next]);
      if (To - From == 1)
        return;
      Time Middle = From + (To - From) / 2;
      bool IsLeft = T < Middle;
      (IsLeft ? To : From) = Middle;
      N = 2 * N + !IsLeft;
    }
  }

private:
  struct List {
    std::vector<uint32_t> Buffers;
    size_t Next = 0;
  };

  void insert(size_t N, Time From, Time To, Time Begin, Time End,
              size_t Buffer) {
    if (Begin >= To || End <= From)
      return;
    if (Begin <= From && To <= End) {
      Lists[N].Buffers.push_back(Buffer);
      return;
    }
    Time Middle = From + (To - From) / 2;
    insert(2 * N, From, Middle, Begin, End, Buffer);
    insert(2 * N + 1, Middle, To, Begin, End, Buffer);
  }

  Time Size;
  std::vector<List> Lists;
};

/// Finds the walls of one memory space.
class WallFinder {
public:
  WallFinder(std::vector<SharedBuffer> Buffers, const LiveCurve &Curve);

  /// Goes on from \p W to the next wall; false if there is none, since what is
  /// left cannot go. At least \p Least bytes go where \p W is.
  bool findNext(Wall &W, int64_t Least);

private:
  void remove(size_t Buffer);

  std::vector<SharedBuffer> Buffers;
  Time End;
  LoweredCurve Left;
  /// The temporaries by the time at which they begin.
  std::vector<uint32_t> ByBegin;
  ShortestAt Shortest;
  std::vector<bool> IsGone;
};

} // namespace

WallFinder::WallFinder(std::vector<SharedBuffer> Given, const LiveCurve &Curve)
    : Buffers(std::move(Given)), End(Curve.getEnd()), Left(Curve),
      Shortest(End), IsGone(Buffers.size(), false) {
  for (auto [I, B] : enumerate(Buffers))
    if (B.IsTemporary)
      ByBegin.push_back(I);
  stable_sort(ByBegin, [this](uint32_t L, uint32_t R) {
    return Buffers[L].Range.length() < Buffers[R].Range.length();
  });
  for (uint32_t I : ByBegin)
    Shortest.add(I, Buffers[I].Range);
  stable_sort(ByBegin, [this](uint32_t L, uint32_t R) {
    return Buffers[L].Range.Begin < Buffers[R].Range.Begin;
  });
}

void WallFinder::remove(size_t Buffer) {
  IsGone[Buffer] = true;
  for (const SharedBuffer::Part &P : Buffers[Buffer].Parts)
    Left.lower(P.When.Begin, P.When.End + 1, P.Size.count());
}

// The hill grows by the shortest temporary that is live where most is left in
// it; all temporaries that lie in the hill are gone. Until more is left
// elsewhere.
bool WallFinder::findNext(Wall &W, int64_t Least) {
  Time First = W.At, Last = W.At, At = W.At;
  using Entry = std::pair<Time, uint32_t>;
  // Those that begin in the hill, by their ends.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> Inside;
  auto FindBegin = [this](Time T) {
    return partition_point(
        ByBegin, [&](uint32_t I) { return Buffers[I].Range.Begin < T; });
  };
  auto Low = FindBegin(First), High = Low;
  for (;;) {
    auto Length = [this](uint32_t I) { return Buffers[I].Range.length(); };
    std::optional<uint32_t> Next;
    Shortest.visit(
        At, [this](uint32_t I) { return IsGone[I]; },
        [&](uint32_t I) {
          if (!Next ||
              std::pair(Length(I), I) < std::pair(Length(*Next), *Next))
            Next = I;
        });
    if (!Next && At != W.At) {
      At = W.At;
      continue;
    }
    if (!Next)
      return false;
    First = std::min(First, Buffers[*Next].Range.Begin);
    Last = std::max(Last, Buffers[*Next].Range.End);
    auto Enter = [&](uint32_t I) {
      if (!IsGone[I])
        Inside.push({Buffers[I].Range.End, I});
    };
    for (auto NewLow = FindBegin(First); Low != NewLow;)
      Enter(*--Low);
    for (auto NewHigh = FindBegin(Last + 1); High != NewHigh;)
      Enter(*High++);
    for (; !Inside.empty() && Inside.top().first <= Last;
         Inside.pop(), ++W.Gone)
      remove(Inside.top().second);
    auto Here = Left.getPeak(First, Last + 1);
    auto Before = Left.getPeak(0, First), After = Left.getPeak(Last + 1, End);
    auto Elsewhere = Before.first >= After.first ? Before : After;
    int64_t GoneHere = static_cast<int64_t>(W.Live.count()) -
                       Left.getPeak(W.At, W.At + 1).first;
    if (Elsewhere.first >= Here.first && GoneHere >= Least) {
      W.Live = Bytes(Elsewhere.first);
      W.At = Elsewhere.second;
      return true;
    }
    At = Here.second;
  }
}

std::string Walls::getPlace(Time T) {
  StringRef Instruction = Live.schedule()[T];
  std::optional<UserPlace> Place = Sources.find(Instruction);
  return Place ? Place->str() : Instruction.str();
}

std::vector<Wall> Walls::find(MemorySpace Space, size_t Count) {
  if (!Live.isKnown() || Count == 0 || !binary_search(Timeline.spaces(), Space))
    return {};
  const PeakLoad &Peak = Timeline.getSpace(Space).Peak;
  // The curve is signed while it is lowered.
  if (Peak.Size.isZero() || Peak.Size.count() > INT64_MAX)
    return {};
  WallFinder Finder(findSharedBuffers(M, Space, Live), Curves.getSpace(Space));
  // A value of a few bytes makes no wall.
  auto Least = static_cast<int64_t>((Peak.Size.count() + 99) / 100);
  Wall Next = {Peak.Size, Peak.At, 0};
  std::vector<Wall> Found = {Next};
  std::set<std::string> Places = {getPlace(Peak.At)};
  while (Found.size() < Count && Finder.findNext(Next, Least) &&
         !Next.Live.isZero())
    if (Places.insert(getPlace(Next.At)).second)
      Found.push_back(Next);
  return Found;
}

} // namespace hlomem
