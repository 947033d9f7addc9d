//===- RecordedAssignment.h - An assignment to be made again ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A buffer assignment that XLA has made, with the program that it is of: what
/// is needed to make it again, and to compare.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_RECORDEDASSIGNMENT_H
#define HLOMEM_REPLAY_RECORDEDASSIGNMENT_H

#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Replay/Assigner.h"
#include "hlomem/Support/Lazy.h"
#include "hlomem/Support/LifetimeBound.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hlomem {
struct Device;
} // namespace hlomem

namespace hlomem::replay {

/// What an assignment is of and what it became.
class RecordedAssignment {
public:
  /// Of \p Contents, a sound HloProto; what they point to outlives this.
  static RecordedAssignment fromProto(const HloProtoContents &Contents);
  /// The same by hand. \p Definitions, \p Sizes and \p Spaces are by value;
  /// of each pair of \p Aliases both values share a buffer. Without a
  /// \p Release values flow as they did before jax 0.11.2.
  RecordedAssignment(std::shared_ptr<const HloGraph> Program,
                     llvm::ArrayRef<HloPlace> Definitions,
                     IdVector<ValueId, Bytes> Sizes,
                     IdVector<ValueId, MemorySpace> Spaces,
                     llvm::ArrayRef<std::pair<ValueId, ValueId>> Aliases,
                     std::vector<ReplayedAllocation> Allocations,
                     std::optional<XlaRelease> Release = std::nullopt);

  const HloGraph &getProgram() const { return *Program; }
  const HloDataflow &getDataflow() const HLOMEM_LIFETIME_BOUND { return Flow; }
  const HloBuffers &getBuffers() const HLOMEM_LIFETIME_BOUND { return Buffers; }
  IdArrayRef<ValueId, Bytes> sizes() const HLOMEM_LIFETIME_BOUND {
    return Sizes;
  }
  IdArrayRef<ValueId, MemorySpace> spaces() const HLOMEM_LIFETIME_BOUND {
    return Spaces;
  }
  /// Of what is at its definition.
  const Shape &getShape(ValueId Value) const;
  /// Where it is defined: "while.9{1}", or "copy.9" of what is no tuple.
  std::string getName(ValueId Value) const;
  /// As XLA numbered them. Neither IsAliased nor IsTuple nor IsPreset is set.
  llvm::ArrayRef<ReplayedAllocation> allocations() const HLOMEM_LIFETIME_BOUND {
    return Allocations;
  }

  void setAllocations(std::vector<ReplayedAllocation> New) {
    Allocations = std::move(New);
  }

  /// Those of them that \p P does not assign: what was placed before.
  std::vector<ReplayedAllocation> getPresets(const Policy &P) const;

  /// As far as an HloProto tells it.
  std::optional<XlaRelease> getRelease() const { return Release; }

  /// A T that \p Make derives from this, kept as long as this; see LazyByType.
  template <typename T, typename MakeFn>
  const T &getDerived(MakeFn Make) const {
    return Derived->get<T>(Make);
  }

  /// Assigns the program again by \p P. An error says why that is not possible.
  llvm::Expected<ReplayedAssignment> replay(const Policy &P) const;

private:
  std::shared_ptr<const HloGraph> Program;
  HloDataflow Flow;
  HloBuffers Buffers;
  IdVector<ValueId, Bytes> Sizes;
  IdVector<ValueId, MemorySpace> Spaces;
  std::vector<ReplayedAllocation> Allocations;
  std::optional<XlaRelease> Release;
  /// On its own, since records move.
  std::unique_ptr<LazyByType> Derived = std::make_unique<LazyByType>();
};

/// How two assignments compare in one memory space.
struct SpaceVerdict {
  MemorySpace Space = 0;
  /// Allocations that XLA made.
  size_t Count = 0;
  /// Those of them that the replay made too, with that number, size, kind and
  /// with the same values in the same places.
  size_t EqualCount = 0;
  /// Those that are not thread-local.
  size_t HeldCount = 0;
  /// Allocations of the replay.
  size_t ReplayedCount = 0;
  /// Of all allocations but thread-local ones.
  Bytes RecordedBytes;
  Bytes ReplayedBytes;
  /// The space was not replayed: its temporaries are taken from the record.
  bool IsPreset = false;

  /// Exact but for numbers, which other spaces may shift, and for thread-local
  /// allocations, which no total counts.
  bool IsPlacedExactly = true;

  bool isExact() const { return EqualCount == Count && Count == ReplayedCount; }
};

/// A replay, and how it compares with the record.
struct ReplayVerdict {
  /// Ascending.
  std::vector<SpaceVerdict> Spaces;
  /// The first allocation that is not as XLA made it, or is made
  /// by one of both alone; none if the replay is exact.
  AllocationId FirstDifference;

  bool isExact() const { return !FirstDifference; }
  size_t getEqualCount() const;
};

/// Compares number by number.
ReplayVerdict compareAssignments(llvm::ArrayRef<ReplayedAllocation> Recorded,
                                 llvm::ArrayRef<ReplayedAllocation> Replayed);

/// True if both are for the same, of one size and with the same values in the
/// same places. Tuple flags are not compared.
bool areEqual(const ReplayedAllocation &L, const ReplayedAllocation &R);

/// The replay that comes closest, and the policy that made it.
struct BestReplay {
  /// Knows what the dump tells of the device that decides between heaps.
  std::shared_ptr<const Policy> How;
  ReplayedAssignment Assignment;
  ReplayVerdict Verdict;
};

/// Tries the policies of \p Kind, or all where that is unknown, those of the
/// record's release first, until one reproduces the record. The program was
/// compiled for \p OnDevice, unless that is null or cannot be. An error says
/// why none can be tried.
llvm::Expected<BestReplay> findReplay(const RecordedAssignment &Record,
                                      Backend Kind,
                                      const Device *OnDevice = nullptr);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_RECORDEDASSIGNMENT_H
