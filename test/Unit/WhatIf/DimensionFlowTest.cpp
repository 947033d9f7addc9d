//===- DimensionFlowTest.cpp - Tests of what scales with a dimension ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Dimensions/DimensionFlow.h"
#include "GraphTest.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/WhatIf/Dimensions/DimensionText.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

class DimensionFlowTest : public GraphTest {
protected:
  void read(StringRef Text) {
    GraphTest::read(Text);
    Links.emplace(*G, [&](InstructionId I) {
      return readDimensionAttributes(
          *Program->readDetails((*G)[I].Name, Shapes, Arena));
    });
  }
  void follow(StringRef Name, uint32_t Dimension, LeafId Leaf = RootLeaf) {
    Flow.emplace(*Links, DimensionPlace{{number(Name), Leaf}, Dimension});
  }
  // "8 [512*8]": the first dimension does not scale, the second does: its
  // factor of 8 elements, 512 apart.
  std::string carried(StringRef Name, LeafId Leaf = RootLeaf) {
    HloPlace P{number(Name), Leaf};
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
    auto Extents = Flow->getScaledExtents({number(Name), RootLeaf},
                                          {Numerator, Denominator});
    if (!Extents)
      return "none";
    std::string Text;
    raw_string_ostream OS(Text);
    interleave(*Extents, OS, " ");
    return Text;
  }
  bool isGuessed(StringRef Name) {
    return Flow->isGuessed({number(Name), RootLeaf});
  }

  std::optional<DimensionLinks> Links;
  std::optional<DimensionFlow> Flow;
};

// The batch of 8 is followed through what it is flattened into; the heads, 8 as
// well, are not.
TEST_F(DimensionFlowTest, Factors) {
  read(R"(
    x = f32[8,512,64] parameter(0)
    flat = f32[4096,64] reshape(x)
    heads = f32[8,512,8,8] reshape(flat)
    turned = f32[8,8,512,8] transpose(heads), dimensions={0,2,1,3}
    ROOT merged = f32[64,4096] reshape(turned))");
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
  read(R"(
    x = f32[16,64] parameter(0)
    heads = f32[16,8,8] reshape(x)
    ROOT after = f32[16,8,8] negate(heads))");
  follow("x", 1);
  EXPECT_EQ(carried("heads"), "16 8 [1*8?]");
  EXPECT_EQ(carried("after"), "16 8 [1*8?]");
  EXPECT_TRUE(isGuessed("after"));
  EXPECT_FALSE(isGuessed("x"));
  // From a part of it there is nothing to guess.
  follow("heads", 1);
  EXPECT_EQ(carried("x"), "16 [8*8]");
  EXPECT_FALSE(isGuessed("x"));
}

// Zeros that are added to x have its dimensions: backwards, and through a
// bitcast that transposes by its layout.
TEST_F(DimensionFlowTest, Backwards) {
  read(R"(
    x = f32[8,64]{1,0} parameter(0)
    zero = f32[] constant(0)
    zeros = f32[64,8]{1,0} broadcast(zero), dimensions={}
    cast = f32[8,64]{0,1} bitcast(zeros)
    sum = f32[8,64]{1,0} add(x, cast)
    other = f32[8,64]{1,0} broadcast(zero), dimensions={}
    ROOT unrelated = f32[8,64]{1,0} negate(other))");
  follow("x", 0);
  EXPECT_EQ(carried("sum"), "[1*8] 64");
  EXPECT_EQ(carried("zeros"), "64 [1*8]");
  EXPECT_EQ(carried("unrelated"), "8 64");
  EXPECT_FALSE(Flow->isCarriedBy({number("zero"), RootLeaf}));
}

// Tiles of 8 x 128 put 4 parts of 512 before the 8 in memory.
TEST_F(DimensionFlowTest, TiledBitcast) {
  read(R"(
    x = s32[8,512]{1,0:T(8,128)} parameter(0)
    parts = s32[1,4,8,128]{3,2,1,0:T(8,128)} bitcast(x)
    ROOT back = s32[8,512]{1,0:T(8,128)} bitcast(parts))");
  follow("x", 0);
  EXPECT_EQ(carried("parts"), "1 4 [1*8] 128");
  EXPECT_EQ(carried("back"), "[1*8] 512");
  follow("parts", 1);
  EXPECT_EQ(carried("x"), "8 [128*4]");
}

