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
/// operation's scope, a shape. See docs/Rows.md#attribution.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_SOURCES_ATTRIBUTION_H
#define HLOMEM_ANALYSIS_SOURCES_ATTRIBUTION_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class ProgramSource;
class Liveness;

/// Identifies what bytes are rolled up by.
enum class AttributionKey {
  /// Identifies the innermost line outside of installed packages,
  /// "model.py:12"; "(installed packages)" if all lines are inside.
  Source,
  /// Identifies the op_name, "jit(f)/while/body/add".
  Scope,
  /// Identifies the opcode of the defining instruction.
  Opcode,
  /// Identifies the element type, "f32"; "tuple" for an index table.
  DType,
  /// Identifies the shape without its layout, "f32[1024]".
  Shape,
  /// Identifies the computation that owns the defining instruction.
  Computation,
  /// Identifies what the value is for, "kept for backward": PartKind.
  Kind,
};

/// Represents bytes attributed to a value, which is the representative of a
/// buffer (LiveBuffer) of that size.
struct AttributedBytes {
  const Value *Of = nullptr;
  /// Holds the buffer's size at one schedule position, or the sum of it over
  /// all positions.
  Bytes Size;
};

/// Represents one row of a roll-up.
struct AttributionRow {
  std::string Key;
  Bytes Size;
  /// Counts the values that the bytes are attributed to.
  uint64_t Count = 0;
};

/// Represents live bytes by key. The rows and NotAttributed add up to Total.
struct AttributionTable {
  /// Lists the rows with the most bytes first, then by key.
  std::vector<AttributionRow> Rows;
  /// Sums the bytes whose key the dump does not show.
  AttributionRow NotAttributed;
  Bytes Total;
};

/// Represents a node of the tree of scopes; its children follow it with a depth
/// one greater.
struct ScopeNode {
  /// Holds one component of an op_name, or one frame of a stack.
  std::string Name;
  unsigned Depth = 0;
  /// Holds the bytes of the node and everything below it.
  Bytes Total;
  /// Holds the bytes without everything below: the Own of all nodes add up to
  /// what is attributed.
  Bytes Own;
  /// Counts the values that Own is attributed to.
  uint64_t Count = 0;
};

/// Represents live bytes by scope.
struct ScopeTree {
  /// Lists the nodes; children of one parent are sorted by their totals, the
  /// most first, then by name.
  std::vector<ScopeNode> Nodes;
  /// Sums values without an op_name, or without a stack.
  AttributionRow NotAttributed;
  Bytes Total;
};

/// Attributes live bytes to what they are for. Texts are looked up on demand.
class Attribution {
public:
  /// Constructs an Attribution; \p M and \p AM must outlive it.
  Attribution(const Module &M, AnalysisManager &AM) : M(M), AM(AM) {}

  /// Returns what is live at \p T in \p Space, or in all spaces, in the order
  /// of the allocations, without thread-local allocations. Adds up to live(s,
  /// t).
  std::vector<AttributedBytes> getLive(Time T,
                                       std::optional<MemorySpace> Space);

  /// Returns bytes x time of \p Space, or of all spaces. Adds up to the sum of
  /// live(s, t) over all t; at each position the bytes are those of getLive().
  std::vector<AttributedBytes> getIntegral(std::optional<MemorySpace> Space);

  /// Returns the key of \p V; none if neither the dump nor the HLO text beside
  /// it tells it.
  std::optional<std::string> findKey(const Value &V, AttributionKey Key);

  /// Rolls \p Live up by \p Key. Scopes are whole op_names.
  AttributionTable rollUp(ArrayRef<AttributedBytes> Live, AttributionKey Key);

  /// Rolls \p Live up as the tree of op_names. What is deeper than \p MaxDepth
  /// components, if that is not 0, belongs to the node at that depth.
  ScopeTree rollUpScopes(ArrayRef<AttributedBytes> Live, unsigned MaxDepth = 0);

  /// Rolls \p Live up as the tree of the functions of the user's program that
  /// led to it, each as file and line. \p MaxDepth limits the depth as in
  /// rollUpScopes().
  ScopeTree rollUpFrames(ArrayRef<AttributedBytes> Live, unsigned MaxDepth = 0);

  /// Returns the parsed instruction that defines \p V, of the dump or of the
  /// HLO text beside it; null if neither has it. Valid as long as this object.
  const InstructionDetails *findInstruction(const Value &V);

private:
  const InstructionDetails *findInstruction(StringRef Name);
  /// Returns the kind of part in parentheses, "(parameters)", of what no
  /// operation makes; none for all else.
  std::optional<std::string> findGivenKind(const Value &V);
  std::optional<std::string> findComputation(const Value &V);

  const Module &M;
  AnalysisManager &AM;
  /// Owns the instructions that only the HLO text has.
  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  llvm::DenseMap<StringRef, std::optional<InstructionDetails>> FromText;
  /// Owns the text that FromText points into, which may be in use for longer
  /// than the result of ProgramAnalysis is cached. Null until FromText has an
  /// entry.
  std::shared_ptr<const ProgramSource> TextOwner;
  /// Maps scheduled instructions to their computations, as the dump's own texts
  /// tell; made on first use.
  std::optional<llvm::DenseMap<StringRef, std::string>> Owners;
};

struct AttributionAnalysis : public AnalysisInfoMixin<AttributionAnalysis> {
  using Result = std::unique_ptr<Attribution>;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_SOURCES_ATTRIBUTION_H
