//===- DimensionFlowTest.cpp - Following dimensions -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Dataflow/DimensionFlow.h"
#include "GraphTest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

class DimensionFlowTest : public GraphTest {
protected:
  const Shape *array(ArrayRef<uint64_t> Extents,
                     ElementType Type = ElementType::F32) {
    SmallVector<uint64_t> Order;
    for (size_t D = Extents.size(); D != 0; --D)
      Order.push_back(D - 1);
    return Shapes.getArray(Type, Extents, Order);
  }
  uint32_t parameter(StringRef Name, ArrayRef<uint64_t> Extents,
                     uint64_t Number = 0) {
    return add(Opcode::Parameter, Name, {},
               {.Type = array(Extents), .Number = Number});
  }
  uint32_t op(Opcode Op, StringRef Name, ArrayRef<uint32_t> Operands,
              ArrayRef<uint64_t> Extents,
              const DimensionAttributes &A = DimensionAttributes()) {
    uint32_t I = add(Op, Name, Operands, {.Type = array(Extents)});
    Attributes[I] = A;
    return I;
  }
  void follow(StringRef Name, uint32_t Dimension, uint32_t Leaf = 0) {
    if (!Links)
      Links.emplace(*G, [&](uint32_t I) { return Attributes[I]; });
    Flow.emplace(*Links, DimensionPlace{{ByName[Name.str()], Leaf}, Dimension});
  }
  // "8 [512*8]": the first dimension does not scale, the second does: its
  // factor of 8 elements, 512 apart.
  std::string carried(StringRef Name, uint32_t Leaf = 0) {
    HloPlace P{ByName[Name.str()], Leaf};
    std::string Text;
    raw_string_ostream OS(Text);
    const Shape &S = *(*G->instructions()[P.Instruction].Leaves)[Leaf].Type;
    for (auto [D, Of] : enumerate(S.getDimensions())) {
      OS << (D == 0 ? "" : " ");
      ArrayRef<DimensionFactor> Factors = Flow->getFactors(P, D);
      if (Factors.empty())
        OS << Of.Extent;
      for (const DimensionFactor &F : Factors) {
        OS << '[' << F.Stride << '*' << F.Extent;
        if (F.Fixed != 0)
          OS << (F.Fixed > 0 ? "+" : "") << F.Fixed;
        OS << (F.IsGuessed ? "?]" : "]");
      }
    }
    return Text;
  }
  std::string scaled(StringRef Name, uint64_t Numerator, uint64_t Denominator) {
    auto Extents = Flow->getScaledExtents({ByName[Name.str()], 0},
                                          {Numerator, Denominator});
    if (!Extents)
      return "none";
    std::string Text;
    raw_string_ostream OS(Text);
    interleave(*Extents, OS, " ");
    return Text;
  }

  std::map<uint32_t, DimensionAttributes> Attributes;
  std::optional<DimensionLinks> Links;
  std::optional<DimensionFlow> Flow;
};

// The batch of 8 is followed through what it is flattened into; the heads, 8 as
// well, are not.
TEST_F(DimensionFlowTest, Factors) {
  begin("main");
  uint32_t X = parameter("x", {8, 512, 64});
  uint32_t Flat = op(Opcode::Reshape, "flat", {X}, {4096, 64});
  uint32_t Heads = op(Opcode::Reshape, "heads", {Flat}, {8, 512, 8, 8});
  DimensionAttributes Order;
  Order.Dimensions = {0, 2, 1, 3};
  uint32_t Turned =
      op(Opcode::Transpose, "turned", {Heads}, {8, 8, 512, 8}, Order);
  op(Opcode::Reshape, "merged", {Turned}, {64, 4096});
  finish();

  follow("x", 0);
  EXPECT_EQ(carried("flat"), "[512*8] 64");
  EXPECT_EQ(carried("heads"), "[1*8] 512 8 8");
  EXPECT_EQ(carried("turned"), "[1*8] 8 512 8");
  EXPECT_EQ(carried("merged"), "[8*8] 4096");
  EXPECT_EQ(scaled("flat", 1, 2), "2048 64");
  EXPECT_EQ(scaled("merged", 3, 4), "48 4096");
  EXPECT_EQ(scaled("flat", 1, 3), "none");

  follow("x", 1);
  EXPECT_EQ(carried("flat"), "[1*512] 64");
  EXPECT_EQ(carried("turned"), "8 8 [1*512] 8");
  EXPECT_EQ(carried("merged"), "64 [8*512]");

  follow("x", 2);
  EXPECT_EQ(carried("flat"), "4096 [1*64]");
  EXPECT_EQ(carried("x"), "8 512 [1*64]");
}

