//===- AssignmentProtoTest.cpp - Tests of the HloProto reader -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/AssignmentProto.h"
#include "WireMessage.h"
#include "gtest/gtest.h"
#include <string>

using namespace hlomem;
using namespace llvm;

namespace {

std::string varint(uint64_t N) {
  std::string Text;
  for (; N >= 128; N >>= 7)
    Text += static_cast<char>((N & 127) | 128);
  return Text + static_cast<char>(N);
}

std::string number(unsigned Field, uint64_t N) {
  return varint(Field << 3) + varint(N);
}

std::string bytes(unsigned Field, const std::string &Text) {
  return varint(Field << 3 | 2) + varint(Text.size()) + Text;
}

std::string instruction(uint64_t Id, const std::string &Opcode,
                        const std::string &Shape) {
  return bytes(2, bytes(2, Opcode) + bytes(3, Shape) + number(35, Id));
}

std::string value(uint64_t Id, uint64_t Size, uint64_t Instruction,
                  const std::string &Index = "") {
  std::string Place =
      (Index.empty() ? "" : bytes(3, Index)) + number(4, Instruction);
  return bytes(1, number(1, Id) + number(2, Size) + bytes(3, Place));
}

std::string slice(uint64_t Id, uint64_t Offset, uint64_t Size) {
  return bytes(9, number(1, Id) + number(2, Offset) + number(3, Size));
}

// Two instructions: an s32[] and a tuple of (bf16[3,5], pred[]).
std::string makeModule() {
  std::string Bf16 = number(2, 16) + bytes(3, varint(3) + varint(5));
  std::string Pred = number(2, 1);
  std::string Tuple = number(2, 13) + bytes(4, Bf16) + bytes(4, Pred);
  return bytes(1, bytes(3, instruction(7, "add", number(2, 4)) +
                               instruction(8, "while", Tuple)));
}

std::string makeAssignment(const std::string &Events) {
  std::string Values = value(5, 512, 7) + value(6, 1024, 8, varint(0)) +
                       value(9, 512, 8, varint(1)) + value(10, 64, 99);
  std::string Block = bytes(3, number(1, 0) + number(2, 2048) + number(8, 1) +
                                   slice(5, 0, 512) + slice(6, 1024, 1024));
  std::string Argument =
      bytes(3, number(1, 1) + number(2, 64) + number(5, 1) + slice(10, 0, 64));
  // The trace stands first: fields may come in any order.
  return bytes(3, bytes(4, Events) + Block + Argument + Values);
}

const std::string Events =
    bytes(1, number(2, 5)) +
    bytes(1, number(1, 2) + number(2, 6) + number(5, 5)) +
    bytes(1, number(1, 1) + number(2, 5));

TEST(AssignmentProtoTest, ValuesAllocationsAndTraces) {
  Expected<AssignmentProto> P =
      parseAssignmentProto(makeModule() + makeAssignment(Events));
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  ASSERT_EQ(P->Values.size(), 4u);
  EXPECT_EQ(P->Values[0].Id, 5u);
  EXPECT_EQ(P->Values[0].Size.count(), 512u);
  EXPECT_EQ(P->Values[0].Unpadded.count(), 4u);
  EXPECT_TRUE(P->Values[0].IsInRegister);
  // 3 x 5 elements of two bytes; no scalar.
  EXPECT_EQ(P->Values[1].Unpadded.count(), 30u);
  EXPECT_FALSE(P->Values[1].IsInRegister);
  EXPECT_EQ(P->Values[2].Unpadded.count(), 1u);
  EXPECT_TRUE(P->Values[2].IsInRegister);
  // Its instruction is not in the module.
  EXPECT_EQ(P->Values[3].Unpadded.count(), 64u);

  ASSERT_EQ(P->Allocations.size(), 2u);
  EXPECT_TRUE(P->Allocations[0].isTemp());
  EXPECT_EQ(P->Allocations[0].Color, 1u);
  EXPECT_TRUE(P->Allocations[1].isIndefinite());
  ASSERT_EQ(P->Allocations[0].Slices.size(), 2u);
  EXPECT_EQ(P->Allocations[0].Slices[1].Value, 1u);
  EXPECT_EQ(P->Allocations[0].Slices[1].Offset.count(), 1024u);
  EXPECT_EQ(P->findAllocations()[2], std::nullopt);

  ASSERT_EQ(P->Traces.size(), 1u);
  ASSERT_EQ(P->Traces[0].size(), 3u);
  EXPECT_EQ(P->Traces[0][1].What, TraceEvent::Kind::ShareWith);
  EXPECT_EQ(P->Traces[0][1].Value, 1u);
  EXPECT_EQ(P->Traces[0][1].SharedWith, 0u);
  EXPECT_EQ(P->Traces[0][2].What, TraceEvent::Kind::Free);
}

// What is wrong with \p Text; empty where nothing is.
std::string findProblem(StringRef Text) {
  Expected<AssignmentProto> P = parseAssignmentProto(Text);
  return P ? "" : toString(P.takeError());
}

TEST(AssignmentProtoTest, NoPartOfItIsWhole) {
  std::string Whole = makeModule() + makeAssignment(Events);
  for (size_t Size = 0; Size != Whole.size(); ++Size)
    EXPECT_NE(findProblem(StringRef(Whole).take_front(Size)), "") << Size;
}

TEST(AssignmentProtoTest, WhatIsNoSuchProto) {
  auto Refuses = [](const std::string &Text, StringRef Message) {
    EXPECT_EQ(findProblem(Text), Message);
  };
  Refuses("", "has no buffer assignment");
  Refuses(makeModule(), "has no buffer assignment");
  Refuses("HloModule jit_f", "not an HloProto");
  // A length beyond the end, and a number without one.
  Refuses(varint(3 << 3 | 2) + varint(UINT64_MAX), "not an HloProto");
  Refuses(varint(1 << 3) + std::string(11, '\xff'), "not an HloProto");
  // Events of a value that there is not, of a kind that there is not, and one
  // that shares with nothing.
  for (const std::string &Event :
       {number(2, 77), number(1, 3) + number(2, 5),
        number(1, 2) + number(2, 6) + number(5, 77), number(2, UINT64_MAX)})
    Refuses(makeModule() + makeAssignment(bytes(1, Event)),
            "not a sound HloProto");
  // An index that its shape has not.
  Refuses(makeModule() + bytes(3, value(5, 8, 7, varint(4))),
          "not a sound HloProto");
  // A size that is none.
  Refuses(makeModule() + bytes(3, value(5, UINT64_MAX, 7)),
          "not a sound HloProto");
}

// Any byte may be wrong: the reader ends, with or without an error.
TEST(AssignmentProtoTest, AnyByteMayBeWrong) {
  std::string Whole = makeModule() + makeAssignment(Events);
  for (size_t I = 0; I != Whole.size(); ++I)
    for (char Wrong : {'\0', '\x7f', '\xff'}) {
      std::string Text = Whole;
      Text[I] = Wrong;
      Expected<AssignmentProto> P = parseAssignmentProto(Text);
      if (!P) {
        consumeError(P.takeError());
        continue;
      }
      for (const HeapTrace &T : P->Traces)
        for (const TraceEvent &E : T)
          EXPECT_LT(E.Value, P->Values.size());
    }
}

TEST(WireMessageTest, RepeatedNumbersMayBePacked) {
  std::string Text = bytes(3, varint(3) + varint(500)) + number(3, 7);
  WireMessage Fields(Text);
  std::vector<uint64_t> Numbers;
  while (Fields.next())
    EXPECT_TRUE(
        Fields.forEachNumber([&](uint64_t N) { Numbers.push_back(N); }));
  EXPECT_EQ(Numbers, (std::vector<uint64_t>{3, 500, 7}));
}

} // namespace
