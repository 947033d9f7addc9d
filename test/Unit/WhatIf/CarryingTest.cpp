//===- CarryingTest.cpp - Tests of state that loops carry -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Loops/Carrying.h"
#include "RecordTest.h"

using namespace llvm;
using namespace hlomem;
using hlomem::test::replaceText;

namespace {

// A loop that reads a slice of the state x, adds something, and writes it to
// another array; the result replaces the state.
const std::string CarryingLoop = R"(
condition {
  cp = (s32[], f32[4,256], f32[4,256]) parameter(0)
  ci = s32[] get-tuple-element(cp), index=0
  ROOT less = pred[] compare(ci, ci), direction=LT
}
body {
  p = (s32[], f32[4,256], f32[4,256]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = f32[4,256] get-tuple-element(p), index=1
  y = f32[4,256] get-tuple-element(p), index=2
  one = s32[] constant(1)
  old = f32[1,256] dynamic-slice(x, i, one)
  new = f32[1,256] constant({...})
  sum = f32[1,256] add(old, new)
  update = f32[4,256] dynamic-update-slice(y, sum, i, one)
  next = s32[] add(i, one)
  ROOT result = (s32[], f32[4,256], f32[4,256]) tuple(next, x, update)
}
ENTRY main {
  state = f32[4,256] parameter(0)
  zero = s32[] constant(0)
  zeros = f32[4,256] broadcast(zero), dimensions={}
  start = (s32[], f32[4,256], f32[4,256]) tuple(zero, state, zeros)
  loop = (s32[], f32[4,256], f32[4,256]) while(start), condition=condition, body=body
  new_state = f32[4,256] get-tuple-element(loop), index=2
  ROOT end = (f32[4,256], s32[]) tuple(new_state, zero)
}
)";

class CarryingTest : public RecordTest {
protected:
  void make(StringRef Text, bool IsDonated = true) {
    record(Text, IsDonated ? "is_scheduled=true, input_output_alias={ {0}: (0, "
                             "{}, may-alias) }"
                           : "is_scheduled=true");
  }
  std::vector<ScannedState> find() const {
    return findScannedStates(*Record, Backend::CPU);
  }
  /// Arrays of the state's size that are allocated after the change.
  uint64_t countWholes() const {
    return sum(cantFail(carry(*Record, find(), policy())).Allocations) / 4096;
  }
};

TEST_F(CarryingTest, FindsTheState) {
  make(CarryingLoop);
  std::vector<ScannedState> States = find();
  ASSERT_EQ(States.size(), 1u);
  const ScannedState &S = States.front();
  ASSERT_EQ(S.Paths.size(), 1u);
  EXPECT_EQ(S.Paths.front().Element, 2u);
  EXPECT_FALSE(S.Paths.front().IsCallers);
  ASSERT_EQ(S.Read.size(), 1u);
  EXPECT_EQ(S.Read.front().Element, 1u);
  EXPECT_EQ(S.Read.front().Kept, nullptr);
  EXPECT_FALSE(holdCallersState(States));
  // One array for the argument, the loop and the result.
  EXPECT_EQ(countWholes(), 1u);
}

TEST_F(CarryingTest, CopiesWhatIsTheCallers) {
  make(CarryingLoop, /*IsDonated=*/false);
  EXPECT_TRUE(holdCallersState(find()));
  EXPECT_EQ(countWholes(), 2u);
}

TEST_F(CarryingTest, OtherLoopsHaveNoState) {
  struct {
    const char *Why;
    std::string Text;
  } Cases[] = {
      // Nothing is known of how the new slice comes about.
      {"the slice is read after it has been written",
       replaceText(
           replaceText(CarryingLoop,
                       "  old = f32[1,256] dynamic-slice(x, i, one)\n", ""),
           "  sum = f32[1,256] add(old, new)\n"
           "  update = f32[4,256] dynamic-update-slice(y, sum, i, one)\n",
           "  update = f32[4,256] dynamic-update-slice(y, new, i, one)\n"
           "  old = f32[1,256] dynamic-slice(x, i, one)\n")},
      {"a gradient, which is not made of the old slice",
       replaceText(CarryingLoop, "add(old, new)", "add(new, new)")},
      {"it is read from the end",
       replaceText(CarryingLoop, "  old = f32[1,256] dynamic-slice(x, i, one)",
                   "  back = s32[] subtract(one, i)\n"
                   "  old = f32[1,256] dynamic-slice(x, back, one)")},
      {"the index that it is read by stays",
       replaceText(CarryingLoop, "dynamic-slice(x, i,",
                   "dynamic-slice(x, one,")},
      {"the body reads all of it",
       replaceText(CarryingLoop,
                   "  next =", "  of_state = s32[] reduce(x)\n  next =")},
      {"the body reads the array that it writes",
       replaceText(CarryingLoop,
                   "  next =", "  of_written = s32[] reduce(y)\n  next =")},
      {"the condition reads it",
       replaceText(replaceText(CarryingLoop, "ci = s32[]", "ci = f32[4,256]"),
                   "(cp), index=0", "(cp), index=1")},
      {"it is read behind the loop",
       replaceText(CarryingLoop, "  ROOT end",
                   "  left = f32[4,256] get-tuple-element(loop), index=1\n"
                   "  behind = s32[] reduce(left)\n  ROOT end")},
      {"something else reads the argument",
       replaceText(CarryingLoop, "  ROOT end",
                   "  of_argument = s32[] reduce(state)\n  ROOT end")},
      {"another loop begins with the same tuple",
       replaceText(CarryingLoop, "  new_state =",
                   "  loop2 = (s32[], f32[4,256], f32[4,256]) while(start), "
                   "condition=condition, body=body\n  new_state =")},
  };
  for (const auto &[Why, Text] : Cases) {
    make(Text);
    EXPECT_TRUE(find().empty()) << Why;
  }
}

// The second result has no argument.
TEST_F(CarryingTest, NewStateIsOneResult) {
  make(replaceText(
      CarryingLoop, "end = (f32[4,256], s32[]) tuple(new_state, zero)",
      "end = (f32[4,256], f32[4,256]) tuple(new_state, new_state)"));
  EXPECT_EQ(find().size(), 1u);
}

TEST_F(CarryingTest, NoStateIsAnError) {
  make(CarryingLoop);
  EXPECT_EQ(toString(carry(*Record, {}, policy()).takeError()),
            "there is no state to carry");
}

} // namespace
