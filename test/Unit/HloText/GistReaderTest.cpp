//===- GistReaderTest.cpp - Tests of one look at a text -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/GistReader.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

constexpr auto None = InstructionMarks::None;
constexpr auto CallsComputations = InstructionMarks::CallsComputations;
constexpr auto ControlPredecessors = InstructionMarks::ControlPredecessors;
constexpr auto ScopedMemory = InstructionMarks::ScopedMemory;

InstructionMarks marksOf(StringRef Attributes) {
  std::string Text =
      (Twine("%a = f32[2]{0} custom-call(%b, %c)") + Attributes).str();
  InstructionGist Gist = readGist(Text, "a");
  EXPECT_EQ(Gist.Op, Opcode::CustomCall) << Text;
  return Gist.Marks;
}

TEST(InstructionGistTest, OpcodeIsThatOfTheHead) {
  EXPECT_EQ(readGist("%a.1 = f32[] add(%b, %c)", "a.1").Op, Opcode::Add);
  EXPECT_EQ(readGist("a.1 = (f32[], (s32[], b(f32[]))) while(t)", "a.1").Op,
            Opcode::While);
  EXPECT_EQ(readGist("%a = (f32[], f32[]) all-to-all-start(%b)", "a").Op,
            Opcode::AsyncStart);
  EXPECT_EQ(readGist("%a = f32[] new-opcode(%b)", "a").Op, Opcode::Unknown);
}

TEST(InstructionGistTest, TextOfAnotherInstructionHasNoOpcode) {
  InstructionGist Gist = readGist("%b = f32[] fusion(), calls=%f", "a");
  EXPECT_EQ(Gist.Op, Opcode::Unknown);
  EXPECT_EQ(Gist.Marks, CallsComputations);
}

TEST(InstructionGistTest, CallsComputations) {
  for (StringRef Key :
       {"calls", "to_apply", "condition", "body", "true_computation",
        "false_computation", "branch_computations", "called_computations",
        "select", "scatter"}) {
    EXPECT_EQ(marksOf((Twine(", ") + Key + "=%f").str()), CallsComputations)
        << Key.str();
    EXPECT_EQ(marksOf((Twine(", x=1, ") + Key + "={%f, %g}, y=2").str()),
              CallsComputations)
        << Key.str();
    EXPECT_EQ(marksOf((Twine(", ") + Key + "x=%f").str()), None) << Key.str();
    EXPECT_EQ(marksOf((Twine(", ") + Key).str()), None) << Key.str();
  }
}

TEST(InstructionGistTest, ControlPredecessors) {
  EXPECT_EQ(marksOf(", control-predecessors={%d}"), ControlPredecessors);
  EXPECT_EQ(marksOf(", calls=%f, control-predecessors={%d}"),
            CallsComputations | ControlPredecessors);
  EXPECT_EQ(marksOf(", control-successors={%d}"), None);
}

TEST(InstructionGistTest, ScopedMemory) {
  StringRef Before = ", backend_config={\"flag\":true,";
  auto With = [&](StringRef List) {
    return marksOf(
        (Twine(Before) + "\"scoped_memory_configs\":" + List + "}").str());
  };
  EXPECT_EQ(With("[{\"memory_space\":\"1\",\"size\":\"8\"}]"), ScopedMemory);
  EXPECT_EQ(With("[ {}]"), ScopedMemory);
  EXPECT_EQ(With("{}"), ScopedMemory);
  EXPECT_EQ(With("[]"), None);
  EXPECT_EQ(With(" [ ],\"more\":[1]"), None);
  // The second one counts too.
  EXPECT_EQ(With("[],\"x\":{\"scoped_memory_configs\":[1]}"), ScopedMemory);
  EXPECT_EQ(marksOf((Twine(Before) + "\"scoped\":[1]}").str()), None);
  // Until June 2023 it was quoted.
  EXPECT_EQ(
      marksOf(", backend_config=\"{\\\"scoped_memory_configs\\\":[{}]}\""),
      ScopedMemory);
  EXPECT_EQ(marksOf(", backend_config=\"{\\\"scoped_memory_configs\\\":[]}\""),
            None);
  // Cut behind the name.
  EXPECT_EQ(marksOf((Twine(Before) + "\"scoped_memory_configs\"").str()),
            ScopedMemory);
  // Of another attribute.
  EXPECT_EQ(marksOf(", frontend_attributes={\"scoped_memory_configs\":[1]}"),
            None);
  EXPECT_TRUE(mayRequestScopedMemory("\"scoped_memory_configs\":[1]"));
  EXPECT_FALSE(mayRequestScopedMemory("\"scoped_memory_configs\":[]"));
}

// A mark may be one too many where a string has the words, never one too few.
TEST(InstructionGistTest, StringsMayHoldAnything) {
  EXPECT_EQ(marksOf(", metadata={op_name=\"a = \\\"b\\\" {c\"}, calls=%f"),
            CallsComputations);
  EXPECT_EQ(marksOf(", metadata={op_name=\"body=1\"}"), CallsComputations);
  EXPECT_EQ(marksOf(", metadata={op_name=\"body\" source_line=1}"), None);
}

// What was cut, or is glued to the next value, tells what there is of it.
TEST(InstructionGistTest, UnknownTexts) {
  EXPECT_EQ(readGist("", "a").Op, Opcode::Unknown);
  EXPECT_EQ(readGist("", "a").Marks, None);
  EXPECT_EQ(readGist("", "").Op, Opcode::Unknown);
  EXPECT_EQ(readGist("=", "").Marks, None);
  EXPECT_EQ(readGist("%a = (f32[], calls=%f", "a").Op, Opcode::Unknown);
  EXPECT_EQ(readGist("%a = (f32[], calls=%f", "a").Marks, CallsComputations);
  EXPECT_EQ(readGist("%a = f32[] while(%b, body=", "a").Op, Opcode::While);
  EXPECT_EQ(readGist("%a = f32[] while(%b, body=", "a").Marks,
            CallsComputations);
  EXPECT_EQ(readGist("%a = f32[] add(%b)<8 add.3 @0>", "a").Op, Opcode::Add);
  EXPECT_EQ(readGist("what is = this", "what").Op, Opcode::Unknown);
}

TEST(InstructionGistTest, Has) {
  InstructionGist Gist = {Opcode::Add, CallsComputations | ScopedMemory};
  EXPECT_TRUE(Gist.has(CallsComputations));
  EXPECT_TRUE(Gist.has(ScopedMemory));
  EXPECT_FALSE(Gist.has(ControlPredecessors));
}

} // namespace
