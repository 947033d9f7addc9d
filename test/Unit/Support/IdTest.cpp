//===- IdTest.cpp - Tests of TypedId and lists by it ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/Id.h"
#include "llvm/ADT/DenseMap.h"
#include "gtest/gtest.h"
#include <type_traits>

using namespace hlomem;

namespace {

using AppleId = TypedId<class AppleTag>;
using PearId = TypedId<class PearTag>;

static_assert(sizeof(AppleId) == sizeof(uint32_t));
static_assert(!std::is_constructible_v<AppleId, PearId>);
static_assert(!std::is_convertible_v<AppleId, PearId>);
static_assert(!std::is_convertible_v<int, AppleId>);
static_assert(!std::is_convertible_v<AppleId, uint32_t>);
static_assert(!std::is_convertible_v<AppleId, bool>);
static_assert(
    !std::is_convertible_v<IdVector<AppleId, int>, IdArrayRef<PearId, int>>);
static_assert(
    !std::is_convertible_v<std::vector<int>, IdArrayRef<AppleId, int>>);

TEST(IdTest, None) {
  EXPECT_EQ(AppleId(), AppleId::none());
  EXPECT_FALSE(AppleId::none());
  EXPECT_TRUE(AppleId::none().isNone());
  EXPECT_TRUE(AppleId(0));
  EXPECT_LT(AppleId(1000), AppleId::none());
}

TEST(IdTest, Arithmetic) {
  AppleId I(4);
  EXPECT_EQ((++I).index(), 5u);
  EXPECT_EQ(I + 2, AppleId(7));
  EXPECT_EQ(I - 2, AppleId(3));
  EXPECT_EQ(I - AppleId(1), 4u);
}

TEST(IdTest, Ranges) {
  IdRange<AppleId> Some(AppleId(2), AppleId(5));
  std::vector<AppleId> Found(Some.begin(), Some.end());
  EXPECT_EQ(Found, (std::vector{AppleId(2), AppleId(3), AppleId(4)}));
  EXPECT_EQ(Some.size(), 3u);
  EXPECT_TRUE(Some.contains(AppleId(2)));
  EXPECT_FALSE(Some.contains(AppleId(5)));
  EXPECT_FALSE(Some.contains(AppleId::none()));
  EXPECT_TRUE(IdRange<AppleId>(0).empty());
}

TEST(IdTest, Lists) {
  IdVector<AppleId, int> List;
  EXPECT_EQ(List.add(7), AppleId(0));
  EXPECT_EQ(List.add(8), AppleId(1));
  List[AppleId(0)] = 6;
  IdArrayRef<AppleId, int> Ref = List;
  EXPECT_EQ(Ref[AppleId(0)], 6);
  EXPECT_EQ(Ref.vec(), List);
  int Sum = 0;
  for (auto [I, Item] : withIds(Ref))
    Sum += Item * (I.index() + 1);
  EXPECT_EQ(Sum, 6 + 2 * 8);
  IdVector<AppleId, bool> Bits(2);
  Bits[AppleId(1)] = true;
  EXPECT_FALSE(Bits[AppleId(0)]);
  EXPECT_TRUE(Bits[AppleId(1)]);
}

TEST(IdTest, KeysOfTables) {
  llvm::DenseMap<AppleId, int> Table;
  Table[AppleId(3)] = 1;
  EXPECT_TRUE(Table.contains(AppleId(3)));
  EXPECT_FALSE(Table.contains(AppleId(4)));
}

} // namespace
