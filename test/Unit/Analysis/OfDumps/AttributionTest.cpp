//===- AttributionTest.cpp - Tests of what live bytes are for -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Sources/Attribution.h"
#include "TestDump.h"
#include "TestProgram.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace hlomem;

namespace {

using List = std::vector<std::string>;

/// "v0 40": a value and the bytes that it answers for.
List listOf(llvm::ArrayRef<AttributedBytes> Parts) {
  List Result;
  for (const AttributedBytes &B : Parts) {
    std::string &Text = Result.emplace_back();
    llvm::raw_string_ostream(Text)
        << B.Of->getDefinition() << ' ' << B.Size.count();
  }
  return Result;
}

TEST(AttributionTest, BytesThatValuesShareGoToTheLargestOfThem) {
  // [0,30) is one run of the last, [40,48) one of the earlier of two.
  auto M = makeModule({{48,
                        {{0, 10, LiveRange{0, 5}},
                         {40, 8, LiveRange{2, 5}},
                         {40, 8, LiveRange{1, 5}},
                         {5, 25, LiveRange{2, 3}}}}},
                      8);
  AnalysisManager AM(*M);
  Attribution Sums(*M, AM);
  EXPECT_EQ(listOf(Sums.getLive(2, std::nullopt)), List({"v3 30", "v2 8"}));
  EXPECT_EQ(listOf(Sums.getLive(4, std::nullopt)), List({"v0 10", "v2 8"}));
  EXPECT_TRUE(Sums.getLive(6, std::nullopt).empty());
}

TEST(AttributionTest, SpacesStandApartAndThreadLocalIsInNone) {
  auto M = makeModule({{10, {{0, 10, LiveRange{0, 1}}}},
                       {20, {{0, 20, LiveRange{0, 1}}}, /*Space=*/1},
                       {40, {{0, 40, LiveRange{0, 1}}}, 0, /*Local=*/true}},
                      2);
  AnalysisManager AM(*M);
  Attribution Sums(*M, AM);
  EXPECT_EQ(listOf(Sums.getLive(0, MemorySpace(0))), List({"v0 10"}));
  EXPECT_EQ(listOf(Sums.getLive(0, MemorySpace(1))), List({"v1 20"}));
  EXPECT_EQ(listOf(Sums.getLive(0, std::nullopt)), List({"v0 10", "v1 20"}));
  EXPECT_EQ(listOf(Sums.getIntegral(MemorySpace(1))), List({"v1 40"}));
  EXPECT_EQ(listOf(Sums.getIntegral(std::nullopt)), List({"v0 20", "v1 40"}));
}

// Of each value, against what is live at every single time.
TEST(AttributionTest, TheIntegralIsTheSumOverAllTimes) {
  std::mt19937 Random(5);
  auto Below = [&Random](unsigned N) { return unsigned(Random() % N); };
  constexpr Time End = 20;
  for (unsigned Round = 0; Round != 50; ++Round) {
    TestAllocation A{100, {}};
    for (unsigned I = 0; I != 12; ++I) {
      Time Begin = Below(End);
      A.Values.push_back({Below(80), Below(20),
                          LiveRange{Begin, Begin + Below(End + 1 - Begin)}});
    }
    auto M = makeModule({A}, End);
    AnalysisManager AM(*M);
    Attribution Sums(*M, AM);
    std::map<const Value *, uint64_t> Expected, Found;
    for (Time T = 0; T != End; ++T)
      for (const AttributedBytes &B : Sums.getLive(T, std::nullopt))
        Expected[B.Of] += B.Size.count();
    for (const AttributedBytes &B : Sums.getIntegral(std::nullopt))
      Found[B.Of] += B.Size.count();
    EXPECT_EQ(Found, Expected) << "round " << Round;
  }
}

/// Four values of 16 bytes, live at the time 0; the last tells nothing.
std::unique_ptr<Module> makeProgramWithMetadata() {
  auto Make = [](const char *Name, unsigned Block, unsigned Offset,
                 std::string Text) {
    test::TestValue V;
    V.Definition = Name;
    V.Block = Block;
    V.Offset = Offset;
    V.Text = std::move(Text);
    V.Printed = "0-3";
    return V;
  };
  test::TestProgram P;
  P.Blocks = {"preallocated-temp", "maybe-live-out"};
  P.Values = {Make("a", 0, 0,
                   "f32[4]{0} iota(), metadata={op_name=\"f/g/x\" "
                   "source_file=\"m.py\" source_line=7}"),
              Make("b", 0, 16,
                   "f32[4]{0} negate(%a), metadata={op_name=\"f/g\" "
                   "source_file=\"m.py\"}"),
              Make("c", 1, 0,
                   "f32[4]{0} negate(%b), metadata={op_name=\"f//h\" "
                   "source_file=\"m.py\" source_line=7}"),
              Make("d", 0, 32, "")};
  P.Schedule = "a b c d";
  return test::makeModule(P);
}

/// "f 48 own 0 x0", indented by the depth.
List treeOf(const ScopeTree &Tree) {
  List Result;
  Bytes Own = Tree.NotAttributed.Size;
  for (const ScopeNode &N : Tree.Nodes) {
    Result.push_back(std::string(N.Depth, ' ') + N.Name + " " +
                     std::to_string(N.Total.count()) + " own " +
                     std::to_string(N.Own.count()) + " x" +
                     std::to_string(N.Count));
    Own += N.Own;
  }
  EXPECT_EQ(Own, Tree.Total);
  return Result;
}

TEST(AttributionTest, ScopesAreATree) {
  auto M = makeProgramWithMetadata();
  ASSERT_TRUE(M);
  AnalysisManager AM(*M);
  Attribution Sums(*M, AM);
  auto Live = Sums.getLive(0, std::nullopt);
  ScopeTree Tree = Sums.rollUpScopes(Live);
  EXPECT_EQ(treeOf(Tree),
            List({"f 48 own 0 x0", " g 32 own 16 x1", "  x 16 own 16 x1",
                  "  16 own 0 x0", "  h 16 own 16 x1"}));
  EXPECT_EQ(Tree.Total, Bytes(64));
  EXPECT_EQ(Tree.NotAttributed.Size, Bytes(16));
  EXPECT_EQ(Tree.NotAttributed.Count, 1u);
  EXPECT_EQ(treeOf(Sums.rollUpScopes(Live, 2)),
            List({"f 48 own 0 x0", " g 32 own 32 x2", "  16 own 16 x1"}));
  EXPECT_EQ(treeOf(Sums.rollUpScopes(Live, 1)), List({"f 48 own 48 x3"}));
}

TEST(AttributionTest, ScopesMayBeDeep) {
  test::TestProgram P;
  test::TestValue V;
  V.Definition = "a";
  V.Printed = "0-1";
  std::string Name;
  for (unsigned I = 0; I != 20000; ++I)
    Name += "x/";
  V.Text = "f32[4]{0} iota(), metadata={op_name=\"" + Name + "\"}";
  P.Blocks = {"preallocated-temp"};
  P.Values = {V};
  P.Schedule = "a";
  auto M = test::makeModule(P);
  ASSERT_TRUE(M);
  AnalysisManager AM(*M);
  Attribution Sums(*M, AM);
  ScopeTree Tree = Sums.rollUpScopes(Sums.getLive(0, std::nullopt));
  EXPECT_EQ(Tree.Nodes.size(), 1000u);
  EXPECT_EQ(Tree.Nodes.back().Own, Bytes(16));
}

} // namespace
