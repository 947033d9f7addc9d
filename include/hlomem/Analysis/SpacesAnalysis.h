//===- SpacesAnalysis.h - What each memory space holds --------------------===//
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

#ifndef HLOMEM_ANALYSIS_SPACESANALYSIS_H
#define HLOMEM_ANALYSIS_SPACESANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/MemoryTimeline.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <optional>
#include <vector>

namespace hlomem {

class InferredBackend;
class Liveness;
class Module;
class PaddingFacts;
class Value;

/// The allocations of one kind in a memory space.
struct SpaceKind {
  /// As getKindName() says: "parameter", "donated parameter", "output",
  /// "constant" or "temp".
  llvm::StringRef Name;
  uint64_t Allocations = 0;
  Bytes Size;
  /// What of it is live at the peak of the space; zero where that is unknown.
  Bytes AtPeak;
};

/// The scoped memory that instructions ask for: room for the time while they
/// run, which no allocation holds.
struct ScopedMemory {
  uint64_t Instructions = 0;
  /// The most that one of them asks for.
  Bytes Largest;
  /// The first in the order of the schedule with that much; empty if there is
  /// none.
  llvm::StringRef Instruction;
  /// None if it is not scheduled.
  std::optional<Time> At;
  /// Live bytes of the space then.
  Bytes Live;
};

/// What goes on between a start and a done.
struct AsyncOperation {
  /// The instruction that starts it, "copy-start.1".
  llvm::StringRef Start;
  /// Its opcode as the dump spells it: "copy-start", "slice-start".
  llvm::StringRef OpcodeName;
  /// The first instruction that reads what the start defines, but for updates:
  /// "copy-done.1"; empty where the dump does not tell.
  llvm::StringRef Done;
  /// From the time of the start to that of the done; none where either is
  /// unknown.
  std::optional<LiveRange> InFlight;
  /// The values with bytes that it reads: operands of the start, tuple tables
  /// aside.
  llvm::SmallVector<const Value *, 1> Sources;
  /// The values with bytes that the done returns, tuple tables aside; none of a
  /// send, or where Done is empty.
  llvm::SmallVector<const Value *, 1> Results;
  /// The prefetch's `cross_program_prefetch_index`: the copy may be made while
  /// another program runs, and its result keeps its place for the whole
  /// program.
  std::optional<uint64_t> CrossProgramPrefetch;
  llvm::SMLoc Loc;

  /// Padded sizes of the results in \p Space, unless all sources are in it.
  Bytes getBytesInto(MemorySpace Space) const;
  /// Padded sizes of the results elsewhere, if a source is in \p Space; of a
  /// send those of its sources.
  Bytes getBytesOutOf(MemorySpace Space) const;
  /// Padded sizes of the results in \p Space of an operation that reads it
  /// alone.
  Bytes getBytesWithin(MemorySpace Space) const;
};

/// One memory space.
struct SpaceBlock {
  NamedMemorySpace Space;
  /// Allocations that are not thread-local.
  uint64_t Allocations = 0;
  Bytes Allocated;
  /// By size, the largest first; they add up to Allocated.
  std::vector<SpaceKind> Kinds;
  /// The first of all in the dump; invalid where the space has none.
  llvm::SMLoc Loc;

  /// Thread-local allocations, which Allocated does not hold.
  uint64_t ThreadLocalAllocations = 0;
  Bytes ThreadLocal;

  /// The most live bytes; none where nothing is known of when its values are
  /// live. Bytes of unknown ranges are not in it.
  std::optional<PeakLoad> Peak;
  /// Values with bytes but without a live range, and their slices.
  uint64_t UnknownValues = 0;
  Bytes UnknownBytes;
  /// Live bytes added up over all times; overflow where that does not fit.
  Bytes ByteTime;
  /// Size less load, over all arenas of which it is known, and the sizes of the
  /// others; zero where Peak is unknown.
  Bytes Fragmentation;
  Bytes UnknownArenas;
  /// What of the peak is padding, and what has an unknown logical size.
  Bytes Padding;
  Bytes UnknownPadding;

  ScopedMemory Scoped;
  /// The user's limit; none where there is none.
  std::optional<Bytes> Limit;

  /// What the runtime requests is what counts.
  bool isOverLimit() const { return Limit && Allocated > *Limit; }
};

/// All memory spaces of a module.
class MemorySpaces {
public:
  MemorySpaces(const Module &M, const Liveness &Live,
               const MemoryTimeline &Timeline, const PaddingFacts &Padding,
               const InferredBackend &Backend, const Target &Machine);

  /// Those with allocations, with scoped memory or with a limit, by number.
  llvm::ArrayRef<SpaceBlock> spaces() const { return Spaces; }
  /// Null for any other.
  const SpaceBlock *find(MemorySpace Space) const;
  /// In the order in which they start; those without a time last.
  llvm::ArrayRef<AsyncOperation> operations() const { return Operations; }
  /// Values whose defining instruction the dump does not print: it may start an
  /// asynchronous operation or ask for scoped memory.
  uint64_t getUnknownInstructions() const { return UnknownInstructions; }
  /// Instructions whose scoped memory, or a part of it, cannot be read; they
  /// count nowhere in ScopedMemory.
  uint64_t getUnknownScoped() const { return UnknownScoped; }

private:
  std::vector<SpaceBlock> Spaces;
  std::vector<AsyncOperation> Operations;
  uint64_t UnknownInstructions = 0;
  uint64_t UnknownScoped = 0;
};

struct SpacesAnalysis : public AnalysisInfoMixin<SpacesAnalysis> {
  using Result = MemorySpaces;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_SPACESANALYSIS_H