// Heads are split off a width: that the width of each scales is a guess.
TEST_F(DimensionFlowTest, Split) {
  begin("main");
  uint32_t X = parameter("x", {16, 64});
  uint32_t Heads = op(Opcode::Reshape, "heads", {X}, {16, 8, 8});
  op(Opcode::Negate, "after", {Heads}, {16, 8, 8});
  finish();
  follow("x", 1);
  EXPECT_EQ(carried("heads"), "16 8 [1*8?]");
  EXPECT_EQ(carried("after"), "16 8 [1*8?]");
  EXPECT_TRUE(Flow->isGuessed({ByName["after"], 0}));
  EXPECT_FALSE(Flow->isGuessed({ByName["x"], 0}));
  // From a part of it there is nothing to guess.
  follow("heads", 1);
  EXPECT_EQ(carried("x"), "16 [8*8]");
  EXPECT_FALSE(Flow->isGuessed({ByName["x"], 0}));
}

// Zeros that are added to x have its dimensions: backwards, and through a
// bitcast that transposes by its layout.
TEST_F(DimensionFlowTest, Backwards) {
  begin("main");
  uint32_t X = parameter("x", {8, 64});
  uint32_t Zero = op(Opcode::Constant, "zero", {}, {});
  uint32_t Zeros = op(Opcode::Broadcast, "zeros", {Zero}, {64, 8});
  uint32_t Cast =
      add(Opcode::Bitcast, "cast", {Zeros},
          {.Type = Shapes.getArray(ElementType::F32, {8, 64}, {0, 1})});
  op(Opcode::Add, "sum", {X, Cast}, {8, 64});
  uint32_t Other = op(Opcode::Broadcast, "other", {Zero}, {8, 64});
  op(Opcode::Negate, "unrelated", {Other}, {8, 64});
  finish();
  follow("x", 0);
  EXPECT_EQ(carried("sum"), "[1*8] 64");
  EXPECT_EQ(carried("zeros"), "64 [1*8]");
  EXPECT_EQ(carried("unrelated"), "8 64");
  EXPECT_FALSE(Flow->isCarriedBy({ByName["zero"], 0}));
}

// A contracted dimension does not reach the result, but the other operand.
TEST_F(DimensionFlowTest, Dot) {
  begin("main");
  uint32_t X = parameter("x", {8, 512, 64});
  uint32_t W = parameter("w", {64, 128}, 1);
  DimensionAttributes A;
  A.Dot.emplace();
  A.Dot->LhsContracting = {2};
  A.Dot->RhsContracting = {0};
  uint32_t Y = op(Opcode::Dot, "y", {X, W}, {8, 512, 128}, A);
  A.Dot->LhsContracting = {1};
  A.Dot->RhsContracting = {1};
  A.Dot->LhsBatch = A.Dot->RhsBatch = {0};
  uint32_t Z = op(Opcode::Dot, "z", {Y, X}, {8, 128, 64}, A);
  A = {};
  A.Dimensions = {0};
  uint32_t Init = op(Opcode::Constant, "init", {}, {});
  op(Opcode::Reduce, "gradient", {Z, Init}, {128, 64}, A);
  finish();
  follow("x", 0);
  EXPECT_EQ(carried("y"), "[1*8] 512 128");
  EXPECT_EQ(carried("z"), "[1*8] 128 64");
  EXPECT_EQ(carried("gradient"), "128 64");
  EXPECT_EQ(carried("w"), "64 128");
  follow("x", 2);
  EXPECT_EQ(carried("w"), "[1*64] 128");
  EXPECT_EQ(carried("y"), "8 512 128");
  EXPECT_EQ(carried("gradient"), "128 [1*64]");
  follow("w", 1);
  EXPECT_EQ(carried("y"), "8 512 [1*128]");
  EXPECT_EQ(carried("gradient"), "[1*128] 64");
}

