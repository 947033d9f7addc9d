//===- DimensionAttributes.h - What operations do to dimensions -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Defines the attributes of an instruction that tell which dimension of an
/// operand becomes which of the result. The fields are named as in
/// xla_data.proto.
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_DIMENSIONS_DIMENSIONATTRIBUTES_H
#define HLOMEM_ANALYSIS_DIMENSIONS_DIMENSIONATTRIBUTES_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

using DimensionNumbers = SmallVector<int64_t, 2>;

/// Represents a dimension of the window of a convolution or a reduce-window:
/// WindowDimension.
struct WindowDimension {
  int64_t Size = 0;
  int64_t Stride = 0;
  int64_t PaddingLow = 0;
  int64_t PaddingHigh = 0;
  int64_t WindowDilation = 0;
  int64_t BaseDilation = 0;
  int64_t Reversal = 0;
};

/// Represents the dimensions of a convolution: ConvolutionDimensionNumbers.
struct ConvolutionDimensions {
  int64_t InputBatch = 0;
  int64_t InputFeature = 0;
  DimensionNumbers InputSpatial;
  int64_t KernelInputFeature = 0;
  int64_t KernelOutputFeature = 0;
  DimensionNumbers KernelSpatial;
  int64_t OutputBatch = 0;
  int64_t OutputFeature = 0;
  DimensionNumbers OutputSpatial;
};

/// Represents the dimensions of a dot: DotDimensionNumbers.
struct DotDimensions {
  DimensionNumbers LhsContracting;
  DimensionNumbers RhsContracting;
  DimensionNumbers LhsBatch;
  DimensionNumbers RhsBatch;
};

/// Represents the dimensions of a ragged dot: RaggedDotDimensionNumbers.
struct RaggedDotDimensions {
  std::optional<DotDimensions> Dot;
  DimensionNumbers LhsRagged;
  DimensionNumbers RhsGroup;
};

/// Represents the dimensions of a gather: GatherDimensionNumbers.
struct GatherDimensions {
  DimensionNumbers Offset;
  DimensionNumbers CollapsedSlice;
  DimensionNumbers StartIndexMap;
  int64_t IndexVector = 0;
  DimensionNumbers OperandBatching;
  DimensionNumbers StartIndicesBatching;
};

/// Represents the dimensions of a scatter: ScatterDimensionNumbers.
struct ScatterDimensions {
  DimensionNumbers UpdateWindow;
  DimensionNumbers InsertedWindow;
  DimensionNumbers ScatterToOperand;
  int64_t IndexVector = 0;
  DimensionNumbers InputBatching;
  DimensionNumbers ScatterIndicesBatching;
};

/// Represents the padding of a dimension: PaddingConfigDimension.
struct PaddingDimension {
  int64_t Low = 0;
  int64_t High = 0;
  int64_t Interior = 0;
};

/// Represents what a slice takes of a dimension: SliceDimensions.
struct SliceDimension {
  int64_t Start = 0;
  int64_t Limit = 0;
  int64_t Stride = 0;
};

/// Holds the attributes of one instruction. Those that its opcode does not have
/// are empty.
struct DimensionAttributes {
  /// Holds the attribute `dimensions={0,1}`.
  DimensionNumbers Dimensions;
  SmallVector<WindowDimension, 2> Window;
  std::optional<ConvolutionDimensions> Convolution;
  int64_t FeatureGroups = 1;
  int64_t BatchGroups = 1;
  SmallVector<SliceDimension, 2> Slices;
  SmallVector<PaddingDimension, 2> Padding;
  std::optional<DotDimensions> Dot;
  std::optional<RaggedDotDimensions> RaggedDot;
  std::optional<GatherDimensions> Gather;
  /// Holds the slice sizes of a gather.
  DimensionNumbers SliceSizes;
  std::optional<ScatterDimensions> Scatter;
  /// Holds the extents of the last dimensions of an fft.
  DimensionNumbers FftLength;
  /// Holds how often a while runs its body; none if XLA does not know it.
  std::optional<uint64_t> TripCount;
};

/// Returns how often a while with the backend_config \p Config, in JSON, runs
/// its body; none if the configuration does not tell it.
std::optional<uint64_t> parseTripCount(StringRef Config);

/// Returns the dimensions of a matrix multiplication by a library, a custom
/// call with the backend_config \p Config:
/// `{"gemm_backend_config":{"dot_dimension_numbers":{...}}}`.
std::optional<DotDimensions> parseDotOfLibrary(StringRef Config);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_DIMENSIONS_DIMENSIONATTRIBUTES_H
