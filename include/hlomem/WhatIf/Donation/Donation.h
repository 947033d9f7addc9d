//===- Donation.h - What the donation of arguments changes ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes the assignment of a program whose arguments are given away: XLA's
/// assigner is run on the program with other aliases, with the copies that
/// XLA's copy insertion would leave out or add as far as these are known.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_DONATION_DONATION_H
#define HLOMEM_WHATIF_DONATION_DONATION_H

#include "hlomem/WhatIf/EditedAssignment.h"
#include "hlomem/WhatIf/Precision.h"

namespace hlomem {

/// Describes a program after some of its arguments were donated.
struct Donation : EditedAssignment {
  /// Describes a copy that XLA would add, since an argument is read when the
  /// result that takes its memory begins to be written.
  struct Copy {
    /// Identifies the argument by its number.
    uint64_t Parameter = 0;
    /// Identifies the leaf of the result.
    LeafId Output = RootLeaf;
    /// Is true if the result is copied to the argument's memory in the end,
    /// instead of the argument to other memory in the beginning.
    bool IsOfResult = false;
    /// Names the first value that would be written to the argument's memory.
    std::string Writer;
    /// Names the instructions that read the argument and may run after Writer
    /// is written; empty if what writes it is the last to read the argument and
    /// cannot do so in place.
    SmallVector<std::string> Readers;
    Bytes Size;
  };

  /// Identifies the backend by whose rules the donation was made.
  Backend Kind = Backend::Unknown;
  /// Holds the results that are written to the memory of arguments, including
  /// those that were so before.
  SmallVector<InputOutputAlias> Pairs;
  /// Identifies donated leaves that no result of their shape is left for.
  SmallVector<HloPlace> Unpaired;
  /// Identifies the instructions of the recorded program that were copies only
  /// to keep arguments as they were.
  SmallVector<InstructionId> RemovedCopies;
  SmallVector<Copy> AddedCopies;

  /// Returns the Pairs whose argument is not donated in \p Record, the program
  /// before.
  SmallVector<InputOutputAlias>
  getNewPairs(const RecordedAssignment &Record) const;
};

/// Returns true if a result would take the memory of one of \p Parameters,
/// numbers of arguments of \p Record, that is not donated already: otherwise
/// donating them changes nothing. Fails if there is no such argument.
Expected<bool> pairsResults(const RecordedAssignment &Record,
                            ArrayRef<uint64_t> Parameters);

/// Donates \p Parameters, numbers of arguments of \p Record, beside those that
/// are donated already, and assigns everything again by \p P. Pairs results
/// with arguments as JAX does it: each in its order with the first argument of
/// its element type and dimensions. Schedule and layouts stay, and on a TPU
/// what memory-space assignment has placed. Fails if there is no such argument.
Expected<Donation> donate(const RecordedAssignment &Record,
                          ArrayRef<uint64_t> Parameters,
                          const AssignerPolicy &P);

/// Revokes the donation of \p Parameters, numbers of donated arguments of
/// \p Record, and assigns everything again by \p P. Fails if there is no such
/// argument, and with Unavailable if XLA would add or leave out copies whose
/// place in the schedule is not known, or if its rules do not tell which values
/// share a buffer.
Expected<Donation> undonate(const RecordedAssignment &Record,
                            ArrayRef<uint64_t> Parameters,
                            const AssignerPolicy &P);

} // namespace hlomem

#endif // HLOMEM_WHATIF_DONATION_DONATION_H
