//===- ShapeEditTest.cpp - Tests of programs with other shapes ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/ShapeEdit.h"
#include "RecordTest.h"
#include "hlomem/Analysis/Program/StatePairs.h"
#include "hlomem/WhatIf/LivePeak.h"
#include "hlomem/WhatIf/SameElements.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace hlomem;

namespace {

class ShapeEditTest : public RecordTest {
protected:
  /// The value of that name gets \p Type.
  void change(StringRef Name, const Shape *Type) {
    Types.resize(Record->sizes().size());
    Types[value(Name)] = Type;
  }
  Expected<EditedAssignment> run(Backend Kind = Backend::CPU) {
    Types.resize(Record->sizes().size());
    return reshape(*Record, {.Types = Types}, policy(Kind));
  }
  BufferId buffer(StringRef Name) const {
    return Record->getBuffers().getBuffer(value(Name));
  }
  HloPlace place(StringRef Name, LeafId Leaf = RootLeaf) const {
    return {number(Name), Leaf};
  }

  const Shape *F32 = Shapes.getArray(ElementType::F32, {16});
  const Shape *BF16 = Shapes.getArray(ElementType::BF16, {16});
  IdVector<ValueId, const Shape *> Types;
};

constexpr StringLiteral SineOfX = R"(
    x = f32[16] parameter(0)
    ROOT y = f32[16] sine(x))";

TEST_F(ShapeEditTest, ChangesSizesAndShapes) {
  record(SineOfX);
  Expected<EditedAssignment> E = run();
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  EXPECT_EQ(sum(E->Allocations), 128u);
  change("x", BF16);
  E = run();
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  EXPECT_EQ(sum(E->Allocations), 32u + 64u);
  EXPECT_EQ(E->After->getShape(value("x")).getElementType(), ElementType::BF16);
  EXPECT_EQ(E->After->getShape(value("y")).getElementType(), ElementType::F32);
  EXPECT_EQ(E->Values, (IdVector<ValueId, ValueId>{ValueId(0), ValueId(1)}));
  // The record stays.
  EXPECT_EQ(Record->getShape(value("x")).getElementType(), ElementType::F32);
}

// A value of no bytes has a place still, and a result too.
TEST_F(ShapeEditTest, WithoutElements) {
  record(SineOfX);
  for (StringRef Name : {"x", "y"})
    change(Name, Shapes.getArray(ElementType::U8, {0}));
  Expected<EditedAssignment> E = run();
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  EXPECT_EQ(sum(E->Allocations), 0u);
  EXPECT_EQ(E->After->sizes().vec(),
            (IdVector<ValueId, Bytes>{Bytes(0), Bytes(0)}));
}

// A leaf of an argument's nested tuple; the shapes above it follow.
TEST_F(ShapeEditTest, LeavesOfTuples) {
  record(R"(
    p = ((f32[16], f32[4,4]), (), f32[16]) parameter(0)
    i = (f32[16], f32[4,4]) get-tuple-element(p), index=0
    j = f32[4,4] get-tuple-element(i), index=1
    ROOT y = f32[4,4] sine(j))");
  change("p{0,1}", Shapes.getArray(ElementType::BF16, {4, 4}));
  Expected<EditedAssignment> E = run();
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  auto Print = [&](StringRef Name) {
    std::string Text;
    raw_string_ostream(Text) << *E->After->getProgram()
                                     .instructions()[E->Numbers[number(Name)]]
                                     .Type;
    return Text;
  };
  EXPECT_EQ(Print("p"), "((f32[16], bf16[4,4]), (), f32[16])");
  EXPECT_EQ(Print("i"), "(f32[16], bf16[4,4])");
  EXPECT_EQ(Print("j"), "bf16[4,4]");
}

TEST_F(ShapeEditTest, Errors) {
  struct {
    const char *Name;
    const Shape *Type;
    const char *Message;
  } Cases[] = {
      // An index table is no array.
      {"t{}", F32, "'t{}' is no array"},
      {"x",
       Shapes.getArray(ElementType::F32,
                       {uint64_t(1) << 62, uint64_t(1) << 62}),
       "the size of 'x' is not known from its shape"},
      // Never a number without ground.
      {"x", Shapes.getArray(ElementType::U8, {uint64_t(1) << 62}),
       "the sizes of the buffers add up to 2^62 or more"},
  };
  for (const auto &C : Cases) {
    record(R"(
    x = f32[16] parameter(0)
    ROOT t = (f32[16]) tuple(x))");
    Types.clear();
    change(C.Name, C.Type);
    Expected<EditedAssignment> E = run();
    ASSERT_FALSE(bool(E)) << C.Name;
    EXPECT_EQ(toString(E.takeError()), C.Message);
  }
}

