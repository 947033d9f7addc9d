//===- EditPricingTest.cpp - Edits, priced by placement -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Arena/EditPricing.h"
#include "TestDump.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "gtest/gtest.h"
#include <string>

using namespace hlomem;

namespace {

constexpr auto Temp = AllocationFlags::PreallocatedTemp;

std::string describe(llvm::ArrayRef<AllocationPrice> Prices) {
  std::string Text;
  for (const AllocationPrice &P : Prices) {
    Text += std::to_string(P.Number) + ": " + std::to_string(P.Before.count()) +
            " -> ";
    if (!P.After)
      Text += "? " + P.WhyUnknown;
    else if (P.After->isExact())
      Text += std::to_string(P.After->High.count());
    else
      Text += std::to_string(P.After->Low.count()) + ".." +
              std::to_string(P.After->High.count());
    Text += "\n";
  }
  return Text;
}

std::string price(const AssignmentEdit &E,
                  PackingProfile Profile = PackingProfile::Free) {
  Liveness Live(E.getModule());
  return describe(
      priceAllocations(E, Live, PackerPolicy({}), Profile, Bytes(1)));
}

// 40 and 20 together, and 30 alone: 60. Without the 20, or where they move out,
// 40 is enough; where they are away at 1, they can lie where the 30 are not.
TEST(EditPricingTest, ArenasArePlacedAgain) {
  auto M = makeModule({{90,
                        {{0, 40, LiveRange{0, 2}},
                         {40, 20, LiveRange{1, 3}},
                         {60, 30, LiveRange{4, 5}}}},
                       {16, {{0, 16, LiveRange{0, 5}}}, 1}},
                      6);
  const Value &V = M->values()[1];
  AssignmentEdit Removed(*M);
  Removed.remove(V);
  EXPECT_EQ(price(Removed), "0: 90 -> 40\n");
  AssignmentEdit Later(*M);
  Later.setLiveRanges(V, LiveRange{3, 3});
  EXPECT_EQ(price(Later), "0: 90 -> 40\n");
  AssignmentEdit Larger(*M);
  Larger.resize(V, Bytes(25));
  EXPECT_EQ(price(Larger), "0: 90 -> 65\n");
  AssignmentEdit Split(*M);
  Split.setLiveRanges(V, {LiveRange{3, 3}, LiveRange{5, 5}});
  EXPECT_EQ(price(Split), "0: 90 -> 50\n");
  AssignmentEdit Moved(*M);
  size_t New = Moved.addAllocation({Bytes(), Temp, 1});
  Moved.place(V, {New, Bytes()});
  EXPECT_EQ(price(Moved), "0: 90 -> 40\n2: 0 -> 20\n");
  AssignmentEdit Gone(*M);
  Gone.remove(M->allocations()[0]);
  EXPECT_EQ(price(Gone), "0: 90 -> 0\n");
  EXPECT_EQ(price(AssignmentEdit(*M)), "");
  // Nothing of this has touched the module.
  EXPECT_EQ(M->getEditCount(), 0u);
  EXPECT_EQ(M->values()[1].getLiveRange(), (LiveRange{1, 3}));
}

/// Counts the buffers.
struct CountingPolicy final : PlacementPolicy {
  llvm::StringRef getName() const override { return "count"; }
  BytesRange place(const packing::Problem &Asked) const override {
    Bytes Count(Asked.Buffers.size());
    return {Count, Count + Bytes(1)};
  }
};

TEST(EditPricingTest, ThePolicyIsTheCallers) {
  auto M = makeModule(
      {{60, {{0, 40, LiveRange{0, 2}}, {40, 20, LiveRange{1, 3}}}}}, 4);
  Liveness Live(*M);
  AssignmentEdit E(*M);
  E.setLiveRanges(M->values()[1], {LiveRange{1, 1}, LiveRange{3, 3}});
  EXPECT_EQ(describe(priceAllocations(E, Live, CountingPolicy(),
                                      PackingProfile::Free, std::nullopt)),
            "0: 60 -> 3..4\n");
}

// 40 bytes and 20 lie together for some time: as one they take 40. The 16 of
// the other block and the 40 take 40 as one, up to 5, where there are 30 more.
TEST(EditPricingTest, WhatSharesBytesIsOneBuffer) {
  auto M = makeModule({{90,
                        {{0, 40, LiveRange{0, 2}},
                         {40, 20, LiveRange{1, 3}},
                         {60, 30, LiveRange{4, 5}}}},
                       {16, {{0, 16, LiveRange{0, 5}}}, 1}},
                      6);
  AssignmentEdit Within(*M);
  Within.share(M->values()[1], M->values()[0]);
  EXPECT_EQ(price(Within), "0: 90 -> 40\n");
  AssignmentEdit Across(*M);
  Across.share(M->values()[3], M->values()[0]);
  EXPECT_EQ(price(Across), "0: 90 -> 70\n1: 16 -> 16\n");
  // At other times there is nothing to share: 30 alone are 30, not 40.
  AssignmentEdit Apart(*M);
  Apart.share(M->values()[2], M->values()[0]);
  Apart.remove(M->values()[0]);
  EXPECT_EQ(price(Apart), "0: 90 -> 30\n");
}

// An allocation of one value becomes an arena.
TEST(EditPricingTest, ContentsAfterTheEditDecide) {
  auto M = makeModule({{90,
                        {{0, 40, LiveRange{0, 2}},
                         {40, 20, LiveRange{1, 3}},
                         {60, 30, LiveRange{4, 5}}}},
                       {16, {{0, 16, LiveRange{0, 5}}}, 1}},
                      6);
  AssignmentEdit E(*M);
  E.place(M->values()[1], {1, Bytes(16)});
  EXPECT_EQ(price(E), "0: 90 -> 40\n1: 16 -> 36\n");
  // What lies at one place at different times need not be next to each other.
  E.setLiveRanges(M->values()[3], LiveRange{4, 5});
  EXPECT_EQ(price(E), "0: 90 -> 40\n1: 16 -> 20\n");
}

TEST(EditPricingTest, NothingIsFreeOfWhichTheTimesAreUnknown) {
  auto M =
      makeModule({{60, {{0, 40, LiveRange{0, 2}}, {40, 20, LiveRange{1, 3}}}},
                  {16, {{0, 16, std::nullopt}}, 0, true}},
                 4);
  AssignmentEdit E(*M);
  E.place(M->values()[2], {0, Bytes(60)});
  EXPECT_EQ(price(E), "0: 60 -> ? a value comes of which it is not known when "
                      "it is live\n1: 16 -> 16\n");
  E.setLiveRanges(M->values()[2], {});
  EXPECT_EQ(price(E), "0: 60 -> 60\n1: 16 -> 16\n");
}

// XLA keeps the table of pointers up to the end, however it changes, as long as
// it is live at some time.
TEST(EditPricingTest, WhatXlaKeepsMayChange) {
  auto M = makeModule(
      {{48, {{0, 8, LiveRange{0, 1}, "(u8[1]{0})"}, {8, 40, LiveRange{2, 4}}}}},
      6);
  const Value &Table = M->values()[0];
  AssignmentEdit Larger(*M), Later(*M), Never(*M);
  Larger.resize(Table, Bytes(16));
  EXPECT_EQ(price(Larger, PackingProfile::Xla), "0: 48 -> 56\n");
  EXPECT_EQ(price(Larger, PackingProfile::Free), "0: 48 -> 40\n");
  Later.setLiveRanges(Table, LiveRange{0, 0});
  EXPECT_EQ(price(Later, PackingProfile::Xla), "0: 48 -> 48\n");
  Never.setLiveRanges(Table, {});
  EXPECT_EQ(price(Never, PackingProfile::Xla), "0: 48 -> 40\n");
}

/// a, which is a phi, c, d and b of 10 bytes, each of which meets the next one
/// only. a and b have one slice: they may be tied.
std::unique_ptr<Module> makeTied() {
  ModuleBuilder B("tied");
  const Shape *S = B.shapes().getArray(ElementType::U8, {10}, {0});
  B.addAllocation(Bytes(30), AllocationFlags::PreallocatedTemp);
  auto Add = [&](llvm::StringRef Name, uint64_t Offset, LiveRange Range,
                 bool IsPhi = false) {
    B.addValue({.Definition = B.getPosition(Name),
                .Offset = Bytes(Offset),
                .Size = Bytes(10),
                .Type = S,
                .Range = Range,
                .IsPhi = IsPhi});
  };
  Add("a", 0, {0, 1}, /*IsPhi=*/true);
  Add("c", 10, {1, 2});
  Add("d", 20, {2, 4});
  Add("b", 0, {4, 5});
  B.setSchedule({"0", "1", "2", "3", "4", "5", "6"});
  return B.build();
}

// Where a and b have one offset, c and d lie elsewhere: 30. If they need not,
// 20 may be enough.
TEST(EditPricingTest, TheLeastCountsOnWhatIsCertain) {
  auto M = makeTied();
  AssignmentEdit E(*M);
  E.resize(M->values()[2], Bytes(10));
  EXPECT_EQ(price(E), "0: 30 -> 20..30\n");
}

/// Counts what is tied.
struct TiePolicy final : PlacementPolicy {
  llvm::StringRef getName() const override { return "ties"; }
  BytesRange place(const packing::Problem &Asked) const override {
    size_t Count = llvm::count_if(
        Asked.Buffers, [](const packing::Buffer &B) { return B.Tie != 0; });
    return {Bytes(), Bytes(Count)};
  }
};

// What is left after a gap may go elsewhere.
TEST(EditPricingTest, LaterPiecesAreNotTied) {
  auto M = makeTied();
  Liveness Live(*M);
  AssignmentEdit E(*M);
  E.setLiveRanges(M->values()[3], {LiveRange{4, 4}, LiveRange{6, 6}});
  EXPECT_EQ(describe(priceAllocations(E, Live, TiePolicy(),
                                      PackingProfile::Free, Bytes(1))),
            "0: 30 -> 0..2\n");
}

} // namespace
