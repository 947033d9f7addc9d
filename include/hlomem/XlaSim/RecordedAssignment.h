//===- RecordedAssignment.h - An assignment to be made again ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines a buffer assignment that XLA has made, with its program: what is
/// needed to make the assignment again, and to compare.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_XLASIM_RECORDEDASSIGNMENT_H
#define HLOMEM_XLASIM_RECORDEDASSIGNMENT_H

#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Lazy.h"
#include "hlomem/Support/LifetimeBound.h"
#include "hlomem/XlaSim/Assigner.h"
#include "hlomem/XlaSim/OwnRemat.h"

namespace hlomem {

/// Holds a program and the buffer assignment that XLA has made of it.
class RecordedAssignment {
public:
  /// Makes a record of \p Contents, a sound HloProto. What \p Contents point to
  /// must outlive the record.
  static RecordedAssignment fromProto(const HloProtoContents &Contents);
  /// Constructs a record by hand. \p Definitions, \p Sizes and \p Spaces are
  /// indexed by value; of each pair of \p Aliases both values share a buffer.
  /// Without a \p Release values flow as they did before jax 0.11.2.
  RecordedAssignment(std::shared_ptr<const HloGraph> Program,
                     ArrayRef<HloPlace> Definitions,
                     IdVector<ValueId, Bytes> Sizes,
                     IdVector<ValueId, MemorySpace> Spaces,
                     ArrayRef<std::pair<ValueId, ValueId>> Aliases,
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
  /// Returns the shape of \p Value at its definition.
  const Shape &getShape(ValueId Value) const;
  /// Returns the place that defines \p Value: "while.9{1}", or "copy.9" if the
  /// instruction is not a tuple.
  std::string getName(ValueId Value) const;
  /// Returns the allocations as XLA numbered them. Neither IsAliased nor
  /// IsTuple nor IsPreset is set.
  ArrayRef<ReplayedAllocation> allocations() const HLOMEM_LIFETIME_BOUND {
    return Allocations;
  }

  void setAllocations(std::vector<ReplayedAllocation> New) {
    Allocations = std::move(New);
  }

  /// Returns the allocations placed before, which \p P does not assign.
  std::vector<ReplayedAllocation> getPresets(const AssignerPolicy &P) const;

  /// Returns the release of XLA as far as an HloProto tells it.
  std::optional<XlaRelease> getRelease() const { return Release; }

  /// Returns what XLA has rematerialized in the program, found once.
  const OwnRemat &getOwnRemat() const HLOMEM_LIFETIME_BOUND {
    return Remat->get([this] { return OwnRemat(getProgram()); });
  }

  /// Assigns the program again by \p P; fails if that is not possible.
  Expected<ReplayedAssignment> replay(const AssignerPolicy &P) const;

private:
  std::shared_ptr<const HloGraph> Program;
  HloDataflow Flow;
  HloBuffers Buffers;
  IdVector<ValueId, Bytes> Sizes;
  IdVector<ValueId, MemorySpace> Spaces;
  std::vector<ReplayedAllocation> Allocations;
  std::optional<XlaRelease> Release;
  /// Holds what getOwnRemat() found; allocated apart, since records move.
  std::unique_ptr<Lazy<OwnRemat>> Remat = std::make_unique<Lazy<OwnRemat>>();
};

/// Describes how two assignments compare in one memory space.
struct SpaceVerdict {
  MemorySpace Space = 0;
  /// Counts the allocations that XLA made.
  size_t Count = 0;
  /// Counts the allocations of XLA that the replay made too, with the same
  /// number, size and kind, and with the same values in the same places.
  size_t EqualCount = 0;
  /// Counts the allocations of XLA that are not thread-local.
  size_t HeldCount = 0;
  /// Counts the allocations of the replay.
  size_t ReplayedCount = 0;
  /// Holds the bytes of XLA's allocations, except thread-local ones.
  Bytes RecordedBytes;
  /// Holds the bytes of the replay's allocations, except thread-local ones.
  Bytes ReplayedBytes;
  /// Is true if the temporaries are from the record and not replayed.
  bool IsPreset = false;

  /// Is true if the replay of the space is exact except for numbers, which
  /// other spaces may shift, and for thread-local allocations, which no total
  /// counts.
  bool IsPlacedExactly = true;

  bool isExact() const { return EqualCount == Count && Count == ReplayedCount; }
};

/// Describes how a replay compares with the record.
struct ReplayVerdict {
  /// Holds the verdicts by memory space, ascending.
  std::vector<SpaceVerdict> Spaces;
  /// Identifies the first allocation that is not as XLA made it, or is made by
  /// one of both alone; none if the replay is exact.
  AllocationId FirstDifference;

  bool isExact() const { return !FirstDifference; }
  size_t getEqualCount() const;
};

/// Compares allocations that have the same number in both assignments.
ReplayVerdict compareAssignments(ArrayRef<ReplayedAllocation> Recorded,
                                 ArrayRef<ReplayedAllocation> Replayed);

/// Returns true if \p L and \p R are for the same, of one size and with the
/// same values in the same places. Does not compare tuple flags.
bool areEqual(const ReplayedAllocation &L, const ReplayedAllocation &R);

/// Holds the replay that comes closest, and the policy that made it.
struct BestReplay {
  /// Holds the policy, which knows what the dump tells of the device that
  /// decides between heaps.
  std::shared_ptr<const AssignerPolicy> How;
  ReplayedAssignment Assignment;
  ReplayVerdict Verdict;
};

/// Tries the policies of \p Kind, or all if it is unknown, until one reproduces
/// the record; those of the record's release come first. Returns the closest
/// replay. The program was compiled for \p OnDevice, unless that is null or
/// impossible. Fails with the reason if no policy can be tried.
Expected<BestReplay> findReplay(const RecordedAssignment &Record, Backend Kind,
                                const Device *OnDevice = nullptr);

} // namespace hlomem

#endif // HLOMEM_XLASIM_RECORDEDASSIGNMENT_H
