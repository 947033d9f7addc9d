//===- NameLookupsTest.cpp - Tests of many names in a table ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/NameLookups.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace hlomem;
using llvm::StringRef;

namespace {

class NameLookupsTest : public testing::Test {
protected:
  std::vector<StringRef> Names = {"add.1", "copy.2", "add.1"};
  NameTable Table = NameTable::of(Names);
  NameLookups Lookups{Table, Names};
};

TEST_F(NameLookupsTest, NothingIsAsked) {
  EXPECT_EQ(Lookups.size(), 0u);
  EXPECT_TRUE(Lookups.take().empty());
}

TEST_F(NameLookupsTest, AnswersStandInOrder) {
  for (StringRef Name : {"copy.2", "add.1", "add.1", "add", "add", "copy.2"})
    Lookups.ask(Name);
  EXPECT_EQ(Lookups.size(), 6u);
  constexpr uint32_t None = NameLookups::None;
  EXPECT_EQ(Lookups.take(), llvm::ArrayRef<uint32_t>({1, 0, 0, None, None, 1}));
}

// The first name of all repeats none, if empty.
TEST_F(NameLookupsTest, EmptyName) {
  Lookups.ask("");
  Lookups.ask("copy.2");
  EXPECT_EQ(Lookups.take(), llvm::ArrayRef<uint32_t>({NameLookups::None, 1}));
}

// More than are looked up at once; names repeat over the border.
TEST(NameLookups, Many) {
  std::vector<std::string> Texts;
  for (int I = 0; I != 1000; ++I)
    Texts.push_back("fusion." + std::to_string(I));
  std::vector<StringRef> Names(Texts.begin(), Texts.end());
  NameTable Table = NameTable::of(Names);
  NameLookups Lookups(Table, Names);
  for (int I = 0; I != 3000; ++I)
    Lookups.ask(Names[I / 3]);
  ASSERT_EQ(Lookups.size(), 3000u);
  llvm::ArrayRef<uint32_t> Found = Lookups.take();
  for (uint32_t I = 0; I != 3000; ++I)
    EXPECT_EQ(Found[I], I / 3);
}

// Names with one hash, of which the table has the first.
TEST(NameLookups, SameHash) {
  std::vector<StringRef> Names = {"a", "b"};
  NameTable Table;
  Table.insert(hashName("b"), 0, [](uint32_t) { return false; });
  Table.insert(hashName("b"), 1, [](uint32_t) { return false; });
  NameLookups Lookups(Table, Names);
  Lookups.ask("b");
  EXPECT_EQ(Lookups.take(), llvm::ArrayRef<uint32_t>({1}));
}

} // namespace