// x[:, :-1] has one element fewer whatever the length is, and padding brings it
// back.
TEST_F(DimensionFlowTest, Shifts) {
  begin("main");
  uint32_t X = parameter("x", {8, 129});
  DimensionAttributes A;
  A.Slices = {{0, 8, 1}, {0, 128, 1}};
  uint32_t Cut = op(Opcode::Slice, "cut", {X}, {8, 128}, A);
  uint32_t Flat = op(Opcode::Reshape, "flat", {Cut}, {1024});
  uint32_t Back = op(Opcode::Reshape, "back", {Flat}, {8, 128});
  A = {};
  A.Padding = {{0, 0, 0}, {1, 0, 0}};
  uint32_t Zero = op(Opcode::Constant, "zero", {}, {});
  op(Opcode::Pad, "padded", {Back, Zero}, {8, 129}, A);
  A = {};
  A.Slices = {{0, 8, 1}, {128, 129, 1}};
  op(Opcode::Slice, "last", {X}, {8, 1}, A);
  A.Slices = {{0, 8, 1}, {0, 3, 1}};
  op(Opcode::Slice, "begin", {X}, {8, 3}, A);
  finish();
  follow("x", 1);
  EXPECT_EQ(carried("cut"), "8 [1*128-1]");
  EXPECT_EQ(carried("flat"), "[1*128-1]");
  EXPECT_EQ(carried("padded"), "8 [1*129]");
  EXPECT_EQ(carried("last"), "8 1");
  EXPECT_EQ(carried("begin"), "8 3");
  // 129 by 1/3 is 43.
  EXPECT_EQ(scaled("cut", 1, 3), "8 42");
  EXPECT_EQ(scaled("flat", 1, 3), "336");
  EXPECT_EQ(scaled("cut", 1, 2), "none");
  // From what was cut: 128 / 2 + 1 elements.
  follow("cut", 1);
  EXPECT_EQ(carried("x"), "8 [1*129+1]");
  EXPECT_EQ(scaled("x", 1, 2), "8 65");
}

TEST_F(DimensionFlowTest, Concatenation) {
  begin("main");
  uint32_t Q = parameter("q", {4, 64});
  uint32_t K = parameter("k", {4, 64}, 1);
  DimensionAttributes Second;
  Second.Dimensions = {1};
  uint32_t Both = op(Opcode::Concatenate, "both", {Q, K}, {4, 128}, Second);
  DimensionAttributes A;
  A.Slices = {{0, 4, 1}, {64, 128, 1}};
  op(Opcode::Slice, "half", {Both}, {4, 64}, A);
  uint32_t One = parameter("one", {4, 1}, 2);
  op(Opcode::Concatenate, "more", {One, Q, K}, {4, 129}, Second);
  finish();
  follow("q", 1);
  EXPECT_EQ(carried("both"), "4 [1*64]");
  EXPECT_EQ(carried("half"), "4 [1*64]");
  EXPECT_EQ(carried("k"), "4 [1*64]");
  EXPECT_EQ(carried("more"), "4 [1*129+1]");
  EXPECT_EQ(carried("one"), "4 1");
  EXPECT_EQ(scaled("both", 1, 2), "4 64");
}

