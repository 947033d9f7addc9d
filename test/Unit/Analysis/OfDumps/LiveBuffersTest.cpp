//===- LiveBuffersTest.cpp - Tests of live buffers and holes --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "TestDump.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

/// "v0+v1 20 60 40": its values, offset, size, logical size.
std::vector<std::string> describe(const std::vector<LiveBuffer> &Buffers) {
  std::vector<std::string> Result;
  for (const LiveBuffer &B : Buffers) {
    std::string &Text = Result.emplace_back();
    llvm::raw_string_ostream OS(Text);
    OS << B.Representative->getDefinition();
    for (const Value *V : B.Aliases)
      OS << '+' << V->getDefinition();
    OS << ' ' << B.Offset.count() << ' ' << B.Size.count() << ' ';
    if (B.Logical)
      OS << B.Logical->count();
    else
      OS << '?';
  }
  return Result;
}

/// "60 20 0 1": offset, size, the buffers below and above.
std::vector<std::string> describe(const std::vector<Hole> &Holes) {
  std::vector<std::string> Result;
  for (const Hole &H : Holes) {
    std::string &Text = Result.emplace_back();
    llvm::raw_string_ostream OS(Text);
    OS << H.Offset.count() << ' ' << H.Size.count();
    for (std::optional<size_t> Buffer : {H.After, H.Before}) {
      OS << ' ';
      if (Buffer)
        OS << *Buffer;
      else
        OS << '-';
    }
  }
  return Result;
}

using List = std::vector<std::string>;
constexpr LiveRange Here{5, 5};

std::vector<LiveBuffer> buffersOf(const Module &M) {
  return findLiveBuffers(M.allocations()[0], Liveness(M), 5);
}

TEST(LiveBuffersTest, OnlyWhatIsLiveByOffset) {
  auto M = makeModule({{100,
                        {{40, 8, LiveRange{5, 7}},
                         {8, 8, LiveRange{0, 5}},
                         {16, 8, LiveRange{6, 7}},
                         {24, 8, LiveRange{0, 4}},
                         {32, 8, std::nullopt}}}},
                      9);
  EXPECT_EQ(describe(buffersOf(*M)), (List{"v1 8 8 1", "v0 40 8 1"}));
}

TEST(LiveBuffersTest, ValuesOfSeveralTimes) {
  // At 2, at 5 and at both; at neither, without bytes, in another space, in
  // thread-local memory.
  auto M = makeModule({{100,
                        {{0, 8, LiveRange{0, 2}},
                         {8, 8, LiveRange{5, 7}},
                         {16, 8, LiveRange{2, 5}},
                         {24, 8, LiveRange{3, 4}},
                         {32, 0, LiveRange{2, 5}}}},
                       {8, {{0, 8, LiveRange{2, 5}}}, 1},
                       {8, {{0, 8, LiveRange{2, 5}}}, 0, true}},
                      9);
  Liveness Live(*M);
  std::vector<const Value *> Values = findLiveValues(*M, 0, Live, {5, 2});
  EXPECT_EQ(Values.size(), 3u);
  EXPECT_EQ(describe(findLiveBuffers(Values, Live, 2)),
            (List{"v0 0 8 1", "v2 16 8 1"}));
  Values = findLiveValues(*M, std::nullopt, Live, {5, 2});
  EXPECT_EQ(describe(findLiveBuffers(Values, Live, 5)),
            (List{"v1 8 8 1", "v2 16 8 1", "v5 0 8 1"}));
  Values = findLiveValues(*M, 1, Live, {5, 2});
  EXPECT_EQ(describe(findLiveBuffers(Values, Live, 5)), List{"v5 0 8 1"});
  EXPECT_EQ(getLiveBytes(*M, 0, Live, 5), Bytes(16));
}

