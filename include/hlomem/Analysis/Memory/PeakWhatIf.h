//===- PeakWhatIf.h - The peak of another assignment ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_PEAKWHATIF_H
#define HLOMEM_ANALYSIS_MEMORY_PEAKWHATIF_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <optional>
#include <vector>

namespace hlomem {

class LiveCurves;
class Liveness;
class MemoryTimeline;
class Value;
struct Loop;
struct LoopCopy;

/// Another time of one value.
struct AssignmentChange {
  const Value *V = nullptr;
  /// None if it is not there at all.
  std::optional<LiveRange> Range;
  /// When it comes back after Range, if it does.
  std::optional<LiveRange> Again = std::nullopt;
};

/// Tells how high the peak of live bytes of a memory space were if some values
/// had other times. It is a what-if of live bytes, not what a compiled program
/// would allocate. The module stays as it is.
class PeakWhatIf {
public:
  /// All must outlive this.
  PeakWhatIf(const Liveness &Live, const MemoryTimeline &Timeline,
             LiveCurves &Curves);
  ~PeakWhatIf();

  /// The peak of \p Space with \p Changes, which are all of values of that
  /// space, not thread-local and each of another value. Overflow where the
  /// bytes that are live do not fit. Takes O(n log n) of the values that are
  /// there when and where something changes; the first call for an allocation
  /// and for a space also of all its values and times.
  Bytes getPeak(MemorySpace Space, llvm::ArrayRef<AssignmentChange> Changes);

  /// How much lower the peak would be then; zero if it is as high or higher, or
  /// not known since the bytes that are live do not fit.
  Bytes getDecrease(MemorySpace Space,
                    llvm::ArrayRef<AssignmentChange> Changes);

  /// How much lower the peaks of all spaces would be, added up. The changes may
  /// be of values of any spaces.
  Bytes getDecrease(llvm::ArrayRef<AssignmentChange> Changes);

private:
  struct Indices;

  const Liveness &Live;
  const MemoryTimeline &Timeline;
  LiveCurves &Curves;
  /// Made when they are needed.
  std::unique_ptr<Indices> I;
};

/// What changes without one of the copies of \p L:
/// docs/MemoryModel.md#live-peaks-without-a-value.
AssignmentChange withoutLoopCopy(const Liveness &Live, const Loop &L,
                                 const LoopCopy &Copy);

/// The same without all of them, in the order of Loop::Copies.
std::vector<AssignmentChange> withoutLoopCopies(const Liveness &Live,
                                                const Loop &L);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_PEAKWHATIF_H
