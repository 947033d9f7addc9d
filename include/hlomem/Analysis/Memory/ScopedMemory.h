//===- ScopedMemory.h - Memory while an instruction runs --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The terms are those of docs/MemoryModel.md#memory-spaces.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_SCOPEDMEMORY_H
#define HLOMEM_ANALYSIS_MEMORY_SCOPEDMEMORY_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>

namespace hlomem {

class Allocation;
class HloProgram;
class Module;
struct InstructionDetails;

/// Scoped memory that one instruction asks for.
struct ScopedRequest {
  MemorySpace Space = 0;
  /// Where in the space; 0 where it is not given.
  Bytes Offset;
  Bytes Size;
};

/// What \p I asks for, as its `scoped_memory_configs` list it, requests of no
/// bytes included: nothing without the field, none where it cannot be read.
std::optional<llvm::SmallVector<ScopedRequest, 1>>
readScopedRequests(const InstructionDetails &I);

/// Whether TPU's memory-space assignment decides what lies in \p A, and when.
bool isAssignedByMsa(const Module &M, const Allocation &A);

/// Tells which allocations may hold scoped memory, which the compiler reserves
/// in the memory that memory-space assignment places values in and may count in
/// the size of the allocation. Looks at the instructions once, when first
/// asked.
class ScopedReservations {
public:
  /// The instructions are those under `Used values:`, otherwise of the text
  /// that
  /// \p FindProgram gives; it may be null, and give null. It has to outlive
  /// this.
  explicit ScopedReservations(
      const Module &M,
      llvm::function_ref<const HloProgram *()> FindProgram = nullptr)
      : M(M), FindProgram(FindProgram) {}

  /// Whether bytes of \p A may be scoped memory: some instruction asks for it
  /// there, and all that they ask for fits into it. Where and when is not known
  /// then. None where nothing tells.
  std::optional<bool> mayBeIn(const Allocation &A);

private:
  void readInstructions();
  void readInstruction(const InstructionDetails &I);

  const Module &M;
  llvm::function_ref<const HloProgram *()> FindProgram;
  bool IsRead = false;
  /// There were instructions to read.
  bool IsKnown = false;
  /// Where the last byte that is asked for ends, of spaces where some are.
  std::map<MemorySpace, Bytes> Ends;
};

/// The scoped memory that instructions ask for: room for the time while they
/// run, which no value holds.
struct ScopedMemory {
  uint64_t Instructions = 0;
  /// The most that one of them asks for.
  Bytes Largest;
  /// The first in the order of the schedule with that much; empty if there is
  /// none.
  llvm::StringRef Instruction;
  /// None if it is not scheduled.
  std::optional<Time> At;
};

/// The scoped memory of a module, by memory space.
struct ScopedMemories {
  std::map<MemorySpace, ScopedMemory> BySpace;
  /// Instructions whose scoped memory, or a part of it, cannot be read; they
  /// count nowhere in BySpace.
  uint64_t Unknown = 0;
};

struct ScopedMemoryAnalysis : public AnalysisInfoMixin<ScopedMemoryAnalysis> {
  using Result = ScopedMemories;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_SCOPEDMEMORY_H
