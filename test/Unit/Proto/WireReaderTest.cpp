//===- WireReaderTest.cpp -------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/WireReader.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

constexpr WireField LeafFields[] = {
    {1, "name", WireKind::Bytes},
    {2, "size", WireKind::Varint},
    {3, "ratio", WireKind::Fixed32},
    {4, "big", WireKind::Fixed64},
    {7, "ids", WireKind::Varint, /*IsRepeated=*/true},
};
constexpr WireMessage Leaf = {"Leaf", LeafFields};

constexpr WireField TreeFields[] = {
    {3, "leaves", WireKind::Bytes, /*IsRepeated=*/true},
    {20, "only", WireKind::Bytes},
};
constexpr WireMessage Tree = {"Tree", TreeFields};

// What is read of a Leaf, in its order.
std::string readLeaf(WireReader &R) {
  std::string Text;
  while (R.next()) {
    switch (R.getField()) {
    case 1:
      Text += "name=" + R.getBytes().str();
      break;
    case 7: {
      SmallVector<int64_t> Ids;
      R.getNumbers(Ids);
      Text += "ids=";
      for (int64_t Id : Ids)
        Text += std::to_string(Id) + ",";
      break;
    }
    default:
      Text +=
          std::to_string(R.getField()) + "=" + std::to_string(R.getNumber());
    }
    Text += ' ';
  }
  return Text;
}

std::string readLeaf(StringRef Bytes) {
  WireInput Input(Bytes);
  WireReader R(Input, Leaf, Bytes);
  std::string Text = readLeaf(R);
  return Input.hasFailed() ? toString(Input.takeError()) : Text;
}

std::string readTree(StringRef Bytes) {
  WireInput Input(Bytes);
  std::string Text;
  for (WireReader R(Input, Tree, Bytes); R.next();) {
    WireReader Inner(R, Leaf);
    Text += '(' + readLeaf(Inner) + ')';
  }
  return Input.hasFailed() ? toString(Input.takeError()) : Text;
}