// What a tile does not divide has no parts, but a dimension more or less is
// none of the tile's.
TEST_F(DimensionFlowTest, BitcastOfPaddedTiles) {
  read(R"(
    x = f32[12,200]{1,0:T(8,128)} parameter(0)
    ROOT more = f32[1,12,200]{2,1,0:T(8,128)} bitcast(x))");
  follow("x", 0);
  EXPECT_EQ(carried("more"), "1 [1*12] 200");
}

// A TPU prefetches an array in slices, along the batch too.
TEST_F(DimensionFlowTest, JoinedSlices) {
  read(R"(
    x = f32[8,64] parameter(0)
    first = f32[4,64] slice(x), slice={[0:4], [0:64]}
    second = f32[4,64] slice(x), slice={[4:8], [0:64]}
    joined = f32[8,64] custom-call(first, second), custom_call_target="ConcatBitcast"
    ROOT sum = f32[8,64] add(joined, x))");
  follow("x", 0);
  EXPECT_EQ(scaled("first", 1, 2), "2 64");
  EXPECT_EQ(scaled("second", 1, 2), "2 64");
  EXPECT_EQ(scaled("joined", 1, 2), "4 64");
}

// A contracted dimension does not reach the result, but the other operand.
TEST_F(DimensionFlowTest, Dot) {
  read(R"(
    x = f32[8,512,64] parameter(0)
    w = f32[64,128] parameter(1)
    y = f32[8,512,128] dot(x, w), lhs_contracting_dims={2}, rhs_contracting_dims={0}
    z = f32[8,128,64] dot(y, x), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, rhs_contracting_dims={1}
    init = f32[] constant(0)
    ROOT gradient = f32[128,64] reduce(z, init), dimensions={0})");
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
  read(R"(
    x = f32[8,129] parameter(0)
    cut = f32[8,128] slice(x), slice={[0:8], [0:128]}
    flat = f32[1024] reshape(cut)
    back = f32[8,128] reshape(flat)
    zero = f32[] constant(0)
    padded = f32[8,129] pad(back, zero), padding=0_0x1_0
    last = f32[8,1] slice(x), slice={[0:8], [128:129]}
    ROOT begin = f32[8,3] slice(x), slice={[0:8], [0:3]})");
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
  read(R"(
    q = f32[4,64] parameter(0)
    k = f32[4,64] parameter(1)
    both = f32[4,128] concatenate(q, k), dimensions={1}
    half = f32[4,64] slice(both), slice={[0:4], [64:128]}
    one = f32[4,1] parameter(2)
    ROOT more = f32[4,129] concatenate(one, q, k), dimensions={1})");
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
  read(R"(
    table = f32[32,64] parameter(0)
    words = s32[8,16,1] parameter(1)
    rows = f32[8,16,64] gather(table, words), offset_dims={2}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=2, slice_sizes={1,64}
    ROOT gradient = f32[32,64] scatter(table, words, rows), update_window_dims={2}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=2)");
  follow("words", 0);
  EXPECT_EQ(carried("rows"), "[1*8] 16 64");
  EXPECT_EQ(carried("gradient"), "32 64");
  follow("table", 1);
  EXPECT_EQ(carried("rows"), "8 16 [1*64]");
  EXPECT_EQ(carried("words"), "8 16 1");
}

// As many rows chosen as there are, and numbers are sorted for it: shuffled
// data. Nothing goes back from the result to the table: one of weights may have
// as many rows by chance.
TEST_F(DimensionFlowTest, GatherOfAllRows) {
  auto Read = [this](StringRef Order) {
    read((R"(
less {
  less.a = s32[] parameter(0)
  less.b = s32[] parameter(1)
  ROOT less.is = pred[] compare(less.a, less.b), direction=LT
}
ENTRY main {
  data = f32[64,8] parameter(0)
  keys = s32[64] parameter(1)
  numbers = s32[64] )" +
          Order + R"(
  order = s32[64,1] reshape(numbers)
  ROOT shuffled = f32[64,8] gather(data, order), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,8}
})")
             .str());
  };
  Read("sort(keys), dimensions={0}, to_apply=less");
  follow("data", 0);
  EXPECT_EQ(carried("shuffled"), "[1*64?] 8");
  follow("keys", 0);
  EXPECT_EQ(carried("shuffled"), "[1*64] 8");
  EXPECT_EQ(carried("data"), "64 8");
  // Rows that are drawn are no permutation.
  Read("negate(keys)");
  follow("data", 0);
  EXPECT_EQ(carried("shuffled"), "64 8");
}