// So many that several threads do look.
TEST(LiveBuffersTest, ManyValuesOnSeveralThreads) {
  TestAllocation A = {400'000, {}};
  for (uint64_t I = 0; I != 40'000; ++I)
    A.Values.push_back({10 * I, 8, LiveRange{I % 3 == 0 ? 5U : 6U, 7}});
  auto M = makeModule({A}, 9);
  M->setThreadCount(3);
  Liveness Live(*M);
  std::vector<LiveBuffer> Buffers = findLiveBuffers(*M, std::nullopt, Live, 5);
  ASSERT_EQ(Buffers.size(), 13'334u);
  for (size_t I = 0; I != Buffers.size(); ++I)
    ASSERT_EQ(Buffers[I].Offset, Bytes(30 * I));
}

TEST(LiveBuffersTest, SameSliceIsOneBuffer) {
  // The earliest of them stands for all.
  auto M = makeModule({{32,
                        {{0, 32, LiveRange{5, 8}, "f32[8]{0}"},
                         {0, 32, LiveRange{2, 5}, "u8[20]{0}"}}}},
                      9);
  EXPECT_EQ(describe(buffersOf(*M)), List{"v1+v0 0 32 32"});
}

TEST(LiveBuffersTest, TheLargestStandsForAll) {
  auto M = makeModule({{32,
                        {{0, 8, LiveRange{0, 5}, "u8[7]{0}"},
                         {0, 32, LiveRange{5, 8}, "u8[5]{0}"}}}},
                      9);
  EXPECT_EQ(describe(buffersOf(*M)), List{"v1+v0 0 32 7"});
}

TEST(LiveBuffersTest, TheSmallerIdDecidesLast) {
  auto M = makeModule({{8, {{0, 8, Here}, {0, 8, Here}, {0, 8, Here}}}}, 9);
  EXPECT_EQ(describe(buffersOf(*M)), List{"v0+v1+v2 0 8 1"});
}

TEST(LiveBuffersTest, OverlapsAreOneRunOfBytes) {
  // [0,40), [30,50), [45,60): the first and the last do not meet.
  auto M = makeModule(
      {{100, {{45, 15, Here}, {0, 40, Here}, {30, 20, Here}, {60, 5, Here}}}},
      9);
  EXPECT_EQ(describe(buffersOf(*M)), (List{"v1+v2+v0 0 60 1", "v3 60 5 1"}));
}

TEST(LiveBuffersTest, AShortSliceWithinALongOne) {
  auto M =
      makeModule({{100, {{0, 50, Here}, {10, 5, Here}, {30, 5, Here}}}}, 9);
  EXPECT_EQ(describe(buffersOf(*M)), List{"v0+v1+v2 0 50 1"});
}

TEST(LiveBuffersTest, NoBytesNoBuffer) {
  auto M = makeModule(
      {{8, {{4, 0, Here, "u8[0]{0}"}, {0, 8, Here}, {8, 0, Here}}}}, 9);
  EXPECT_EQ(describe(buffersOf(*M)), List{"v1 0 8 1"});
}

TEST(LiveBuffersTest, OneUnknownLogicalSizeIsUnknown) {
  auto M = makeModule({{8,
                        {{0, 4, Here, "u8[4]{0}"},
                         {0, 4, Here, "u24[1]{0}"},
                         {0, 4, Here, "u8[4]{0}"},
                         {4, 4, Here, "u8[3]{0}"}}}},
                      9);
  EXPECT_EQ(describe(buffersOf(*M)), (List{"v0+v1+v2 0 4 ?", "v3 4 4 3"}));
}

TEST(FindHolesTest, StartMiddleEnd) {
  auto M =
      makeModule({{100, {{10, 20, Here}, {40, 10, Here}, {50, 20, Here}}}}, 9);
  EXPECT_EQ(describe(findHoles(M->allocations()[0], buffersOf(*M))),
            (List{"0 10 - 0", "30 10 0 1", "70 30 2 -"}));
}

TEST(FindHolesTest, NoneInAFullAllocation) {
  auto M = makeModule({{30, {{0, 10, Here}, {10, 20, Here}}}}, 9);
  EXPECT_EQ(describe(findHoles(M->allocations()[0], buffersOf(*M))), List{});
}

TEST(FindHolesTest, AllOfItWhereNothingIsLive) {
  auto M = makeModule({{30, {{0, 10, LiveRange{1, 2}}}}}, 9);
  EXPECT_EQ(describe(findHoles(M->allocations()[0], buffersOf(*M))),
            List{"0 30 - -"});
}

TEST(FindHolesTest, NoneInNoBytes) {
  auto M = makeModule({{0, {{0, 0, Here}}}}, 9);
  EXPECT_EQ(describe(findHoles(M->allocations()[0], buffersOf(*M))), List{});
}

// A dump may contradict itself.
TEST(FindHolesTest, SlicesBeyondTheEnd) {
  auto M = makeModule({{30, {{20, 20, Here}}}}, 9);
  EXPECT_EQ(describe(findHoles(M->allocations()[0], buffersOf(*M))),
            List{"0 20 - 0"});
}

} // namespace
