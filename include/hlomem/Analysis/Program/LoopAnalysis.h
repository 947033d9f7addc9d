//===- LoopAnalysis.h - Loops and conditionals ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the `while` loops and conditionals of a program, the values that they
/// carry and the copies that loops make: docs/Lifetimes.md#loops.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_LOOPANALYSIS_H
#define HLOMEM_ANALYSIS_PROGRAM_LOOPANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class InstructionIndex;
class Liveness;
class Module;
class Value;
class ProgramSource;

/// Identifies how a carried leaf changes from one iteration to the next.
enum class LeafState {
  /// Identifies a leaf that changes and whose values all have one slice.
  InPlace,
  /// Identifies a leaf that passes through: one value from before to after the
  /// loop.
  Invariant,
  /// Identifies a leaf that changes and whose values have different slices.
  Copied,
  /// Identifies a leaf of which not all values are known.
  Unknown,
};

/// Returns "in place", "invariant", "copied" or "unknown".
StringRef getName(LeafState State);

/// Identifies a member of CarriedLeaf: the role of a value in a loop that
/// carries it.
enum class LeafRole { Init, Condition, Body, Root, Result };

/// Represents a leaf of the tuple that a loop carries. A value is null if it is
/// not known, or the dump does not have it.
struct CarriedLeaf {
  /// Holds the leaf's index in the tuple, "1" or "0,2"; empty for the index
  /// table of the whole tuple.
  std::string Index;
  /// Init, Condition, Body, Root and Result point to the leaf's values in the
  /// tuple that the loop begins with, in the parameter of the condition, in
  /// that of the body, in the root of the body, and in the result of the loop.
  const Value *Init = nullptr;
  const Value *Condition = nullptr;
  const Value *Body = nullptr;
  const Value *Root = nullptr;
  const Value *Result = nullptr;
  LeafState State = LeafState::Unknown;

  /// Is true if the leaf is the index table of a tuple.
  bool IsTable = false;

  /// Returns the value that represents the leaf: the loop's result, or
  /// otherwise the first that is known of Body, Condition, Root and Init. Null
  /// if none is known.
  const Value *getValue() const {
    for (const Value *V : {Result, Body, Condition, Root, Init})
      if (V)
        return V;
    return nullptr;
  }
};

/// Represents a copy of a carried leaf that each iteration makes, since the old
/// contents of the leaf are still read when its slice is rewritten.
struct LoopCopy {
  /// Points to the value that the copy defines.
  const Value *Copy = nullptr;
  /// Holds the position in Loop::Leaves of the leaf that is copied.
  size_t Leaf = 0;
  /// Points to the first value that is written to the leaf's slice while the
  /// copy is live. WrittenAt holds the schedule position.
  const Value *Writer = nullptr;
  Time WrittenAt = 0;
  /// Is true if the writer's instruction reads the copy, so that it cannot
  /// write where it reads.
  bool IsReadByWriter = false;
  /// Names the other instructions that read the copy at WrittenAt or later,
  /// each once, in the order of the schedule.
  SmallVector<StringRef, 2> LateReaders;
};

/// Represents a `while` loop. Views point into the dump.
struct Loop {
  /// Names the `while` instruction. At holds its schedule position, which is
  /// after those of its condition and its body; none if it is not scheduled.
  StringRef Name;
  std::optional<Time> At;
  /// Holds how often the body runs each time the loop is reached; none if XLA
  /// does not tell it.
  std::optional<uint64_t> TripCount;
  /// Holds how often the body runs in the whole program: TripCount times the
  /// iterations of the loop around it. An upper bound if IsConditional. None if
  /// a trip count is unknown, if it is not known which loop is around it, or if
  /// the number is 2^64 or more.
  std::optional<uint64_t> Iterations;
  /// Is true if the loop is in a branch of a conditional, at any depth.
  bool IsConditional = false;
  /// Holds the position in LoopInfo::loops() of the innermost loop around this
  /// one; none if there is none.
  std::optional<size_t> Parent;
  /// Names the tuple that the loop begins with. ConditionName and BodyName name
  /// its two computations. All are empty if the dump has no text of the loop.
  StringRef Init;
  StringRef ConditionName;
  StringRef BodyName;
  /// ConditionParameter, BodyParameter and BodyRoot name instructions; empty if
  /// it is not known which they are.
  StringRef ConditionParameter;
  StringRef BodyParameter;
  StringRef BodyRoot;
  /// Begin and BodyBegin hold the schedule positions of the first instructions
  /// of the condition and of the body, both of which end before At. None if
  /// unknown.
  std::optional<Time> Begin;
  std::optional<Time> BodyBegin;
  /// Counts the phis of the loop, index tables included.
  uint64_t PhiCount = 0;
  /// Lists the leaves in the order of the tuple, each index table before its
  /// elements.
  std::vector<CarriedLeaf> Leaves;
  /// Lists the copies by size, the largest first, then in the order of the
  /// schedule.
  std::vector<LoopCopy> Copies;

