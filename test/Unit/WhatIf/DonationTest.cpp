//===- DonationTest.cpp - Tests of donated arguments ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Donation/Donation.h"
#include "RecordTest.h"
#include "hlomem/Support/Unavailable.h"

using namespace llvm;
using namespace hlomem;

namespace {

class DonationTest : public RecordTest {
protected:
  Expected<Donation> run(ArrayRef<uint64_t> Parameters) {
    return donate(*Record, Parameters, policy());
  }
  Expected<Donation> runBackwards(ArrayRef<uint64_t> Parameters) {
    return undonate(*Record, Parameters, policy());
  }
};

constexpr StringLiteral Sine = R"(
    x = f32[16] parameter(0)
    ROOT y = f32[16] sine(x))";

TEST_F(DonationTest, WritesOverTheArgument) {
  record(Sine);
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_EQ(D->Pairs.size(), 1u);
  EXPECT_TRUE(D->AddedCopies.empty());
  ASSERT_EQ(D->Allocations.size(), 1u);
  EXPECT_EQ(sum(D->Allocations), 64u);
  D = run({});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_EQ(sum(D->Allocations), 128u);
}

// A transpose reads the argument while it writes, so that its result is copied
// to the argument's memory.
TEST_F(DonationTest, CopiesTheResult) {
  record(R"(
    x = f32[16] parameter(0)
    ROOT y = f32[16] transpose(x), dimensions={0})");
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  ASSERT_EQ(D->AddedCopies.size(), 1u);
  EXPECT_TRUE(D->AddedCopies[0].IsOfResult);
  EXPECT_EQ(D->AddedCopies[0].Writer, "y");
  EXPECT_EQ(D->AddedCopies[0].Size, Bytes(64));
  EXPECT_EQ(sum(D->Allocations), 128u);
}

/// The entry computation of what \p D makes, in the order of its schedule.
std::string order(const Donation &D) {
  const HloGraph &After = D.After->getProgram();
  std::string Names;
  for (InstructionId I : After.getEntry().Schedule)
    Names += (After.instructions()[I].Name + " ").str();
  return Names;
}

// What libtpu does, as recompiles of make-dumps' program momentum show.
TEST_F(DonationTest, WritersWaitForReadersOnATpu) {
  auto Order = [&](StringRef Text) {
    record(Text, Scheduled);
    Expected<Donation> D = donate(*Record, {0, 1}, policy(Backend::TPU));
    return D ? order(*D) : toString(D.takeError());
  };
  const std::string Text = R"(
    w = f32[16] parameter(0)
    v = f32[16] parameter(1)
    w.new = f32[16] negate(w)
    v.new = f32[16] negate(v)
    r = f32[16] sine(w)
    u = f32[16] cosine(r)
    ROOT t = (f32[16], f32[16], f32[16]) tuple(w.new, v.new, u))";
  EXPECT_EQ(Order(Text), "w v v.new r w.new u t ");
  // Also for one that reads a copy, or what a tuple holds.
  EXPECT_EQ(Order(test::replaceText(
                Text, "r = f32[16] sine(w)",
                "s = (f32[16], f32[16], u32[]) copy-start(w)\n"
                "    d = f32[16] copy-done(s)\n    r = f32[16] sine(d)")),
            "w v v.new s d r w.new u t ");
  EXPECT_EQ(
      Order(test::replaceText(Text, "r = f32[16] sine(w)",
                              "s = (f32[16]) tuple(w)\n"
                              "    d = f32[16] get-tuple-element(s), index=0\n"
                              "    r = f32[16] sine(d)")),
      "w v v.new s d r w.new u t ");
  // Not for one that needs what is written.
  EXPECT_EQ(Order(test::replaceText(Text, "sine(w)", "add(w, w.new)")),
            "w v w.new v.new r u t ");
  // Where each waits for the other, and nothing else is left, the first runs.
  EXPECT_EQ(
      Order(test::replaceText(test::replaceText(Text, "negate(w)", "add(w, v)"),
                              "negate(v)", "add(v, w)")),
      "w v r u w.new v.new t ");
  // Bad input has moves of nothing.
  EXPECT_NE(Order(test::replaceText(
                Text, "negate(w)",
                "custom-call(), custom_call_target=\"ConcatBitcast\"")),
            "");
}

constexpr StringLiteral TwoResults = R"(
    x = f32[16] parameter(0)
    y = f32[16] parameter(1)
    s = f32[16] sine(x)
    c = f32[16] cosine(y)
    ROOT t = (f32[16], f32[16]) tuple(s, c))";

// A pair that must share memory must do so still.
TEST_F(DonationTest, KeepsMustAlias) {
  record(TwoResults,
         "is_scheduled=true, input_output_alias={ {0}: (0, {}, must-alias) }");
  Expected<Donation> D = run({1});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  ASSERT_EQ(D->Pairs.size(), 2u);
  EXPECT_TRUE(D->Pairs[0].IsMust);
  EXPECT_FALSE(D->Pairs[1].IsMust);
}

// Also where JAX would have paired them otherwise.
TEST_F(DonationTest, KeepsPairsOfTheProgram) {
  record(TwoResults,
         "is_scheduled=true, input_output_alias={ {0}: (1, {}, may-alias) }");
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  ASSERT_EQ(D->Pairs.size(), 2u);
  EXPECT_EQ(D->Pairs[0].Output, LeafId(1));
  EXPECT_EQ(D->Pairs[0].Parameter, 1u);
  EXPECT_EQ(D->Pairs[1].Output, LeafId(2));
  EXPECT_EQ(D->Pairs[1].Parameter, 0u);
}

