//===- Policy.h - How backends assign buffers -------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_POLICY_H
#define HLOMEM_REPLAY_POLICY_H

#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Opcode.h"
#include "hlomem/Proto/HloProto.h"
#include "hlomem/Replay/HeapPlacement.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>

namespace hlomem::replay {

/// What a backend, and a release of it, does in its own way.
struct Policy {
  /// For users: "CPU of jax 0.12".
  llvm::StringRef Name;
  /// Whose rules hold for operands that lend their memory to a result.
  Backend Kind = Backend::CPU;
  /// What allocations of a memory space that is not in Alignments begin at
  /// multiples of, in bytes.
  uint64_t DefaultAlignment = 64;
  std::map<MemorySpace, uint64_t> Alignments = {};
  /// The algorithm of a memory space that is not in Heaps.
  HeapAlgorithm DefaultHeap = HeapAlgorithm::BestFit;
  std::map<MemorySpace, HeapAlgorithm> Heaps = {};
  /// Where the allocations of memory space 0, with FAST_MERGE, take more bytes
  /// than the second of these, libtpu assigns everything again with best fit;
  /// never where they take no more than the first. In between it depends on the
  /// device, which no dump names.
  Bytes FastMergeAtMost = Bytes::overflow();
  Bytes BestFitAbove = Bytes::overflow();
  /// What no heap grows beyond, xla_multiheap_size_constraint_per_heap; without
  /// one Bytes::overflow().
  Bytes HeapLimit = Bytes::overflow();
  /// Spaces whose temporaries are placed before buffers are assigned, by an
  /// algorithm that is not public.
  llvm::SmallVector<MemorySpace, 2> PresetSpaces = {};
  /// What other devices write to is never in an allocation with a result of the
  /// program.
  bool KeepsReceivedApart = false;
  // As facts of XlaReleases.td say.
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

/// What XLA gives to programs on a TPU, less what libtpu leaves free where it
/// packs by FAST_MERGE: of \p DeviceLimit.
Bytes getFastMergeLimit(Bytes DeviceLimit);

/// All that are known, of \p Kind alone unless that is Unknown. Those of \p
/// Release come first, if that is known: it is inferred from a dump.
llvm::SmallVector<const Policy *>
getPolicies(Backend Kind, std::optional<XlaRelease> Release);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_POLICY_H
