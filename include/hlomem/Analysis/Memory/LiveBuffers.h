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
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace hlomem {

class Allocation;
class Liveness;
class Module;
class Value;

/// The values that share bytes of an allocation at one time: one buffer in the
/// sense of docs/MemoryModel.md, whose bytes count once.
struct LiveBuffer {
  /// As getRepresentative() chooses it.
  const Value *Representative = nullptr;
  /// The others, by offset.
  llvm::SmallVector<const Value *, 1> Aliases;
  /// The union of the slices, which is one run of bytes in the allocation.
  Bytes Offset;
  Bytes Size;
  /// The largest logical size of a value in it; none if any is unknown.
  std::optional<Bytes> Logical;

  Bytes getEndOffset() const { return Offset + Size; }
};

/// Which of \p Values, all with a live range, represents the others: the
/// largest, of those the one that begins first, of those the one of the lowest
/// id.
const Value *getRepresentative(llvm::ArrayRef<const Value *> Values,
                               const Liveness &Liveness);

/// Sorts \p Values, which are of one allocation, by offset and calls \p Visit
/// for each run of them that share bytes, with the end of the last byte.
void forEachRun(
    llvm::MutableArrayRef<const Value *> Values,
    llvm::function_ref<void(llvm::ArrayRef<const Value *>, Bytes)> Visit);

/// The largest logical size of a value in \p Values; none if any is unknown.
std::optional<Bytes> getLargestLogical(llvm::ArrayRef<const Value *> Values);

/// The buffers of \p A live at \p T, ascending by offset; values without bytes
/// are left out. The sizes add up to occupied(a, t). Works with \p Threads
/// threads.
std::vector<LiveBuffer> findLiveBuffers(const Allocation &A,
                                        const Liveness &Liveness, Time T,
                                        unsigned Threads = 1);

/// Those of all allocations of \p Space, or of all spaces where that is none,
/// in the order of the allocations. Without thread-local allocations.
std::vector<LiveBuffer> findLiveBuffers(const Module &M,
                                        std::optional<MemorySpace> Space,
                                        const Liveness &Liveness, Time T);

/// The values with bytes that are live at any of \p Times, of all allocations
/// of \p Space, or of all spaces where that is none, in the order of the
/// module. Without those of thread-local allocations.
/// \pre There is a time.
std::vector<const Value *> findLiveValues(const Module &M,
                                          std::optional<MemorySpace> Space,
                                          const Liveness &Liveness,
                                          llvm::ArrayRef<Time> Times);

/// The buffers of a module from what findLiveValues() gives for \p T and other
/// times, or of some allocations from their part of that: for those who ask for
/// several, since a module may have many values.
std::vector<LiveBuffer> findLiveBuffers(llvm::ArrayRef<const Value *> Values,
                                        const Liveness &Liveness, Time T);

/// live(s, t) of docs/MemoryModel.md; of all spaces where \p Space is none.
Bytes getLiveBytes(const Module &M, std::optional<MemorySpace> Space,
                   const Liveness &Liveness, Time T);

/// A run of bytes of an allocation that no live value covers.
struct Hole {
  Bytes Offset;
  Bytes Size;
  /// The buffers that end and begin where it begins and ends, as positions in
  /// the list of live buffers; none at the ends of the allocation.
  std::optional<size_t> After;
  std::optional<size_t> Before;
};

/// What \p Live, as findLiveBuffers gives it, leaves free of \p A, ascending by
/// offset.
std::vector<Hole> findHoles(const Allocation &A,
                            const std::vector<LiveBuffer> &Live);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_LIVEBUFFERS_H
