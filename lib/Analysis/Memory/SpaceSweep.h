//===- SpaceSweep.h - Live bytes of a memory space over time --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_MEMORY_SPACESWEEP_H
#define HLOMEM_LIB_ANALYSIS_MEMORY_SPACESWEEP_H

#include "LiveChanges.h"
#include "OccupiedBytes.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

/// What one look at each value of an allocation tells.
struct AllocationLoad {
  PeakLoad Load;
  bool AnyBytes = false;
  /// Of the values with bytes.
  bool AnyKnown = false;
  bool AnyUnknown = false;
  /// MemoryTimeline::holdsItsValues().
  bool AllFit = true;

  void addValues(const AllocationLoad &O) {
    AnyBytes |= O.AnyBytes;
    AnyKnown |= O.AnyKnown;
    AnyUnknown |= O.AnyUnknown;
    AllFit &= O.AllFit;
  }
  /// Else the load of 0 means nothing.
  bool isKnown() const { return !AnyBytes || AnyKnown; }
};

/// Adds up what is live of one allocation after another at each time. Serves
/// for several spaces, so that its memory does.
class SpaceSweep {
public:
  /// Both must outlive this.
  SpaceSweep(const Module &M, const Liveness &Live);

  /// Adds those of \p A.
  AllocationLoad add(const Allocation &A);
  /// No more is live at any time of what was added.
  Bytes getMost() const { return Changes.getMost(); }
  /// Calls \p Visit(Begin, End, live(s, T)) for parts of the time, as
  /// LiveChanges does, and starts again with nothing.
  template <class VisitT> void take(VisitT Visit) { Changes.take(Visit); }

private:
  AllocationLoad readValues(const Allocation &A);
  /// Writes the slices of some values to where \p Next points and after.
  AllocationLoad readPart(const Allocation &A, size_t Begin, size_t End,
                          OccupiedSlice *&Next) const;

  const Liveness &Live;
  unsigned Threads;
  /// Those of the values of an allocation that have bytes and are live at some
  /// time. Threads write them side by side to memory that nobody has touched.
  OccupiedSlice *Slices = nullptr;
  OccupiedSlice *SlicesEnd = nullptr;
  size_t Capacity = 0;
  llvm::BumpPtrAllocator Memory;
  LiveChanges Changes;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_MEMORY_SPACESWEEP_H