// XLA sorts the 8 x 4 tokens to add up the gradients of their embeddings. The
// rows scale then, and which of them do is lost: nothing says that a length of
// 4 scales.
TEST_F(DimensionFlowTest, RowsInAnotherOrder) {
  read(R"(
less {
  less.a = s32[] parameter(0)
  less.b = s32[] parameter(1)
  ROOT less.is = pred[] compare(less.a, less.b), direction=LT
}
ENTRY main {
  x = f32[8,4,16] parameter(0)
  flat = f32[32,16] reshape(x)
  tokens = s32[8,4] parameter(1)
  keys = s32[32] reshape(tokens)
  order = s32[32] sort(keys), dimensions={0}, to_apply=less
  starts = s32[32,1] reshape(order)
  ROOT sorted = f32[32,16] gather(flat, starts), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,16}
})");
  follow("x", 0);
  EXPECT_EQ(carried("flat"), "[4*8] 16");
  EXPECT_EQ(carried("sorted"), "[1*32?] 16");
  EXPECT_EQ(carried("tokens"), "8 4");
}

// Windows of several rows are no rows.
TEST_F(DimensionFlowTest, GatherOfWindows) {
  read(R"(
    data = f32[64,8] parameter(0)
    starts = s32[64,1] parameter(1)
    ROOT windows = f32[64,16,8] gather(data, starts), offset_dims={1,2}, collapsed_slice_dims={}, start_index_map={0}, index_vector_dim=1, slice_sizes={16,8})");
  follow("data", 0);
  EXPECT_EQ(carried("windows").substr(0, 3), "64 ");
}

// What is sure of a dimension is all of it: a guess that some of its other
// elements are data too would scale it twice.
TEST_F(DimensionFlowTest, GuessBesideWhatIsSure) {
  read(R"(
    data = f32[16,32] parameter(0)
    flat = f32[512] reshape(data)
    split = f32[4,4,32] reshape(data)
    turned = f32[4,32,4] transpose(split), dimensions={0,2,1}
    guess = f32[512] reshape(turned)
    ROOT sum = f32[512] add(flat, guess))");
  follow("data", 0);
  EXPECT_EQ(carried("sum"), "[32*16]");
}

// The same data twice are no chance: all pairs of rows and of shuffled rows.
TEST_F(DimensionFlowTest, GuessedDataBesideData) {
  read(R"(
    data = f32[16,8] parameter(0)
    unknown = f32[8,16] custom-call(data), custom_call_target="unknown"
    pairs = f32[16,16] dot(data, unknown), lhs_contracting_dims={1}, rhs_contracting_dims={0}
    ROOT flat = f32[256] reshape(pairs))");
  follow("data", 0);
  EXPECT_EQ(carried("flat"), "[16*16][1*16?]");
}