// Rows that indices choose: the table keeps its own length.
TEST_F(DimensionFlowTest, GatherAndScatter) {
  begin("main");
  uint32_t Table = parameter("table", {32, 64});
  uint32_t Words = parameter("words", {8, 16, 1}, 1);
  DimensionAttributes A;
  A.Gather.emplace();
  A.Gather->Offset = {2};
  A.Gather->CollapsedSlice = {0};
  A.Gather->StartIndexMap = {0};
  A.Gather->IndexVector = 2;
  A.SliceSizes = {1, 64};
  uint32_t Rows = op(Opcode::Gather, "rows", {Table, Words}, {8, 16, 64}, A);
  A = {};
  A.Scatter.emplace();
  A.Scatter->UpdateWindow = {2};
  A.Scatter->InsertedWindow = {0};
  A.Scatter->ScatterToOperand = {0};
  A.Scatter->IndexVector = 2;
  op(Opcode::Scatter, "gradient", {Table, Words, Rows}, {32, 64}, A);
  finish();
  follow("words", 0);
  EXPECT_EQ(carried("rows"), "[1*8] 16 64");
  EXPECT_EQ(carried("gradient"), "32 64");
  follow("table", 1);
  EXPECT_EQ(carried("rows"), "8 16 [1*64]");
  EXPECT_EQ(carried("words"), "8 16 1");
}

TEST_F(DimensionFlowTest, Convolution) {
  begin("main");
  uint32_t Images = parameter("images", {8, 32, 32, 3});
  uint32_t Kernel = parameter("kernel", {3, 3, 3, 16}, 1);
  DimensionAttributes A;
  A.Convolution = {.InputBatch = 0,
                   .InputFeature = 3,
                   .InputSpatial = {1, 2},
                   .KernelInputFeature = 2,
                   .KernelOutputFeature = 3,
                   .KernelSpatial = {0, 1},
                   .OutputBatch = 0,
                   .OutputFeature = 3,
                   .OutputSpatial = {1, 2}};
  A.Window = {{3, 1, 1, 1, 1, 1, 0}, {3, 2, 0, 1, 1, 1, 0}};
  op(Opcode::Convolution, "y", {Images, Kernel}, {8, 32, 16, 16}, A);
  finish();
  follow("images", 0);
  EXPECT_EQ(carried("y"), "[1*8] 32 16 16");
  follow("images", 1);
  EXPECT_EQ(carried("y"), "8 [1*32] 16 16");
  follow("images", 2);
  EXPECT_EQ(carried("y"), "8 32 [1*16] 16");
  follow("images", 3);
  EXPECT_EQ(carried("kernel"), "3 3 [1*3] 16");
  EXPECT_EQ(carried("y"), "8 32 16 16");
  follow("kernel", 3);
  EXPECT_EQ(carried("y"), "8 32 16 [1*16]");
}

