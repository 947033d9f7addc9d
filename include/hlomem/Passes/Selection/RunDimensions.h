//===- RunDimensions.h - The dimensions of a run's data ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_SELECTION_RUNDIMENSIONS_H
#define HLOMEM_PASSES_SELECTION_RUNDIMENSIONS_H

#include "hlomem/Passes/Selection/DimensionSelection.h"

namespace hlomem {

/// Holds the dimensions of the data of a run that may be halved.
struct RunDimensions {
  std::optional<NamedDimension> Batch, Length;
  /// Holds what no word is known for, and is called by its argument: the nodes
  /// and the edges of a graph, or how much a buffer holds.
  SmallVector<NamedDimension, 2> Named;
  /// Holds a dimension that most bytes have and no argument has: how many draws
  /// a chain makes, or for how many tokens a cache is made. It is called by the
  /// largest array.
  std::optional<NamedDimension> Inner;
};

/// Is true if types and names allow an argument of \p G, the program of \p Run,
/// to be data, or a key that data are drawn with.
bool mayHaveRunData(const PassRun &Run, const HloGraph &G);

/// Finds the batch and the length of a run of \p Record, the program of \p Run:
/// dimensions 0 and 1 of the data, or the other way round if only the first is
/// the one that a loop of the user's program iterates over. The data are the
/// first of the following whose dimensions the program confirms: arrays of
/// whole numbers that no result replaces; other arrays that are arguments of
/// their own; the leaves of an argument that all have the same extent; and, for
/// a batch, all arguments, if these and all results have it as their first
/// dimension and nowhere else. No loop of the user's program iterates over a
/// batch, and no weight has it. Where the data have no length, that is the one
/// along which a run writes a part of the state that it gives back, such as the
/// length of a cache. A dimension that is not certain is left out.
/// See docs/Dimensions.md.
RunDimensions findRunDimensions(const PassRun &Run,
                                const RecordedAssignment &Record,
                                const DimensionLinks &Links);

} // namespace hlomem

#endif // HLOMEM_PASSES_SELECTION_RUNDIMENSIONS_H