TEST_F(DimensionFlowTest, Convolution) {
  read(R"(
    images = f32[8,32,32,3] parameter(0)
    kernel = f32[3,3,3,16] parameter(1)
    ROOT y = f32[8,32,16,16] convolution(images, kernel), window={size=3x3 stride=1x2 pad=1_1x0_1}, dim_labels=b01f_01io->b01f)");
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
  read(R"(
fused {
  fused.xs = f32[4,8] parameter(0)
  fused.i = s32[] parameter(1)
  fused.zero = s32[] constant(0)
  ROOT fused.row = f32[1,8] dynamic-slice(fused.xs, fused.i, fused.zero)
}
body {
  p = (s32[], s32[], f32[4,8], f32[4,8], f32[4,8]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  xs.in = f32[4,8] get-tuple-element(p), index=2
  ys.in = f32[4,8] get-tuple-element(p), index=3
  zs.in = f32[4,8] get-tuple-element(p), index=4
  zero = s32[] constant(0)
  row = f32[1,8] fusion(xs.in, i), kind=kLoop, calls=fused
  ys.out = f32[4,8] dynamic-update-slice(ys.in, row, i, zero)
  places = s32[3] constant({0, 0, 0})
  at = s32[1] dynamic-slice(places, i)
  place = s32[] reshape(at)
  zs.out = f32[4,8] dynamic-update-slice(zs.in, row, place, zero)
  next = s32[] add(i, i)
  n = s32[] get-tuple-element(p), index=1
  ROOT body.out = (s32[], s32[], f32[4,8], f32[4,8], f32[4,8]) tuple(next, n, xs.in, ys.out, zs.out)
}
condition {
  q = (s32[], s32[], f32[4,8], f32[4,8], f32[4,8]) parameter(0)
  c = s32[] get-tuple-element(q), index=0
  ROOT less = pred[] compare(c, c), direction=LT
}
ENTRY main {
  x = f32[4,8] parameter(0)
  start = s32[] constant(0)
  empty = f32[] constant(0)
  y = f32[4,8] broadcast(empty), dimensions={}
  z = f32[4,8] broadcast(empty), dimensions={}
  init = (s32[], s32[], f32[4,8], f32[4,8], f32[4,8]) tuple(start, start, x, y, z)
  ROOT loop = (s32[], s32[], f32[4,8], f32[4,8], f32[4,8]) while(init), condition=condition, body=body, backend_config={"known_trip_count":{"n":"4"}}
}
)");
  follow("x", 0);
  EXPECT_EQ(carried("xs.in"), "[1*4] 8");
  EXPECT_EQ(carried("fused.xs"), "[1*4] 8");
  EXPECT_EQ(carried("ys.out"), "[1*4] 8");
  EXPECT_EQ(carried("y"), "[1*4] 8");
  EXPECT_EQ(carried("row"), "1 8");
  EXPECT_EQ(carried("z"), "4 8");
  EXPECT_EQ(carried("loop", LeafId(4)), "[1*4] 8");
  EXPECT_EQ(carried("loop", LeafId(5)), "4 8");
  follow("x", 1);
  EXPECT_EQ(carried("row"), "1 [1*8]");
  EXPECT_EQ(carried("loop", LeafId(5)), "4 [1*8]");
}

// On a TPU nothing tells how many steps a loop has: equal extents under its
// counter do. An array of another length is no part of it.
TEST_F(DimensionFlowTest, LoopOfUnknownLength) {
  read(R"(
body {
  p = (s32[], f32[4,8], f32[4,8], f32[6,8]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  zero = s32[] constant(0)
  xs = f32[4,8] get-tuple-element(p), index=1
  row = f32[1,8] dynamic-slice(xs, i, zero)
  ys.in = f32[4,8] get-tuple-element(p), index=2
  ys = f32[4,8] dynamic-update-slice(ys.in, row, i, zero)
  zs.in = f32[6,8] get-tuple-element(p), index=3
  zs = f32[6,8] dynamic-update-slice(zs.in, row, i, zero)
  next = s32[] add(i, i)
  ROOT body.out = (s32[], f32[4,8], f32[4,8], f32[6,8]) tuple(next, xs, ys, zs)
}
condition {
  q = (s32[], f32[4,8], f32[4,8], f32[6,8]) parameter(0)
  c = s32[] get-tuple-element(q), index=0
  ROOT less = pred[] compare(c, c), direction=LT
}
ENTRY main {
  init = (s32[], f32[4,8], f32[4,8], f32[6,8]) parameter(0)
  ROOT loop = (s32[], f32[4,8], f32[4,8], f32[6,8]) while(init), condition=condition, body=body
}
)");
  follow("loop", 0, LeafId(2));
  EXPECT_EQ(carried("loop", LeafId(3)), "[1*4] 8");
  EXPECT_EQ(carried("loop", LeafId(4)), "6 8");
  follow("loop", 0, LeafId(4));
  EXPECT_EQ(carried("loop", LeafId(3)), "4 8");
}

// A host takes and gives arrays.
TEST_F(DimensionFlowTest, HostTransfers) {
  read(R"(
    x = f32[4,8] parameter(0)
    token = token[] after-all()
    send = (f32[4,8], u32[], token[]) send(x, token), channel_id=1
    sent = token[] send-done(send), channel_id=1
    recv = (f32[4,8], u32[], token[]) recv(sent), channel_id=2
    received = (f32[4,8], token[]) recv-done(recv), channel_id=2
    y = f32[4,8] get-tuple-element(received), index=0
    ROOT z = f32[4,8] negate(y))");
  follow("x", 0);
  EXPECT_EQ(carried("send", LeafId(1)), "[1*4] 8");
  EXPECT_EQ(carried("z"), "4 8");
  follow("recv", 0, LeafId(1));
  EXPECT_EQ(carried("z"), "[1*4] 8");
}

// A TPU prefetches an argument in pieces and puts them side by side: it is not
// taken apart.
TEST_F(DimensionFlowTest, SlicedPrefetch) {
  std::string Pieces, Main = "ENTRY main {\n  x = f32[4,8] parameter(0)\n";
  for (unsigned N = 0; N != 4; ++N) {
    Pieces += formatv("piece.{0} {{\n  in.{0} = f32[4,8] parameter(0)\n"
                      "  ROOT out.{0} = f32[1,8] slice(in.{0}), "
                      "slice={{[{0}:{1}], [0:8]}\n}\n",
                      N, N + 1);
    Main += formatv("  start.{0} = ((f32[4,8]), f32[1,8], s32[]) "
                    "async-start(x), calls=piece.{0}\n"
                    "  done.{0} = f32[1,8] async-done(start.{0})\n",
                    N);
  }
  read(
      Pieces + Main +
      R"(  all = f32[4,8] custom-call(done.0, done.1, done.2, done.3), custom_call_target="ConcatBitcast"
  ROOT y = f32[4,8] negate(all)
}
)");
  follow("x", 0);
  EXPECT_EQ(carried("y"), "[1*4] 8");
  EXPECT_FALSE(isGuessed("y"));
  EXPECT_FALSE(Flow->isTakenApart());
  follow("x", 1);
  EXPECT_EQ(carried("done.3"), "1 [1*8]");
}

// Layers of an unrolled loop are taken one by one.
TEST_F(DimensionFlowTest, TakenApart) {
  read(R"(
    w = f32[4,8] parameter(0)
    layer.0 = f32[1,8] slice(w), slice={[0:1], [0:8]}
    layer.1 = f32[1,8] slice(w), slice={[1:2], [0:8]}
    layer.2 = f32[1,8] slice(w), slice={[2:3], [0:8]}
    layer.3 = f32[1,8] slice(w), slice={[3:4], [0:8]}
    v = f32[4,8] parameter(1)
    ROOT last = f32[1,8] slice(v), slice={[3:4], [0:8]})");
  follow("w", 0);
  EXPECT_TRUE(Flow->isTakenApart());
  follow("w", 1);
  EXPECT_FALSE(Flow->isTakenApart());
  follow("v", 0);
  EXPECT_FALSE(Flow->isTakenApart());
}

// No slice begins before the array.
TEST_F(DimensionFlowTest, NotTakenApartByWhatIsNotThere) {
  read(R"(
    w = f32[4,8] parameter(0)
    layer.0 = f32[1,8] slice(w), slice={[-1:0], [0:8]}
    layer.1 = f32[1,8] slice(w), slice={[-2:-1], [0:8]}
    ROOT layer.2 = f32[1,8] slice(w), slice={[-3:-2], [0:8]})");
  follow("w", 0);
  EXPECT_FALSE(Flow->isTakenApart());
}

// XLA makes equal zeros once: those of 8 images and those of 8 layers. They
// have the dimension of their first reader, and tell nothing of the other.
TEST_F(DimensionFlowTest, SharedZeros) {
  read(R"(
    x = f32[8,16] parameter(0)
    weights = f32[8,16] parameter(1)
    zero = f32[] constant(0)
    zeros = f32[8,16] broadcast(zero), dimensions={}
    copied = f32[8,16] copy(zeros)
    positive = f32[8,16] add(x, zeros)
    ROOT gradients = f32[8,16] add(weights, copied))");
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
  read(R"(
fused {
  count = f32[8] iota(), iota_dimension=0
  ROOT rows = f32[8,16] broadcast(count), dimensions={0}
}
ENTRY main {
  x = f32[8,16] parameter(0)
  weights = f32[8,16] parameter(1)
  mask = f32[8,16] fusion(), kind=kLoop, calls=fused
  masked = f32[8,16] multiply(x, mask)
  again = f32[8,16] add(masked, mask)
  ROOT other = f32[8,16] multiply(weights, mask)
}
)");
  follow("x", 0);
  EXPECT_EQ(carried("again"), "[1*8] 16");
  EXPECT_EQ(carried("count"), "[1*8]");
  EXPECT_EQ(carried("other"), "8 16");
}

// What nobody knows is a guess, and ambiguous where two extents are equal.
TEST_F(DimensionFlowTest, UnknownLibrary) {
  read(R"(
    x = f32[8,4,4] parameter(0)
    y = f32[4,8,2] custom-call(x), custom_call_target="unknown"
    ROOT z = f32[4,8,2] negate(y))");
  follow("x", 0);
  EXPECT_EQ(carried("z"), "4 [1*8?] 2");
  follow("x", 1);
  EXPECT_EQ(carried("z"), "4 8 2");
}

// A single element is of every dimension: it says nothing.
TEST_F(DimensionFlowTest, OneElement) {
  read(R"(
    x = f32[1,8] parameter(0)
    ROOT y = f32[1,8] negate(x))");
  follow("x", 0);
  EXPECT_FALSE(Flow->isCarriedBy({number("x"), RootLeaf}));
  EXPECT_FALSE(Flow->isCarriedBy({number("y"), RootLeaf}));
}

} // namespace
