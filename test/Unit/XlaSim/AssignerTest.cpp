//===- AssignerTest.cpp - Tests of XLA's assigner -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/Assigner.h"
#include "RecordTest.h"
#include <map>

using namespace llvm;
using namespace hlomem;

namespace {

// What is expected follows from xla/service/buffer_assignment.cc by hand.
class AssignerTest : public RecordTest {
protected:
  void assign(StringRef Text, const AssignerPolicy &P = policy(),
              const Twine &Attributes = Scheduled) {
    record(Text, Attributes);
    auto Result = Record->replay(P);
    if (!Result) {
      Problem = toString(Result.takeError());
      return;
    }
    Allocations = std::move(Result->Allocations);
    for (auto [I, A] : enumerate(Allocations))
      for (const PlacedValue &M : A.Members)
        Where[Record->getName(M.Value)] = {I, M.Offset.count()};
  }

  using Place = std::pair<size_t, uint64_t>;

  std::vector<ReplayedAllocation> Allocations;
  std::map<std::string, Place> Where;
  std::string Problem;
};

// An element of a sine depends on one of its operand, which is not needed
// afterwards: the result takes over its memory, and the result of the program
// holds both.
TEST_F(AssignerTest, TakesOverOperand) {
  assign(R"(
    x = f32[16] parameter(0)
    y = f32[16] sine(x)
    ROOT z = f32[16] cosine(y))");
  ASSERT_EQ(Allocations.size(), 2u);
  EXPECT_EQ(Where["y"], Where["z"]);
  EXPECT_NE(Where["x"], Where["y"]);
  EXPECT_TRUE(Allocations[Where["z"].first].IsLiveOut);
  EXPECT_TRUE(Allocations[Where["x"].first].Parameter.has_value());
}

// A transpose reads its operand while it writes.
TEST_F(AssignerTest, KeepsOperandOfOthers) {
  assign(R"(
    x = f32[16] parameter(0)
    y = f32[16] sine(x)
    ROOT z = f32[16] transpose(y), dimensions={0})");
  ASSERT_EQ(Allocations.size(), 3u);
  EXPECT_NE(Where["y"].first, Where["z"].first);
}

// An argument that no result is paired with is the caller's.
TEST_F(AssignerTest, WritesOverDonatedArguments) {
  StringRef Text = R"(
    x = f32[16] parameter(0)
    ROOT y = f32[16] sine(x))";
  assign(Text);
  EXPECT_EQ(Allocations.size(), 2u);
  assign(Text, policy(),
         "is_scheduled=true, input_output_alias={ {}: (0, {}, may-alias) }");
  ASSERT_EQ(Allocations.size(), 1u);
  EXPECT_TRUE(Allocations[0].IsLiveOut);
  EXPECT_TRUE(Allocations[0].Parameter.has_value());
}

// Temporaries that are live at once lie side by side in one allocation, at
// multiples of the alignment; a 10-byte one fits behind the other.
TEST_F(AssignerTest, AlignsTheHeap) {
  StringRef Text = R"(
    x = u8[64] parameter(0)
    a = u8[100] custom-call(x), custom_call_target="a"
    c = u8[10] custom-call(x), custom_call_target="c"
    ROOT d = u8[8] dot(a, c))";
  assign(Text);
  ASSERT_EQ(Allocations.size(), 3u);
  EXPECT_EQ(Where["a"], Place(2, 0));
  EXPECT_EQ(Where["c"], Place(2, 128));
  EXPECT_EQ(Allocations[2].Size, Bytes(138));
  assign(Text, policy(Backend::GPU, XlaRelease::Jaxlib0Point10Point2));
  EXPECT_EQ(Where["c"], Place(2, 256));
}

// A temporary that is not live when the result is written hides there.
TEST_F(AssignerTest, HidesTemporariesInResults) {
  const std::string Text = R"(
    x = u8[64] parameter(0)
    a = u8[64] transpose(x), dimensions={0}
    c = u8[64] transpose(a), dimensions={0}
    ROOT d = u8[200] custom-call(c), custom_call_target="d")";
  assign(Text);
  ASSERT_EQ(Allocations.size(), 3u);
  EXPECT_EQ(Where["a"].first, Where["d"].first);
  EXPECT_NE(Where["c"].first, Where["d"].first);
  // What another device writes to does not, on a TPU.
  assign(
      test::replaceText(Text, "transpose(x), dimensions={0}", "all-to-all(x)"),
      policy(Backend::TPU));
  EXPECT_NE(Where["a"].first, Where["d"].first);
}

