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
  /// Of selectRunDimension(): steps go along it, one element each.
  bool IsWalked = false;
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

/// Arguments whose dimension \p Number, 0 or 1, is the batch or the length of a
/// run, or the other way round, as far as their types tell: data as above that
/// nothing replaces, all with as many elements there; arrays of whole numbers,
/// or if there are none others. Empty if none are.
llvm::SmallVector<uint64_t> findRunData(const Module &M, const HloGraph &G,
                                        ValueNames &Names, uint32_t Number);

/// Dimension \p Number of these, if the program agrees: of a batch of numbers
/// that are not whole some other argument has no part, and of a length all. An
/// error if it does not.
llvm::Expected<NamedDimension>
selectRunDimension(const Module &M, const replay::RecordedAssignment &Record,
                   const DimensionLinks &Links, ValueNames &Names,
                   uint32_t Number);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_DIMENSIONSELECTION_H