// A scan of 4 steps over xs writes ys. Only the counter links the two, and zs,
// which another number chooses the rows of, has 4 rows by chance.
TEST_F(DimensionFlowTest, LoopsAndFusions) {
  const Shape *S32 = array({}, ElementType::S32);
  const Shape *Rows = array({4, 8});
  const Shape *State = Shapes.getTuple({S32, S32, Rows, Rows, Rows});
  auto Element = [&](StringRef Name, uint32_t Of, uint64_t Number,
                     const Shape *Type) {
    return add(Opcode::GetTupleElement, Name, {Of},
               {.Type = Type, .Number = Number});
  };

  uint32_t Fused = begin("fused", /*IsFused=*/true);
  uint32_t FusedXs = parameter("fused.xs", {4, 8});
  uint32_t FusedI =
      add(Opcode::Parameter, "fused.i", {}, {.Type = S32, .Number = 1});
  uint32_t FusedZero = add(Opcode::Constant, "fused.zero", {}, {.Type = S32});
  op(Opcode::DynamicSlice, "fused.row", {FusedXs, FusedI, FusedZero}, {1, 8});

  uint32_t Body = begin("body");
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Type = State});
  uint32_t I = Element("i", P, 0, S32);
  uint32_t Xs = Element("xs.in", P, 2, Rows);
  uint32_t Ys = Element("ys.in", P, 3, Rows);
  uint32_t Zs = Element("zs.in", P, 4, Rows);
  uint32_t Zero = add(Opcode::Constant, "zero", {}, {.Type = S32});
  uint32_t Row = add(Opcode::Fusion, "row", {Xs, I},
                     {.Type = array({1, 8}), .Called = {Fused}});
  uint32_t NewYs =
      op(Opcode::DynamicUpdateSlice, "ys.out", {Ys, Row, I, Zero}, {4, 8});
  // The place is read of an array.
  uint32_t Somewhere = add(Opcode::Constant, "places", {},
                           {.Type = array({3}, ElementType::S32)});
  uint32_t At = add(Opcode::DynamicSlice, "at", {Somewhere, I},
                    {.Type = array({1}, ElementType::S32)});
  uint32_t Place = add(Opcode::Reshape, "place", {At}, {.Type = S32});
  uint32_t NewZs =
      op(Opcode::DynamicUpdateSlice, "zs.out", {Zs, Row, Place, Zero}, {4, 8});
  uint32_t Next = add(Opcode::Add, "next", {I, I}, {.Type = S32});
  uint32_t N = Element("n", P, 1, S32);
  add(Opcode::Tuple, "body.out", {Next, N, Xs, NewYs, NewZs}, {.Type = State});

  uint32_t Condition = begin("condition");
  uint32_t Q = add(Opcode::Parameter, "q", {}, {.Type = State});
  uint32_t C = Element("c", Q, 0, S32);
  add(Opcode::Compare, "less", {C, C}, {.Type = array({}, ElementType::Pred)});

  begin("main");
  uint32_t X = parameter("x", {4, 8});
  uint32_t Start = add(Opcode::Constant, "start", {}, {.Type = S32});
  uint32_t Empty = op(Opcode::Constant, "empty", {}, {});
  uint32_t Y = op(Opcode::Broadcast, "y", {Empty}, {4, 8});
  uint32_t Z = op(Opcode::Broadcast, "z", {Empty}, {4, 8});
  uint32_t Init =
      add(Opcode::Tuple, "init", {Start, Start, X, Y, Z}, {.Type = State});
  uint32_t Loop = add(Opcode::While, "loop", {Init},
                      {.Type = State, .Called = {Body, Condition}});
  Attributes[Loop].TripCount = 4;
  finish();

  follow("x", 0);
  EXPECT_EQ(carried("xs.in"), "[1*4] 8");
  EXPECT_EQ(carried("fused.xs"), "[1*4] 8");
  EXPECT_EQ(carried("ys.out"), "[1*4] 8");
  EXPECT_EQ(carried("y"), "[1*4] 8");
  EXPECT_EQ(carried("row"), "1 8");
  EXPECT_EQ(carried("z"), "4 8");
  EXPECT_EQ(carried("loop", 4), "[1*4] 8");
  EXPECT_EQ(carried("loop", 5), "4 8");
  follow("x", 1);
  EXPECT_EQ(carried("row"), "1 [1*8]");
  EXPECT_EQ(carried("loop", 5), "4 [1*8]");
}

