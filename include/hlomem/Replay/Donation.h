//===- Donation.h - What the donation of arguments changes ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The assignment of a program whose arguments are given away: XLA's assigner
/// run on the program with other aliases, with the copies that XLA's copy
/// insertion would leave out or add as far as these are known.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_DONATION_H
#define HLOMEM_REPLAY_DONATION_H

#include "hlomem/Replay/EditedAssignment.h"
#include "hlomem/Replay/Precision.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace hlomem::replay {

/// What becomes of a program whose arguments are donated.
struct Donation : EditedAssignment {
  /// A copy that XLA would add, since an argument is read when the result that
  /// takes its memory begins to be written.
  struct Copy {
    /// The argument's number.
    uint64_t Parameter = 0;
    /// Leaf of the result.
    LeafId Output = RootLeaf;
    /// The result is copied to the argument's memory in the end, instead of the
    /// argument to other memory in the beginning.
    bool IsOfResult = false;
    /// The first value that would be written there.
    std::string Writer;
    /// Instructions that read the argument and may run later than that; none if
    /// what writes it is the last to read it and cannot do so in place.
    llvm::SmallVector<std::string> Readers;
    Bytes Size;
  };

  /// By whose rules it was made.
  Backend Kind = Backend::Unknown;
  /// Results that are written to the memory of arguments, those that were so
  /// before among them.
  llvm::SmallVector<InputOutputAlias> Pairs;
  /// Donated leaves of arguments that no result of their shape is left for.
  llvm::SmallVector<HloPlace> Unpaired;
  /// Copies that only kept arguments as they were; instructions of the recorded
  /// program.
  llvm::SmallVector<InstructionId> RemovedCopies;
  llvm::SmallVector<Copy> AddedCopies;

  /// Those of Pairs whose argument is not donated in \p Record, the program
  /// before.
  llvm::SmallVector<InputOutputAlias>
  getNewPairs(const RecordedAssignment &Record) const;
};

/// Donates \p Parameters, numbers of arguments of \p Record, beside those that
/// are donated already, and assigns all again by \p P. Results are paired with
/// arguments as JAX does it: each in its order with the first that has its
/// element type and dimensions. Schedule and layouts stay, and on a TPU what
/// memory-space assignment has placed. An error if there is no such argument.
llvm::Expected<Donation> donate(const RecordedAssignment &Record,
                                llvm::ArrayRef<uint64_t> Parameters,
                                const Policy &P);

/// The same without the donation of \p Parameters, of those that are donated.
/// An error if there is no such argument; Unavailable where XLA would add or
/// leave out copies, of which the place in the schedule is not known, or where
/// its rules do not tell which values share a buffer.
llvm::Expected<Donation> undonate(const RecordedAssignment &Record,
                                  llvm::ArrayRef<uint64_t> Parameters,
                                  const Policy &P);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_DONATION_H
