//===- DimensionText.cpp - Dimension numbers of an HLO text ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Dimensions/DimensionText.h"
#include "hlomem/IR/Instruction.h"
#include "hlomem/Support/TextScanner.h"

using namespace llvm;

namespace hlomem {

/// A number, 0 where there is none.
static int64_t takeSigned(StringRef &Text) {
  int64_t N = 0;
  if (Text.consumeInteger(10, N))
    Text = "";
  return N;
}

static DimensionNumbers readList(const InstructionDetails &D, StringRef Key) {
  DimensionNumbers Result;
  StringRef List = D.getAttribute(Key).value_or("");
  if (!List.consume_front("{") || !List.consume_back("}"))
    return Result;
  for (StringRef Part : split(List, ','))
    if (!Part.trim().empty()) {
      Part = Part.trim();
      Result.push_back(takeSigned(Part));
    }
  return Result;
}

static int64_t readNumber(const InstructionDetails &D, StringRef Key,
                          int64_t Default) {
  std::optional<StringRef> Text = D.getAttribute(Key);
  return Text ? takeSigned(*Text) : Default;
}

/// `{size=3x3 pad=1_1x0_0 stride=2x2}`: what all dimensions have by default is
/// left out.
static SmallVector<WindowDimension, 2> readWindow(StringRef Text) {
  SmallVector<WindowDimension, 2> Window;
  Text.consume_front("{");
  Text.consume_back("}");
  for (StringRef Field : split(Text, ' ')) {
    auto [Key, Values] = Field.split('=');
    size_t I = 0;
    for (StringRef Part : split(Values, 'x')) {
      if (I == Window.size())
        Window.push_back({.Stride = 1, .WindowDilation = 1, .BaseDilation = 1});
      WindowDimension &D = Window[I++];
      int64_t First = takeSigned(Part);
      if (Key == "size")
        D.Size = First;
      else if (Key == "stride")
        D.Stride = First;
      else if (Key == "lhs_dilate")
        D.BaseDilation = First;
      else if (Key == "rhs_dilate")
        D.WindowDilation = First;
      else if (Key == "rhs_reversal")
        D.Reversal = First;
      else if (Key == "pad") {
        D.PaddingLow = First;
        Part.consume_front("_");
        D.PaddingHigh = takeSigned(Part);
      }
    }
  }
  return Window;
}

/// Of `b01f`: where \p First and \p Second stand, and the digits by value.
static void readLabels(StringRef Labels, char First, int64_t &FirstAt,
                       char Second, int64_t &SecondAt,
                       DimensionNumbers &Spatial) {
  for (auto [At, Label] : enumerate(Labels)) {
    if (Label == First)
      FirstAt = At;
    else if (Label == Second)
      SecondAt = At;
    else if (isDigit(Label)) {
      size_t Number = Label - '0';
      if (Spatial.size() <= Number)
        Spatial.resize(Number + 1);
      Spatial[Number] = At;
    }
  }
}

/// `b01f_01io->b01f`.
static ConvolutionDimensions readConvolution(StringRef Text) {
  ConvolutionDimensions D;
  auto [Operands, Output] = Text.split("->");
  auto [Input, Kernel] = Operands.split('_');
  readLabels(Input, 'b', D.InputBatch, 'f', D.InputFeature, D.InputSpatial);
  readLabels(Kernel, 'i', D.KernelInputFeature, 'o', D.KernelOutputFeature,
             D.KernelSpatial);
  readLabels(Output, 'b', D.OutputBatch, 'f', D.OutputFeature, D.OutputSpatial);
  return D;
}

/// `{[0:8], [0:512:2]}`.
static SmallVector<SliceDimension, 2> readSlices(StringRef Text) {
  SmallVector<SliceDimension, 2> Slices;
  for (size_t Open = Text.find('['); Open != StringRef::npos;
       Open = Text.find('[')) {
    Text = Text.drop_front(Open + 1);
    SliceDimension D;
    D.Start = takeSigned(Text);
    Text.consume_front(":");
    D.Limit = takeSigned(Text);
    D.Stride = Text.consume_front(":") ? takeSigned(Text) : 1;
    Slices.push_back(D);
  }
  return Slices;
}

/// `0_0x1_1_2`.
static SmallVector<PaddingDimension, 2> readPadding(StringRef Text) {
  SmallVector<PaddingDimension, 2> Padding;
  for (StringRef Part : split(Text, 'x')) {
    PaddingDimension D;
    D.Low = takeSigned(Part);
    Part.consume_front("_");
    D.High = takeSigned(Part);
    if (Part.consume_front("_"))
      D.Interior = takeSigned(Part);
    Padding.push_back(D);
  }
  return Padding;
}

static DotDimensions readDot(const InstructionDetails &D) {
  return {.LhsContracting = readList(D, "lhs_contracting_dims"),
          .RhsContracting = readList(D, "rhs_contracting_dims"),
          .LhsBatch = readList(D, "lhs_batch_dims"),
          .RhsBatch = readList(D, "rhs_batch_dims")};
}

static std::string readConfig(const InstructionDetails &D) {
  StringRef Text = D.getAttribute("backend_config").value_or("");
  if (Text.consume_front("\"") && Text.consume_back("\""))
    return text::unescape(Text);
  return Text.str();
}

DimensionAttributes readDimensionAttributes(const InstructionDetails &D) {
  DimensionAttributes A;
  A.Dimensions = readList(D, "dimensions");
  if (D.Op == Opcode::Iota)
    A.Dimensions = {readNumber(D, "iota_dimension", 0)};
  if (std::optional<StringRef> Window = D.getAttribute("window"))
    A.Window = readWindow(*Window);
  if (std::optional<StringRef> Labels = D.getAttribute("dim_labels"))
    A.Convolution = readConvolution(*Labels);
  A.FeatureGroups = readNumber(D, "feature_group_count", 1);
  A.BatchGroups = readNumber(D, "batch_group_count", 1);
  if (std::optional<StringRef> Slices = D.getAttribute("slice"))
    A.Slices = readSlices(*Slices);
  if (std::optional<StringRef> Padding = D.getAttribute("padding");
      Padding && D.Op == Opcode::Pad)
    A.Padding = readPadding(*Padding);
  A.FftLength = readList(D, "fft_length");
  switch (D.Op) {
  case Opcode::Dot:
    A.Dot = readDot(D);
    break;
  case Opcode::RaggedDot:
    A.RaggedDot =
        RaggedDotDimensions{.Dot = readDot(D),
                            .LhsRagged = readList(D, "lhs_ragged_dims"),
                            .RhsGroup = readList(D, "rhs_group_dims")};
    break;
  case Opcode::Gather:
    A.Gather = GatherDimensions{
        .Offset = readList(D, "offset_dims"),
        .CollapsedSlice = readList(D, "collapsed_slice_dims"),
        .StartIndexMap = readList(D, "start_index_map"),
        .IndexVector = readNumber(D, "index_vector_dim", 0),
        .OperandBatching = readList(D, "operand_batching_dims"),
        .StartIndicesBatching = readList(D, "start_indices_batching_dims")};
    A.SliceSizes = readList(D, "slice_sizes");
    break;
  case Opcode::Scatter:
    A.Scatter = ScatterDimensions{
        .UpdateWindow = readList(D, "update_window_dims"),
        .InsertedWindow = readList(D, "inserted_window_dims"),
        .ScatterToOperand = readList(D, "scatter_dims_to_operand_dims"),
        .IndexVector = readNumber(D, "index_vector_dim", 0),
        .InputBatching = readList(D, "input_batching_dims"),
        .ScatterIndicesBatching = readList(D, "scatter_indices_batching_dims")};
    break;
  case Opcode::While:
    A.TripCount = parseTripCount(readConfig(D));
    break;
  case Opcode::CustomCall:
    A.Dot = parseDotOfLibrary(readConfig(D));
    break;
  default:
    break;
  }
  return A;
}

} // namespace hlomem