// On a TPU nothing tells how many steps a loop has: equal extents under its
// counter do. An array of another length is no part of it.
TEST_F(DimensionFlowTest, LoopOfUnknownLength) {
  const Shape *S32 = array({}, ElementType::S32);
  const Shape *Rows = array({4, 8}), *Many = array({6, 8});
  const Shape *State = Shapes.getTuple({S32, Rows, Rows, Many});
  auto Element = [&](StringRef Name, uint32_t Of, uint64_t Number,
                     const Shape *Type) {
    return add(Opcode::GetTupleElement, Name, {Of},
               {.Type = Type, .Number = Number});
  };
  uint32_t Body = begin("body");
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Type = State});
  uint32_t I = Element("i", P, 0, S32);
  uint32_t Zero = add(Opcode::Constant, "zero", {}, {.Type = S32});
  uint32_t Xs = Element("xs", P, 1, Rows);
  uint32_t Row = op(Opcode::DynamicSlice, "row", {Xs, I, Zero}, {1, 8});
  uint32_t Ys = op(Opcode::DynamicUpdateSlice, "ys",
                   {Element("ys.in", P, 2, Rows), Row, I, Zero}, {4, 8});
  uint32_t Zs = op(Opcode::DynamicUpdateSlice, "zs",
                   {Element("zs.in", P, 3, Many), Row, I, Zero}, {6, 8});
  uint32_t Next = add(Opcode::Add, "next", {I, I}, {.Type = S32});
  add(Opcode::Tuple, "body.out", {Next, Xs, Ys, Zs}, {.Type = State});
  uint32_t Condition = begin("condition");
  uint32_t Q = add(Opcode::Parameter, "q", {}, {.Type = State});
  uint32_t C = Element("c", Q, 0, S32);
  add(Opcode::Compare, "less", {C, C}, {.Type = array({}, ElementType::Pred)});
  begin("main");
  uint32_t Init = add(Opcode::Parameter, "init", {}, {.Type = State});
  add(Opcode::While, "loop", {Init},
      {.Type = State, .Called = {Body, Condition}});
  finish();
  follow("loop", 0, 2);
  EXPECT_EQ(carried("loop", 3), "[1*4] 8");
  EXPECT_EQ(carried("loop", 4), "6 8");
  follow("loop", 0, 4);
  EXPECT_EQ(carried("loop", 3), "4 8");
}

// A TPU prefetches an argument in pieces and puts them side by side: it is not
// taken apart.
TEST_F(DimensionFlowTest, SlicedPrefetch) {
  const Shape *Whole = array({4, 8}), *Piece = array({1, 8});
  auto MakeSlice = [&](int64_t Number) {
    std::string Name = "piece." + std::to_string(Number);
    uint32_t Called = begin(Name);
    uint32_t P = parameter(Name + ".in", {4, 8});
    DimensionAttributes A;
    A.Slices = {{Number, Number + 1, 1}, {0, 8, 1}};
    op(Opcode::Slice, Name + ".out", {P}, {1, 8}, A);
    return Called;
  };
  SmallVector<uint32_t> Called;
  for (int64_t Number = 0; Number != 4; ++Number)
    Called.push_back(MakeSlice(Number));
  begin("main");
  uint32_t X = parameter("x", {4, 8});
  const Shape *Start = Shapes.getTuple(
      {Shapes.getTuple({Whole}), Piece, array({}, ElementType::S32)});
  SmallVector<uint32_t> Pieces;
  for (auto [Number, C] : enumerate(Called)) {
    std::string Suffix = std::to_string(Number);
    uint32_t S = add(Opcode::AsyncStart, "start." + Suffix, {X},
                     {.Type = Start, .Called = {C}});
    Pieces.push_back(
        add(Opcode::AsyncDone, "done." + Suffix, {S}, {.Type = Piece}));
  }
  uint32_t All = B.addInstruction({.Name = "all",
                                   .Op = Opcode::CustomCall,
                                   .Type = Whole,
                                   .Operands = Pieces,
                                   .CustomCallTarget = "ConcatBitcast"});
  ByName["all"] = All;
  op(Opcode::Negate, "y", {All}, {4, 8});
  finish();
  follow("x", 0);
  EXPECT_EQ(carried("y"), "[1*4] 8");
  EXPECT_FALSE(Flow->isGuessed({ByName["y"], 0}));
  EXPECT_FALSE(Flow->isTakenApart());
  follow("x", 1);
  EXPECT_EQ(carried("done.3"), "1 [1*8]");
}

// Layers of an unrolled loop are taken one by one.
TEST_F(DimensionFlowTest, TakenApart) {
  begin("main");
  uint32_t W = parameter("w", {4, 8});
  for (int64_t Layer = 0; Layer != 4; ++Layer) {
    DimensionAttributes A;
    A.Slices = {{Layer, Layer + 1, 1}, {0, 8, 1}};
    op(Opcode::Slice, "layer." + std::to_string(Layer), {W}, {1, 8}, A);
  }
  uint32_t V = parameter("v", {4, 8}, 1);
  DimensionAttributes A;
  A.Slices = {{3, 4, 1}, {0, 8, 1}};
  op(Opcode::Slice, "last", {V}, {1, 8}, A);
  finish();
  follow("w", 0);
  EXPECT_TRUE(Flow->isTakenApart());
  follow("w", 1);
  EXPECT_FALSE(Flow->isTakenApart());
  follow("v", 0);
  EXPECT_FALSE(Flow->isTakenApart());
}

