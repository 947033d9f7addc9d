//===- AliasAnalysis.h - Buffers that several values share ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_ALIASANALYSIS_H
#define HLOMEM_ANALYSIS_PROGRAM_ALIASANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class InstructionIndex;
class Liveness;
class LoopInfo;
class ScheduleIndex;
class Module;
class Value;

/// Identifies why a value has the place of the value before it in its buffer.
enum class LinkKind {
  /// Identifies the phi of a parameter, of a loop or of a branch.
  Phi,
  /// Identifies the result of a loop, or a value that the loop carries.
  While,
  /// Identifies the result of a conditional.
  Conditional,
  /// Identifies the result of a call.
  Call,
  /// Identifies a value that a tuple or get-tuple-element forwards.
  Tuple,
  /// Identifies a value that a bitcast forwards.
  Bitcast,
  /// Identifies the beginning or the end of an asynchronous copy.
  AsyncCopy,
  /// Identifies a value whose instruction writes it where it reads its operand.
  InPlace,
  /// Identifies a result that takes over the memory of a donated argument.
  DonatedArgument,
  /// Identifies that the dump does not show the reason.
  Unknown,
};

/// Returns "phi", "while", "conditional", "call", "tuple", "bitcast", "async
/// copy", "in place", "donated argument" or "unknown".
StringRef getName(LinkKind Kind);

/// Represents a buffer in the sense of docs/Lifetimes.md: values that take
/// over one slice from each other.
struct AliasBuffer {
  /// Lists the values in the order in which they take over: by begin, end and
  /// id.
  ArrayRef<const Value *> Values;
  /// Lists, for each value but the first, why it has the place of the value
  /// before it.
  ArrayRef<LinkKind> Links;
  /// Holds the range from the begin of the first value to the last end of a
  /// value.
  LiveRange Range;
  /// Holds the size of the largest value.
  Bytes Size;
};

/// Holds the buffers of a module. Each value with bytes and a live range that
/// is not thread-local is in one buffer. If no live range is known, there are
/// no buffers.
class AliasBuffers {
public:
  /// Finds the buffers of \p M, the module of \p AM. The results of \p AM must
  /// outlive the object.
  AliasBuffers(const Module &M, AnalysisManager &AM);
  AliasBuffers(AliasBuffers &&) = default;
  AliasBuffers &operator=(AliasBuffers &&) = default;

  /// Returns the buffers by allocation, offset and time.
  ArrayRef<AliasBuffer> buffers() const { return Buffers; }
  /// Returns the buffer of \p V; null if \p V has no bytes or no live range, or
  /// is thread-local.
  const AliasBuffer *find(const Value &V) const;
  /// Returns the number of values in buffers.
  uint64_t getValueCount() const { return Values.size(); }

  /// Returns the number of links between values that need not share a buffer
  /// (AliasClasses), since XLA reuses the memory of the first for the second.
  /// Returns none if it is not known which values must share a buffer.
  std::optional<uint64_t> getReuseCount() const { return ReuseCount; }

  /// Returns the index of instructions by which the links were classified.
  const InstructionIndex &getInstructions() const { return *Instructions; }

private:
  const InstructionIndex *Instructions;
  std::vector<AliasBuffer> Buffers;
  std::vector<const Value *> Values;
  std::vector<LinkKind> Links;
  std::optional<uint64_t> ReuseCount;
  /// Holds positions in Buffers, by the position of the value in
  /// Module::values(); for a value in no buffer, 2^32 - 1. First points to the
  /// module's first value.
  std::vector<uint32_t> ByValue;
  const Value *First = nullptr;
};

/// Sorts \p Values, which have live ranges, by offset, begin, end and id.
/// Values that take over one slice from each other are then adjacent.
void sortBySlice(MutableArrayRef<const Value *> Values, const Liveness &Live);

/// Returns true if \p To belongs to the buffer whose last value is \p Last and
/// whose range so far ends at \p End. Both values are at one offset of one
/// allocation, and \p To follows \p Last in the order of sortBySlice().
bool joinsChain(const Value &Last, Time End, const Value &To,
                const Liveness &Live);

struct AliasAnalysis : public AnalysisInfoMixin<AliasAnalysis> {
  using Result = AliasBuffers;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_ALIASANALYSIS_H