TEST(WireReaderTest, KindsOfValues) {
  EXPECT_EQ(readLeaf(""), "");
  EXPECT_EQ(readLeaf("\x0a\x02hi"), "name=hi ");
  EXPECT_EQ(readLeaf(StringRef("\x0a\x00", 2)), "name= ");
  // 300 = 0b10'0101100
  EXPECT_EQ(readLeaf("\x10\xac\x02"), "2=300 ");
  EXPECT_EQ(readLeaf("\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
            "2=18446744073709551615 ");
  EXPECT_EQ(readLeaf(StringRef("\x1d\x00\x00\x80\x3f", 5)), "3=1065353216 ");
  EXPECT_EQ(readLeaf(StringRef("\x21\x01\x00\x00\x00\x00\x00\x00\x80", 9)),
            "4=9223372036854775809 ");
}

TEST(WireReaderTest, NumbersSideBySideOrNot) {
  EXPECT_EQ(readLeaf("\x38\x05\x3a\x03\x01\xac\x02\x38\x06"),
            "ids=5, ids=1,300, ids=6, ");
  EXPECT_EQ(readLeaf(StringRef(
                "\x3a\x0b\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00", 13)),
            "ids=-1,0, ");
}

TEST(WireReaderTest, FieldsInAnyOrder) {
  EXPECT_EQ(readLeaf("\x10\x07\x0a\x01x\x10\x08"), "2=7 name=x 2=8 ");
}

TEST(WireReaderTest, SkipsAndCountsUnknownFields) {
  // Fields 5, 6, 9 and 536870911 of each kind, and a group within a group.
  StringRef Bytes("\x28\x01\x32\x01z\x4d\x00\x00\x00\x00"
                  "\xf9\xff\xff\xff\x0f\x00\x00\x00\x00\x00\x00\x00\x00"
                  "\x2b\x33\x08\x01\x34\x2c\x10\x09",
                  31);
  WireInput Input(Bytes);
  WireReader R(Input, Leaf, Bytes);
  EXPECT_EQ(readLeaf(R), "2=9 ");
  EXPECT_FALSE(Input.hasFailed());
  // Gone through a second time, none counts twice.
  WireReader Again(Input, Leaf, Bytes);
  EXPECT_EQ(readLeaf(Again), "2=9 ");
  ASSERT_EQ(Input.unknownFields().size(), 4u);
  EXPECT_EQ(Input.unknownFields()[0].Message, "Leaf");
  EXPECT_EQ(Input.unknownFields()[0].Number, 5u);
  EXPECT_EQ(Input.unknownFields()[0].Count, 2u);
}

TEST(WireReaderTest, ErrorsNamePlaceAndPath) {
  EXPECT_EQ(readTree("\x1a\x03\x0a\x01x\x1a\x02\x10\x05"), "(name=x )(2=5 )");
  // The second leaf's name claims 9 bytes of the 1 that its message has.
  EXPECT_EQ(readTree("\x1a\x03\x0a\x01x\x1a\x03\x0a\x09y\x1a\x02\x10\x05"),
            "byte 8, leaves[1].name: a length of 9 bytes where only 1 are "
            "left: the file was cut, or is no protocol buffer of this kind");
  EXPECT_EQ(readTree("\xa2\x01\x02\x0a\x05"),
            "byte 4, only.name: a length of 5 bytes where only 0 are left: "
            "the file was cut, or is no protocol buffer of this kind");
  EXPECT_EQ(readTree("\x1a\x02\x10\x85"),
            "byte 3, leaves[0].size: the message ends within a number: the "
            "file was cut, or is no protocol buffer of this kind");
  EXPECT_EQ(readTree("\x1a\x01\x80"),
            "byte 2, leaves[0]: the message ends within a number: the file was "
            "cut, or is no protocol buffer of this kind");
  EXPECT_EQ(readTree(StringRef("\x1a\x01\x00", 3)),
            "byte 2, leaves[0]: a field with the number 0");
}

TEST(WireReaderTest, ErrorsOfKinds) {
  EXPECT_EQ(readLeaf("\x08\x01"),
            "byte 0, name: wire type 0 where 2 was expected: the file is no "
            "protocol buffer of this kind");
  EXPECT_EQ(readLeaf("\x12\x01x"),
            "byte 0, size: wire type 2 where 0 was expected: the file is no "
            "protocol buffer of this kind");
  EXPECT_EQ(readLeaf("\x2e"), "byte 1: a field of wire type 6, which does not "
                              "exist");
  EXPECT_EQ(
      readLeaf("\x0a\x01x\x0a\x01y"),
      "byte 3, name: the field is there twice: perhaps two files were joined");
}

TEST(WireReaderTest, ErrorsOfNumbers) {
  EXPECT_EQ(readLeaf("\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
            "byte 1, size: a number of more than 64 bits");
  EXPECT_EQ(readLeaf(StringRef("\x1d\x00\x00", 3)),
            "byte 1, ratio: the message ends within a number: the file was "
            "cut, or is no protocol buffer of this kind");
  EXPECT_EQ(readLeaf(StringRef("\x21\x00\x00\x00\x00", 5)),
            "byte 1, big: the message ends within a number: the file was cut, "
            "or is no protocol buffer of this kind");
  // The list ends within its last number, whose end is another field.
  EXPECT_EQ(readLeaf("\x3a\x02\x01\x80\x10\x05"),
            "byte 0, ids[0]: a number reaches beyond the list that it is in");
}

TEST(WireReaderTest, ErrorsOfGroups) {
  EXPECT_EQ(readLeaf("\x2b\x08\x01"), "byte 1: a group without an end");
  EXPECT_EQ(readLeaf("\x2b\x08\x01\x34"),
            "byte 1: a group that another one ends");
  EXPECT_EQ(readLeaf("\x2c"),
            "byte 1: a field of wire type 4, which does not exist");
}

// Every cut within a message is an error, every one between fields is none.
TEST(WireReaderTest, CutAnywhere) {
  StringRef Whole("\x1a\x08\x0a\x01x\x10\xac\x02\x38\x05\x1a\x02\x10\x05", 14);
  ASSERT_EQ(readTree(Whole), "(name=x 2=300 ids=5, )(2=5 )");
  for (size_t Size = 0; Size != Whole.size(); ++Size) {
    bool IsWhole = Size == 0 || Size == 10;
    EXPECT_EQ(!StringRef(readTree(Whole.take_front(Size))).starts_with("byte"),
              IsWhole)
        << Size;
  }
}

TEST(WireReaderTest, DeepGroupsNeedNoStack) {
  std::string Bytes(1000000, '\x2b');
  Bytes += std::string(1000000, '\x2c');
  Bytes += "\x10\x05";
  EXPECT_EQ(readLeaf(Bytes), "2=5 ");
}

// A length beyond 32 bits is taken as it is.
TEST(WireReaderTest, LargeLengths) {
  EXPECT_EQ(readLeaf("\x0a\x80\x80\x80\x80\x20x"),
            "byte 1, name: a length of 8589934592 bytes where only 1 are left: "
            "the file was cut, or is no protocol buffer of this kind");
  EXPECT_EQ(readLeaf("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01x"),
            "byte 1, name: a length of 18446744073709551615 bytes where only 1 "
            "are left: the file was cut, or is no protocol buffer of this "
            "kind");
}

} // namespace
