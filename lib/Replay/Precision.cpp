//===- Precision.cpp - How far to trust a prediction ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Precision.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace hlomem::replay {

/// As docs/Replay.md#donation promises.
static constexpr unsigned LeastExactPairs = 20;

std::string describePrecision(unsigned Pairs, unsigned Exact,
                              unsigned Percent) {
  if (Exact == Pairs && Pairs >= LeastExactPairs)
    return "exact";
  return Percent == 0 ? "unknown" : "within " + utostr(Percent) + " %";
}

// utils/ground-truth/donation.py has the same number.
uint64_t getLeastPredicted(Backend Kind) {
  return Kind == Backend::TPU ? uint64_t(2) << 20 : 0;
}

std::string getPrecision(Prediction P, Backend Kind) {
#define HLOMEM_PREDICTION(TRANSFORM, BACKEND, PAIRS, EXACT, PERCENT)           \
  if (P == Prediction::TRANSFORM && Kind == Backend::BACKEND)                  \
    return describePrecision(PAIRS, EXACT, PERCENT);
#include "hlomem/Replay/Predictions.def"
  // What these leave out only takes more.
  if (P == Prediction::resize || P == Prediction::offload)
    return "at most";
  return "unknown";
}

} // namespace hlomem::replay
