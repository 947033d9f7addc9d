//===- Precision.cpp - How far to trust a prediction ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Precision.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem::replay {

/// As docs/Replay.md#donation promises.
static constexpr unsigned LeastExactPairs = 20;
/// The 90th percentile of fewer is the worst of them.
static constexpr unsigned LeastPairs = 10;
/// Beyond that a number says little, and its sign may be wrong.
static constexpr unsigned MostPercent = 80;

std::string describePrecision(unsigned Pairs, unsigned Exact,
                              unsigned Percent) {
  if (Exact == Pairs && Pairs >= LeastExactPairs)
    return "exact";
  return Percent == 0 || Percent > MostPercent || Pairs < LeastPairs
             ? "unknown"
             : "within " + utostr(Percent) + " %";
}

static bool isOfCheckpoint(Prediction P) {
  return P == Prediction::remat || P == Prediction::rematpolicy;
}

// utils/ground-truth/donation.py has the last number. The first is four times
// the VMEM of a TPU v5e or v6e. Where arrays get another type, the temporaries
// of programs of 12 MB changed by 0.7 MB beside them.
uint64_t getLeastPredicted(Prediction P, Backend Kind) {
  if (Kind != Backend::TPU)
    return 0;
  return uint64_t(isOfCheckpoint(P)       ? 512
                  : P == Prediction::cast ? 8
                                          : 2)
         << 20;
}

std::string whyTooSmall(ArrayRef<ReplayedAllocation> Before,
                        ArrayRef<ReplayedAllocation> After, Prediction P,
                        Backend Kind) {
  const uint64_t Least = getLeastPredicted(P, Kind);
  auto IsTooSmall = [&](const SpaceVerdict &S) {
    return S.Space == 0 &&
           AbsoluteDifference(S.ReplayedBytes, S.RecordedBytes) < Least;
  };
  if (none_of(compareAssignments(Before, After).Spaces, IsTooSmall))
    return "";
  StringRef Why =
      isOfCheckpoint(P)
          ? "what XLA then places in VMEM may be a large part of that"
          : "different copies to and from VMEM may change it as much";
  return ("the total would change by less than " + Twine(Least >> 20) +
          " MiB; on a TPU, " + Why + "; recompile to know")
      .str();
}

static std::string findInTable(Prediction P, Backend Kind) {
#define HLOMEM_PREDICTION(TRANSFORM, BACKEND, PAIRS, EXACT, PERCENT)           \
  if (P == Prediction::TRANSFORM && Kind == Backend::BACKEND)                  \
    return describePrecision(PAIRS, EXACT, PERCENT);
#include "hlomem/Replay/Predictions.def"
  return "unknown";
}

std::string getPrecision(Prediction P, Backend Kind) {
  std::string Known = findInTable(P, Kind);
  // What these leave out only takes more.
  bool IsBound = P == Prediction::drop || P == Prediction::offload;
  return Known == "unknown" && IsBound ? "at most" : Known;
}

} // namespace hlomem::replay