// What starts a collective hands on what it sends, which may hide in a result.
// Where each leaf is in a v5e:2x4 dump of llama-sharded tells so.
TEST_F(AssignerTest, KeepsOnlyWhatIsReceivedApart) {
  assign(R"(
f {
  p = u8[64] parameter(0)
  g = u8[64] all-gather(p), dimensions={0}
  ROOT r = (u8[64], u8[64]) custom-call(g), custom_call_target="AsyncCollectiveStart"
}
ENTRY main {
  x = u8[64] parameter(0)
  a = u8[64] transpose(x), dimensions={0}
  s = (u8[64], u8[64]) fusion(a), kind=kCustom, output_to_operand_aliasing={{0}: (0, {})}, calls=f
  sent = u8[64] get-tuple-element(s), index=0
  received = u8[64] get-tuple-element(s), index=1
  c = u8[64] custom-call(sent, received), custom_call_target="c"
  ROOT d = u8[200] custom-call(c), custom_call_target="d"
})",
         policy(Backend::TPU, XlaRelease::Jaxlib0Point10Point2));
  EXPECT_EQ(Where["s{0}"], Where["a"]);
  EXPECT_EQ(Where["s{0}"].first, Where["d"].first);
  EXPECT_NE(Where["s{1}"].first, Where["d"].first);
}

TEST_F(AssignerTest, KeepsMemorySpacesApart) {
  assign(R"(
    x = f32[16]{0} parameter(0)
    a = f32[16]{0:S(5)} transpose(x), dimensions={0}
    c = f32[16]{0} transpose(a), dimensions={0}
    ROOT d = f32[16]{0} transpose(c), dimensions={0})");
  ASSERT_EQ(Allocations.size(), 4u);
  EXPECT_EQ(Allocations[Where["a"].first].Space, 5u);
}

TEST_F(AssignerTest, NeedsSchedule) {
  assign("ROOT x = f32[16] parameter(0)", policy(), "is_scheduled=false");
  EXPECT_EQ(Problem, "the program has no whole schedule");
}

