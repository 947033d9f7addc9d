//===- ReplayedChange.h - What a new assignment changes ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares what passes share that assign a program again: the
/// changes of each memory space, and how the module is left as it is.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_REPLAYEDCHANGE_H
#define HLOMEM_PASSUTILS_REPLAYEDCHANGE_H

#include "hlomem/Analysis/PreservedAnalyses.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Replay/Precision.h"
#include "hlomem/Replay/RecordedAssignment.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/Unavailable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace hlomem {

class InferredBackend;
class Module;

/// Describes how the size of a memory space changes, without thread-local
/// allocations.
struct SpaceChange {
  NamedMemorySpace Space;
  Bytes After;
  Bytes Before;
  /// Is the absolute difference of After and Before.
  Bytes Difference;
  /// Is "less" or "more".
  std::string Way;
  /// Is true if the allocations of temporaries are taken from the dump.
  bool IsPreset = false;

  /// Is true if the size changes, or if this is the default space, which is
  /// always reported.
  bool isWorthTelling() const {
    return Space.Number == 0 || !Difference.isZero();
  }
  /// Returns the precision of Difference as replay::getPrecision() does;
  /// "unknown" if the space is preset.
  std::string getPrecision(replay::Prediction P, Backend Kind,
                           const replay::RecordedAssignment &Record) const;
};

/// Returns the change of each space that \p Record or \p After has, in
/// ascending order. \p NoChange is the Way of a space whose size does not
/// change.
std::vector<SpaceChange>
findSpaceChanges(const replay::RecordedAssignment &Record,
                 llvm::ArrayRef<replay::ReplayedAllocation> After,
                 const InferredBackend &Backend,
                 llvm::StringRef NoChange = "less");

/// Represents a number of leaves of arguments, and the sum of their sizes.
struct ArgumentSum {
  uint64_t Count = 0;
  Bytes Size;
};

/// Sums up the arguments of \p Pairs that \p Record has a value for.
ArgumentSum sumArguments(const replay::RecordedAssignment &Record,
                         llvm::ArrayRef<InputOutputAlias> Pairs);

/// Returns the text after the precision of a prediction for \p Kind. On a TPU
/// it is "; VMEM as in the dump", since what the compiler would move there is
/// not known; for VMEM itself (\p IsPreset) it says that other values will be
/// moved there. Otherwise it is empty.
llvm::StringRef describePresets(Backend Kind, bool IsPreset = false);

/// Leaves \p M as it is, and emits the remark \p NotDoneT with the reason \p
/// Why.
template <typename NotDoneT>
PreservedAnalyses refuse(const Module &M, PassContext &C, llvm::StringRef Why) {
  C.emit(getLoc(M), NotDoneT{.Why = Why.str()});
  return PreservedAnalyses::all();
}

/// Leaves the module as it is, and makes the pass fail with \p E.
PreservedAnalyses fail(PassContext &C, llvm::Error E);

/// Leaves \p M as it is. If \p E is Unavailable, emits the remark \p NotDoneT
/// with the reason; any other error makes the pass fail.
template <typename NotDoneT>
PreservedAnalyses refuse(const Module &M, PassContext &C, llvm::Error E) {
  if (E.isA<Unavailable>())
    return refuse<NotDoneT>(M, C, llvm::toString(std::move(E)));
  return fail(C, std::move(E));
}

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_REPLAYEDCHANGE_H