// What nobody knows is a guess, and ambiguous where two extents are equal.
// XLA makes equal zeros once: those of 8 images and those of 8 layers. They
// have the dimension of their first reader, and tell nothing of the other.
TEST_F(DimensionFlowTest, SharedZeros) {
  begin("main");
  uint32_t X = parameter("x", {8, 16});
  uint32_t Weights = parameter("weights", {8, 16}, 1);
  uint32_t Zero = op(Opcode::Constant, "zero", {}, {});
  uint32_t Zeros = op(Opcode::Broadcast, "zeros", {Zero}, {8, 16});
  uint32_t Copied = op(Opcode::Copy, "copied", {Zeros}, {8, 16});
  op(Opcode::Add, "positive", {X, Zeros}, {8, 16});
  op(Opcode::Add, "gradients", {Weights, Copied}, {8, 16});
  finish();

  follow("x", 0);
  EXPECT_EQ(carried("positive"), "[1*8] 16");
  EXPECT_EQ(carried("zeros"), "[1*8] 16");
  EXPECT_EQ(carried("gradients"), "8 16");
  EXPECT_EQ(carried("weights"), "8 16");
  follow("weights", 0);
  EXPECT_EQ(carried("zeros"), "[1*8] 16");
  EXPECT_EQ(carried("x"), "8 16");
}

// So are whole numbers that count, through fusions and tuples; what is computed
// of a value too is of that value.
TEST_F(DimensionFlowTest, SharedCounting) {
  uint32_t Fused = begin("fused", /*IsFused=*/true);
  uint32_t Count = op(Opcode::Iota, "count", {}, {8});
  DimensionAttributes Rows;
  Rows.Dimensions = {0};
  op(Opcode::Broadcast, "rows", {Count}, {8, 16}, Rows);
  begin("main");
  uint32_t X = parameter("x", {8, 16});
  uint32_t Weights = parameter("weights", {8, 16}, 1);
  uint32_t Mask = add(Opcode::Fusion, "mask", {},
                      {.Type = array({8, 16}), .Called = {Fused}});
  uint32_t Masked = op(Opcode::Multiply, "masked", {X, Mask}, {8, 16});
  op(Opcode::Add, "again", {Masked, Mask}, {8, 16});
  op(Opcode::Multiply, "other", {Weights, Mask}, {8, 16});
  finish();

  follow("x", 0);
  EXPECT_EQ(carried("again"), "[1*8] 16");
  EXPECT_EQ(carried("count"), "[1*8]");
  EXPECT_EQ(carried("other"), "8 16");
}

TEST_F(DimensionFlowTest, UnknownLibrary) {
  begin("main");
  uint32_t X = parameter("x", {8, 4, 4});
  uint32_t Y = op(Opcode::CustomCall, "y", {X}, {4, 8, 2});
  op(Opcode::Negate, "z", {Y}, {4, 8, 2});
  finish();
  follow("x", 0);
  EXPECT_EQ(carried("z"), "4 [1*8?] 2");
  follow("x", 1);
  EXPECT_EQ(carried("z"), "4 8 2");
}

// A single element is of every dimension: it says nothing.
TEST_F(DimensionFlowTest, OneElement) {
  begin("main");
  uint32_t X = parameter("x", {1, 8});
  op(Opcode::Negate, "y", {X}, {1, 8});
  finish();
  follow("x", 0);
  EXPECT_FALSE(Flow->isCarriedBy({ByName["x"], 0}));
  EXPECT_FALSE(Flow->isCarriedBy({ByName["y"], 0}));
}

} // namespace
