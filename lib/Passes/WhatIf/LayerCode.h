//===- LayerCode.h - Which code computes a layer ----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares how the code of a layer is found by stacks of calls.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_WHATIF_LAYERCODE_H
#define HLOMEM_LIB_PASSES_WHATIF_LAYERCODE_H

#include "CheckpointedPeak.h"
#include "hlomem/Passes/WhatIf/LayerCheckpoint.h"

namespace hlomem {

class AnalysisManager;

/// Finds the function that is called for each layer: where the stacks of what
/// layers keep part, below one call. That of a framework is none, and then it
/// is the user's function that calls it.
LayerCode findLayerCode(AnalysisManager &AM, const LayersAtPeak &Of);

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_WHATIF_LAYERCODE_H
