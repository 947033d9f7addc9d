//===- AssignmentEditTest.cpp - Edits, priced and applied -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/AssignmentEdit.h"
#include "TestDump.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "hlomem/IR/Module.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <bitset>
#include <map>
#include <random>

using namespace hlomem;

namespace {

constexpr auto TempFlag = AllocationFlags::PreallocatedTemp;

struct Peaks {
  explicit Peaks(const Module &M)
      : Live(M), Timeline(M, Live), Curves(M, Live),
        WhatIf(Live, Timeline, Curves) {}

  Liveness Live;
  MemoryTimeline Timeline;
  LiveCurves Curves;
  PeakWhatIf WhatIf;
};

TEST(PeakWhatIfTest, NothingChangesWithoutChanges) {
  auto M = makeModule(
      {{100, {{0, 40, LiveRange{0, 2}}, {40, 8, LiveRange{1, 4}}}}}, 8);
  Peaks P(*M);
  EXPECT_EQ(P.WhatIf.getPeak(0, AssignmentEdit(*M)), Bytes(48));
  EXPECT_EQ(P.WhatIf.getDecrease(0, AssignmentEdit(*M)), Bytes());
}

TEST(PeakWhatIfTest, DecreasesOnlyToTheNextPeak) {
  // 40 + 20 at 1, 50 at 5.
  auto M = makeModule({{200,
                        {{0, 40, LiveRange{0, 2}},
                         {40, 20, LiveRange{1, 2}},
                         {60, 50, LiveRange{5, 6}}}}},
                      8);
  Peaks P(*M);
  const Value &V = *M->findValue(1);
  AssignmentEdit Gone(*M), Later(*M), Removed(*M);
  Gone.setLiveRanges(V, {});
  Later.setLiveRanges(V, LiveRange{5, 5});
  Removed.remove(V);
  EXPECT_EQ(P.WhatIf.getDecrease(0, Gone), Bytes(10));
  EXPECT_EQ(P.WhatIf.getDecrease(Removed), Bytes(10));
  EXPECT_EQ(P.WhatIf.getPeak(0, Later), Bytes(70));
}

// What one space gains another loses.
TEST(PeakWhatIfTest, MovesCountInBothSpaces) {
  auto M = makeModule({{200,
                        {{0, 40, LiveRange{0, 2}},
                         {40, 20, LiveRange{1, 2}},
                         {60, 50, LiveRange{5, 6}}}},
                       {30, {{0, 30, LiveRange{5, 6}}}, 1}},
                      8);
  Peaks P(*M);
  const Value &V = *M->findValue(1);
  AssignmentEdit ToNew(*M), ToOld(*M);
  ToNew.place(V, {ToNew.addAllocation({Bytes(20), TempFlag, 5}), Bytes()});
  EXPECT_EQ(P.WhatIf.getDecrease(0, ToNew), Bytes(10));
  EXPECT_EQ(P.WhatIf.getDecrease(ToNew), Bytes());
  // The other space has room at that time.
  ToOld.place(V, {1, Bytes()});
  EXPECT_EQ(P.WhatIf.getDecrease(ToOld), Bytes(10));
}

TEST(PeakWhatIfTest, SharedBytesStay) {
  auto M = makeModule(
      {{100, {{0, 40, LiveRange{0, 2}}, {0, 40, LiveRange{2, 3}}}}}, 8);
  Peaks P(*M);
  AssignmentEdit E(*M);
  E.remove(*M->findValue(0));
  EXPECT_EQ(P.WhatIf.getDecrease(0, E), Bytes());
}

TEST(PeakWhatIfTest, ClaimsNothingOfSumsThatDoNotFit) {
  constexpr uint64_t Half = uint64_t(1) << 63;
  auto M = makeModule({{Half, {{0, Half, LiveRange{0, 2}}}},
                       {Half, {{0, Half, LiveRange{1, 2}}}},
                       {8, {{0, 8, LiveRange{0, 3}}}}},
                      4);
  Peaks P(*M);
  AssignmentEdit Gone(*M);
  Gone.remove(*M->findValue(2));
  EXPECT_TRUE(P.WhatIf.getPeak(0, Gone).isOverflow());
  EXPECT_EQ(P.WhatIf.getDecrease(0, Gone), Bytes());
}

/// The peak of \p Space after \p E, byte by byte and time by time.
Bytes countPeak(const AssignmentEdit &E, MemorySpace Space, Time End) {
  const Module &M = E.getModule();
  size_t Peak = 0;
  for (Time T = 0; T <= End; ++T) {
    std::map<size_t, std::bitset<256>> Used;
    for (const Value &V : M.values()) {
      const auto *Change = E.find(V);
      if (Change && Change->IsRemoved)
        continue;
      bool IsLive =
          Change && Change->Ranges
              ? llvm::any_of(*Change->Ranges,
                             [T](LiveRange R) { return R.contains(T); })
              : V.isLiveAt(T);
      AssignmentEdit::Place Where = E.getPlace(V);
      if (!IsLive || E.isThreadLocal(Where.Allocation) ||
          E.getMemorySpace(Where.Allocation) != Space)
        continue;
      for (uint64_t I = 0; I != E.getSize(V).count(); ++I)
        Used[Where.Allocation].set(Where.Offset.count() + I);
    }
    size_t Sum = 0;
    for (const auto &[A, Bits] : Used)
      Sum += Bits.count();
    Peak = std::max(Peak, Sum);
  }
  return Bytes(Peak);
}

// Every kind of change, priced, counted byte by byte, and applied.
TEST(AssignmentEditTest, PricedAsCountedAndAsApplied) {
  constexpr Time End = 16;
  std::mt19937 Random(5);
  auto AnyRange = [&Random] {
    Time Begin = Random() % 12, Length = Random() % 5;
    return LiveRange{Begin, Begin + Length};
  };
  unsigned Applied = 0;
  for (unsigned Round = 0; Round != 200; ++Round) {
    std::vector<TestAllocation> Blocks(1 + Random() % 3);
    for (TestAllocation &Block : Blocks) {
      Block.Size = 40;
      Block.Space = Random() % 2;
      Block.ThreadLocal = Random() % 5 == 0;
      for (unsigned I = 1 + Random() % 6; I != 0; --I)
        Block.Values.push_back({Random() % 30, 1 + Random() % 10, AnyRange()});
    }
    auto M = makeModule(Blocks, End);
    Peaks P(*M);
    // Several questions: the answers share what was prepared for the first.
    for (unsigned Question = 0; Question != 4; ++Question) {
      AssignmentEdit E(*M);
      bool IsSplit = false;
      size_t Last = Blocks.size() - 1;
      if (Random() % 2)
        Last =
            E.addAllocation({Bytes(64), TempFlag, MemorySpace(Random() % 2)});
      if (Random() % 8 == 0)
        E.remove(M->allocations()[Random() % Blocks.size()]);
      for (const Value &V : M->values()) {
        if (E.find(V))
          continue;
        switch (Random() % 8) {
        case 0:
          E.setLiveRanges(V, AnyRange());
          break;
        case 1:
          E.setLiveRanges(V, {LiveRange{0, 1}, LiveRange{5, 6}});
          IsSplit = true;
          break;
        case 2:
          E.remove(V);
          break;
        case 3:
          E.resize(V, Bytes(Random() % 20));
          break;
        case 4: {
          size_t To = Random() % (Last + 1);
          bool Goes = To < Blocks.size() && E.find(M->allocations()[To]);
          if (!Goes)
            E.place(V, {To, Bytes(Random() % 30)});
          break;
        }
        default:
          break;
        }
      }
      Bytes Counted[2];
      for (MemorySpace Space : {0, 1}) {
        Counted[Space] = countPeak(E, Space, End);
        EXPECT_EQ(P.WhatIf.getPeak(Space, E), Counted[Space]);
      }
      if (IsSplit || Question != 3)
        continue;
      ++Applied;
      M->apply(E);
      Peaks After(*M);
      for (MemorySpace Space : After.Timeline.spaces())
        EXPECT_EQ(After.Timeline.getSpace(Space).Peak.Size, Counted[Space]);
    }
  }
  EXPECT_GT(Applied, 50u);
}

// What is moved lies where its new allocation's values are, ascending by id,
// and every way to find it leads there.
TEST(AssignmentEditTest, MovesBetweenAllocations) {
  auto M = makeModule({{40,
                        {{0, 10, LiveRange{0, 2}},
                         {10, 10, LiveRange{0, 2}},
                         {20, 20, LiveRange{1, 3}}}},
                       {16, {{0, 16, LiveRange{0, 3}}}, 1}},
                      4);
  AssignmentEdit E(*M);
  size_t New = E.addAllocation({Bytes(64), TempFlag, 5});
  E.place(*M->findValue(1), {1, Bytes(0)});
  E.place(*M->findValue(2), {New, Bytes(8)});
  E.share(*M->findValue(0), *M->findValue(2));
  EXPECT_TRUE(M->apply(E));
  ASSERT_EQ(M->allocations().size(), 3u);
  EXPECT_TRUE(M->allocations()[0].values().empty());
  ASSERT_EQ(M->allocations()[1].values().size(), 2u);
  EXPECT_EQ(M->allocations()[1].values()[0].getId(), 1u);
  EXPECT_EQ(M->allocations()[1].values()[1].getId(), 3u);
  const Allocation &Added = M->allocations()[2];
  EXPECT_EQ(Added.getIndex(), 2u);
  EXPECT_EQ(Added.getSize(), Bytes(64));
  EXPECT_EQ(Added.getMemorySpace(), 5u);
  EXPECT_TRUE(Added.has(TempFlag));
  ASSERT_EQ(Added.values().size(), 2u);
  for (const Value &V : Added.values()) {
    EXPECT_EQ(V.getOffset(), Bytes(8));
    EXPECT_EQ(&V.getAllocation(), &Added);
    EXPECT_EQ(M->findValue(V.getId()), &V);
  }
  EXPECT_EQ(M->getEditCount(), 1u);
  EXPECT_FALSE(M->apply(AssignmentEdit(*M)));
  EXPECT_EQ(M->getEditCount(), 1u);
}

// Whatever came before, removals too.
TEST(AssignmentEditTest, TheLastChangeHolds) {
  auto M = makeModule({{40,
                        {{0, 10, LiveRange{0, 2}},
                         {10, 10, LiveRange{0, 2}},
                         {20, 20, LiveRange{1, 3}}}},
                       {16, {{0, 16, LiveRange{0, 3}}}, 1}},
                      4);
  const Value &V = *M->findValue(0), &W = *M->findValue(1);
  AssignmentEdit E(*M);
  E.remove(V);
  E.place(V, {1, Bytes(2)});
  EXPECT_FALSE(E.find(V)->IsRemoved);
  EXPECT_EQ(E.getPlace(V).Offset, Bytes(2));
  E.remove(W);
  E.resize(W, Bytes(4));
  EXPECT_FALSE(E.find(W)->IsRemoved);
  E.remove(W);
  E.setLiveRanges(W, LiveRange{1, 1});
  EXPECT_FALSE(E.find(W)->IsRemoved);
  // What was before the removal does not come back.
  EXPECT_EQ(E.getSize(W), Bytes(10));
  E.place(W, {1, Bytes(6)});
  E.remove(W);
  EXPECT_TRUE(E.find(W)->IsRemoved);
  EXPECT_EQ(E.getPlace(W).Allocation, 0u);
  Peaks P(*M);
  for (MemorySpace Space : {0, 1})
    EXPECT_EQ(P.WhatIf.getPeak(Space, E), countPeak(E, Space, 4));
  EXPECT_TRUE(M->apply(E));
  EXPECT_EQ(M->findValue(1), nullptr);
  EXPECT_EQ(&M->findValue(0)->getAllocation(), &M->allocations()[1]);
}

TEST(AssignmentEditTest, ValuesOutliveTheirAllocation) {
  auto M =
      makeModule({{40, {{0, 10, LiveRange{0, 2}}, {10, 10, LiveRange{0, 2}}}},
                  {16, {{0, 16, LiveRange{0, 3}}}, 1}},
                 4);
  AssignmentEdit E(*M);
  E.remove(M->allocations()[0]);
  E.place(*M->findValue(1), {1, Bytes(6)});
  Peaks P(*M);
  EXPECT_EQ(P.WhatIf.getPeak(0, E), Bytes());
  EXPECT_TRUE(M->apply(E));
  ASSERT_EQ(M->allocations().size(), 1u);
  ASSERT_EQ(M->values().size(), 2u);
  EXPECT_EQ(M->findValue(0), nullptr);
  EXPECT_EQ(M->findValue(1)->getOffset(), Bytes(6));
}

TEST(AssignmentEditTest, FlagsChangeWhatItIsFor) {
  auto M = makeModule({{40, {{0, 40, LiveRange{0, 2}}}, 0, true},
                       {8, {{0, 8, LiveRange{0, 3}}}}},
                      4);
  Peaks P(*M);
  AssignmentEdit E(*M);
  E.setFlags(M->allocations()[0], TempFlag);
  E.setFlags(M->allocations()[1], AllocationFlags::ThreadLocal);
  EXPECT_EQ(P.WhatIf.getPeak(0, E), Bytes(40));
  M->apply(E);
  EXPECT_FALSE(M->allocations()[0].isThreadLocal());
  EXPECT_TRUE(M->allocations()[1].isThreadLocal());
}

#if GTEST_HAS_DEATH_TEST
TEST(AssignmentEditDeathTest, WhatNoModuleCanHold) {
  auto M = makeModule({{40, {{0, 40, LiveRange{0, 2}}}}}, 4);
  auto Other = makeModule({{40, {{0, 40, LiveRange{0, 2}}}}}, 4);
  AssignmentEdit OfOther(*Other), Split(*M), TooFar(*M);
  EXPECT_DEATH(M->apply(OfOther), "an edit belongs to another module");
  Split.setLiveRanges(M->values()[0], {LiveRange{0, 0}, LiveRange{2, 2}});
  EXPECT_DEATH(M->apply(Split), "a value gets 2 live ranges");
  EXPECT_DEATH(TooFar.place(M->values()[0], {7, Bytes()}),
               "a value moves to an allocation that does not exist");
  AssignmentEdit Endless(*M);
  Endless.addAllocation({Bytes::overflow()});
  EXPECT_DEATH(M->apply(Endless), "does not fit into 64 bits");
  AssignmentEdit Parameter(*M), Output(*M), New(*M);
  Parameter.setFlags(M->allocations()[0], AllocationFlags::Parameter);
  EXPECT_DEATH(M->apply(Parameter), "a parameter of which nothing is known");
  Output.setFlags(M->allocations()[0], AllocationFlags::OutputShape);
  EXPECT_DEATH(M->apply(Output), "an output without a shape");
  New.addAllocation({Bytes(8), AllocationFlags::Parameter});
  EXPECT_DEATH(M->apply(New), "a new allocation is a parameter");
}
#endif

} // namespace
