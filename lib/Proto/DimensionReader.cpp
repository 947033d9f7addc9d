//===- DimensionReader.cpp - Messages of dimensions -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimensionReader.h"
#include "HloSchema.inc"
#include "hlomem/Proto/InstructionDimensions.h"

using namespace llvm;

namespace hlomem {

using namespace schema;

SmallVector<hlomem::WindowDimension, 2> readWindow(const WireReader &At) {
  using Field = struct schema::WindowDimension;
  SmallVector<hlomem::WindowDimension, 2> Window;
  for (WireReader R(At, schema::Window); R.next();) {
    hlomem::WindowDimension &D = Window.emplace_back();
    for (WireReader W(R, schema::WindowDimension); W.next();) {
      W.take(Field::Size, D.Size);
      W.take(Field::Stride, D.Stride);
      W.take(Field::PaddingLow, D.PaddingLow);
      W.take(Field::PaddingHigh, D.PaddingHigh);
      W.take(Field::WindowDilation, D.WindowDilation);
      W.take(Field::BaseDilation, D.BaseDilation);
      W.take(Field::WindowReversal, D.Reversal);
    }
  }
  return Window;
}

ConvolutionDimensions readConvolutionDimensions(const WireReader &At) {
  using Field = struct ConvolutionDimensionNumbers;
  ConvolutionDimensions D;
  for (WireReader R(At, ConvolutionDimensionNumbers); R.next();) {
    R.take(Field::KernelInputFeatureDimension, D.KernelInputFeature);
    R.take(Field::KernelOutputFeatureDimension, D.KernelOutputFeature);
    R.take(Field::KernelSpatialDimensions, D.KernelSpatial);
    R.take(Field::InputBatchDimension, D.InputBatch);
    R.take(Field::InputFeatureDimension, D.InputFeature);
    R.take(Field::OutputBatchDimension, D.OutputBatch);
    R.take(Field::OutputFeatureDimension, D.OutputFeature);
    R.take(Field::InputSpatialDimensions, D.InputSpatial);
    R.take(Field::OutputSpatialDimensions, D.OutputSpatial);
  }
  return D;
}

DotDimensions readDotDimensions(const WireReader &At) {
  using Field = struct DotDimensionNumbers;
  DotDimensions D;
  for (WireReader R(At, DotDimensionNumbers); R.next();) {
    R.take(Field::LhsContractingDimensions, D.LhsContracting);
    R.take(Field::RhsContractingDimensions, D.RhsContracting);
    R.take(Field::LhsBatchDimensions, D.LhsBatch);
    R.take(Field::RhsBatchDimensions, D.RhsBatch);
  }
  return D;
}

RaggedDotDimensions readRaggedDotDimensions(const WireReader &At) {
  using Field = struct RaggedDotDimensionNumbers;
  RaggedDotDimensions D;
  for (WireReader R(At, RaggedDotDimensionNumbers); R.next();) {
    if (R.getField() == Field::DotDimensionNumbers)
      D.Dot = readDotDimensions(R);
    R.take(Field::LhsRaggedDimensions, D.LhsRagged);
    R.take(Field::RhsGroupDimensions, D.RhsGroup);
  }
  return D;
}

GatherDimensions readGatherDimensions(const WireReader &At) {
  using Field = struct GatherDimensionNumbers;
  GatherDimensions D;
  for (WireReader R(At, GatherDimensionNumbers); R.next();) {
    R.take(Field::OffsetDims, D.Offset);
    R.take(Field::CollapsedSliceDims, D.CollapsedSlice);
    R.take(Field::StartIndexMap, D.StartIndexMap);
    R.take(Field::IndexVectorDim, D.IndexVector);
    R.take(Field::OperandBatchingDims, D.OperandBatching);
    R.take(Field::StartIndicesBatchingDims, D.StartIndicesBatching);
  }
  return D;
}

ScatterDimensions readScatterDimensions(const WireReader &At) {
  using Field = struct ScatterDimensionNumbers;
  ScatterDimensions D;
  for (WireReader R(At, ScatterDimensionNumbers); R.next();) {
    R.take(Field::UpdateWindowDims, D.UpdateWindow);
    R.take(Field::InsertedWindowDims, D.InsertedWindow);
    R.take(Field::ScatterDimsToOperandDims, D.ScatterToOperand);
    R.take(Field::IndexVectorDim, D.IndexVector);
    R.take(Field::InputBatchingDims, D.InputBatching);
    R.take(Field::ScatterIndicesBatchingDims, D.ScatterIndicesBatching);
  }
  return D;
}

SmallVector<PaddingDimension, 2> readPadding(const WireReader &At) {
  SmallVector<PaddingDimension, 2> Padding;
  for (WireReader R(At, PaddingConfig); R.next();) {
    PaddingDimension &D = Padding.emplace_back();
    for (WireReader P(R, PaddingConfigDimension); P.next();) {
      P.take(PaddingConfigDimension::EdgePaddingLow, D.Low);
      P.take(PaddingConfigDimension::EdgePaddingHigh, D.High);
      P.take(PaddingConfigDimension::InteriorPadding, D.Interior);
    }
  }
  return Padding;
}

SliceDimension readSlice(const WireReader &At) {
  SliceDimension D;
  for (WireReader R(At, SliceDimensions); R.next();) {
    R.take(SliceDimensions::Start, D.Start);
    R.take(SliceDimensions::Limit, D.Limit);
    R.take(SliceDimensions::Stride, D.Stride);
  }
  return D;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

DimensionAttributes readDimensionAttributes(const HloProtoContents &Contents,
                                            InstructionId Instruction) {
  DimensionAttributes A;
  StringRef Message = Contents.InstructionBytes[Instruction];
  WireInput Input(Message);
  for (WireReader R(Input, HloInstructionProto, Message); R.next();)
    switch (R.getField()) {
    case HloInstructionProto::Dimensions:
      R.getNumbers(A.Dimensions);
      break;
    case HloInstructionProto::Window:
      A.Window = readWindow(R);
      break;
    case HloInstructionProto::ConvolutionDimensionNumbers:
      A.Convolution = readConvolutionDimensions(R);
      break;
    case HloInstructionProto::SliceDimensions:
      A.Slices.push_back(readSlice(R));
      break;
    case HloInstructionProto::PaddingConfig:
      A.Padding = readPadding(R);
      break;
    case HloInstructionProto::DotDimensionNumbers:
      A.Dot = readDotDimensions(R);
      break;
    case HloInstructionProto::FftLength:
      R.getNumbers(A.FftLength);
      break;
    case HloInstructionProto::GatherDimensionNumbers:
      A.Gather = readGatherDimensions(R);
      break;
    case HloInstructionProto::GatherSliceSizes:
      R.getNumbers(A.SliceSizes);
      break;
    case HloInstructionProto::BackendConfig:
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
    case HloInstructionProto::ScatterDimensionNumbers:
      A.Scatter = readScatterDimensions(R);
      break;
    case HloInstructionProto::FeatureGroupCount:
      A.FeatureGroups = R.getSigned();
      break;
    case HloInstructionProto::BatchGroupCount:
      A.BatchGroups = R.getSigned();
      break;
    case HloInstructionProto::RaggedDotDimensionNumbers:
      A.RaggedDot = readRaggedDotDimensions(R);
      break;
    default:
      break;
    }
  return A;
}

} // namespace hlomem
