//===- SlicedPrefetches.h - Slices that are their destination -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_LIVENESS_SLICEDPREFETCHES_H
#define HLOMEM_ANALYSIS_LIVENESS_SLICEDPREFETCHES_H

#include "hlomem/Analysis/Liveness/HeldRanges.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class HloGraph;
class Module;
class ScheduleIndex;
class Value;

/// Returns true if the instruction that defines \p V is a custom call with the
/// target `ConcatBitcast`, which combines slices that are already adjacent in
/// memory.
bool putsSlicesTogether(const Module &M, const Value &V);

/// Recognizes the sliced prefetches of TPUs. An array is copied to a faster
/// memory in slices, so that its copy does not have to wait until there is room
/// for all of it; each slice is copied by an asynchronous operation of its own.
/// Instructions that read the array read the result of a custom call that takes
/// the slices and does nothing, since the slices are the bytes of its result.
class SlicedPrefetches {
public:
  /// Constructs an object that refers to all arguments. \p Program, which may
  /// be null, is used for instructions whose text the dump does not have.
  SlicedPrefetches(const Module &M, const ScheduleIndex &Times,
                   const HloGraph *Program)
      : M(M), Times(Times), Program(Program) {}

  /// Identifies how a value relates to the slices of a sliced prefetch.
  enum class Kind : uint8_t {
    /// Identifies a value that is not combined from slices.
    None,
    /// Identifies a value that is combined from slices, which fill its bytes.
    InPlace,
    /// Identifies a value that should be combined from slices, which do not
    /// fill its bytes.
    Apart,
  };

  /// Returns the kind of \p H. \p Ending lists, by offset, the values of the
  /// allocation that began before \p H and end where it begins; the list is
  /// equal for all values that begin there in the allocation. A value in it
  /// that is no slice shares no bytes with a value that is InPlace: it would
  /// share them with slices all the time.
  Kind classify(const HeldRange &H, ArrayRef<const HeldRange *> Ending);

private:
  /// Holds the values of one allocation that end at one schedule position, so
  /// that a value is compared only with its own slices.
  struct EndingValues {
    const Allocation *A = nullptr;
    Time At = 0;
    /// Maps the schedule position of an instruction to the values that it
    /// reads.
    llvm::DenseMap<Time, SmallVector<const HeldRange *, 4>> ByReader;
    /// Lists, by offset, the values whose readers the dump does not show.
    SmallVector<const HeldRange *, 0> WithoutUses;
  };

  const EndingValues &getEnding(const HeldRange &H,
                                ArrayRef<const HeldRange *> Ending);
  SmallVector<const HeldRange *> findSlices(const HeldRange &H,
                                            ArrayRef<const HeldRange *> Ending);

  const Module &M;
  const ScheduleIndex &Times;
  const HloGraph *Program;
  /// Holds the result of the last call of getEnding(); of no allocation before
  /// the first.
  EndingValues Last;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_LIVENESS_SLICEDPREFETCHES_H
