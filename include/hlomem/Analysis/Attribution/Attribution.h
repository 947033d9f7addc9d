//===- Attribution.h - What live bytes are for ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rolls live bytes up by what a user knows them by: a source line, an
/// operation's scope, a shape. docs/MemoryModel.md#attribution.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ATTRIBUTION_ATTRIBUTION_H
#define HLOMEM_ANALYSIS_ATTRIBUTION_ATTRIBUTION_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class HloProgram;
class Liveness;

/// What bytes are rolled up by.
enum class AttributionKey {
  Source,      ///< File and line of the user's program, "model.py:12".
  Scope,       ///< The op_name, "jit(f)/while/body/add".
  Opcode,      ///< Of the defining instruction.
  DType,       ///< "f32"; "tuple" for an index table.
  Shape,       ///< Without its layout, "f32[1024]".
  Computation, ///< The one that owns the defining instruction.
  Kind,        ///< What the allocation is for, "temp".
};

/// A value, and the bytes that it answers for: it is the representative of a
/// buffer (LiveBuffer) of that many.
struct AttributedBytes {
  const Value *Of = nullptr;
  /// At one time: the buffer's size. Over the whole program: the sum of that
  /// over all times.
  Bytes Size;
};

/// One line of a roll-up.
struct AttributionRow {
  std::string Key;
  Bytes Size;
  /// Values that answer for them.
  uint64_t Count = 0;
};

/// Live bytes by key. The rows and the rest add up to Total.
struct AttributionTable {
  /// The most bytes first, then by key.
  std::vector<AttributionRow> Rows;
  /// Those whose key the dump does not show.
  AttributionRow NotAttributed;
  Bytes Total;
};

/// A node of the tree of scopes; its children follow it with a depth one
/// greater.
struct ScopeNode {
  /// One component of an op_name, or one frame of a stack.
  std::string Name;
  unsigned Depth = 0;
  /// With everything below.
  Bytes Total;
  /// Without it: the Own of all nodes add up to what is attributed.
  Bytes Own;
  /// Values that answer for Own.
  uint64_t Count = 0;
};

/// Live bytes by scope.
struct ScopeTree {
  /// Children by their totals, the most first, then by name.
  std::vector<ScopeNode> Nodes;
  /// Values without an op_name, or without a stack.
  AttributionRow NotAttributed;
  Bytes Total;
};

/// Answers what bytes are for. Texts are looked up when they are asked for.
class Attribution {
public:
  /// \p M and \p AM must outlive this.
  Attribution(const Module &M, AnalysisManager &AM) : M(M), AM(AM) {}

  /// What is live at \p T in \p Space, or in all spaces, in the order of the
  /// allocations: adds up to live(s, t). Without thread-local allocations.
  std::vector<AttributedBytes> getLive(Time T,
                                       std::optional<MemorySpace> Space);

  /// Bytes x time of \p Space, or of all spaces: adds up to the sum of
  /// live(s, t) over all t. At each time the bytes are those of getLive().
  std::vector<AttributedBytes> getIntegral(std::optional<MemorySpace> Space);

  /// The key of \p V; none where neither the dump nor the HLO text beside it
  /// tells.
  std::optional<std::string> findKey(const Value &V, AttributionKey Key);

  /// \p Live by \p Key. Scopes are whole op_names.
  AttributionTable rollUp(llvm::ArrayRef<AttributedBytes> Live,
                          AttributionKey Key);

  /// \p Live as the tree of its op_names. What lies deeper than \p MaxDepth
  /// components, if that is not 0, belongs to the node at that depth.
  ScopeTree rollUpScopes(llvm::ArrayRef<AttributedBytes> Live,
                         unsigned MaxDepth = 0);

  /// \p Live as the tree of the functions of the user's program that led to it,
  /// each as file and line, by the rules of rollUpScopes().
  ScopeTree rollUpFrames(llvm::ArrayRef<AttributedBytes> Live,
                         unsigned MaxDepth = 0);

  /// The instruction that defines \p V taken apart, of the dump, or of the HLO
  /// text beside it; null if neither has it. Lives as long as this.
  const InstructionDetails *findInstruction(const Value &V);

private:
  std::optional<std::string> findComputation(const Value &V);

  const Module &M;
  AnalysisManager &AM;
  /// Instructions that only the HLO text has.
  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  llvm::DenseMap<llvm::StringRef, InstructionDetails> FromText;
  /// Has the text of those, which may be in use for longer than the result of
  /// ProgramAnalysis is cached. Null as long as there are none.
  std::shared_ptr<const HloProgram> TextOwner;
  /// The computations of scheduled instructions, as the dump's own texts tell;
  /// made on first use.
  std::optional<llvm::DenseMap<llvm::StringRef, std::string>> Owners;
};

struct AttributionAnalysis : public AnalysisInfoMixin<AttributionAnalysis> {
  using Result = std::unique_ptr<Attribution>;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ATTRIBUTION_ATTRIBUTION_H
