//===- Conditionals.cpp - Branches and what they could share --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopFinder.h"

using namespace llvm;

namespace hlomem {

Conditional LoopFinder::makeConditional(const Caller &Source) {
  Conditional C;
  C.Name = Source.Name;
  C.At = Source.At;
  C.PhiCount = Source.PhiCount;
  if (!Schedule || !C.At)
    return C;
  ArrayRef<ComputationId> Callees = Schedule->getCallees(*C.At);
  for (auto [Number, Callee] : enumerate(Callees)) {
    const ScheduledComputation &Computation = (*Schedule)[Callee];
    Conditional::Branch &B = C.Branches.emplace_back();
    if (Callees.size() == Source.Details->CalledComputations.size())
      B.Name = Source.Details->CalledComputations[Number].Name;
    B.Root = Schedule->getRootName(Computation);
    B.Begin = Computation.Begin;
    B.End = Computation.End;
  }
  compareBranches(C);
  return C;
}

namespace {

/// What a branch keeps in memory, by allocation and offset.
struct BranchSlice {
  const Allocation *Block;
  uint64_t Offset;
  uint64_t End;
  const Value *V;

  uint64_t size() const { return End - Offset; }
};

using SliceList = std::vector<BranchSlice>;

} // namespace

// Of Slices, which are in order, those that share no byte with any of Others.
static SliceList findUnshared(const SliceList &Slices,
                              const SliceList &Others) {
  // Neighbours that touch become one, so that a search finds what overlaps.
  SliceList Merged;
  for (const BranchSlice &O : Others)
    if (!Merged.empty() && Merged.back().Block == O.Block &&
        O.Offset <= Merged.back().End)
      Merged.back().End = std::max(Merged.back().End, O.End);
    else
      Merged.push_back(O);
  SliceList Result;
  for (const BranchSlice &S : Slices) {
    auto Next =
        lower_bound(Merged, S, [](const BranchSlice &L, const BranchSlice &R) {
          return std::pair(L.Block->getIndex(), L.End) <=
                 std::pair(R.Block->getIndex(), R.Offset);
        });
    if (Next == Merged.end() || Next->Block != S.Block || Next->Offset >= S.End)
      Result.push_back(S);
  }
  return Result;
}

// Pairs slices of one size and space, those of equal size by allocation and
// offset.
static void pairSlices(const SliceList &First, const SliceList &Second,
                       std::vector<UnsharedPair> &Pairs) {
  auto KeyOf = [](const BranchSlice &S) {
    return std::pair(S.Block->getMemorySpace(), S.size());
  };
  auto ByKey = [&](const BranchSlice &L, const BranchSlice &R) {
    return KeyOf(L) < KeyOf(R);
  };
  SliceList Left = findUnshared(First, Second);
  SliceList Right = findUnshared(Second, First);
  stable_sort(Left, ByKey);
  stable_sort(Right, ByKey);
  auto L = Left.begin(), R = Right.begin();
  while (L != Left.end() && R != Right.end()) {
    if (KeyOf(*L) == KeyOf(*R))
      Pairs.push_back({L++->V, R++->V});
    else if (KeyOf(*L) < KeyOf(*R))
      ++L;
    else
      ++R;
  }
}

void LoopFinder::findBranchRoots() {
  if (Info.Conditionals.empty())
    return;
  DenseMap<StringRef, const Conditional *> ByName;
  for (const Conditional &C : Info.Conditionals)
    ByName[C.Name] = &C;
  for (const Value &V : M.values()) {
    const Conditional *C =
        V.isPhi() ? ByName.lookup(V.getInstructionName()) : nullptr;
    if (!C || C->Branches.empty())
      continue;
    StringRef Index = V.getDefinition().getIndex().getText();
    SmallVector<const Value *, 2> Roots;
    for (const Conditional::Branch &B : C->Branches)
      Roots.push_back(findAt(B.Root, Index));
    if (!is_contained(Roots, nullptr))
      Info.RootsByResult[&V] = std::move(Roots);
  }
}

void LoopFinder::compareBranches(Conditional &C) {
  SliceList Before;
  for (const Conditional::Branch &B : C.Branches) {
    SliceList Here;
    ArrayRef<const Value *> All = getByBegin();
    const auto *From =
        lower_bound(All, B.Begin, [this](const Value *V, Time T) {
          return Live.getRange(*V)->Begin < T;
        });
    for (; From != All.end() && Live.getRange(**From)->Begin < B.End; ++From) {
      const Value &V = **From;
      const Allocation &A = V.getAllocation();
      if (Live.getRange(V)->End >= B.End || V.getSize().isZero() ||
          A.isThreadLocal() || A.has(AllocationFlags::Constant))
        continue;
      ++C.InBranches;
      C.InBranchesSize += V.getSize();
      Here.push_back({&A, V.getOffset().count(), V.getEndOffset().count(), &V});
    }
    // Of several values in a slice the first one stands for it.
    auto Place = [](const BranchSlice &S) {
      return std::tuple(S.Block->getIndex(), S.Offset, S.End);
    };
    stable_sort(Here, [&](const BranchSlice &L, const BranchSlice &R) {
      return Place(L) < Place(R);
    });
    Here.erase(llvm::unique(Here,
                            [&](const BranchSlice &L, const BranchSlice &R) {
                              return Place(L) == Place(R);
                            }),
               Here.end());
    pairSlices(Before, Here, C.Unshared);
    Before = std::move(Here);
  }
  stable_sort(C.Unshared, [](const UnsharedPair &L, const UnsharedPair &R) {
    return L.First->getSize() > R.First->getSize();
  });
}

} // namespace hlomem