TEST_F(AssignerTest, RefusesHugeSums) {
  assign(R"(
    x = u8[4611686018427387904] parameter(0)
    ROOT y = u8[18446744073709551614] sine(x))");
  EXPECT_EQ(Problem, "the sizes of the buffers add up to 2^62 or more");
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

std::vector<ReplayedAllocation> makeTwo() {
  std::vector<ReplayedAllocation> Two(2);
  Two[0].Size = Bytes(100);
  Two[0].Members = {{ValueId(0), Bytes(0), Bytes(100)}};
  Two[1].Size = Bytes(50);
  Two[1].Space = 1;
  Two[1].Members = {{ValueId(1), Bytes(0), Bytes(50)}};
  return Two;
}

TEST(ReplayVerdictTest, Exact) {
  ReplayVerdict V = compareAssignments(makeTwo(), makeTwo());
  EXPECT_TRUE(V.isExact());
  EXPECT_EQ(V.getEqualCount(), 2u);
  ASSERT_EQ(V.Spaces.size(), 2u);
  EXPECT_TRUE(V.Spaces[0].isExact());
}

TEST(ReplayVerdictTest, OtherOffset) {
  std::vector<ReplayedAllocation> Other = makeTwo();
  Other[1].Members[0].Offset = Bytes(8);
  ReplayVerdict V = compareAssignments(makeTwo(), Other);
  EXPECT_EQ(V.FirstDifference, AllocationId(1));
  EXPECT_TRUE(V.Spaces[0].isExact());
  EXPECT_FALSE(V.Spaces[1].isExact());
  EXPECT_EQ(V.Spaces[1].RecordedBytes, V.Spaces[1].ReplayedBytes);
}

TEST(ReplayVerdictTest, OneMore) {
  std::vector<ReplayedAllocation> More = makeTwo();
  More.emplace_back();
  More.back().Size = Bytes(7);
  ReplayVerdict V = compareAssignments(makeTwo(), More);
  EXPECT_EQ(V.FirstDifference, AllocationId(2));
  EXPECT_EQ(V.Spaces[0].ReplayedBytes, Bytes(107));
  EXPECT_FALSE(V.Spaces[0].isExact());
  EXPECT_EQ(compareAssignments(More, makeTwo()).FirstDifference,
            AllocationId(2));
}

// No byte more, but not the same.
TEST(ReplayVerdictTest, OneMoreOfNoBytes) {
  std::vector<ReplayedAllocation> More = makeTwo();
  More.emplace_back();
  ReplayVerdict V = compareAssignments(makeTwo(), More);
  EXPECT_FALSE(V.isExact());
  EXPECT_FALSE(V.Spaces[0].isExact());
}

TEST(ReplayVerdictTest, ThreadLocalIsNotAdded) {
  std::vector<ReplayedAllocation> Two = makeTwo();
  Two[0].IsThreadLocal = true;
  EXPECT_EQ(compareAssignments(Two, Two).Spaces[0].RecordedBytes, Bytes(0));
}

// libtpu's list lets a fusion write over an operand of another shape, or over
// none, whatever the shapes; without a list equal shapes decide.
TEST_F(AssignerTest, FollowsAliasingOperands) {
  auto Shares = [&](StringRef Type, StringRef Config) {
    assign(("f {\n p = f32[4,4] parameter(0)\n ROOT n = " + Type +
            " custom-call(p), custom_call_target=\"g\"\n}\n"
            "ENTRY main {\n x = f32[16] parameter(0)\n"
            " a = f32[4,4] custom-call(x), custom_call_target=\"g\"\n"
            " b = " +
            Type + " fusion(a), kind=kLoop, calls=f" + Config +
            "\n ROOT c = f32[] custom-call(b), custom_call_target=\"g\"\n}")
               .str(),
           policy(Backend::TPU, XlaRelease::Jaxlib0Point10Point2));
    EXPECT_EQ(Problem, "");
    return Where["a"] == Where["b"];
  };
  auto List = [](StringRef Lists) {
    return (", backend_config={\"aliasing_operands\":{\"lists\":[" + Lists +
            "]}}")
        .str();
  };
  const std::string Granted = List(R"({"indices":["0","1"]})");
  EXPECT_TRUE(Shares("f32[4,4]", Granted));
  EXPECT_TRUE(Shares("f32[2,8]", Granted));
  EXPECT_FALSE(Shares("f32[4,4]", List("")));
  EXPECT_FALSE(Shares("f32[2,8]", ""));
}

// What takes more with FAST_MERGE than a device gives is packed by best fit.
TEST_F(AssignerTest, DecidesTheHeapByTheSum) {
  AssignerPolicy P = policy(Backend::TPU, XlaRelease::Jaxlib0Point10Point2);
  StringRef Text = R"(
    x = f32[4096] parameter(0)
    y = f32[4096] custom-call(x), custom_call_target="g"
    ROOT z = f32[4096] custom-call(y), custom_call_target="g")";
  record(Text, Scheduled);
  // An argument, a result and a temporary of 16 KiB each.
  const Bytes Sum(3 * 16384), Less = Sum - Bytes(1);
  auto Run = [&](Bytes AtMost, Bytes Above) {
    P.FastMergeAtMost = AtMost;
    P.BestFitAbove = Above;
    return Record->replay(P);
  };
  EXPECT_EQ(cantFail(Run(Sum, Sum)).DefaultSpaceBytes, Sum);
  EXPECT_FALSE(cantFail(Run(Sum, Sum)).IsBestFitInstead);
  EXPECT_TRUE(cantFail(Run(Less, Less)).IsBestFitInstead);
  EXPECT_EQ(
      toString(Run(Less, Sum).takeError()),
      "which heap XLA packs 49152 bytes of HBM with depends on the device; "
      "name it with -device");
}

// 15.75 GiB less 2.5 GiB of a v5e.
TEST(PolicyTest, FastMergeLimit) {
  EXPECT_EQ(getFastMergeLimit(Bytes(16909336576)), Bytes(14224982016));
  EXPECT_EQ(getFastMergeLimit(Bytes(1)), Bytes(0));
}

TEST(PolicyTest, ReleaseFirst) {
  EXPECT_EQ(getPolicies(Backend::CPU, XlaRelease::Jaxlib0Point12).front()->Name,
            "CPU of jax 0.12");
  EXPECT_EQ(
      getPolicies(Backend::CPU, XlaRelease::Jaxlib0Point5Point3).front()->Name,
      "CPU before jax 0.12");
  EXPECT_EQ(getPolicies(Backend::CPU, std::nullopt).size(), 2u);
}

} // namespace
