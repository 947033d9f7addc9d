//===- AssignerPolicy.h - How backends assign buffers -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_XLASIM_ASSIGNERPOLICY_H
#define HLOMEM_XLASIM_ASSIGNERPOLICY_H

#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Opcode.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/XlaSim/HeapPlacement.h"
#include <map>

namespace hlomem {

/// Describes what a backend, and a release of it, does in its own way.
struct AssignerPolicy {
  /// Names the rules for users: "CPU of jax 0.12".
  StringRef Name;
  /// Identifies the backend whose rules hold for operands that lend their
  /// memory to a result.
  Backend Kind = Backend::CPU;
  /// Holds the number of bytes at whose multiples allocations begin in a memory
  /// space that is not in Alignments.
  uint64_t DefaultAlignment = 64;
  std::map<MemorySpace, uint64_t> Alignments = {};
  /// Identifies the algorithm of a memory space that is not in Heaps.
  HeapAlgorithm DefaultHeap = HeapAlgorithm::BestFit;
  std::map<MemorySpace, HeapAlgorithm> Heaps = {};
  /// Holds the bytes up to which libtpu keeps the allocations of memory space 0
  /// as FAST_MERGE makes them. Between these bytes and BestFitAbove it depends
  /// on the device, which no dump names.
  Bytes FastMergeAtMost = Bytes::overflow();
  /// Holds the bytes above which libtpu assigns everything again with best fit,
  /// if the allocations of memory space 0 take more with FAST_MERGE.
  Bytes BestFitAbove = Bytes::overflow();
  /// Holds the bytes that no heap grows beyond,
  /// xla_multiheap_size_constraint_per_heap; Bytes::overflow() without one.
  Bytes HeapLimit = Bytes::overflow();
  /// Lists the memory spaces whose temporaries are placed before buffers are
  /// assigned, by an algorithm that is not public.
  SmallVector<MemorySpace, 2> PresetSpaces = {};
  /// Is true if what other devices write to is never in an allocation with a
  /// result of the program.
  bool KeepsReceivedApart = false;
  // XlaReleases.td describes the following flags as facts of a release.
  bool AssignsByTime = false;
  bool ThreadLocalById = false;
  bool SharesAnyPosition = false;
  bool DefaultSpaceIsLast = false;
  HloLiveRangeRules RangeRules = {};

  uint64_t getAlignment(MemorySpace Space) const {
    auto It = Alignments.find(Space);
    return It == Alignments.end() ? DefaultAlignment : It->second;
  }
  HeapAlgorithm getHeap(MemorySpace Space) const {
    auto It = Heaps.find(Space);
    return It == Heaps.end() ? DefaultHeap : It->second;
  }
};

/// Returns the bytes of \p DeviceLimit, what XLA gives to programs on a TPU,
/// that remain after what libtpu leaves free where it packs by FAST_MERGE.
Bytes getFastMergeLimit(Bytes DeviceLimit);

/// Returns all known policies, or those of \p Kind alone unless that is
/// Unknown. The policies of \p Release come first if it is known: it is
/// inferred from a dump.
SmallVector<const AssignerPolicy *>
getPolicies(Backend Kind, std::optional<XlaRelease> Release);

} // namespace hlomem

#endif // HLOMEM_XLASIM_ASSIGNERPOLICY_H
