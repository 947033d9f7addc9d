//===- DimensionScaling.h - Dimensions, longer or shorter -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_WHATIF_DIMENSIONSCALING_H
#define HLOMEM_PASSES_WHATIF_DIMENSIONSCALING_H

#include "hlomem/Passes/Selection/DimensionSelection.h"
#include "hlomem/WhatIf/BufferShapes.h"

namespace hlomem {

/// Is the result of scaleDimension().
struct ScaledDimension {
  /// Is the new extent of the dimension.
  uint64_t Extent = 0;
  /// Counts the values that have the dimension.
  uint64_t Count = 0;
  /// Counts the values that are only guessed to have the dimension, since the
  /// program does not tell.
  uint64_t Guessed = 0;
};

/// Multiplies the extent of \p D by \p By in all shapes of \p Record, the
/// program of \p Run, that have the dimension, and sets these shapes in \p New.
/// If the result is not known, New.WhyUnknown says why. Fails, naming the pass,
/// if an extent would not be a whole number; \p Ratio is how the user wrote \p
/// By.
Expected<ScaledDimension>
scaleDimension(const PassRun &Run, const RecordedAssignment &Record,
               const DimensionLinks &Links, const NamedDimension &D,
               DimensionRatio By, StringRef Ratio, BufferShapes &New);

/// Propagates new extents of arguments: if \p New gives arguments of \p Record
/// other extents in as many dimensions, sets new shapes in \p New for all that
/// has these dimensions, except for what \p New changes already. New.WhyUnknown
/// says why the result is not known: an extent would not be a whole number, one
/// dimension would get two extents, or the program takes one apart.
void scaleWithArguments(const RecordedAssignment &Record,
                        const DimensionLinks &Links, BufferShapes &New);

} // namespace hlomem

#endif // HLOMEM_PASSES_WHATIF_DIMENSIONSCALING_H
