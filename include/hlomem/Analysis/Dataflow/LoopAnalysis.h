//===- LoopAnalysis.h - Loops and conditionals ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The `while` loops and conditionals of a program, the values that they carry
/// and the copies that loops make: docs/MemoryModel.md#loops.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_DATAFLOW_LOOPANALYSIS_H
#define HLOMEM_ANALYSIS_DATAFLOW_LOOPANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/ShapeIndex.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class InstructionIndex;
class Liveness;
class Module;
class Value;
class HloProgram;

/// What becomes of a carried leaf from one iteration to the next.
enum class LeafState {
  InPlace,   ///< It changes, and all its values share one slice.
  Invariant, ///< It passes through: one value from before to after the loop.
  Copied,    ///< It changes, and its values have different slices.
  Unknown,   ///< Not all its values are known.
};

/// "in place", "invariant", "copied" or "unknown".
llvm::StringRef getName(LeafState State);

/// What a value is to a loop that carries it.
enum class LeafRole { Init, Condition, Body, Root, Result };

/// A part of the tuple that a loop carries. Null stands for values that are not
/// known, or that the dump does not have.
struct CarriedLeaf {
  /// Its index in the tuple, "1" or "0,2"; empty for the table of the whole.
  std::string Index;
  /// In the tuple that the loop begins with, in the parameters of condition and
  /// body, in the result of the body, and in that of the loop.
  const Value *Init = nullptr;
  const Value *Condition = nullptr;
  const Value *Body = nullptr;
  const Value *Root = nullptr;
  const Value *Result = nullptr;
  LeafState State = LeafState::Unknown;

  /// An index table to other leaves.
  bool IsTable = false;

  /// The value that represents it: the loop's result, or the first that is
  /// known. Null if none is.
  const Value *getValue() const {
    for (const Value *V : {Result, Body, Condition, Root, Init})
      if (V)
        return V;
    return nullptr;
  }
};

/// A copy of a carried leaf that is made in each iteration, since its old
/// contents are still read when the leaf's slice is rewritten.
struct LoopCopy {
  const Value *Copy = nullptr;
  /// Position in Loop::Leaves of what it copies.
  size_t Leaf = 0;
  /// The value that is written to the leaf's slice meanwhile, the first one,
  /// and when.
  const Value *Writer = nullptr;
  Time WrittenAt = 0;
  /// The writer reads the copy itself: what it writes cannot go where it reads.
  bool IsReadByWriter = false;
  /// Other instructions that read the copy after that, in the order of the
  /// schedule, each once.
  llvm::SmallVector<llvm::StringRef, 2> LateReaders;
};

/// One `while`. Views point into the dump.
struct Loop {
  /// The instruction, and when it stands in the schedule: after its condition
  /// and its body. None if it is not scheduled.
  llvm::StringRef Name;
  std::optional<Time> At;
  /// How often the body runs each time the loop is reached, if XLA says so.
  std::optional<uint64_t> TripCount;
  /// How often the body runs in the whole program: with the trip counts of all
  /// loops around it. None if one of those is unknown, or which they are, or if
  /// it is 2^64 or more. At most so often if IsConditional.
  std::optional<uint64_t> Iterations;
  /// It stands in a branch of a conditional, at whatever depth.
  bool IsConditional = false;
  /// The innermost loop around it, as a position in LoopInfo::loops().
  std::optional<size_t> Parent;
  /// The tuple that it begins with; its two computations. Empty where the dump
  /// has no text of the loop.
  llvm::StringRef Init;
  llvm::StringRef ConditionName;
  llvm::StringRef BodyName;
  /// Instructions; empty where it is not known which they are.
  llvm::StringRef ConditionParameter;
  llvm::StringRef BodyParameter;
  llvm::StringRef BodyRoot;
  /// When condition and body run: from the first instruction of the condition,
  /// and of the body, up to At. None where that is not known.
  std::optional<Time> Begin;
  std::optional<Time> BodyBegin;
  /// Phis of the loop, tables too.
  uint64_t PhiCount = 0;
  /// In the order of the tuple, each table before its elements.
  std::vector<CarriedLeaf> Leaves;
  /// By size, the largest first, then in the order of the schedule.
  std::vector<LoopCopy> Copies;

  /// Leaves but for tables, and those of one kind.
  uint64_t countLeaves() const;
  uint64_t countLeaves(LeafState State) const;
};

/// Values of two branches that could have one slice, since only one of the
/// branches runs, and have two.
struct UnsharedPair {
  const Value *First = nullptr;
  const Value *Second = nullptr;
};

/// One `conditional`.
struct Conditional {
  struct Branch {
    llvm::StringRef Name;
    /// The instruction whose value it gives; empty if that is not known.
    llvm::StringRef Root;
    /// [Begin, End) in the schedule.
    Time Begin = 0;
    Time End = 0;
  };
  llvm::StringRef Name;
  std::optional<Time> At;
  /// As many as it calls; empty where it is not known which instructions they
  /// are.
  std::vector<Branch> Branches;
  /// Phis of its result, tables too.
  uint64_t PhiCount = 0;
  /// Values that live within one branch: their number and bytes, each once.
  uint64_t InBranches = 0;
  Bytes InBranchesSize;
  /// Of two neighbouring branches, each value in one pair at most; the largest
  /// first.
  std::vector<UnsharedPair> Unshared;
};

/// The loops and conditionals of a module. Takes O(n log n).
class LoopInfo {
public:
  /// Finds the loops and conditionals of \p M, the module of \p AM. The program
  /// may tell which computation owns an instruction; otherwise that is told
  /// from the dump where it leaves no doubt.
  LoopInfo(const Module &M, AnalysisManager &AM);

  /// In the order of the schedule; a loop stands before the loop around it.
  llvm::ArrayRef<Loop> loops() const { return Loops; }
  llvm::ArrayRef<Conditional> conditionals() const { return Conditionals; }
  /// The loop of this instruction, or null.
  const Loop *findLoop(llvm::StringRef Name) const;
  /// False if neither the HLO text nor the dump tells which computation owns an
  /// instruction: then bodies are known in part only.
  bool knowsComputations() const { return KnowsComputations; }

  /// Where a value is carried.
  struct Carried {
    /// Positions in loops() and Loop::Leaves.
    size_t InLoop = 0;
    size_t Leaf = 0;
    LeafRole Role = LeafRole::Result;
  };
  /// What \p V is to loops: of several the first, as result, parameter, root
  /// and initial value in this order. None if no loop carries it.
  std::optional<Carried> findCarried(const Value &V) const;

  /// What the branches of a conditional give for \p V, a phi that the
  /// conditional makes of them: a value for each branch. Empty for all other
  /// values, and where not all of these are known.
  llvm::ArrayRef<const Value *> findBranchRoots(const Value &V) const;

private:
  friend class LoopFinder;

  std::vector<Loop> Loops;
  std::vector<Conditional> Conditionals;
  llvm::DenseMap<const Value *, Carried> CarriedByValue;
  llvm::DenseMap<const Value *, llvm::SmallVector<const Value *, 2>>
      RootsByResult;
  bool KnowsComputations = false;
};

struct LoopAnalysis : public AnalysisInfoMixin<LoopAnalysis> {
  using Result = LoopInfo;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_DATAFLOW_LOOPANALYSIS_H
