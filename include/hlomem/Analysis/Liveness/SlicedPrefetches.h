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
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace hlomem {

class HloProgram;
class Module;
class ScheduleIndex;
class Value;

/// True if the instruction that defines \p V puts slices together that lie side
/// by side already: a custom call whose target is `ConcatBitcast`.
bool putsSlicesTogether(const Module &M, const Value &V);

/// TPU's sliced prefetches. An array is copied to a faster memory in slices, so
/// that its copy does not have to wait until there is room for all of it; each
/// is an asynchronous operation of its own. What reads the array reads the
/// result of a custom call that takes the slices and does nothing: they are its
/// bytes.
class SlicedPrefetches {
public:
  /// Asks \p Program, which may be null, where the dump has no text.
  SlicedPrefetches(const Module &M, const ScheduleIndex &Times,
                   const HloProgram *Program)
      : M(M), Times(Times), Program(Program) {}

  enum class Kind : uint8_t {
    None,    ///< It is not put together from slices.
    InPlace, ///< It is, and they fill its bytes.
    Apart,   ///< It should be, but they do not.
  };

  /// What \p H is. \p Ending are the values that began before it and end where
  /// it begins, by offset: the same for all that begin there in its allocation.
  /// One of them that is no slice shares no bytes with a destination that is in
  /// place: it would share them with slices all the time.
  Kind classify(const HeldRange &H, llvm::ArrayRef<const HeldRange *> Ending);

private:
  /// Those of one time and allocation, so that each value is asked for its
  /// slices alone.
  struct EndingValues {
    const Allocation *A = nullptr;
    Time At = 0;
    /// By the time of an instruction that reads them.
    llvm::DenseMap<Time, llvm::SmallVector<const HeldRange *, 4>> ByReader;
    /// Those whose readers the dump does not show, by offset.
    llvm::SmallVector<const HeldRange *, 0> WithoutUses;
  };

  const EndingValues &getEnding(const HeldRange &H,
                                llvm::ArrayRef<const HeldRange *> Ending);
  llvm::SmallVector<const HeldRange *>
  findSlices(const HeldRange &H, llvm::ArrayRef<const HeldRange *> Ending);

  const Module &M;
  const ScheduleIndex &Times;
  const HloProgram *Program;
  /// Of no allocation before the first.
  EndingValues Last;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_LIVENESS_SLICEDPREFETCHES_H
