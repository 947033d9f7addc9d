//===- AliasAnalysis.h - Buffers that several values share ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_DATAFLOW_ALIASANALYSIS_H
#define HLOMEM_ANALYSIS_DATAFLOW_ALIASANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem {

class InstructionIndex;
class Liveness;
class LoopInfo;
class ScheduleIndex;
class Module;
class Value;

/// Why a value lies where the one before it in its buffer does.
enum class LinkKind {
  Phi,             ///< It is the merge of a parameter: of a loop or a branch.
  While,           ///< It is what a loop gives, or goes round in it.
  Conditional,     ///< It is what a conditional gives.
  Call,            ///< It is what a call gives.
  Tuple,           ///< A tuple or get-tuple-element forwards it.
  Bitcast,         ///< A bitcast forwards it.
  AsyncCopy,       ///< An asynchronous copy begins or ends.
  InPlace,         ///< The instruction writes where it reads.
  DonatedArgument, ///< A result takes over the memory of an argument.
  Unknown,         ///< The dump does not show why.
};

/// "phi", "while", "conditional", "call", "tuple", "bitcast", "async copy", "in
/// place", "donated argument" or "unknown".
llvm::StringRef getName(LinkKind Kind);

/// A buffer of docs/MemoryModel.md: values that take over one slice from each
/// other.
struct AliasBuffer {
  /// In the order in which they take over: by begin, end, id.
  llvm::ArrayRef<const Value *> Values;
  /// Why each of them but the first lies where the one before it does.
  llvm::ArrayRef<LinkKind> Links;
  /// From the begin of the first to the end of the last.
  LiveRange Range;
  /// The largest of them.
  Bytes Size;
};

/// The buffers of a module: all values with bytes and a live range but
/// thread-local ones, each in one. Where no live range is known there are none.
class AliasBuffers {
public:
  /// Finds the buffers of \p M, the module of \p AM, whose results must outlive
  /// this.
  AliasBuffers(const Module &M, AnalysisManager &AM);
  AliasBuffers(AliasBuffers &&) = default;
  AliasBuffers &operator=(AliasBuffers &&) = default;

  /// By allocation, offset and time.
  llvm::ArrayRef<AliasBuffer> buffers() const { return Buffers; }
  /// The buffer of \p V, or null: it has no bytes or no live range, or is
  /// thread-local.
  const AliasBuffer *find(const Value &V) const;
  /// Values in buffers.
  uint64_t getValueCount() const { return Values.size(); }

  /// Returns how many links join values that need not share a buffer
  /// (AliasClasses): XLA reuses the memory of the first. None where that is not
  /// known.
  std::optional<uint64_t> getReuseCount() const { return ReuseCount; }

  /// What the links were told apart by.
  const InstructionIndex &getInstructions() const { return *Instructions; }

private:
  const InstructionIndex *Instructions;
  std::vector<AliasBuffer> Buffers;
  std::vector<const Value *> Values;
  std::vector<LinkKind> Links;
  std::optional<uint64_t> ReuseCount;
  /// Positions in Buffers, by the position in Module::values(); of its first
  /// value here.
  std::vector<uint32_t> ByValue;
  const Value *First = nullptr;
};

/// Sorts values with a live range by offset, begin, end and id: those that take
/// over one slice from each other then follow each other.
void sortBySlice(llvm::MutableArrayRef<const Value *> Values,
                 const Liveness &Live);

/// Whether \p To belongs to the buffer whose last value is \p Last and which so
/// far ends at \p End. Both lie at one offset of one allocation, and \p To
/// follows in the order of sortBySlice().
bool joinsChain(const Value &Last, Time End, const Value &To,
                const Liveness &Live);

struct AliasAnalysis : public AnalysisInfoMixin<AliasAnalysis> {
  using Result = AliasBuffers;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_DATAFLOW_ALIASANALYSIS_H
