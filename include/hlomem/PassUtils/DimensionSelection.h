//===- DimensionSelection.h - The dimension that an option names -*- C++ -*-=//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_DIMENSIONSELECTION_H
#define HLOMEM_PASSUTILS_DIMENSIONSELECTION_H

#include "hlomem/Analysis/Dataflow/DimensionFlow.h"
#include "hlomem/Replay/RecordedAssignment.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace hlomem {

class Module;
class ValueNames;

/// A dimension of a program that a user named.
struct NamedDimension {
  llvm::SmallVector<DimensionPlace, 2> Origins;
  uint64_t Extent = 0;
  /// The first argument that has it, as Python says it: "tokens.shape[0]".
  std::string Place;
};

/// The dimension of \p Record, which is of \p M, that \p Name names:
/// "arg:PATH.shape[N]" for dimension N of the argument with this op_name,
/// "NAME.shape[N]" for one of a parameter instruction; a negative N counts from
/// the last. "batch" and "length" are dimensions 0 and 1 of the data
/// (docs/Dimensions.md): of the first such argument, and of all others that
/// have the same extent there. If most of the program has elements more or
/// fewer than the argument, as after `tokens[:, :-1]`, these are meant. An
/// error, which names \p Pass, says what is wrong, also where nothing but the
/// argument has the dimension.
llvm::Expected<NamedDimension>
selectDimension(const Module &M, const replay::RecordedAssignment &Record,
                const DimensionLinks &Links, ValueNames &Names,
                llvm::StringRef Pass, llvm::StringRef Name);

/// What may be halved of the data of a run.
struct RunDimensions {
  std::optional<NamedDimension> Batch, Length;
};

/// True if an argument of \p G may be data, as far as types and names tell.
bool mayHaveRunData(const Module &M, const HloGraph &G, ValueNames &Names);

/// The batch and the length of a run of \p Record, which is of \p M: dimensions
/// 0 and 1 of the data, or the other way round where a loop of the user's goes
/// along the first alone. The data are the first of these whose dimensions the
/// program agrees with: arrays of whole numbers that nothing replaces; others
/// that are arguments of their own; the leaves of an argument that all have the
/// same extent; and, for a batch, all arguments, if these and all results have
/// it first and nowhere else. No loop of the user's goes along a batch, and no
/// weight has it. What is not sure is left out. docs/Dimensions.md
RunDimensions findRunDimensions(const Module &M,
                                const replay::RecordedAssignment &Record,
                                const DimensionLinks &Links, ValueNames &Names);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_DIMENSIONSELECTION_H
