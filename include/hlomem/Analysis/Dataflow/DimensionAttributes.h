//===- DimensionAttributes.h - What operations do to dimensions -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The attributes of an instruction that tell which dimension of an operand
/// becomes which of the result. The fields are named as in xla_data.proto.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_DATAFLOW_DIMENSIONATTRIBUTES_H
#define HLOMEM_ANALYSIS_DATAFLOW_DIMENSIONATTRIBUTES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hlomem {

using DimensionNumbers = llvm::SmallVector<int64_t, 2>;

/// WindowDimension, of a convolution or a reduce-window.
struct WindowDimension {
  int64_t Size = 0;
  int64_t Stride = 0;
  int64_t PaddingLow = 0;
  int64_t PaddingHigh = 0;
  int64_t WindowDilation = 0;
  int64_t BaseDilation = 0;
  int64_t Reversal = 0;
};

/// ConvolutionDimensionNumbers.
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

/// DotDimensionNumbers.
struct DotDimensions {
  DimensionNumbers LhsContracting;
  DimensionNumbers RhsContracting;
  DimensionNumbers LhsBatch;
  DimensionNumbers RhsBatch;
};

/// RaggedDotDimensionNumbers.
struct RaggedDotDimensions {
  std::optional<DotDimensions> Dot;
  DimensionNumbers LhsRagged;
  DimensionNumbers RhsGroup;
};

/// GatherDimensionNumbers.
struct GatherDimensions {
  DimensionNumbers Offset;
  DimensionNumbers CollapsedSlice;
  DimensionNumbers StartIndexMap;
  int64_t IndexVector = 0;
  DimensionNumbers OperandBatching;
  DimensionNumbers StartIndicesBatching;
};

/// ScatterDimensionNumbers.
struct ScatterDimensions {
  DimensionNumbers UpdateWindow;
  DimensionNumbers InsertedWindow;
  DimensionNumbers ScatterToOperand;
  int64_t IndexVector = 0;
  DimensionNumbers InputBatching;
  DimensionNumbers ScatterIndicesBatching;
};

/// PaddingConfigDimension.
struct PaddingDimension {
  int64_t Low = 0;
  int64_t High = 0;
  int64_t Interior = 0;
};

/// SliceDimensions.
struct SliceDimension {
  int64_t Start = 0;
  int64_t Limit = 0;
  int64_t Stride = 0;
};

/// Those of one instruction; what its opcode does not have is empty.
struct DimensionAttributes {
  /// `dimensions={0,1}`.
  DimensionNumbers Dimensions;
  llvm::SmallVector<WindowDimension, 2> Window;
  std::optional<ConvolutionDimensions> Convolution;
  int64_t FeatureGroups = 1;
  int64_t BatchGroups = 1;
  llvm::SmallVector<SliceDimension, 2> Slices;
  llvm::SmallVector<PaddingDimension, 2> Padding;
  std::optional<DotDimensions> Dot;
  std::optional<RaggedDotDimensions> RaggedDot;
  std::optional<GatherDimensions> Gather;
  /// Of a gather.
  DimensionNumbers SliceSizes;
  std::optional<ScatterDimensions> Scatter;
  /// Of an fft, its last dimensions.
  DimensionNumbers FftLength;
  /// How often a while runs its body, where XLA knows it.
  std::optional<uint64_t> TripCount;
};

/// How often a while with this backend_config, in JSON, runs its body; none
/// where that does not tell it.
std::optional<uint64_t> parseTripCount(llvm::StringRef Config);

/// The dimensions of a matrix multiplication that a library does, a custom call
/// with this backend_config:
/// `{"gemm_backend_config":{"dot_dimension_numbers":{...}}}`.
std::optional<DotDimensions> parseDotOfLibrary(llvm::StringRef Config);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_DATAFLOW_DIMENSIONATTRIBUTES_H
