//===- ArenaTies.cpp - Buffers that must stay in one slice ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Arena/ArenaPacking.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace llvm;

namespace hlomem {

bool ArenaBuffers::hasTies() const {
  return any_of(Buffers, [](const ArenaBuffer &B) { return B.Tie != 0; });
}

// Calls SetTie with each buffer and its tie: they are numbered by their first
// buffer, and what is alone has 0.
static void numberTies(const IntEqClasses &Tied, size_t Size,
                       function_ref<void(size_t, unsigned)> SetTie) {
  // By leader, which comes first.
  std::vector<unsigned> Numbers(Size);
  for (size_t I = 0; I != Size; ++I)
    if (unsigned Leader = Tied.findLeader(I); Leader != I)
      Numbers[Leader] = 1;
  unsigned Last = 0;
  for (size_t I = 0; I != Size; ++I) {
    unsigned Leader = Tied.findLeader(I);
    if (Leader == I && Numbers[I] != 0)
      Numbers[I] = ++Last;
    SetTie(I, Numbers[Leader]);
  }
}

static void setTies(ArenaBuffers &Arena, const IntEqClasses &Tied) {
  numberTies(Tied, Arena.Buffers.size(), [&](size_t I, unsigned Tie) {
    ArenaBuffer &B = Arena.Buffers[I];
    B.Tie = Tie;
    // To one offset they cannot be tied, and they can move in no other way.
    if (Tie != 0 && B.Offset != Arena.Buffers[Tied.findLeader(I)].Offset)
      Arena.WhyUnknown = "values of a loop or a conditional share one slice, "
                         "and the values they move with do not";
  });
}

static void setCertainTies(ArenaBuffers &Arena, const IntEqClasses &Tied) {
  Arena.CertainTies.resize(Arena.Buffers.size());
  Arena.AreTiesCertain = true;
  numberTies(Tied, Arena.Buffers.size(), [&](size_t I, unsigned Tie) {
    Arena.CertainTies[I] = Tie;
    Arena.AreTiesCertain &= Arena.Buffers[I].Tie == Tie;
  });
}

// All that a loop or a conditional ties has a phi in its slice: what differs
// from one iteration, or branch, to the next is a merge.
void tieByPhis(ArenaBuffers &Arena, ArrayRef<const Value *> Phis) {
  Arena.AreTiesCertain = true;
  if (Phis.empty())
    return;
  using Place = std::pair<uint64_t, uint64_t>;
  auto PlaceOf = [](const Value &V) {
    return Place(V.getOffset().count(), V.getSize().count());
  };
  static constexpr unsigned None = ~0U;
  DenseMap<Place, unsigned> FirstAt;
  std::vector<uint64_t> Offsets;
  for (const Value *V : Phis)
    if (FirstAt.try_emplace(PlaceOf(*V), None).second)
      Offsets.push_back(V->getOffset().count());
  llvm::sort(Offsets);

  IntEqClasses Tied(Arena.Buffers.size());
  auto TieAt = [&](Place P, unsigned I) {
    auto Found = FirstAt.find(P);
    if (Found == FirstAt.end())
      return;
    if (Found->second == None)
      Found->second = I;
    Tied.join(Found->second, I);
  };
  auto Next = Offsets.begin();
  for (auto [I, B] : enumerate(Arena.Buffers)) {
    // Buffers ascend by offset. Most have no place of a phi in them, and their
    // values need not be looked at.
    while (Next != Offsets.end() && *Next < B.Offset.count())
      ++Next;
    if (Next == Offsets.end())
      break;
    if (*Next >= B.getEndOffset().count())
      continue;
    if (B.HasOneSlice)
      TieAt({B.Offset.count(), B.Size.count()}, I);
    else
      for (const Value &V : Arena.values(B))
        TieAt(PlaceOf(V), I);
  }
  setTies(Arena, Tied);
  Arena.AreTiesCertain = !Arena.hasTies();
}

// The values that share the slice of V, a phi, because of what it merges. False
// if not all are known.
static bool findTied(const Value &V, const LoopInfo &Loops,
                     SmallVectorImpl<const Value *> &Others) {
  if (ArrayRef Roots = Loops.findBranchRoots(V); !Roots.empty()) {
    Others.append(Roots.begin(), Roots.end());
    return true;
  }
  // Of a phi this is the loop that makes it one.
  auto Carried = Loops.findCarried(V);
  if (!Carried)
    return false;
  const CarriedLeaf &Leaf =
      Loops.loops()[Carried->InLoop].Leaves[Carried->Leaf];
  if (Leaf.State != LeafState::InPlace ||
      !is_contained({Leaf.Condition, Leaf.Body, Leaf.Result}, &V))
    return false;
  Others.append({Leaf.Init, Leaf.Condition, Leaf.Body, Leaf.Root, Leaf.Result});
  return true;
}

// Of a loop that gives V, what it begins with: its text says so whether or not
// it is known what belongs to its computations.
static void findEnds(const Value &V, const LoopInfo &Loops,
                     SmallVectorImpl<const Value *> &Others) {
  auto Carried = Loops.findCarried(V);
  if (!Carried || Carried->Role != LeafRole::Result)
    return;
  const Loop &L = Loops.loops()[Carried->InLoop];
  if (const Value *Init = L.Leaves[Carried->Leaf].Init)
    Others.push_back(Init);
}

void tieByLoops(ArenaBuffers &Arena, const LoopInfo &Loops) {
  DenseMap<const Value *, unsigned> BufferOf;
  for (auto [I, B] : enumerate(Arena.Buffers))
    if (B.Tie != 0)
      for (const Value &V : Arena.values(B))
        BufferOf[&V] = I;
  IntEqClasses Tied(Arena.Buffers.size());
  bool IsKnown = Loops.knowsComputations();
  SmallVector<const Value *> Others;
  for (auto [I, B] : enumerate(Arena.Buffers)) {
    if (B.Tie == 0)
      continue;
    for (const Value &V : Arena.values(B)) {
      if (!V.isPhi())
        continue;
      Others.clear();
      if (!Loops.knowsComputations() || !findTied(V, Loops, Others)) {
        IsKnown = false;
        findEnds(V, Loops, Others);
      }
      for (const Value *O : Others) {
        auto Found = BufferOf.find(O);
        if (Found != BufferOf.end() && O->getOffset() == V.getOffset())
          Tied.join(I, Found->second);
      }
    }
  }
  if (IsKnown)
    setTies(Arena, Tied);
  setCertainTies(Arena, Tied);
}

} // namespace hlomem
