//===- SpaceChange.h - What an edit changes in memory spaces ----*- C++ -*-===//
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

#ifndef HLOMEM_PASSES_WHATIF_SPACECHANGE_H
#define HLOMEM_PASSES_WHATIF_SPACECHANGE_H

#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/Selection/ProgramSelection.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/Unavailable.h"
#include "hlomem/WhatIf/Donation/Donation.h"

namespace hlomem {

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
  /// Returns the precision of Difference as hlomem::getPrecision() does;
  /// "unknown" if the space is preset.
  std::string getPrecision(Prediction P, Backend Kind,
                           const RecordedAssignment &Record) const;
};

/// Returns the change of each space that \p Record or \p After has, in
/// ascending order. \p NoChange is the Way of a space whose size does not
/// change.
std::vector<SpaceChange> findSpaceChanges(const RecordedAssignment &Record,
                                          ArrayRef<ReplayedAllocation> After,
                                          const InferredBackend &Backend,
                                          StringRef NoChange = "less");

/// Represents a number of leaves of arguments, and the sum of their sizes.
struct ArgumentSum {
  uint64_t Count = 0;
  Bytes Size;
};

/// Sums up the arguments of \p Pairs that \p Record has a value for.
ArgumentSum sumArguments(const RecordedAssignment &Record,
                         ArrayRef<InputOutputAlias> Pairs);

/// Returns the text after the precision of a prediction for \p Kind. On a TPU
/// it is "; VMEM as in the dump", since what the compiler would move there is
/// not known; for VMEM itself (\p IsPreset) it says that other values will be
/// moved there. Otherwise it is empty.
StringRef describePresets(Backend Kind, bool IsPreset = false);

/// Leaves the module as it is, and emits the remark \p NotDoneT with the reason
/// \p Why.
template <typename NotDoneT>
PreservedAnalyses refuse(const PassRun &Run, StringRef Why) {
  Run.emit(NotDoneT{.Why = Why.str()});
  return PreservedAnalyses::all();
}

/// Leaves the module as it is. If \p E is Unavailable, emits the remark \p
/// NotDoneT with the reason; any other error makes the pass fail.
template <typename NotDoneT>
PreservedAnalyses refuse(const PassRun &Run, Error E) {
  if (E.isA<Unavailable>())
    return refuse<NotDoneT>(Run, llvm::toString(std::move(E)));
  return Run.fail(std::move(E));
}

/// Returns the assignment of the module with \p Arguments donated too. Fails
/// with Unavailable if its effect cannot be predicted.
Expected<Donation> predictDonation(const PassRun &Run,
                                   ArrayRef<uint64_t> Arguments);

/// Emits an AppliedT for each memory space whose use changes between \p Record
/// and \p After, an edit like \p P of it, and for the default space. \p Fill
/// sets the further arguments for a space, and returns true if the remark is to
/// be emitted in any case. \p NoChange is as in findSpaceChanges().
template <typename AppliedT>
void reportSpaces(const PassRun &Run, const RecordedAssignment &Record,
                  ArrayRef<ReplayedAllocation> After, Prediction P,
                  function_ref<bool(AppliedT &, MemorySpace)> Fill,
                  StringRef NoChange = "less") {
  const auto &Backend = Run.AM.getResult<BackendAnalysis>();
  for (SpaceChange &S : findSpaceChanges(Record, After, Backend, NoChange)) {
    AppliedT R = {};
    if (!Fill(R, S.Space.Number) && !S.isWorthTelling())
      continue;
    R.Space = S.Space;
    R.After = S.After;
    R.Before = S.Before;
    R.Difference = S.Difference;
    R.Way = std::move(S.Way);
    R.Precision = S.getPrecision(P, Backend.get(), Record);
    if constexpr (requires { R.Condition; })
      R.Condition = describePresets(Backend.get(), S.IsPreset).str();
    if constexpr (requires { R.Presets; })
      R.Presets = describePresets(Backend.get(), S.IsPreset).str();
    Run.emit(R);
  }
}

/// Emits a remark \p UnusableT for each of \p Unpaired, arguments of the
/// program of \p Record whose donation changes nothing.
template <typename UnusableT>
void reportUnusable(const PassRun &Run, const RecordedAssignment &Record,
                    ArrayRef<HloPlace> Unpaired) {
  const HloGraph &G = Record.getProgram();
  for (HloPlace P : Unpaired) {
    uint64_t Number = G.instructions()[P.Instruction].Number;
    Run.emit(UnusableT{.Argument = Number,
                       .Name = describeArgument(Run, G, Number)});
  }
}

/// Reports \p D, a donation of \p Record: the changes of memory spaces as \p
/// AppliedT, the copies that XLA adds as rows \p CopyT under \p CopiesT, and
/// the arguments that no result replaces as \p UnusableT. Returns the number of
/// leaves of arguments that results replace only since the donation.
template <typename AppliedT, typename CopiesT, typename CopyT,
          typename UnusableT>
uint64_t reportDonation(const PassRun &Run, const RecordedAssignment &Record,
                        const Donation &D) {
  const ArgumentSum Donated = sumArguments(Record, D.getNewPairs(Record));
  reportSpaces<AppliedT>(Run, Record, D.Allocations, getPrediction(D),
                         [&](AppliedT &R, MemorySpace) {
                           R.Count = Donated.Count;
                           R.Donated = Donated.Size;
                           return false;
                         });
  if (!D.AddedCopies.empty())
    Run.emit(CopiesT{});
  const HloGraph &G = Record.getProgram();
  for (const Donation::Copy &Copy : D.AddedCopies) {
    CopyT Row = {};
    Row.Size = Copy.Size;
    Row.Name = describeArgument(Run, G, Copy.Parameter);
    Row.Argument = Copy.Parameter;
    Row.Copied = Copy.IsOfResult ? "result" : "argument";
    Row.Value = Copy.Writer;
    if constexpr (requires { Row.Readers; }) {
      Row.Readers = llvm::join(Copy.Readers, ", ");
      Row.OpName = findArgumentName(Run, G, Copy.Parameter).str();
    }
    Run.emit(Row);
  }
  reportUnusable<UnusableT>(Run, Record, D.Unpaired);
  return Donated.Count;
}

} // namespace hlomem

#endif // HLOMEM_PASSES_WHATIF_SPACECHANGE_H
