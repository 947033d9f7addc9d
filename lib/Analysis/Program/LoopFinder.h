//===- LoopFinder.h - Finds loops and conditionals ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PROGRAM_LOOPFINDER_H
#define HLOMEM_LIB_ANALYSIS_PROGRAM_LOOPFINDER_H

#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/Analysis/Program/ValueFlow.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

/// Fills a LoopInfo.
class LoopFinder {
public:
  LoopFinder(const Module &M, AnalysisManager &AM, LoopInfo &Info)
      : M(M), AM(AM), Live(AM.getResult<LivenessAnalysis>()),
        Instructions(AM.getResult<InstructionIndexAnalysis>()), Info(Info) {}

  void run();

private:
  /// An instruction that runs computations.
  struct Caller {
    StringRef Name;
    const InstructionDetails *Details = nullptr;
    std::optional<Time> At;
    uint64_t PhiCount = 0;
  };
  using Slice = std::pair<const Allocation *, uint64_t>;

  // LoopAnalysis.cpp
  void findCallers();
  bool areCallersKnown();
  void addCaller(const InstructionDetails &D, const Value *Phi);
  void indexSlices();
  ArrayRef<const Value *> getByBegin();
  void sortByBegin(std::vector<const Value *> &Values) const;
  Loop makeLoop(const Caller &C);
  void findParts(Loop &L);
  void findLeaves(Loop &L, const Caller &C);
  void addLeaves(Loop &L, const Shape &Type, const std::string &Index);
  void setState(CarriedLeaf &Leaf) const;
  void findParameters();
  void findRoot(Loop &L);
  void recordCarried();
  void nestLoops();

  // LoopCopies.cpp
  void findCopies(Loop &L);
  void addCopy(Loop &L, size_t Leaf, const Value &Copy);
  const Value *findWriter(const Loop &L, const CarriedLeaf &Leaf) const;
  const Value *findLoopBefore(const Value &V) const;

  // Conditionals.cpp
  Conditional makeConditional(const Caller &C);
  void compareBranches(Conditional &C);
  void findBranchRoots();

  const Value *findAt(StringRef Instruction, StringRef Index) {
    return Flow->findAt(Instruction, ShapeIndex::fromCanonicalText(Index));
  }
  static Slice sliceOf(const Value &V) {
    return {&V.getAllocation(), V.getOffset().count()};
  }

  const Module &M;
  AnalysisManager &AM;
  const Liveness &Live;
  const InstructionIndex &Instructions;
  LoopInfo &Info;
  /// Null if it is unknown.
  const HloSchedule *Schedule = nullptr;
  /// Made where there are loops or conditionals, and gone with this: it may be
  /// large.
  std::optional<ValueFlow> Flow;
  /// For what the HLO text alone has.
  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  std::vector<Caller> Whiles;
  std::vector<Caller> Conditionals;
  /// Those with a live range by begin, once requested.
  std::optional<std::vector<const Value *>> ByBegin;
  /// Of the slices of carried leaves, the values there by begin.
  llvm::DenseMap<Slice, std::vector<const Value *>> BySlice;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PROGRAM_LOOPFINDER_H
