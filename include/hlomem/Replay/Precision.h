//===- Precision.h - How far to trust a prediction --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_PRECISION_H
#define HLOMEM_REPLAY_PRECISION_H

#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Replay/RecordedAssignment.h"
#include "hlomem/Support/Lazy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace hlomem::replay {

struct Donation;

/// What a replay predicts.
enum class Prediction : uint8_t {
  /// Without copies that XLA adds, and with some, which a GPU's scheduler may
  /// make needless.
  donate,
  donatecopied,
  undonate,
  /// Buffers left out, or of a size in bytes, with nothing that follows.
  drop,
  /// Arguments of other extents, with all that has the same dimensions.
  resize,
  cast,
  /// Of the batch or the length, and of other dimensions.
  scalerun,
  scale,
  remat,
  rematpolicy,
  /// Of state that is donated.
  carry,
  offload,
  shard
};

/// What kind of prediction \p D is.
Prediction getPrediction(const Donation &D);

/// Unavailable if the effect of \p D, a donation of \p Record, is not known
/// though it can be calculated.
llvm::Error checkKnown(const RecordedAssignment &Record, const Donation &D);

/// How far recompiles were from such predictions: "exact", "within 1 %", "at
/// most", of a change that leaves out what it costs, or "unknown". From the
/// committed table of pairs of programs that were compiled both ways
/// (Predictions.def): the percentile that its header names of the error
/// relative to what was really saved. "exact" only where all of at least 20
/// pairs were; "unknown" where there are fewer than 10 pairs, or the error is
/// more than 80 %.
std::string getPrecision(Prediction P, Backend Kind);

/// The same of a change of \p Record by \p Changed: widenPrecision().
/// Where XLA computes something again to need less, a change that leaves more
/// room may make that needless: it saves at most what is said.
std::string getPrecision(Prediction P, Backend Kind,
                         const RecordedAssignment &Record, Bytes Changed);

/// What is placed in VMEM and what is not may change main memory by that much,
/// whatever is predicted for a TPU; 0 for others. docs/Replay.md
Bytes getLeastError(Backend Kind);

/// \p Word, of a change of \p Changed, with a percentage of at least
/// getLeastError(); "unknown" where that is more than 80 %.
std::string widenPrecision(llvm::StringRef Word, Backend Kind, Bytes Changed);

/// Unavailable if widenPrecision() knows nothing of so small a change.
llvm::Error checkBeyondError(Bytes Changed, Backend Kind);

/// The percentage in "within 7 %", 0 of "exact"; none of other words.
std::optional<unsigned> getPercent(llvm::StringRef Word);

/// What XLA's own rematerialization has made in a program, by its names: it
/// calls what it computes again NAME.remat, NAME.remat2 and the like.
struct OwnRemat {
  uint64_t Count = 0;
  /// Instructions with such a name beside a NAME of another opcode, of which
  /// they are no copy. Not counted.
  llvm::SmallVector<InstructionId> Misnamed;

  static LazyTypeKey LazyKey;

  /// That of \p Record, found once.
  static const OwnRemat &of(const RecordedAssignment &Record);
};

/// Smaller changes are not predicted for \p Kind, nor in the table: on
/// a TPU other copies to VMEM and back change as much, and what a checkpoint
/// keeps may be placed there (docs/Replay.md, docs/Advice.md).
Bytes getLeastPredicted(Prediction P, Backend Kind);

/// Unavailable if no precision is known of what \p P predicts for \p Kind.
llvm::Error checkMeasured(Prediction P, Backend Kind);

/// Unavailable if less than that changes, or less of memory space 0 if \p
/// Before becomes \p After.
llvm::Error checkLargeEnough(Bytes Changed, Prediction P, Backend Kind);
llvm::Error checkLargeEnough(llvm::ArrayRef<ReplayedAllocation> Before,
                             llvm::ArrayRef<ReplayedAllocation> After,
                             Prediction P, Backend Kind);

/// The same as getPrecision() of given numbers.
std::string describePrecision(unsigned Pairs, unsigned Exact, unsigned Percent);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_PRECISION_H
