//===- RematerializationTest.cpp - Tests of what loops compute again ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Loops/Rematerialization.h"
#include "RecordTest.h"

using namespace llvm;
using namespace hlomem;
using hlomem::test::replaceText;

namespace {

// A forward loop that writes a slice of a stack in each iteration, and a
// backward loop that reads it.
const std::string StackLoops = R"(
forward {
  p = (s32[], f32[256], f32[4,256]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  h = f32[256] get-tuple-element(p), index=1
  stack = f32[4,256] get-tuple-element(p), index=2
  one = f32[256] constant({...})
  made = f32[256] sine(h)
  slice = f32[1,256] bitcast(made)
  update = f32[4,256] dynamic-update-slice(stack, slice, i, i)
  next = f32[256] cosine(h)
  ROOT result = (s32[], f32[256], f32[4,256]) tuple(i, next, update)
}
forward_condition {
  cp = (s32[], f32[256], f32[4,256]) parameter(0)
  ROOT done = pred[] constant(true)
}
backward {
  q = (s32[], f32[256], f32[4,256]) parameter(0)
  j = s32[] get-tuple-element(q), index=0
  g = f32[256] get-tuple-element(q), index=1
  kept = f32[4,256] get-tuple-element(q), index=2
  read = f32[1,256] dynamic-slice(kept, j, j)
  flat = f32[256] bitcast(read)
  sum = f32[256] add(g, flat)
  ROOT rest = (s32[], f32[256], f32[4,256]) tuple(j, sum, kept)
}
backward_condition {
  cq = (s32[], f32[256], f32[4,256]) parameter(0)
  ROOT done2 = pred[] constant(true)
}
ENTRY main {
  x = f32[256] parameter(0)
  zero = s32[] constant(0)
  zeros = f32[4,256] broadcast(zero), dimensions={}
  start = (s32[], f32[256], f32[4,256]) tuple(zero, x, zeros)
  writer = (s32[], f32[256], f32[4,256]) while(start), condition=forward_condition, body=forward
  again = f32[4,256] get-tuple-element(writer), index=2
  zero2 = s32[] constant(0)
  carry = f32[256] get-tuple-element(writer), index=1
  start2 = (s32[], f32[256], f32[4,256]) tuple(zero2, carry, again)
  reader = (s32[], f32[256], f32[4,256]) while(start2), condition=backward_condition, body=backward
  ROOT y = f32[256] get-tuple-element(reader), index=1
}
)";

/// The same where what is written is \p Made.
std::string makeBy(StringRef Made) {
  return replaceText(StackLoops, "made = f32[256] sine(h)", Made);
}

// Of nothing that is carried.
constexpr StringLiteral SineOfOne = "made = f32[256] sine(one)";

class RematerializationTest : public RecordTest {
protected:
  /// What the forward loop keeps afterwards.
  std::optional<Bytes> getStackSize(const Rematerialization &R) const {
    const GraphInstruction &Loop =
        R.After->getProgram().instructions()[R.Numbers[number("writer")]];
    return (*Loop.Leaves)[LeafId(3)].Type->getPaddedSize();
  }
  static bool computesAgain(const Rematerialization &R) {
    return any_of(R.After->getProgram().instructions(),
                  [](const GraphInstruction &I) {
                    return I.getCustomCallTarget() == "recomputed";
                  });
  }
  Rematerialization run(RematPolicy Kept) const {
    std::vector<ResidualStack> Stacks = findResidualStacks(*Record);
    for (ResidualStack &S : Stacks)
      S.IsOfCarry = false;
    return cantFail(rematerialize(*Record, Stacks, Kept, policy()));
  }
};

TEST_F(RematerializationTest, FindsTheStack) {
  record(StackLoops);
  std::vector<ResidualStack> Stacks = findResidualStacks(*Record);
  ASSERT_EQ(Stacks.size(), 1u);
  const ResidualStack &S = Stacks.front();
  EXPECT_EQ(S.Writer, number("writer"));
  EXPECT_EQ(S.Leaf, LeafId(3));
  EXPECT_EQ(S.Count, 4u);
  EXPECT_EQ(S.Dimension, 0u);
  ASSERT_EQ(S.Readers.size(), 1u);
  EXPECT_EQ(S.Readers.front(),
            (ResidualStack::Reader{number("reader"), LeafId(3)}));
  EXPECT_FALSE(S.Dot);
  // As large as the row that is carried, for each iteration.
  EXPECT_TRUE(S.IsOfCarry);
}

TEST_F(RematerializationTest, NoStack) {
  std::string NobodyReads = StackLoops;
  size_t Again = NobodyReads.find("  again =");
  NobodyReads.replace(Again, NobodyReads.size() - Again,
                      "  ROOT y = f32[256] get-tuple-element(writer), "
                      "index=1\n}\n");
  StringRef Update = "dynamic-update-slice(stack, slice, i, i)";
  for (const std::string &Text :
       {NobodyReads,
        // Two rows at once are no slice of one iteration.
        replaceText(StackLoops, "slice = f32[1,256]", "slice = f32[2,128]"),
        // What is no sound program is no stack, and no crash either.
        replaceText(StackLoops, Update, "dynamic-update-slice(stack)")}) {
    record(Text);
    EXPECT_TRUE(findResidualStacks(*Record).empty()) << Text;
  }
}

TEST_F(RematerializationTest, ProducerOfTheStack) {
  struct {
    std::string Text;
    bool IsDot;
    bool HasBatch;
  } Cases[] = {
      {makeBy("made = f32[16,16] dot(h)"), true, false},
      {makeBy("made = f32[4,8,8] dot(h)"), true, true},
      // A move of nothing.
      {replaceText(StackLoops, "bitcast(made)", "bitcast()"), false, false},
  };
  for (const auto &C : Cases) {
    SCOPED_TRACE(C.Text);
    record(C.Text);
    std::vector<ResidualStack> Stacks = findResidualStacks(*Record);
    ASSERT_EQ(Stacks.size(), 1u);
    EXPECT_EQ(bool(Stacks.front().Dot), C.IsDot);
    EXPECT_EQ(Stacks.front().HasBatch, C.HasBatch);
  }
}

// What is carried stays whatever the policy; then nothing has changed.
TEST_F(RematerializationTest, CarryStays) {
  record(StackLoops);
  Expected<Rematerialization> R = rematerialize(
      *Record, findResidualStacks(*Record), RematPolicy::Nothing, policy());
  ASSERT_TRUE(bool(R)) << toString(R.takeError());
  EXPECT_EQ(R->Count, 0u);
  EXPECT_EQ(R->After, nullptr);
}

TEST_F(RematerializationTest, PoliciesKeepDots) {
  record(makeBy("made = f32[4,8,8] dot(one)"));
  Expected<ReplayedAssignment> Before = Record->replay(policy());
  ASSERT_TRUE(bool(Before)) << toString(Before.takeError());
  EXPECT_EQ(run(RematPolicy::Dots).Count, 0u);
  EXPECT_EQ(run(RematPolicy::DotsWithoutBatch).Count, 1u);
  Rematerialization R = run(RematPolicy::Nothing);
  EXPECT_EQ(R.Count, 1u);
  EXPECT_EQ(R.Size, Bytes(4096));
  EXPECT_LT(sum(R.Allocations), sum(Before->Allocations));
  // The slice of an iteration is a value of the body, a custom call.
  const HloGraph &G = R.After->getProgram();
  const auto *Made = find_if(G.instructions(), [](const GraphInstruction &I) {
    return I.Op == Opcode::CustomCall;
  });
  ASSERT_NE(Made, G.instructions().end());
  EXPECT_EQ(Made->getCustomCallTarget(), "recomputed");
  EXPECT_EQ(Made->Type->getPaddedSize(), Bytes(1024));
  EXPECT_EQ(G.getComputation(*Made).Name, "backward");
  EXPECT_FALSE(R.Values.back());
}

// The sine of a product is kept, and then the product.
TEST_F(RematerializationTest, DotWithoutStack) {
  record(makeBy("product = f32[16,32] dot(one)\n"
                "  made = f32[256] sine(product)"));
  EXPECT_EQ(getStackSize(run(RematPolicy::Nothing)), Bytes(0));
  for (RematPolicy Kept : {RematPolicy::Dots, RematPolicy::DotsWithoutBatch}) {
    Rematerialization R = run(Kept);
    EXPECT_EQ(R.Count, 1u);
    EXPECT_EQ(getStackSize(R), Bytes(4 * 16 * 32 * 4));
    EXPECT_EQ(R.KeptSize, Bytes(8192));
  }
  record(makeBy("product = f32[8,8,8] dot(one)\n"
                "  made = f32[256] sine(product)"));
  EXPECT_EQ(getStackSize(run(RematPolicy::DotsWithoutBatch)), Bytes(0));
  EXPECT_EQ(getStackSize(run(RematPolicy::Dots)), Bytes(4 * 512 * 4));
}

// Whatever the policy, the body has to start from what it was given.
TEST_F(RematerializationTest, CarryWithoutStack) {
  record(StackLoops);
  EXPECT_EQ(getStackSize(run(RematPolicy::Nothing)), Bytes(4096));
  // But for a dot that is kept.
  record(makeBy("product = f32[16,32] dot(h)\n"
                "  made = f32[256] sine(product)"));
  EXPECT_EQ(getStackSize(run(RematPolicy::Dots)), Bytes(8192));
}

// Fusions compute a sine where they need it, and dots do not.
TEST_F(RematerializationTest, ReadBySumOrDot) {
  record(makeBy(SineOfOne));
  EXPECT_FALSE(computesAgain(run(RematPolicy::Nothing)));
  record(replaceText(makeBy(SineOfOne), "add(g, flat)", "dot(g, flat)"));
  EXPECT_TRUE(computesAgain(run(RematPolicy::Nothing)));
}

} // namespace
