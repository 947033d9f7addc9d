//===- DimensionScaling.h - Dimensions, longer or shorter -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_DIMENSIONSCALING_H
#define HLOMEM_PASSUTILS_DIMENSIONSCALING_H

#include "hlomem/IR/MemorySpace.h"
#include "hlomem/PassUtils/DimensionSelection.h"
#include "hlomem/Replay/BufferShapes.h"

namespace hlomem {

/// What scaleDimension() found.
struct ScaledDimension {
  /// The new extent.
  uint64_t Extent = 0;
  /// Values that have the dimension.
  uint64_t Count = 0;
  /// Those of which the program does not tell it.
  uint64_t Guessed = 0;
};

/// Gives all that has \p D of \p Record, compiled for \p Kind, \p By times its
/// extent, in \p New, which says so if nothing is known of that. An error,
/// which names \p Pass, where an extent would be no whole number; \p Ratio is
/// what the user calls \p By.
llvm::Expected<ScaledDimension>
scaleDimension(const replay::RecordedAssignment &Record,
               const DimensionLinks &Links, const NamedDimension &D,
               DimensionRatio By, llvm::StringRef Ratio, llvm::StringRef Pass,
               Backend Kind, replay::BufferShapes &New);

/// Where \p New gives arguments of \p Record other extents in as many
/// dimensions, gives all that has these dimensions other extents too, but for
/// what \p New changes already. \p New says so if nothing is known of that:
/// where an extent would be no whole number, or two in one, and where the
/// program takes one apart.
void scaleWithArguments(const replay::RecordedAssignment &Record,
                        const DimensionLinks &Links, replay::BufferShapes &New);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_DIMENSIONSCALING_H
