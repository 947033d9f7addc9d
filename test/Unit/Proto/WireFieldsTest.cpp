//===- WireFieldsTest.cpp -------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/WireFields.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

TEST(WireFieldsTest, TakesFieldsOfAllKinds) {
  StringRef Bytes("\x08\x96\x01"             // 1: 150
                  "\x12\x02hi"               // 2: "hi"
                  "\x1d\1\2\3\4"             // 3: 32 bits
                  "\x21\1\2\3\4\5\6\7\x08z", // 4: 64 bits; the rest
                  22);
  auto F = takeField(Bytes);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->getNumber(), 1u);
  EXPECT_EQ(F->getKind(), WireKind::Varint);
  EXPECT_EQ(F->Content, "\x96\x01");
  EXPECT_EQ(F->Whole, "\x08\x96\x01");
  F = takeField(Bytes);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->getNumber(), 2u);
  EXPECT_EQ(F->Content, "hi");
  EXPECT_EQ(F->Whole, "\x12\x02hi");
  F = takeField(Bytes);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Content, "\1\2\3\4");
  F = takeField(Bytes);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->getKind(), WireKind::Fixed64);
  EXPECT_EQ(F->Content.size(), 8u);
  EXPECT_EQ(Bytes, "z");
}

// What is no field is left where it stands.
TEST(WireFieldsTest, RefusesWhatIsCut) {
  for (StringRef Cut :
       {StringRef(""), StringRef("\x08"), StringRef("\x08\x96"),
        StringRef("\x12\x03hi"), StringRef("\x12"), StringRef("\x1d\1\2\3"),
        StringRef("\x21\1\2\3\4\5\6\7"), StringRef("\x0b\x0c"),
        StringRef("\x0e\x01"), StringRef("\0\x01", 2)}) {
    StringRef Bytes = Cut;
    EXPECT_FALSE(takeField(Bytes)) << Cut.str();
    EXPECT_EQ(Bytes, Cut);
  }
}

TEST(WireFieldsTest, NumbersHave64Bits) {
  StringRef Most("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01!");
  EXPECT_EQ(takeVarint(Most), UINT64_MAX);
  EXPECT_EQ(Most, "!");
  StringRef More("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02");
  EXPECT_EQ(takeVarint(More), std::nullopt);
  EXPECT_EQ(More.size(), 10u);
  // Zeros in front of the number, as many as there may be and one more.
  StringRef Padded("\x85\x80\x80\x80\x80\x80\x80\x80\x80\x00", 10);
  EXPECT_EQ(takeVarint(Padded), 5u);
  StringRef Longer("\x85\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 11);
  EXPECT_EQ(takeVarint(Longer), std::nullopt);
}

} // namespace
