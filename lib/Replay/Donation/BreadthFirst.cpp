//===- BreadthFirst.cpp - The order in which the CPU runs -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BreadthFirst.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace hlomem::replay {

void sortUnique(SmallVectorImpl<uint32_t> &Numbers) {
  llvm::sort(Numbers);
  Numbers.erase(llvm::unique(Numbers), Numbers.end());
}

SmallVector<uint32_t>
orderBreadthFirst(ArrayRef<SmallVector<uint32_t, 4>> Operands,
                  ArrayRef<uint32_t> Ranks) {
  SmallVector<uint32_t> ByRank(Operands.size());
  std::iota(ByRank.begin(), ByRank.end(), 0);
  llvm::sort(ByRank, [&](uint32_t L, uint32_t R) {
    return std::pair(Ranks[L], L) < std::pair(Ranks[R], R);
  });
  std::vector<SmallVector<uint32_t, 4>> Users(Operands.size());
  SmallVector<size_t> Missing(Operands.size());
  SmallVector<uint32_t> Order;
  for (uint32_t I : ByRank) {
    Missing[I] = Operands[I].size();
    for (uint32_t Operand : Operands[I])
      Users[Operand].push_back(I);
    if (Missing[I] == 0)
      Order.push_back(I);
  }
  // What is ready is what stands in the order already.
  for (size_t Next = 0; Next != Order.size(); ++Next)
    for (uint32_t User : Users[Order[Next]])
      if (--Missing[User] == 0)
        Order.push_back(User);
  return Order;
}

bool isBreadthFirst(const HloGraph &G) {
  const GraphComputation &C = G.getEntry();
  const size_t Count = C.End - C.Begin;
  if (C.Schedule.size() != Count)
    return false;
  std::vector<SmallVector<uint32_t, 4>> Operands(Count);
  SmallVector<uint32_t> Ranks(Count), Expected;
  for (auto [Rank, I] : enumerate(C.Schedule)) {
    Ranks[I - C.Begin] = Rank;
    Expected.push_back(I - C.Begin);
    SmallVector<uint32_t, 4> &Read = Operands[I - C.Begin];
    for (uint32_t Operand : G.instructions()[I].Operands)
      Read.push_back(Operand - C.Begin);
    sortUnique(Read);
  }
  return orderBreadthFirst(Operands, Ranks) == Expected;
}

} // namespace hlomem::replay