// What stood where the backend placed it ends where its values do.
TEST_F(ShapeEditTest, PresetAllocationsShrink) {
  ReplayedAllocation Vmem;
  Vmem.Size = Bytes(64);
  Vmem.Space = 1;
  Vmem.Members.push_back(
      {.Value = ValueId(1), .Offset = Bytes(0), .Size = Bytes(64)});
  record(R"(
    x = f32[16]{0} parameter(0)
    y = f32[16]{0:S(1)} sine(x)
    ROOT z = f32[16]{0} cosine(y))",
         Scheduled, {.Allocations = {Vmem}});
  ASSERT_EQ(value("y"), ValueId(1));
  change("y", BF16);
  Expected<EditedAssignment> E = run(Backend::TPU);
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  uint64_t Found = 0;
  for (const ReplayedAllocation &A : E->Allocations)
    if (A.Space == 1) {
      ++Found;
      EXPECT_EQ(A.Size, Bytes(32));
    }
  EXPECT_EQ(Found, 1u);
  change("y", Shapes.getArray(ElementType::F32, {17}));
  E = run(Backend::TPU);
  ASSERT_FALSE(bool(E));
  EXPECT_EQ(toString(E.takeError()), "'y' becomes larger, and where it would "
                                     "be placed then is not known");
}

//===----------------------------------------------------------------------===//
// Which values change together
//===----------------------------------------------------------------------===//

using Buffers = SmallVector<BufferId>;

// The second result of a shape takes the second argument of it.
TEST_F(ShapeEditTest, StatePairsInOrder) {
  record(R"(
    x = f32[16] parameter(0)
    m = f32[4,4] parameter(1)
    y = f32[16] parameter(2)
    a = f32[16] sine(y)
    c = f32[16] cosine(x)
    d = f32[16] sine(x)
    ROOT t = (f32[16], f32[16], f32[16]) tuple(a, c, d))");
  SmallVector<StatePair> Pairs = findStatePairs(Record->getProgram());
  ASSERT_EQ(Pairs.size(), 2u);
  EXPECT_EQ(Pairs[0].Argument, place("x"));
  EXPECT_EQ(Pairs[0].Result, place("t", LeafId(1)));
  EXPECT_EQ(Pairs[1].Argument, place("y"));
  EXPECT_EQ(Pairs[1].Result, place("t", LeafId(2)));
}

// What is donated stays with its result; the others follow.
TEST_F(ShapeEditTest, StatePairsOfDonation) {
  record(R"(
    x = f32[16] parameter(0)
    y = f32[16] parameter(1)
    a = f32[16] sine(x)
    c = f32[16] cosine(y)
    ROOT t = (f32[16], f32[16]) tuple(a, c))",
         "is_scheduled=true, input_output_alias={ {1}: (0, {}, may-alias) }");
  SmallVector<StatePair> Pairs = findStatePairs(Record->getProgram());
  ASSERT_EQ(Pairs.size(), 2u);
  EXPECT_EQ(Pairs[0].Argument, place("x"));
  EXPECT_EQ(Pairs[0].Result, place("t", LeafId(2)));
  EXPECT_EQ(Pairs[1].Argument, place("y"));
  EXPECT_EQ(Pairs[1].Result, place("t", LeafId(1)));
}

// Of another type or of other dimensions is no state, even if as large.
TEST_F(ShapeEditTest, StatePairsOfShapes) {
  record(R"(
    x = f32[4,4] parameter(0)
    y = bf16[16] convert(x)
    z = f32[16] reshape(x)
    ROOT t = (bf16[16], f32[16]) tuple(y, z))");
  EXPECT_TRUE(findStatePairs(Record->getProgram()).empty());
}

// Moved elements follow, what is computed of them does not.
TEST_F(ShapeEditTest, SameDataThroughMoves) {
  record(R"(
    x = f32[4,4] parameter(0)
    y = f32[4,4] transpose(x), dimensions={1,0}
    z = f32[4,4] copy(y)
    c = bf16[4,4] convert(z)
    s = f32[16] sine(z)
    ROOT t = (bf16[4,4], f32[16]) tuple(c, s))");
  EXPECT_EQ(findSameElements(*Record, {buffer("x")}),
            (Buffers{buffer("x"), buffer("y"), buffer("z")}));
  EXPECT_TRUE(findSameElements(*Record, {}).empty());
}

