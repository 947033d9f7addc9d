//===- ScopedMemory.h - Memory while an instruction runs --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the scoped memory that instructions request while they run. The terms
/// are those of docs/MemoryModel.md#memory-spaces.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_SCOPEDMEMORY_H
#define HLOMEM_ANALYSIS_MEMORY_SCOPEDMEMORY_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include <map>

namespace hlomem {

class Allocation;
class Module;
struct InstructionDetails;

/// Represents scoped memory that one instruction requests.
struct ScopedRequest {
  MemorySpace Space = 0;
  /// Holds the offset in the space; 0 if it is not given.
  Bytes Offset;
  Bytes Size;
};

/// Returns what the `scoped_memory_configs` of \p I list, requests of no bytes
/// included. Returns an empty list if the field is missing, and none if it
/// cannot be read.
std::optional<SmallVector<ScopedRequest, 1>>
readScopedRequests(const InstructionDetails &I);

/// Returns true if TPU's memory-space assignment decides what is in \p A, and
/// when.
bool isAssignedByMsa(const Module &M, const Allocation &A);

/// Finds allocations that may hold scoped memory, which the compiler reserves
/// in the memory that memory-space assignment places values in and may count in
/// the size of the allocation. Reads the instructions once, at the first
/// request.
class ScopedReservations {
public:
  /// Constructs a ScopedReservations. It reads the instructions under `Used
  /// values:`, or otherwise the program that \p AM knows; \p AM may be null,
  /// and must outlive this object.
  explicit ScopedReservations(const Module &M, AnalysisManager *AM = nullptr)
      : M(M), AM(AM) {}

  /// Returns true if bytes of \p A may be scoped memory: some instruction
  /// requests it in that space, and all that is requested fits into \p A; its
  /// offset and time are then unknown. Returns none if there are no
  /// instructions that could tell.
  std::optional<bool> mayBeIn(const Allocation &A);

private:
  void readInstructions();
  void readInstruction(const InstructionDetails &I);

  const Module &M;
  AnalysisManager *AM;
  bool IsRead = false;
  /// Is true if there were instructions to read.
  bool IsKnown = false;
  /// Maps each space with requests to the offset where the last requested byte
  /// ends.
  std::map<MemorySpace, Bytes> Ends;
};

/// Sums the scoped memory that instructions request in one space: room for the
/// time while they run, which no value holds.
struct ScopedMemory {
  uint64_t Instructions = 0;
  /// Holds the largest sum of what one of the instructions requests.
  Bytes Largest;
  /// Names the instruction with the largest request, the first one by the
  /// schedule; empty if there is none.
  StringRef Instruction;
  /// Holds the schedule position of Instruction; none if it is not scheduled.
  std::optional<Time> At;
};

/// Holds the scoped memory of a module, by memory space.
struct ScopedMemories {
  std::map<MemorySpace, ScopedMemory> BySpace;
  /// Counts the instructions whose scoped memory, or a part of it, cannot be
  /// read; they count nowhere in BySpace.
  uint64_t Unknown = 0;
};

struct ScopedMemoryAnalysis : public AnalysisInfoMixin<ScopedMemoryAnalysis> {
  using Result = ScopedMemories;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_SCOPEDMEMORY_H
