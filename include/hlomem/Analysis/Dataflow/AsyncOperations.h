//===- AsyncOperations.h - Copies and others in flight ----------------===//
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

#ifndef HLOMEM_ANALYSIS_DATAFLOW_ASYNCOPERATIONS_H
#define HLOMEM_ANALYSIS_DATAFLOW_ASYNCOPERATIONS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <optional>
#include <vector>

namespace hlomem {

class InstructionIndex;
class Liveness;
class Module;
class Value;

/// What goes on between a start and a done.
struct AsyncOperation {
  /// The instruction that starts it, "copy-start.1".
  llvm::StringRef Start;
  /// Its opcode as the dump spells it: "copy-start", "slice-start".
  llvm::StringRef OpcodeName;
  /// The first instruction that reads what the start defines, but for updates:
  /// "copy-done.1"; empty where the dump does not show.
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

/// The asynchronous operations of a module.
class AsyncOperations {
public:
  AsyncOperations(const Module &M, const Liveness &Live,
                  const InstructionIndex &Instructions);

  /// In the order in which they start; those without a time last.
  llvm::ArrayRef<AsyncOperation> operations() const { return Operations; }
  /// Values whose defining instruction the dump does not print: it may start an
  /// asynchronous operation.
  uint64_t getUnknownInstructions() const { return UnknownInstructions; }

private:
  std::vector<AsyncOperation> Operations;
  uint64_t UnknownInstructions = 0;
};

struct AsyncOperationsAnalysis
    : public AnalysisInfoMixin<AsyncOperationsAnalysis> {
  using Result = AsyncOperations;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_DATAFLOW_ASYNCOPERATIONS_H
