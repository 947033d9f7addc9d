//===- UnknownFields.cpp - How often there are fields ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnknownFields.h"
#include "HloSchema.inc"
#include "ShapeReader.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

namespace {

/// A field that holds a message of which fields are asked for.
struct InnerMessage {
  const WireMessage &Outer;
  uint32_t Field;
  const WireMessage &Inner;
};

} // namespace

static const InnerMessage InnerMessages[] = {
    {HloModuleProto, HloModuleProto::Computations, HloComputationProto},
    {HloComputationProto, HloComputationProto::Instructions,
     HloInstructionProto},
    {HloInstructionProto, HloInstructionProto::Shape, ShapeProto},
    {HloInstructionProto, HloInstructionProto::Metadata, OpMetadata},
    {HloInstructionProto, HloInstructionProto::OutputOperandAliasing,
     OutputOperandAliasing},
    {ShapeProto, ShapeProto::TupleShapes, ShapeProto},
    {ShapeProto, ShapeProto::Layout, LayoutProto},
    {LayoutProto, LayoutProto::Tiles, TileProto},
    {LayoutProto, LayoutProto::PhysicalShape, ShapeProto},
    {LayoutProto, LayoutProto::SplitConfigs, SplitConfigProto},
};

/// Computations, instructions, and what may be nested in those.
static constexpr unsigned MaxDepth = MaxShapeMessages + 4;

static void goThrough(WireReader &R, const WireMessage &Type, unsigned Depth) {
  while (R.next()) {
    const auto *I = find_if(InnerMessages, [&](const InnerMessage &M) {
      return &M.Outer == &Type && M.Field == R.getField();
    });
    if (I == std::end(InnerMessages) || Depth == MaxDepth)
      continue;
    WireReader Inner(R, I->Inner);
    goThrough(Inner, I->Inner, Depth + 1);
  }
}

void countAllUnknown(StringRef Module, std::vector<UnknownWireField> &Counts) {
  WireInput Input(Module);
  WireReader R(Input, HloModuleProto, Module);
  goThrough(R, HloModuleProto, /*Depth=*/0);
  for (const UnknownWireField &F : Input.unknownFields()) {
    auto Known = find_if(Counts, [&](const UnknownWireField &C) {
      return C.Message == F.Message && C.Number == F.Number;
    });
    if (Known == Counts.end())
      Counts.push_back(F);
    else
      Known->Count = std::max(Known->Count, F.Count);
  }
}

} // namespace hlomem
