//===- DimensionSelection.h - The dimension that an option names -*- C++ -*-=//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_SELECTION_DIMENSIONSELECTION_H
#define HLOMEM_PASSES_SELECTION_DIMENSIONSELECTION_H

#include "hlomem/Analysis/Dimensions/DimensionFlow.h"
#include "hlomem/XlaSim/RecordedAssignment.h"

namespace hlomem {

struct PassRun;

/// Represents a dimension of a program that a user named.
struct NamedDimension {
  SmallVector<DimensionPlace, 2> Origins;
  uint64_t Extent = 0;
  /// Names the first argument that has the dimension, as in Python:
  /// "tokens.shape[0]".
  std::string Place;
};

/// Returns the dimension that \p Name names in \p Record, the program of \p
/// Run: "arg:PATH.shape[N]" is dimension N of the argument with this op_name,
/// "NAME.shape[N]" that of a parameter instruction; a negative N counts from
/// the last. "batch" and "length" are dimensions 0 and 1 of the data
/// (docs/Dimensions.md): of the first argument that is data, and of all others
/// that have the same extent there. If most of the program has more or fewer
/// elements than the argument, as after `tokens[:, :-1]`, that dimension is
/// returned. Fails, naming the pass, if there is no such dimension, or if
/// nothing but the argument has it.
Expected<NamedDimension> selectDimension(const PassRun &Run,
                                         const RecordedAssignment &Record,
                                         const DimensionLinks &Links,
                                         StringRef Name);

} // namespace hlomem

#endif // HLOMEM_PASSES_SELECTION_DIMENSIONSELECTION_H
