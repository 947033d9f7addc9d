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
#include <memory>

namespace hlomem {

class AssignmentEdit;
class LiveCurves;
class Liveness;
class MemoryTimeline;
struct Loop;
struct LoopCopy;

/// Prices edits by live bytes: how high the peak of a memory space would be
/// after one. It is a what-if of live bytes, not what a compiled program would
/// allocate. The module stays as it is.
class PeakWhatIf {
public:
  /// All must outlive this.
  PeakWhatIf(const Liveness &Live, const MemoryTimeline &Timeline,
             LiveCurves &Curves);
  ~PeakWhatIf();

  /// The peak of \p Space after \p E, an edit of the module that the analyses
  /// are of. Sizes of allocations do not matter. Overflow where the bytes that
  /// are live do not fit. Takes O(n log n) of the values that are there when
  /// and where something changes; the first call for an allocation and for a
  /// space also of all its values and times.
  Bytes getPeak(MemorySpace Space, const AssignmentEdit &E);

  /// How much lower the peak would be then; zero if it is as high or higher, or
  /// not known since the bytes that are live do not fit.
  Bytes getDecrease(MemorySpace Space, const AssignmentEdit &E);

  /// How much lower the peaks of all spaces would be, added up: what the edit
  /// moves from one space to another counts in both. Zero if that is nothing.
  Bytes getDecrease(const AssignmentEdit &E);

private:
  struct Indices;

  /// Nothing in a space that the module has not.
  Bytes getPresentPeak(MemorySpace Space) const;

  const Liveness &Live;
  const MemoryTimeline &Timeline;
  LiveCurves &Curves;
  /// Made when they are needed.
  std::unique_ptr<Indices> I;
};

/// Takes one of the copies of \p L away:
/// docs/MemoryModel.md#live-peaks-without-a-value.
void removeLoopCopy(const Liveness &Live, const Loop &L, const LoopCopy &Copy,
                    AssignmentEdit &E);

/// Takes all of them away, but those that \p E changes already and those in
/// thread-local allocations.
void removeLoopCopies(const Liveness &Live, const Loop &L, AssignmentEdit &E);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_PEAKWHATIF_H
