//===- ArenaTies.cpp - Buffers that must stay in one slice ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/ArenaPacking.h"
#include "hlomem/Analysis/LoopAnalysis.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace llvm;

namespace hlomem {

bool ArenaBuffers::hasTies() const {
  return any_of(Buffers, [](const ArenaBuffer &B) { return B.Tie != 0; });
}

// Numbers the ties by their first buffer.
static void setTies(ArenaBuffers &Arena, const IntEqClasses &Tied) {
  std::vector<unsigned> Members(Arena.Buffers.size());
  for (size_t I = 0; I != Members.size(); ++I)
    ++Members[Tied.findLeader(I)];
  std::vector<unsigned> Numbers(Members.size());
  unsigned Last = 0;
  for (auto [I, B] : enumerate(Arena.Buffers)) {
    unsigned Leader = Tied.findLeader(I);
    if (Leader == I && Members[I] > 1)
      Numbers[I] = ++Last;
    B.Tie = Numbers[Leader];
    // To one offset they cannot be tied, and they can move in no other way.
    if (B.Offset != Arena.Buffers[Leader].Offset)
      Arena.WhyUnknown = "values of a loop or a conditional share one slice, "
                         "and what they move with does not";
  }
}

// All that a loop or a conditional ties has a phi in its slice: what differs
// from one iteration, or branch, to the next is a merge.
void tieByPhis(ArenaBuffers &Arena) {
  using Place = std::pair<uint64_t, uint64_t>;
  auto PlaceOf = [](const Value &V) {
    return Place(V.getOffset().count(), V.getSize().count());
  };
  static constexpr unsigned None = ~0U;
  DenseMap<Place, unsigned> FirstAt;
  for (const ArenaBuffer &B : Arena.Buffers)
    for (const Value *V : B.Values)
      if (V->isPhi())
        FirstAt[PlaceOf(*V)] = None;
  Arena.AreTiesCertain = true;
  if (FirstAt.empty())
    return;
  IntEqClasses Tied(Arena.Buffers.size());
  for (auto [I, B] : enumerate(Arena.Buffers))
    for (const Value *V : B.Values) {
      auto Found = FirstAt.find(PlaceOf(*V));
      if (Found == FirstAt.end())
        continue;
      if (Found->second == None)
        Found->second = I;
      Tied.join(Found->second, I);
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

void tieByLoops(ArenaBuffers &Arena, const LoopInfo &Loops) {
  DenseMap<const Value *, unsigned> BufferOf;
  for (auto [I, B] : enumerate(Arena.Buffers))
    if (B.Tie != 0)
      for (const Value *V : B.Values)
        BufferOf[V] = I;
  IntEqClasses Tied(Arena.Buffers.size());
  SmallVector<const Value *> Others;
  for (auto [I, B] : enumerate(Arena.Buffers)) {
    if (B.Tie == 0)
      continue;
    for (const Value *V : B.Values) {
      if (!V->isPhi())
        continue;
      Others.clear();
      if (!findTied(*V, Loops, Others))
        return;
      for (const Value *O : Others) {
        auto Found = BufferOf.find(O);
        if (Found != BufferOf.end() && O->getOffset() == V->getOffset())
          Tied.join(I, Found->second);
      }
    }
  }
  setTies(Arena, Tied);
  Arena.AreTiesCertain = true;
}

} // namespace hlomem
