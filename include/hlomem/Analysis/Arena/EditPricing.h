//===- EditPricing.h - What allocations take after an edit ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prices edits by placement: what each arena would take if its buffers were
/// placed again. A policy does so: our packer, or another implementation of
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ARENA_EDITPRICING_H
#define HLOMEM_ANALYSIS_ARENA_EDITPRICING_H

#include "hlomem/Analysis/Arena/ArenaPacking.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/Packing/Problem.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class Liveness;

/// Says where buffers go.
class PlacementPolicy {
public:
  virtual ~PlacementPolicy();

  /// As a user reads it: "packer".
  virtual llvm::StringRef getName() const = 0;
  /// The bytes that \p Problem takes by this policy: exact if it is known what
  /// it does, otherwise the least and the most. \p Problem has no fault and
  /// some buffer.
  virtual BytesRange place(const packing::Problem &Problem) const = 0;
};

/// The smallest placement that our packer finds, and its bound.
class PackerPolicy final : public PlacementPolicy {
public:
  explicit PackerPolicy(PackingEffort Effort, unsigned Threads = 1)
      : Effort(Effort), Threads(Threads) {}

  llvm::StringRef getName() const override { return "packer"; }
  BytesRange place(const packing::Problem &Problem) const override;

private:
  PackingEffort Effort;
  unsigned Threads;
};

/// What an allocation takes after an edit.
struct AllocationPrice {
  AssignmentEdit::AllocationNumber Number = 0;
  /// Zero for one that is added.
  Bytes Before;
  /// None where the buffers cannot be placed.
  std::optional<BytesRange> After;
  /// Why not, as part of a sentence.
  std::string WhyUnknown;
};

/// The allocations that \p E changes, by number. Of an arena it is what \p
/// Policy makes of its buffers under \p Profile, and so of another one to which
/// values move; of one that goes it is nothing, of all others the size that \p
/// E gives them. Values that an edit splits may lie at another place after each
/// gap; what it puts where another value lies at the same time shares its
/// bytes. Where it is not certain what must stay together, as it may be without
/// the HLO text, the least bytes are those of what is certain. \p Alignment
/// counts for every buffer; none: it is inferred from the arena. \p Live is
/// that of the module.
std::vector<AllocationPrice> priceAllocations(const AssignmentEdit &E,
                                              const Liveness &Live,
                                              const PlacementPolicy &Policy,
                                              PackingProfile Profile,
                                              std::optional<Bytes> Alignment);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ARENA_EDITPRICING_H
