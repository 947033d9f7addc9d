//===- UnknownDonation.cpp - Donations of which nothing is known ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Donation.h"
#include "hlomem/Replay/Precision.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem::replay {

// Recompiles copied the results of some sorts of several operands, and of
// others not: docs/Replay.md#donation.
static bool isOfSort(const HloDataflow &D, HloPlace Result) {
  uint32_t Value = D.getValueAt(Result);
  if (Value == HloDataflow::NoValue)
    return false;
  const GraphInstruction &I =
      D.getGraph().instructions()[D.definitions()[Value].Instruction];
  return I.Op == Opcode::Sort && I.Type->isTuple();
}

/// A loop on a TPU needs a copy that may be placed in VMEM. Recompiles had
/// those from this size on in HBM.
static bool mayCopyToVmem(const Donation &D) {
  constexpr uint64_t LeastInHbm = uint64_t(512) << 20;
  return D.Kind == Backend::TPU &&
         any_of(D.AddedCopies,
                [](const Donation::Copy &C) { return C.Size < LeastInHbm; });
}

/// A GPU's scheduler may choose an order in which a copy is not needed. Where
/// all is small, one copy more or less is a large part of it.
static bool mayBeMostlyCopies(const RecordedAssignment &Record,
                              const Donation &D) {
  constexpr uint64_t LeastTotal = uint64_t(128) << 10;
  return D.Kind == Backend::GPU && !D.AddedCopies.empty() &&
         any_of(compareAssignments(Record.allocations(), D.Allocations).Spaces,
                [](const SpaceVerdict &S) {
                  return S.Space == 0 && S.RecordedBytes < LeastTotal;
                });
}

Prediction getPrediction(const Donation &D) {
  return D.AddedCopies.empty() ? Prediction::donate : Prediction::donatecopied;
}

std::string whyUnknown(const RecordedAssignment &Record, const Donation &D) {
  const HloGraph &G = Record.getProgram();
  if (any_of(D.getNewPairs(Record), [&](const InputOutputAlias &A) {
        return isOfSort(Record.getDataflow(), {G.getEntry().Root, A.Output});
      }))
    return "a sort of several operands gives a result that would take an "
           "argument, and what is copied then is not known; recompile to know";
  if (D.getNewPairs(Record).empty())
    return "";
  if (mayCopyToVmem(D))
    return "a loop reads an argument while it writes the result that would "
           "take its memory, and whether the copy that this needs is placed in "
           "VMEM is not known; recompile to know";
  if (mayBeMostlyCopies(Record, D))
    return "XLA would add copies, of which another schedule needs fewer, and "
           "where less than 128 KiB is allocated these decide; recompile to "
           "know";
  return whyTooSmall(Record.allocations(), D.Allocations, getPrediction(D),
                     D.Kind);
}

} // namespace hlomem::replay