  /// Returns the number of leaves that are no index tables.
  uint64_t countLeaves() const;
  /// Returns the number of leaves in \p State that are no index tables.
  uint64_t countLeaves(LeafState State) const;
};

/// Represents two values of neighbouring branches that have different slices
/// but could share one, since only one of the branches runs.
struct UnsharedPair {
  const Value *First = nullptr;
  const Value *Second = nullptr;
};

/// Represents a `conditional`.
struct Conditional {
  /// Represents a branch of the conditional.
  struct Branch {
    StringRef Name;
    /// Names the instruction whose value is that of the branch; empty if it is
    /// not known.
    StringRef Root;
    /// Begin and End delimit the branch in the schedule, [Begin, End).
    Time Begin = 0;
    Time End = 0;
  };
  /// Names the `conditional` instruction. At holds its schedule position; none
  /// if it is not scheduled.
  StringRef Name;
  std::optional<Time> At;
  /// Lists the called computations in their order; empty if it is not known
  /// which instructions they have.
  std::vector<Branch> Branches;
  /// Counts the phis of the conditional's result, index tables included.
  uint64_t PhiCount = 0;
  /// Counts the values that live within one branch. InBranchesSize holds the
  /// sum of their sizes.
  uint64_t InBranches = 0;
  Bytes InBranchesSize;
  /// Lists pairs of values of two neighbouring branches, the largest first. A
  /// value is in at most one pair with a value of the branch before and in at
  /// most one with a value of the branch after.
  std::vector<UnsharedPair> Unshared;
};

/// Holds the loops and conditionals of a module. Finding them takes O(n log n)
/// time.
class LoopInfo {
public:
  /// Finds the loops and conditionals of \p M, the module of \p AM. Which
  /// computation owns an instruction is taken from the program, or otherwise
  /// from the dump if that is unambiguous.
  LoopInfo(const Module &M, AnalysisManager &AM);

  /// Returns the loops in the order of the schedule; a loop comes before the
  /// loop around it.
  ArrayRef<Loop> loops() const { return Loops; }
  ArrayRef<Conditional> conditionals() const { return Conditionals; }
  /// Returns the loop of the instruction \p Name, or null.
  const Loop *findLoop(StringRef Name) const;
  /// Returns true if the program or the dump tells which computation owns an
  /// instruction; otherwise the bodies of loops are known only in part. Returns
  /// false also if there are neither loops nor conditionals.
  bool knowsComputations() const { return KnowsComputations; }

  /// Identifies a leaf and the role of a value in it.
  struct Carried {
    /// InLoop holds a position in loops(), and Leaf one in Loop::Leaves.
    size_t InLoop = 0;
    size_t Leaf = 0;
    LeafRole Role = LeafRole::Result;
  };
  /// Returns the leaf that carries \p V, and the role of \p V; none if no loop
  /// carries it or it passes through unchanged. If there are several, prefers a
  /// result, then a parameter of a body, a parameter of a condition, a root and
  /// an initial value.
  std::optional<Carried> findCarried(const Value &V) const;

  /// Returns the values that the branches of a conditional return for \p V, a
  /// phi of the conditional: one value for each branch. Empty for any other
  /// value, and if not all of the values are known.
  ArrayRef<const Value *> findBranchRoots(const Value &V) const;

private:
  friend class LoopFinder;

  std::vector<Loop> Loops;
  std::vector<Conditional> Conditionals;
  llvm::DenseMap<const Value *, Carried> CarriedByValue;
  llvm::DenseMap<const Value *, SmallVector<const Value *, 2>> RootsByResult;
  bool KnowsComputations = false;
};

struct LoopAnalysis : public AnalysisInfoMixin<LoopAnalysis> {
  using Result = LoopInfo;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_LOOPANALYSIS_H
