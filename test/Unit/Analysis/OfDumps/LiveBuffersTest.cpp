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

TEST(LiveBuffersTest, SharedBytesAreOneBuffer) {
  struct {
    std::vector<TestSlice> Slices;
    List Expected;
  } Cases[] = {
      // The earliest of them stands for all.
      {{{0, 32, LiveRange{5, 8}, "f32[8]{0}"},
        {0, 32, LiveRange{2, 5}, "u8[20]{0}"}},
       {"v1+v0 0 32 32"}},
      // Before that the largest, and after it the smaller id.
      {{{0, 8, LiveRange{0, 5}, "u8[7]{0}"},
        {0, 32, LiveRange{5, 8}, "u8[5]{0}"}},
       {"v1+v0 0 32 7"}},
      {{{0, 8, Here}, {0, 8, Here}, {0, 8, Here}}, {"v0+v1+v2 0 8 1"}},
      // [0,40), [30,50), [45,60): the first and the last do not meet.
      {{{45, 15, Here}, {0, 40, Here}, {30, 20, Here}, {60, 5, Here}},
       {"v1+v2+v0 0 60 1", "v3 60 5 1"}},
      {{{0, 50, Here}, {10, 5, Here}, {30, 5, Here}}, {"v0+v1+v2 0 50 1"}},
      // No bytes, no buffer.
      {{{4, 0, Here, "u8[0]{0}"}, {0, 8, Here}, {8, 0, Here}}, {"v1 0 8 1"}},
      // One unknown logical size is unknown.
      {{{0, 4, Here, "u8[4]{0}"},
        {0, 4, Here, "u24[1]{0}"},
        {0, 4, Here, "u8[4]{0}"},
        {4, 4, Here, "u8[3]{0}"}},
       {"v0+v1+v2 0 4 ?", "v3 4 4 3"}},
  };
  for (const auto &[Slices, Expected] : Cases)
    EXPECT_EQ(describe(buffersOf(*makeModule({{100, Slices}}, 9))), Expected);
}

// A dump may contradict itself.
TEST(FindHolesTest, SlicesBeyondTheEnd) {
  auto M = makeModule({{30, {{20, 20, Here}}}, {0, {{0, 0, Here}}}}, 9);
  std::vector<Hole> Holes = findHoles(M->allocations()[0], buffersOf(*M));
  ASSERT_EQ(Holes.size(), 1u);
  EXPECT_EQ(Holes[0].Offset, Bytes());
  EXPECT_EQ(Holes[0].Size, Bytes(20));
  EXPECT_TRUE(findHoles(M->allocations()[1], {}).empty());
}

} // namespace
