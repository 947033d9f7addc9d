//===- AsyncOperations.h - Copies and others in flight ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the asynchronous operations of a program. The terms are those of
/// docs/MemoryModel.md#memory-spaces.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_ASYNCOPERATIONS_H
#define HLOMEM_ANALYSIS_PROGRAM_ASYNCOPERATIONS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class InstructionIndex;
class Liveness;
class Module;
class Value;

/// Represents an asynchronous operation, from its start to its done.
struct AsyncOperation {
  /// Names the instruction that starts the operation, such as "copy-start.1".
  StringRef Start;
  /// Holds the opcode of the start as the dump spells it: "copy-start",
  /// "slice-start".
  StringRef OpcodeName;
  /// Names the first instruction other than an update that reads what the start
  /// or an update defines, such as "copy-done.1"; empty if the dump does not
  /// show it.
  StringRef Done;
  /// Holds the range from the schedule position of the start to that of the
  /// done; none if either is unknown.
  std::optional<LiveRange> InFlight;
  /// Lists the values with bytes that the operation reads: the operands of the
  /// start, without tuple index tables.
  SmallVector<const Value *, 1> Sources;
  /// Lists the values with bytes that the done returns, without tuple index
  /// tables; empty for a send, or if Done is empty.
  SmallVector<const Value *, 1> Results;
  /// Holds the prefetch's `cross_program_prefetch_index`: the copy may be made
  /// while another program runs, and its result keeps its place for the whole
  /// program.
  std::optional<uint64_t> CrossProgramPrefetch;
  /// Locates the first value that the start defines.
  SMLoc Loc;

  /// Returns the sum of the padded sizes of the results in \p Space; zero if
  /// there are sources and all of them are in \p Space.
  Bytes getBytesInto(MemorySpace Space) const;
  /// Returns the sum of the padded sizes of the results outside \p Space, or
  /// for a send of the sources in \p Space; zero if no source is in \p Space.
  Bytes getBytesOutOf(MemorySpace Space) const;
  /// Returns the sum of the padded sizes of the results in \p Space; zero
  /// unless there are sources and all of them are in \p Space.
  Bytes getBytesWithin(MemorySpace Space) const;
};

/// Holds the asynchronous operations of a module.
class AsyncOperations {
public:
  /// Finds the operations of \p M.
  AsyncOperations(const Module &M, const Liveness &Live,
                  const InstructionIndex &Instructions);

  /// Returns the operations in the order in which they start; operations whose
  /// start is not scheduled come last.
  ArrayRef<AsyncOperation> operations() const { return Operations; }
  /// Returns the number of values whose defining instruction the dump does not
  /// print, which may therefore start an asynchronous operation. Thread-local
  /// values do not count.
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

#endif // HLOMEM_ANALYSIS_PROGRAM_ASYNCOPERATIONS_H
