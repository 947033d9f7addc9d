//===- InstructionDimensionsTest.cpp - Dimensions in an HloProto ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Proto/InstructionDimensions.h"
#include "hlomem/Analysis/Dimensions/DimensionFlow.h"
#include "hlomem/Support/Decompression.h"
#include "hlomem/Support/InputFile.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

class InstructionDimensionsTest : public ::testing::Test {
protected:
  void read(StringRef Name) {
    DecompressionAllowance Allowance;
    auto Source = readInputFile(
        (Twine(HLOMEM_TEST_DIR "/Inputs/proto/") + Name).str(), Allowance);
    ASSERT_TRUE(bool(Source)) << toString(Source.takeError());
    Text = std::move(*Source);
    auto Read = readHloProto(Text->Text, Shapes);
    ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
    Contents = std::move(*Read);
  }
  const HloGraph &graph() const { return *Contents->Program; }
  /// The first with this opcode.
  InstructionId find(Opcode Op) const {
    for (const GraphInstruction &I : graph().instructions())
      if (I.Op == Op)
        return graph().getNumber(I);
    ADD_FAILURE() << "no such instruction";
    return {};
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  std::optional<SourceText> Text;
  std::optional<HloProtoContents> Contents;
};

TEST_F(InstructionDimensionsTest, OfInstructions) {
  read("pipelined-h100-80gb-jax0.12.0.1.hlo.pb.gz");
  DimensionAttributes Dot =
      readDimensionAttributes(*Contents, find(Opcode::Dot));
  ASSERT_TRUE(Dot.Dot);
  EXPECT_EQ(Dot.Dot->LhsContracting, DimensionNumbers({1}));
  EXPECT_EQ(Dot.Dot->RhsContracting, DimensionNumbers({0}));
  EXPECT_EQ(Dot.Dot->LhsBatch, DimensionNumbers());
  EXPECT_EQ(Dot.TripCount, std::nullopt);
  DimensionAttributes Loop =
      readDimensionAttributes(*Contents, find(Opcode::While));
  // 2 layers on each device.
  EXPECT_EQ(Loop.TripCount, 2u);
  EXPECT_FALSE(Loop.Dot);

  read("scan-v5e-jax0.6.2.hlo.pb.gz");
  DimensionAttributes Convolution =
      readDimensionAttributes(*Contents, find(Opcode::Convolution));
  ASSERT_TRUE(Convolution.Convolution);
  EXPECT_EQ(Convolution.Convolution->InputBatch, 0);
  EXPECT_EQ(Convolution.Convolution->InputFeature, 1);
  EXPECT_EQ(Convolution.Convolution->KernelInputFeature, 0);
  EXPECT_EQ(Convolution.Convolution->KernelOutputFeature, 1);
  EXPECT_EQ(Convolution.Convolution->OutputFeature, 1);
  EXPECT_TRUE(Convolution.Window.empty());
}

// A scan over 8 rows: what it returns has as many, on a TPU too, and the state
// of 64 x 64 has none of them.
TEST_F(InstructionDimensionsTest, RowsOfScan) {
  read("scan-v5e-jax0.6.2.hlo.pb.gz");
  DimensionLinks Links(graph(), [&](InstructionId I) {
    return readDimensionAttributes(*Contents, I);
  });
  InstructionId Loop = find(Opcode::While);
  const LeafTree &Leaves = *graph().instructions()[Loop].Leaves;
  auto GetShape = [&](LeafId Leaf) {
    std::string Text;
    raw_string_ostream OS(Text);
    Leaves[Leaf].Type->print(OS, /*WithLayout=*/false);
    return Text;
  };
  ASSERT_EQ(GetShape(LeafId(2)), "f32[64,64]");
  ASSERT_EQ(GetShape(LeafId(3)), "f32[8,64]");
  ASSERT_EQ(GetShape(LeafId(4)), "f32[8,64]");
  DimensionFlow Rows(Links, DimensionPlace{{Loop, LeafId(3)}, 0});
  EXPECT_EQ(Rows.getFactors({Loop, LeafId(4)}, 0).size(), 1u);
  EXPECT_FALSE(Rows.isCarriedBy({Loop, LeafId(2)}));
  EXPECT_FALSE(Rows.isGuessed({Loop, LeafId(4)}));
}

} // namespace
