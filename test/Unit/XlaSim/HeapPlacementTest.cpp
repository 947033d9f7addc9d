//===- HeapPlacementTest.cpp - Tests for XLA's heap algorithms ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/HeapPlacement.h"
#include "HeapEvents.h"
#include "llvm/Support/MathExtras.h"
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <random>

using namespace hlomem;

namespace {

// Not the traces of an assignment, which have that name too.

HeapPlacement place(const HeapRequests &T, HeapAlgorithm Algorithm,
                    uint64_t Alignment = 1) {
  return llvm::cantFail(
      placeHeap(llvm::cantFail(HeapGroups::create(T)), Algorithm, Alignment));
}

std::vector<uint64_t> count(llvm::ArrayRef<Bytes> Sizes) {
  std::vector<uint64_t> Numbers;
  for (Bytes B : Sizes)
    Numbers.push_back(B.count());
  return Numbers;
}

using Offsets = std::vector<uint64_t>;

TEST(HeapPlacementTest, NothingTakesNothing) {
  for (HeapAlgorithm A : {HeapAlgorithm::Spatial, HeapAlgorithm::Temporal,
                          HeapAlgorithm::BestFit, HeapAlgorithm::FastMerge}) {
    HeapPlacement P = place(makeTrace(0, {alloc(0), release(0)}), A);
    EXPECT_EQ(P.Size, Bytes(0));
    EXPECT_EQ(count(P.Offsets), Offsets{0});
  }
}

TEST(HeapPlacementTest, OthersLieInTheGapsOfAGroup) {
  // 0 and 2 share memory, and 1 is live in between alone.
  HeapRequests T = makeTrace({8, 8, 8}, {alloc(0), release(0), alloc(1),
                                         release(1), share(2, 0), release(2)});
  EXPECT_EQ(place(T, HeapAlgorithm::Spatial).Size, Bytes(8));
  // There a group keeps its memory from the first tick to the last one.
  HeapPlacement P = place(T, HeapAlgorithm::FastMerge);
  EXPECT_EQ(P.Size, Bytes(16));
  EXPECT_EQ(count(P.Offsets), (Offsets{0, 8, 0}));
}

TEST(HeapPlacementTest, TheSmallerOfBothOrders) {
  // The largest, 1, comes first and has what lives long, 0, above it; when 1 is
  // gone, 2 leaves one byte below that, too few for 3.
  HeapRequests T =
      makeTrace({4, 6, 5, 2}, {alloc(0), alloc(1), release(1), alloc(2),
                               alloc(3), release(2), release(3), release(0)});
  HeapPlacement Spatial = place(T, HeapAlgorithm::Spatial);
  HeapPlacement Temporal = place(T, HeapAlgorithm::Temporal);
  EXPECT_EQ(Spatial.Size, Bytes(12));
  EXPECT_EQ(Temporal.Size, Bytes(11));
  HeapPlacement Best = place(T, HeapAlgorithm::BestFit);
  EXPECT_EQ(Best.Algorithm, HeapAlgorithm::Temporal);
  EXPECT_EQ(Best.Offsets, Temporal.Offsets);
}

TEST(HeapPlacementTest, SpatialIfBothAreEqual) {
  HeapRequests T =
      makeTrace({4, 6}, {alloc(0), alloc(1), release(1), release(0)});
  HeapPlacement P = place(T, HeapAlgorithm::BestFit);
  EXPECT_EQ(P.Algorithm, HeapAlgorithm::Spatial);
  EXPECT_EQ(count(P.Offsets), (Offsets{6, 0}));
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

HeapRequests makeAllAtOnce(uint32_t Count, uint64_t Size) {
  HeapRequests T;
  T.Sizes.assign(Count, Bytes(Size));
  for (uint32_t V = 0; V != Count; ++V)
    T.Events.push_back(alloc(V));
  for (uint32_t V = 0; V != Count; ++V)
    T.Events.push_back(release(V));
  return T;
}

// 0 is too large for any heap, and what comes when it is gone lies there too.
TEST(HeapPlacementTest, TheTooLargeBeginsAHeap) {
  HeapRequests T =
      makeTrace({9, 4, 4, 9}, {alloc(0), alloc(1), release(0), alloc(2),
                               alloc(3), release(1), release(2), release(3)});
  HeapPlacement P =
      llvm::cantFail(placeHeap(llvm::cantFail(HeapGroups::create(T)),
                               HeapAlgorithm::Spatial, 1, Bytes(4)));
  EXPECT_EQ(P.HeapOf, (IdVector<ValueId, uint32_t>{1, 2, 1, 0}));
  EXPECT_EQ(count(P.HeapSizes), (std::vector<uint64_t>{9, 9, 4}));
  EXPECT_EQ(P.Size, Bytes(22));
}

// Each heap holds one value; trying all others in it would take minutes.
TEST(HeapPlacementTest, ManyHeapsOfOneValue) {
  const uint32_t Count = 50000;
  HeapPlacement P = llvm::cantFail(
      placeHeap(llvm::cantFail(HeapGroups::create(makeAllAtOnce(Count, 2))),
                HeapAlgorithm::BestFit, 1, Bytes(1)));
  EXPECT_EQ(P.HeapSizes.size(), Count);
  EXPECT_EQ(P.Size, Bytes(2) * Count);
}

// There the first that fits has to be searched for.
TEST(HeapPlacementTest, TooManyHeaps) {
  llvm::Expected<HeapPlacement> P =
      placeHeap(llvm::cantFail(HeapGroups::create(makeAllAtOnce(50000, 2))),
                HeapAlgorithm::BestFit, 1, Bytes(3));
  ASSERT_FALSE(bool(P));
  EXPECT_TRUE(llvm::StringRef(llvm::toString(P.takeError()))
                  .starts_with("with heaps of at most 3 bytes there are more "
                               "than "));
}

//===----------------------------------------------------------------------===//
// Against the algorithm as XLA has it, with lists that are searched through
//===----------------------------------------------------------------------===//

/// Events in which values share with others, at once and later.
HeapRequests makeRandomTrace(std::mt19937 &Random) {
  HeapRequests T;
  std::vector<uint32_t> Live;
  std::optional<uint32_t> LastFreed;
  unsigned Count = 3 + Random() % 40;
  while (T.Sizes.size() < Count || !Live.empty()) {
    uint32_t V = T.Sizes.size();
    bool IsBegin = V < Count && (Live.empty() || Random() % 2 != 0);
    if (!IsBegin) {
      size_t At = Random() % Live.size();
      T.Events.push_back(release(Live[At]));
      LastFreed = Live[At];
      Live.erase(Live.begin() + At);
      continue;
    }
    Bytes Size(1 + Random() % 20);
    unsigned Kind = Random() % 4;
    if (Kind == 0 && LastFreed) {
      T.Sizes.push_back(std::max(Size, T.Sizes[ValueId(*LastFreed)]));
      T.Events.push_back(share(V, *LastFreed));
      LastFreed.reset();
    } else if (Kind == 1 && !Live.empty()) {
      uint32_t With = Live[Random() % Live.size()];
      T.Sizes.push_back(T.Sizes[ValueId(With)]);
      T.Events.push_back(share(V, With));
    } else {
      T.Sizes.push_back(Size);
      T.Events.push_back(alloc(V));
    }
    Live.push_back(V);
  }
  return T;
}

bool overlap(HeapInterval A, HeapInterval B) {
  return A.Begin <= B.End && B.Begin <= A.End;
}

bool overlap(llvm::ArrayRef<HeapInterval> A, llvm::ArrayRef<HeapInterval> B) {
  return llvm::any_of(A, [&](HeapInterval I) {
    return llvm::any_of(B, [&](HeapInterval J) { return overlap(I, J); });
  });
}

HeapPlacement placeSlowly(const HeapGroups &Groups, bool IsSpatial,
                          uint64_t Alignment) {
  std::map<std::tuple<int64_t, int64_t, ValueId>, const HeapGroup *> Order;
  for (const HeapGroup &G : Groups.groups()) {
    HeapInterval Own = Groups.intervals(G)[0];
    int64_t Size = -int64_t(G.Size.count());
    if (IsSpatial)
      Order[{Size, int64_t(Own.Begin) - Own.End, Groups.values(G)[0]}] = &G;
    else
      Order[{int64_t(G.Span.Begin) - G.Span.End, Size, Groups.values(G)[0]}] =
          &G;
  }
  HeapPlacement Result;
  Result.Offsets.resize(Groups.getNumValues());
  std::vector<std::pair<uint64_t, const HeapGroup *>> Placed;
  for (auto &[Key, G] : Order) {
    std::map<uint64_t, uint64_t> Used;
    for (auto [Offset, Other] : Placed)
      if (overlap(Groups.intervals(*G), Groups.intervals(*Other)))
        Used[Offset] =
            std::max(Used[Offset], Offset + Other->LargestSize.count());
    uint64_t At = 0, Best = 0, Least = UINT64_MAX;
    for (auto [Begin, End] : Used) {
      if (Begin >= At + G->LargestSize.count() && Begin - At < Least) {
        Best = At;
        Least = Begin - At;
      }
      At = std::max(At, llvm::alignTo(End, Alignment));
    }
    uint64_t Offset = Least == UINT64_MAX ? At : Best;
    Placed.push_back({Offset, G});
    for (ValueId V : Groups.values(*G))
      Result.Offsets[V] = Bytes(Offset);
  }
  return Result;
}

/// Every byte is looked at.
HeapPlacement placeSlowlyByTime(const HeapGroups &Groups, uint64_t Alignment) {
  constexpr uint64_t End = 2000;
  std::map<std::tuple<uint32_t, int64_t, ValueId>, const HeapGroup *> Order;
  for (const HeapGroup &G : Groups.groups())
    Order[{G.Span.Begin, -int64_t(G.Size.count()), Groups.values(G)[0]}] = &G;
  HeapPlacement Result;
  Result.Offsets.resize(Groups.getNumValues());
  // The tick after which a byte is free.
  std::vector<uint32_t> TakenTo(End, 0);
  for (auto &[Key, G] : Order) {
    uint64_t Best = End, BestBegin = 0, Least = UINT64_MAX;
    auto IsFree = [&, S = G->Span.Begin](uint64_t I) {
      return TakenTo[I] <= S;
    };
    for (uint64_t I = 0; I != End;) {
      if (!IsFree(I)) {
        ++I;
        continue;
      }
      uint64_t Begin = I;
      while (I != End && IsFree(I))
        ++I;
      uint64_t Aligned = llvm::alignTo(Begin, Alignment);
      if (Aligned + G->LargestSize.count() <= I && I - Aligned < Least) {
        Least = I - Aligned;
        Best = Aligned;
        BestBegin = Begin;
      }
    }
    for (uint64_t I = BestBegin; I != Best + G->LargestSize.count(); ++I)
      TakenTo[I] = G->Span.End;
    for (ValueId V : Groups.values(*G))
      Result.Offsets[V] = Bytes(Best);
  }
  return Result;
}

TEST(HeapPlacementTest, AsTheSlowAlgorithm) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 300; ++Round) {
    HeapGroups Groups =
        llvm::cantFail(HeapGroups::create(makeRandomTrace(Random)));
    uint64_t Alignment = Round % 3 == 0 ? 1 : Round % 3 == 1 ? 4 : 6;
    auto Place = [&](HeapAlgorithm A) {
      return llvm::cantFail(placeHeap(Groups, A, Alignment)).Offsets;
    };
    EXPECT_EQ(Place(HeapAlgorithm::Spatial),
              placeSlowly(Groups, true, Alignment).Offsets);
    EXPECT_EQ(Place(HeapAlgorithm::Temporal),
              placeSlowly(Groups, false, Alignment).Offsets);
    EXPECT_EQ(Place(HeapAlgorithm::FastMerge),
              placeSlowlyByTime(Groups, Alignment).Offsets);
  }
}

} // namespace