TEST_F(ShapeEditTest, ReadByElement) {
  record(R"(
    x = f32[4,4] parameter(0)
    y = f32[4,4] parameter(1)
    d = f32[4,4] dot(x, x)
    ROOT a = f32[4,4] add(d, y))");
  EXPECT_FALSE(isReadByElement(*Record, {buffer("x")}));
  EXPECT_TRUE(isReadByElement(*Record, {buffer("y")}));
}

// What takes over memory when another value gives it up counts once.
TEST_F(ShapeEditTest, LivePeakOfAssignment) {
  record(R"(
    x = f32[16] parameter(0)
    y = f32[16] negate(x)
    ROOT z = f32[16] negate(y))");
  ReplayedAssignment Assigned = cantFail(Record->replay(policy()));
  std::optional<LivePeak> Peak =
      findLivePeak(*Record, Assigned.Allocations, /*Space=*/0, policy());
  ASSERT_TRUE(Peak);
  EXPECT_EQ(Peak->Size, Bytes(2 * 64));
  EXPECT_EQ(Peak->At, 1u);
  EXPECT_EQ(Peak->Instruction, number("y"));
  EXPECT_FALSE(
      findLivePeak(*Record, Assigned.Allocations, /*Space=*/1, policy()));
}

// Sizes that a damaged proto lists are whatever they are: their sum may be more
// than a difference of sums holds, or more than any number of bytes.
TEST_F(ShapeEditTest, LivePeakOfHugeValues) {
  record(R"(
    x = f32[16] parameter(0)
    y = f32[16] negate(x)
    z = f32[16] negate(x)
    ROOT w = f32[16] add(y, z))");
  auto FindPeak = [&](Bytes Each) {
    std::vector<ReplayedAllocation> Allocations;
    for (const char *Name : {"x", "y", "z"}) {
      ReplayedAllocation &A = Allocations.emplace_back();
      A.Size = Each;
      A.Members.push_back({.Value = value(Name), .Offset = {}, .Size = Each});
    }
    std::optional<LivePeak> Peak =
        findLivePeak(*Record, Allocations, /*Space=*/0, policy());
    return Peak ? Peak->Size : Bytes();
  };
  const Bytes EiB(uint64_t(1) << 60);
  EXPECT_EQ(FindPeak(EiB), EiB * 3);
  EXPECT_EQ(FindPeak(EiB * 5), EiB * 15);
  EXPECT_TRUE(FindPeak(EiB * 6).isOverflow());
}

// A TPU's compiler converts weights before it multiplies them. What an update
// reads reaches nothing but what replaces arguments, and numbers.
TEST_F(ShapeEditTest, UpdateArguments) {
  record(R"(
    weights = f32[4,4] parameter(0)
    moment = f32[4,4] parameter(1)
    logged = f32[4,4] parameter(2)
    c = bf16[4,4] convert(weights)
    d = f32[4,4] dot(c, c)
    m = f32[4,4] add(moment, d)
    w = f32[4,4] add(weights, m)
    n = f32[] reduce(m)
    l = bf16[4,4] convert(logged)
    k = f32[4,4] copy(logged)
    ROOT t = (f32[4,4], f32[4,4], f32[4,4], f32[], bf16[4,4]) tuple(w, m, k, n, l))");
  BitVector Found = findUpdateArguments(*Record);
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_FALSE(Found.test(0));
  EXPECT_TRUE(Found.test(1));
  EXPECT_FALSE(Found.test(2));
}

// A slice that is written without a slice to write: no crash.
TEST_F(ShapeEditTest, TooFewOperands) {
  record(R"(
    x = f32[16] parameter(0)
    ROOT y = f32[16] dynamic-update-slice(x))");
  EXPECT_EQ(findSameElements(*Record, BufferId(0)).size(),
            Record->getBuffers().size());
}

// As many arguments as large programs have leaves: at once, not in squares.
TEST_F(ShapeEditTest, ManyArguments) {
  constexpr uint64_t Count = 20000;
  std::string Text, Arguments, Type;
  for (uint64_t N = 0; N != Count; ++N) {
    Text += formatv("p{0} = f32[16] parameter({0})\n", N);
    Arguments += formatv(N == 0 ? "p{0}" : ", p{0}", N);
    Type += N == 0 ? "f32[16]" : ", f32[16]";
  }
  record(Text + "ROOT t = (" + Type + ") tuple(" + Arguments + ")");
  EXPECT_EQ(findStatePairs(Record->getProgram()).size(), Count);
  // The arguments come before the index table.
  Types.assign(Count, BF16);
  Expected<EditedAssignment> E = run();
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  EXPECT_EQ(sum(E->Allocations), Count * (32 + 8));
}

} // namespace