// Every argument of its own type and the results the other way round: a search
// through all that are left would take minutes, as would one for each operand
// of the root among those before.
TEST_F(DonationTest, ManyArguments) {
  const unsigned Count = 30000;
  std::string Text, Results, Types;
  raw_string_ostream OS(Text);
  SmallVector<uint64_t> Numbers;
  for (unsigned N = 0; N != Count; ++N) {
    OS << "x" << N << " = f32[" << N + 1 << "] parameter(" << N << ")\n";
    Numbers.push_back(N);
  }
  for (unsigned N = Count; N-- != 0;) {
    std::string I = std::to_string(N), Type = "f32[" + std::to_string(N + 1);
    OS << "y" << I << " = " << Type << "] sine(x" << I << ")\n";
    Results += (N + 1 == Count ? "y" : ", y") + I;
    Types += (N + 1 == Count ? "" : ", ") + Type + "]";
  }
  OS << "ROOT t = (" << Types << ") tuple(" << Results << ")";
  record(Text);
  Expected<Donation> D = run(Numbers);
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_EQ(D->Pairs.size(), Count);
  EXPECT_EQ(D->Pairs[0].Parameter, Count - 1);
  EXPECT_TRUE(D->Unpaired.empty());
  // The arguments and the tuple.
  EXPECT_EQ(D->Allocations.size(), Count + 1);
}

// What reads the argument may run after the result was written.
TEST_F(DonationTest, CopiesTheArgument) {
  record(R"(
    x = f32[16] parameter(0)
    y = f32[16] sine(x)
    z = f32[4,4] transpose(x)
    ROOT t = (f32[16], f32[4,4]) tuple(y, z))");
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  ASSERT_EQ(D->AddedCopies.size(), 1u);
  EXPECT_FALSE(D->AddedCopies[0].IsOfResult);
  // x with y, z, the copy, and the tuple.
  EXPECT_EQ(sum(D->Allocations), 64u + 64u + 64u + 16u);
}

TEST_F(DonationTest, NoResultOfItsShape) {
  record(R"(
    x = f32[4,4] parameter(0)
    ROOT y = f32[16] reshape(x))");
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_TRUE(D->Pairs.empty());
  ASSERT_EQ(D->Unpaired.size(), 1u);
  EXPECT_EQ(sum(D->Allocations), 128u);
}

// The first argument of its shape is taken.
TEST_F(DonationTest, PairsInOrder) {
  record(R"(
    w = f32[4,4] parameter(0)
    x = f32[16] parameter(1)
    y = f32[16] parameter(2)
    ROOT z = f32[16] add(x, y))");
  Expected<Donation> D = run({0, 1, 2});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  ASSERT_EQ(D->Pairs.size(), 1u);
  EXPECT_EQ(D->Pairs[0].Parameter, 1u);
  EXPECT_EQ(D->Unpaired.size(), 2u);
}

// The copy kept an argument that is updated in place.
TEST_F(DonationTest, RemovesCopies) {
  record(R"(
    x = f32[16] parameter(0)
    i = f32[16] parameter(1)
    c = f32[16] copy(x)
    ROOT y = f32[16] dynamic-update-slice(c, i, i))");
  Expected<Donation> D = run({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_EQ(D->RemovedCopies, SmallVector<InstructionId>{number("c")});
  EXPECT_EQ(sum(D->Allocations), 128u);
}

// What holds since jax 0.11.2 holds for the program after the donation.
TEST_F(DonationTest, KeepsTheRulesOfTheRelease) {
  record(Sine, Scheduled, {.Release = XlaRelease::Jaxlib0Point11Point2});
  EXPECT_TRUE(Record->getDataflow().getRelease() ==
              XlaRelease::Jaxlib0Point11Point2);
  Expected<Donation> D = donate(
      *Record, {0}, policy(Backend::CPU, XlaRelease::Jaxlib0Point11Point2));
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_TRUE(D->After->getDataflow().getRelease() ==
              XlaRelease::Jaxlib0Point11Point2);
}

//===----------------------------------------------------------------------===//
// Undonation
//===----------------------------------------------------------------------===//

constexpr StringLiteral Donated =
    "is_scheduled=true, input_output_alias={ {}: (0, {}, may-alias) }";

TEST_F(DonationTest, TakesDonationBack) {
  record(Sine, Donated);
  Expected<Donation> D = runBackwards({0});
  ASSERT_TRUE(bool(D)) << toString(D.takeError());
  EXPECT_TRUE(D->Pairs.empty());
  EXPECT_EQ(sum(D->Allocations), 128u);
}

// The dump has two values in one buffer, and no rule that is known says why.
TEST_F(DonationTest, ChecksTheBuffersItComputes) {
  record(R"(
    x = f32[16] parameter(0)
    y = f32[16] sine(x)
    ROOT z = f32[16] cosine(y))",
         Donated, {.Pairs = {{"y", "z"}}});
  Expected<Donation> D = runBackwards({0});
  ASSERT_FALSE(bool(D));
  Error E = D.takeError();
  EXPECT_TRUE(E.isA<Unavailable>());
  EXPECT_EQ(toString(std::move(E)),
            "by the rules that are known, other values would share buffers "
            "than in the dump");
}

// That is a mistake of the caller.
TEST_F(DonationTest, NoSuchArgument) {
  record("ROOT x = f32[16] parameter(0)");
  EXPECT_EQ(toString(run({1}).takeError()), "the program has no argument 1");
  Error E = runBackwards({1}).takeError();
  EXPECT_FALSE(E.isA<Unavailable>());
  EXPECT_EQ(toString(std::move(E)), "the program has no argument 1");
}

} // namespace
