//===- HeapTraceTest.cpp - Tests of reading heap traces -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/HloProto.h"
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
                        const std::string &Shape,
                        const std::string &More = "") {
  return bytes(2, bytes(1, Opcode + "." + std::to_string(Id)) +
                      bytes(2, Opcode) + bytes(3, Shape) + number(35, Id) +
                      More);
}

std::string value(uint64_t Id, uint64_t Size, uint64_t Instruction,
                  const std::string &Index = "") {
  std::string Place =
      (Index.empty() ? "" : bytes(3, Index)) + number(4, Instruction);
  return bytes(1, number(1, Id) + number(2, Size) + bytes(3, Place));
}

// An s32[] and a tuple of (bf16[3,5], pred[]), which a copy gives.
std::string makeModule() {
  std::string Bf16 = number(2, 16) + bytes(3, varint(3) + varint(5));
  std::string Pred = number(2, 1);
  std::string Tuple = number(2, 13) + bytes(4, Bf16) + bytes(4, Pred);
  std::string Computation =
      bytes(1, "main") +
      instruction(6, "parameter", number(2, 4), number(9, 0)) +
      instruction(7, "negate", number(2, 4), number(36, 6)) +
      instruction(8, "copy", Tuple, number(36, 7)) + number(5, 1) +
      number(6, 8);
  return bytes(1, bytes(1, "m") + bytes(3, Computation) + number(6, 1));
}

std::string makeAssignment(const std::string &Trace) {
  std::string Values = value(5, 512, 7) + value(6, 1024, 8, varint(0)) +
                       value(9, 512, 8, varint(1));
  // The trace stands first: fields may come in any order.
  return bytes(3, bytes(4, Trace) + Values);
}

std::string event(const std::string &Fields) { return bytes(1, Fields); }

const std::string Events =
    event(number(2, 5) + bytes(3, "main") + bytes(4, "negate.7")) +
    event(number(1, 2) + number(2, 6) + number(5, 5)) +
    event(number(1, 1) + number(2, 5)) + number(2, 1) + number(3, 77);

class Reading {
public:
  explicit Reading(std::string TheText)
      : Text(std::move(TheText)), Shapes(Arena) {
    Expected<HloProtoContents> Read = readHloProto(Text, Shapes);
    if (!Read) {
      Problem = toString(Read.takeError());
      return;
    }
    Contents = std::move(*Read);
    Expected<HeapTraces> Read2 = readHeapTraces(Contents);
    if (Read2)
      Traces = std::move(*Read2);
    else
      Problem = toString(Read2.takeError());
  }

  std::string Problem;
  std::optional<HeapTraces> Traces;

private:
  std::string Text;
  BumpPtrAllocator Arena;
  ShapeContext Shapes;
  HloProtoContents Contents;
};

TEST(HeapTraceTest, ValuesAndEvents) {
  Reading R(makeModule() + makeAssignment(Events));
  ASSERT_EQ(R.Problem, "");
  ArrayRef<TracedValue> Values = R.Traces->Values;
  ASSERT_EQ(Values.size(), 3u);
  EXPECT_EQ(Values[0].Id, 5u);
  EXPECT_EQ(Values[0].Size.count(), 512u);
  EXPECT_EQ(Values[0].Unpadded.count(), 4u);
  EXPECT_TRUE(Values[0].IsInRegister);
  // 3 x 5 elements of two bytes; no scalar.
  EXPECT_EQ(Values[1].Unpadded.count(), 30u);
  EXPECT_FALSE(Values[1].IsInRegister);
  EXPECT_EQ(Values[2].Unpadded.count(), 1u);
  EXPECT_TRUE(Values[2].IsInRegister);
  EXPECT_EQ(R.Traces->find(9), ValueId(2));
  EXPECT_FALSE(R.Traces->find(7));

  ASSERT_EQ(R.Traces->Traces.size(), 1u);
  const HeapTrace &T = R.Traces->Traces[0];
  EXPECT_TRUE(T.IsWholeModule);
  ASSERT_EQ(T.Events.size(), 3u);
  EXPECT_EQ(T.Events[0].Instruction, "negate.7");
  EXPECT_EQ(T.Events[1].What, TraceEvent::Kind::ShareWith);
  EXPECT_EQ(T.Events[1].Value, ValueId(1));
  EXPECT_EQ(T.Events[1].SharedWith, ValueId(0));
  EXPECT_EQ(T.Events[2].What, TraceEvent::Kind::Free);
}

TEST(HeapTraceTest, WhatNoTraceSays) {
  auto Refuses = [](const std::string &Fields, StringRef Message) {
    Reading R(makeModule() + makeAssignment(event(Fields)));
    EXPECT_NE(R.Problem.find(Message), std::string::npos) << R.Problem;
    EXPECT_NE(R.Problem.find("heap_simulator_traces[0].events[0]"),
              std::string::npos)
        << R.Problem;
  };
  Refuses(number(2, 77), "no value has the id 77");
  Refuses(number(2, UINT64_MAX), "no value has the id");
  Refuses(number(1, 3) + number(2, 5), "an event of the unknown kind 3");
  Refuses(number(1, 2) + number(2, 6) + number(5, 78),
          "no value has the id 78");
}

// Any byte may be wrong: the reader ends, with or without an error.
TEST(HeapTraceTest, AnyByteMayBeWrong) {
  std::string Whole = makeModule() + makeAssignment(Events);
  for (size_t I = 0; I != Whole.size(); ++I)
    for (char Wrong : {'\0', '\x7f', '\xff'}) {
      std::string Text = Whole;
      Text[I] = Wrong;
      Reading R(std::move(Text));
      EXPECT_NE(R.Problem.empty(), !R.Traces.has_value());
      if (!R.Traces)
        continue;
      for (const HeapTrace &T : R.Traces->Traces)
        for (const TraceEvent &E : T.Events)
          EXPECT_LT(E.Value.index(), R.Traces->Values.size());
    }
}

} // namespace
