//===- LiveBuffers.h - The buffers live at one time -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_LIVEBUFFERS_H
#define HLOMEM_ANALYSIS_MEMORY_LIVEBUFFERS_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class Allocation;
class Liveness;
class Module;
class Value;

/// Represents the values that share bytes of an allocation at one schedule
/// position: one buffer in the sense of docs/MemoryModel.md, whose bytes count
/// once.
struct LiveBuffer {
  /// Points to the value that getRepresentative() chooses.
  const Value *Representative = nullptr;
  /// Lists the other values, by offset.
  SmallVector<const Value *, 1> Aliases;
  /// Holds the offset of the union of the slices, which is one run of bytes in
  /// the allocation.
  Bytes Offset;
  Bytes Size;
  /// Holds the largest logical size of a value of the buffer; none if any is
  /// unknown.
  std::optional<Bytes> Logical;

  Bytes getEndOffset() const { return Offset + Size; }
};

/// Returns the one of \p Values, all with a live range, that represents the
/// others: the largest; among the largest the one that begins first; among
/// those the one with the lowest id.
const Value *getRepresentative(ArrayRef<const Value *> Values,
                               const Liveness &Liveness);

/// Sorts \p Values, which are of one allocation, by offset and calls \p Visit
/// for each run of them that share bytes, with the end of the last byte.
void forEachRun(MutableArrayRef<const Value *> Values,
                function_ref<void(ArrayRef<const Value *>, Bytes)> Visit);

/// Returns the largest logical size of \p Values; none if any is unknown.
std::optional<Bytes> getLargestLogical(ArrayRef<const Value *> Values);

/// Returns the buffers of \p A that are live at \p T, ascending by offset,
/// without values without bytes. The sizes add up to occupied(a, t). Uses
/// \p Threads threads.
std::vector<LiveBuffer> findLiveBuffers(const Allocation &A,
                                        const Liveness &Liveness, Time T,
                                        unsigned Threads = 1);

/// Returns the buffers that are live at \p T in \p Space, or in all spaces if
/// that is none, in the order of the allocations. Thread-local allocations are
/// left out.
std::vector<LiveBuffer> findLiveBuffers(const Module &M,
                                        std::optional<MemorySpace> Space,
                                        const Liveness &Liveness, Time T);

/// Returns the values with bytes that are live at any of \p Times in \p Space,
/// or in all spaces if that is none, in the order of the module. Thread-local
/// allocations are left out.
/// \pre There is a time.
std::vector<const Value *> findLiveValues(const Module &M,
                                          std::optional<MemorySpace> Space,
                                          const Liveness &Liveness,
                                          ArrayRef<Time> Times);

/// Returns the buffers that are live at \p T among \p Values, which
/// findLiveValues() gave for \p T and other times, or the part of them that is
/// of some allocations. Serves several requests for one search, since a module
/// may have many values.
std::vector<LiveBuffer> findLiveBuffers(ArrayRef<const Value *> Values,
                                        const Liveness &Liveness, Time T);

/// Returns live(s, t) of docs/MemoryModel.md for \p Space and \p T; for all
/// spaces if \p Space is none.
Bytes getLiveBytes(const Module &M, std::optional<MemorySpace> Space,
                   const Liveness &Liveness, Time T);

/// Represents a run of bytes of an allocation that no live value covers.
struct Hole {
  Bytes Offset;
  Bytes Size;
  /// Holds the position in the list of live buffers of the buffer that ends
  /// where the hole begins; none at the beginning of the allocation.
  std::optional<size_t> After;
  /// Holds the position in the list of live buffers of the buffer that begins
  /// where the hole ends; none at the end of the allocation.
  std::optional<size_t> Before;
};

/// Returns what \p Live, a result of findLiveBuffers(), leaves free in \p A,
/// ascending by offset.
std::vector<Hole> findHoles(const Allocation &A,
                            const std::vector<LiveBuffer> &Live);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_LIVEBUFFERS_H
