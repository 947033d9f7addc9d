//===- Precision.h - How far to trust a prediction --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_PRECISION_H
#define HLOMEM_WHATIF_PRECISION_H

#include "hlomem/XlaSim/RecordedAssignment.h"

namespace hlomem {

struct Donation;

/// Identifies what a replay predicts.
enum class Prediction : uint8_t {
  /// Predicts a donation for which XLA adds no copies.
  donate,
  /// Predicts a donation with copies, which a GPU's scheduler may not need.
  donatecopied,
  undonate,
  /// Predicts buffers that are left out, or get a size in bytes, with nothing
  /// that follows from that.
  drop,
  /// Predicts other extents of arguments and all that has their dimensions.
  resize,
  cast,
  /// Predicts other extents of the batch or the length.
  scalerun,
  /// Predicts other extents of any other dimension.
  scale,
  remat,
  rematpolicy,
  /// Predicts that loops carry state that is donated.
  carry,
  offload,
  shard
};

/// Returns the kind of prediction that \p D is.
Prediction getPrediction(const Donation &D);

/// Fails with Unavailable if the effect of \p D, a donation of \p Record, is
/// not known though it can be calculated.
Error checkKnown(const RecordedAssignment &Record, const Donation &D);

/// Returns how far recompiles were from predictions \p P: "exact", "within 1
/// %", "at most", of a change that leaves out what it costs, or "unknown". It
/// is taken from the committed table of pairs of programs that were compiled
/// both ways (Predictions.def): the percentile that its header names of the
/// error relative to what was really saved. It is "exact" only if all of at
/// least 20 pairs were, and "unknown" if there are fewer than 10 pairs or the
/// error is more than 80 %.
std::string getPrecision(Prediction P, Backend Kind);

/// Returns the precision of a change of \p Record by \p Changed bytes: that of
/// \p P and \p Kind after widenPrecision(). It is "at most" if XLA computes
/// something again to need less: a change that leaves more room may make that
/// needless.
std::string getPrecision(Prediction P, Backend Kind,
                         const RecordedAssignment &Record, Bytes Changed);

/// Returns the bytes by which main memory may differ, whatever is predicted for
/// a TPU, depending on what is placed in VMEM; 0 for other backends. See
/// docs/Measurements.md.
Bytes getLeastError(Backend Kind);

/// Returns the least and the most that a checkpoint of layers saves of which
/// the rule says that it saves \p Size; see docs/Measurements.md.
std::pair<Bytes, Bytes> getRangeOfLayers(Bytes Size);

/// Returns \p Word, the precision of a change of \p Changed bytes, with a
/// percentage of at least getLeastError(); "unknown" if that is more than 80 %.
std::string widenPrecision(StringRef Word, Backend Kind, Bytes Changed);

/// Fails with Unavailable if widenPrecision() knows nothing of a change of so
/// few bytes as \p Changed.
Error checkBeyondError(Bytes Changed, Backend Kind);

/// Returns the percentage in "within 7 %", 0 for "exact", else none.
std::optional<unsigned> getPercent(StringRef Word);

/// Returns the bytes that a change must have to be predicted for \p Kind and to
/// be in the table: on a TPU other copies to VMEM and back change as much as a
/// smaller one, and what a checkpoint keeps may be placed there
/// (docs/Measurements.md, docs/Advice.md).
Bytes getLeastPredicted(Prediction P, Backend Kind);

/// Fails with Unavailable if no precision is known of what \p P predicts for
/// \p Kind.
Error checkMeasured(Prediction P, Backend Kind);

/// Fails with Unavailable if \p Changed is less than getLeastPredicted().
Error checkLargeEnough(Bytes Changed, Prediction P, Backend Kind);
/// Fails with Unavailable if less than getLeastPredicted() changes in memory
/// space 0 when \p Before becomes \p After.
Error checkLargeEnough(ArrayRef<ReplayedAllocation> Before,
                       ArrayRef<ReplayedAllocation> After, Prediction P,
                       Backend Kind);

/// Returns the word that getPrecision() has for \p Pairs pairs, of which
/// \p Exact were exact, and an error of \p Percent.
std::string describePrecision(unsigned Pairs, unsigned Exact, unsigned Percent);

} // namespace hlomem

#endif // HLOMEM_WHATIF_PRECISION_H
