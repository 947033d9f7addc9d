//===- NameTableTest.cpp - Tests of numbers by name -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/NameTable.h"
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

using namespace hlomem;
using llvm::StringRef;

namespace {

// The text of a name may lie anywhere.
TEST(NameTableTest, HashIsOfTheText) {
  StringRef Long = "multiply_add_fusion.1234";
  for (size_t Size = 0; Size <= Long.size(); ++Size) {
    std::string Elsewhere = "x" + Long.take_front(Size).str();
    EXPECT_EQ(hashName(Long.take_front(Size)),
              hashName(StringRef(Elsewhere).drop_front()));
  }
}

TEST(NameTableTest, HashTellsNamesApart) {
  std::set<uint32_t> Hashes;
  for (int I = 0; I != 10000; ++I) {
    Hashes.insert(hashName("fusion." + std::to_string(I)));
    Hashes.insert(hashName("get-tuple-element." + std::to_string(I)));
  }
  // Of 20,000 numbers of 32 bits 0.05 pairs are equal by chance.
  EXPECT_GE(Hashes.size(), 19998u);
  EXPECT_NE(hashName("a"), hashName("b"));
  EXPECT_NE(hashName("a"), hashName("aa"));
  EXPECT_NE(hashName("{}", 1), hashName("{}", 2));
}

TEST(NameTableTest, FindsWhatIsInserted) {
  std::vector<std::string> Names;
  for (int I = 0; I != 1000; ++I)
    Names.push_back("copy." + std::to_string(I));
  NameTable Table;
  EXPECT_TRUE(Table.empty());
  auto Is = [&](const std::string &Name) {
    return [&](uint32_t I) { return Names[I] == Name; };
  };
  EXPECT_EQ(Table.find(hashName(Names[0]), Is(Names[0])), std::nullopt);
  for (uint32_t I = 0; I != 1000; ++I)
    EXPECT_EQ(Table.insert(hashName(Names[I]), I, Is(Names[I])),
              std::pair(I, true));
  EXPECT_FALSE(Table.empty());
  for (uint32_t I = 0; I != 1000; ++I)
    EXPECT_EQ(Table.find(hashName(Names[I]), Is(Names[I])), I);
  EXPECT_EQ(Table.find(hashName("copy.1000"), Is("copy.1000")), std::nullopt);
}

TEST(NameTableTest, KeepsTheFirst) {
  NameTable Table;
  auto IsSame = [](uint32_t) { return true; };
  EXPECT_EQ(Table.insert(5, 7, IsSame), std::pair(7u, true));
  EXPECT_EQ(Table.insert(5, 8, IsSame), std::pair(7u, false));
  EXPECT_EQ(Table.find(5, IsSame), 7u);
}

// All want the last slot, so that the search goes on at the first one.
TEST(NameTableTest, EqualHashes) {
  NameTable Table;
  auto Is = [](uint32_t Wanted) {
    return [Wanted](uint32_t I) { return I == Wanted; };
  };
  for (uint32_t I = 0; I != 200; ++I)
    EXPECT_TRUE(Table.insert(~uint32_t(), I, Is(I)).second);
  for (uint32_t I = 0; I != 200; ++I)
    EXPECT_EQ(Table.find(~uint32_t(), Is(I)), I);
  EXPECT_EQ(Table.find(~uint32_t(), Is(200)), std::nullopt);
  EXPECT_EQ(Table.find(0, Is(0)), std::nullopt);
}

} // namespace
