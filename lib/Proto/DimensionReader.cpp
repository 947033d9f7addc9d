//===- DimensionReader.cpp - Messages of dimensions -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimensionReader.h"
#include "HloSchema.h"
#include "hlomem/Proto/InstructionDimensions.h"

using namespace llvm;

namespace hlomem {

SmallVector<WindowDimension, 2> readWindow(const WireReader &At) {
  static constexpr int64_t WindowDimension::*Members[] = {
      &WindowDimension::Size,           &WindowDimension::Stride,
      &WindowDimension::PaddingLow,     &WindowDimension::PaddingHigh,
      &WindowDimension::WindowDilation, &WindowDimension::BaseDilation,
      &WindowDimension::Reversal};
  SmallVector<WindowDimension, 2> Window;
  for (WireReader R(At, schema::Window); R.next();) {
    WindowDimension &D = Window.emplace_back();
    for (WireReader W(R, schema::WindowDimension); W.next();)
      D.*Members[W.getField() - 1] = W.getSigned();
  }
  return Window;
}

ConvolutionDimensions readConvolutionDimensions(const WireReader &At) {
  ConvolutionDimensions D;
  for (WireReader R(At, schema::ConvolutionDimensions); R.next();)
    switch (R.getField()) {
    case 3:
      D.KernelInputFeature = R.getSigned();
      break;
    case 4:
      D.KernelOutputFeature = R.getSigned();
      break;
    case 6:
      R.getNumbers(D.KernelSpatial);
      break;
    case 7:
      D.InputBatch = R.getSigned();
      break;
    case 8:
      D.InputFeature = R.getSigned();
      break;
    case 9:
      D.OutputBatch = R.getSigned();
      break;
    case 10:
      D.OutputFeature = R.getSigned();
      break;
    case 11:
      R.getNumbers(D.InputSpatial);
      break;
    case 12:
      R.getNumbers(D.OutputSpatial);
      break;
    default:
      break;
    }
  return D;
}

DotDimensions readDotDimensions(const WireReader &At) {
  static constexpr DimensionNumbers DotDimensions::*Members[] = {
      &DotDimensions::LhsContracting, &DotDimensions::RhsContracting,
      &DotDimensions::LhsBatch, &DotDimensions::RhsBatch};
  DotDimensions D;
  for (WireReader R(At, schema::DotDimensions); R.next();)
    R.getNumbers(D.*Members[R.getField() - 1]);
  return D;
}

RaggedDotDimensions readRaggedDotDimensions(const WireReader &At) {
  RaggedDotDimensions D;
  for (WireReader R(At, schema::RaggedDotDimensions); R.next();) {
    if (R.getField() == 1)
      D.Dot = readDotDimensions(R);
    else
      R.getNumbers(R.getField() == 2 ? D.LhsRagged : D.RhsGroup);
  }
  return D;
}

GatherDimensions readGatherDimensions(const WireReader &At) {
  static constexpr DimensionNumbers GatherDimensions::*Members[] = {
      &GatherDimensions::Offset,
      &GatherDimensions::CollapsedSlice,
      &GatherDimensions::StartIndexMap,
      nullptr,
      &GatherDimensions::OperandBatching,
      &GatherDimensions::StartIndicesBatching};
  GatherDimensions D;
  for (WireReader R(At, schema::GatherDimensions); R.next();) {
    if (R.getField() == 4)
      D.IndexVector = R.getSigned();
    else
      R.getNumbers(D.*Members[R.getField() - 1]);
  }
  return D;
}

ScatterDimensions readScatterDimensions(const WireReader &At) {
  static constexpr DimensionNumbers ScatterDimensions::*Members[] = {
      &ScatterDimensions::UpdateWindow,
      &ScatterDimensions::InsertedWindow,
      &ScatterDimensions::ScatterToOperand,
      nullptr,
      &ScatterDimensions::InputBatching,
      &ScatterDimensions::ScatterIndicesBatching};
  ScatterDimensions D;
  for (WireReader R(At, schema::ScatterDimensions); R.next();) {
    if (R.getField() == 4)
      D.IndexVector = R.getSigned();
    else
      R.getNumbers(D.*Members[R.getField() - 1]);
  }
  return D;
}

SmallVector<PaddingDimension, 2> readPadding(const WireReader &At) {
  static constexpr int64_t PaddingDimension::*Members[] = {
      &PaddingDimension::Low, &PaddingDimension::High,
      &PaddingDimension::Interior};
  SmallVector<PaddingDimension, 2> Padding;
  for (WireReader R(At, schema::PaddingConfig); R.next();) {
    PaddingDimension &D = Padding.emplace_back();
    for (WireReader P(R, schema::PaddingDimension); P.next();)
      D.*Members[P.getField() - 1] = P.getSigned();
  }
  return Padding;
}

SliceDimension readSlice(const WireReader &At) {
  static constexpr int64_t SliceDimension::*Members[] = {
      &SliceDimension::Start, &SliceDimension::Limit, &SliceDimension::Stride};
  SliceDimension D;
  for (WireReader R(At, schema::SliceDimensions); R.next();)
    D.*Members[R.getField() - 1] = R.getSigned();
  return D;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

DimensionAttributes readDimensionAttributes(const HloProtoContents &Contents,
                                            uint32_t Instruction) {
  DimensionAttributes A;
  StringRef Message = Contents.InstructionBytes[Instruction];
  WireInput Input(Message);
  for (WireReader R(Input, schema::Instruction, Message); R.next();)
    switch (R.getField()) {
    case 14:
      R.getNumbers(A.Dimensions);
      break;
    case 15:
      A.Window = readWindow(R);
      break;
    case 16:
      A.Convolution = readConvolutionDimensions(R);
      break;
    case 17:
      A.Slices.push_back(readSlice(R));
      break;
    case 21:
      A.Padding = readPadding(R);
      break;
    case 30:
      A.Dot = readDotDimensions(R);
      break;
    case 32:
      R.getNumbers(A.FftLength);
      break;
    case 33:
      A.Gather = readGatherDimensions(R);
      break;
    case 34:
      R.getNumbers(A.SliceSizes);
      break;
    case 43:
      switch (Contents.Program->instructions()[Instruction].Op) {
      case Opcode::While:
        A.TripCount = parseTripCount(R.getBytes());
        break;
      case Opcode::CustomCall:
        A.Dot = parseDotOfLibrary(R.getBytes());
        break;
      default:
        break;
      }
      break;
    case 48:
      A.Scatter = readScatterDimensions(R);
      break;
    case 50:
      A.FeatureGroups = R.getSigned();
      break;
    case 58:
      A.BatchGroups = R.getSigned();
      break;
    case 90:
      A.RaggedDot = readRaggedDotDimensions(R);
      break;
    default:
      break;
    }
  return A;
}

} // namespace hlomem
