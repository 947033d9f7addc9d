//===- ReplayedChange.h - What a new assignment changes ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What passes have in common that assign a program again: what they report of
/// each memory space, and how they leave the module as it is.
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

/// What a memory space takes now and took before, without thread-local
/// allocations.
struct SpaceChange {
  NamedMemorySpace Space;
  Bytes After;
  Bytes Before;
  /// Between both.
  Bytes Difference;
  /// "less" or "more".
  std::string Way;
  /// Its temporaries are taken from the dump.
  bool IsPreset = false;

  /// A change, or one of the default space, which is told in any case.
  bool isWorthTelling() const {
    return Space.Number == 0 || !Difference.isZero();
  }
  /// As replay::getPrecision(); unknown of what is preset.
  std::string getPrecision(replay::Prediction P, Backend Kind,
                           const replay::RecordedAssignment &Record) const;
};

/// Of each space that \p Record or \p After has, ascending. \p NoChange is the
/// way of what takes as much as before.
std::vector<SpaceChange>
findSpaceChanges(const replay::RecordedAssignment &Record,
                 llvm::ArrayRef<replay::ReplayedAllocation> After,
                 const InferredBackend &Backend,
                 llvm::StringRef NoChange = "less");

/// Leaves of arguments, and their sizes together.
struct ArgumentSum {
  uint64_t Count = 0;
  Bytes Size;
};

/// The arguments of \p Pairs that \p Record has a value of.
ArgumentSum sumArguments(const replay::RecordedAssignment &Record,
                         llvm::ArrayRef<InputOutputAlias> Pairs);

/// What stands behind the precision of a prediction for \p Kind: on a TPU ";
/// VMEM as in the dump", since what the compiler would move there is not known,
/// and of VMEM itself that.
llvm::StringRef describePresets(Backend Kind, bool IsPreset = false);

/// Leaves \p M as it is; the remark \p NotDoneT says why.
template <typename NotDoneT>
PreservedAnalyses refuse(const Module &M, PassContext &C, llvm::StringRef Why) {
  C.emit(getLoc(M), NotDoneT{.Why = Why.str()});
  return PreservedAnalyses::all();
}

/// Leaves the module as it is; \p E is the pass's failure.
PreservedAnalyses fail(PassContext &C, llvm::Error E);

/// Leaves \p M as it is. Where \p E is Unavailable the remark \p NotDoneT says
/// why; any other error is the pass's failure.
template <typename NotDoneT>
PreservedAnalyses refuse(const Module &M, PassContext &C, llvm::Error E) {
  if (E.isA<Unavailable>())
    return refuse<NotDoneT>(M, C, llvm::toString(std::move(E)));
  return fail(C, std::move(E));
}

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_REPLAYEDCHANGE_H
