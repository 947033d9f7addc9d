//===- DimensionReader.h - Messages of dimensions ---------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each reads the message that \p At is at.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_DIMENSIONREADER_H
#define HLOMEM_LIB_PROTO_DIMENSIONREADER_H

#include "hlomem/Analysis/Dimensions/DimensionAttributes.h"
#include "hlomem/Support/LLVM.h"

namespace hlomem {

class WireReader;

SmallVector<WindowDimension, 2> readWindow(const WireReader &At);
ConvolutionDimensions readConvolutionDimensions(const WireReader &At);
DotDimensions readDotDimensions(const WireReader &At);
RaggedDotDimensions readRaggedDotDimensions(const WireReader &At);
GatherDimensions readGatherDimensions(const WireReader &At);
ScatterDimensions readScatterDimensions(const WireReader &At);
SmallVector<PaddingDimension, 2> readPadding(const WireReader &At);
SliceDimension readSlice(const WireReader &At);

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_DIMENSIONREADER_H
