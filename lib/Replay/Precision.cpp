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

std::string describePrecision(unsigned Pairs, unsigned Exact,
                              unsigned Percent) {
  if (Exact == Pairs && Pairs >= LeastExactPairs)
    return "exact";
  return Percent == 0 || Pairs < LeastPairs
             ? "unknown"
             : "within " + utostr(Percent) + " %";
}

// utils/ground-truth/donation.py has the same number.
uint64_t getLeastPredicted(Backend Kind) {
  return Kind == Backend::TPU ? uint64_t(2) << 20 : 0;
}

std::string whyTooSmall(ArrayRef<ReplayedAllocation> Before,
                        ArrayRef<ReplayedAllocation> After, Backend Kind) {
  const uint64_t Least = getLeastPredicted(Kind);
  bool IsTooSmall =
      any_of(compareAssignments(Before, After).Spaces,
             [&](const SpaceVerdict &S) {
               return S.Space == 0 && AbsoluteDifference(S.ReplayedBytes,
                                                         S.RecordedBytes) <
                                          Least;
             });
  return IsTooSmall ? "less than " + utostr(Least >> 20) +
                          " MiB would change, and on a TPU other copies to "
                          "VMEM and back change as much; recompile to know"
                    : "";
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
  bool IsBound = P == Prediction::resize || P == Prediction::offload;
  return Known == "unknown" && IsBound ? "at most" : Known;
}

} // namespace hlomem::replay
