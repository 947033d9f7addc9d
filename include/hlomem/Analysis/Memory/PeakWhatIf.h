//===- PeakWhatIf.h - The peak of another assignment ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_PEAKWHATIF_H
#define HLOMEM_ANALYSIS_MEMORY_PEAKWHATIF_H

#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class AssignmentEdit;
class LiveCurves;
class Liveness;
class MemoryTimeline;
struct Loop;
struct LoopCopy;

/// Computes how high the peak of live bytes of a memory space would be after an
/// edit, which is not what a compiled program would allocate. The module does
/// not change.
class PeakWhatIf {
public:
  /// Constructs a PeakWhatIf; all arguments must outlive it.
  PeakWhatIf(const Liveness &Live, const MemoryTimeline &Timeline,
             LiveCurves &Curves);
  ~PeakWhatIf();

  /// Returns the peak of \p Space after \p E, an edit of the module that was
  /// analyzed. Sizes of allocations do not matter. Returns overflow if the live
  /// bytes do not fit. Takes O(n log n) time for the n values that are where
  /// and when something changes; the first call for an allocation or a space
  /// takes that for all its values and positions.
  Bytes getPeak(MemorySpace Space, const AssignmentEdit &E);

  /// Returns how much lower the peak of \p Space would be after \p E; zero if
  /// it would not be lower, or is unknown since the live bytes do not fit.
  Bytes getDecrease(MemorySpace Space, const AssignmentEdit &E);

  /// Returns how much lower the peaks of all spaces would be after \p E, added
  /// up: what the edit moves from one space to another counts in both. Zero if
  /// the sum would not be lower.
  Bytes getDecrease(const AssignmentEdit &E);

private:
  struct Indices;

  /// Returns the peak of \p Space before edits; zero for a space that the
  /// module does not have.
  Bytes getPresentPeak(MemorySpace Space) const;

  const Liveness &Live;
  const MemoryTimeline &Timeline;
  LiveCurves &Curves;
  /// Caches indices of values and curves, made on demand.
  std::unique_ptr<Indices> I;
};

/// Removes \p Copy, a copy that \p L makes, in \p E:
/// docs/Lifetimes.md#live-peaks-without-a-value.
void removeLoopCopy(const Liveness &Live, const Loop &L, const LoopCopy &Copy,
                    AssignmentEdit &E);

/// Removes all copies of \p L in \p E, except those that \p E changes already
/// and those in thread-local allocations.
void removeLoopCopies(const Liveness &Live, const Loop &L, AssignmentEdit &E);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_PEAKWHATIF_H
