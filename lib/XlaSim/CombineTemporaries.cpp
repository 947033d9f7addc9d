//===- CombineTemporaries.cpp - Temporaries become one allocation ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineTemporaries.h"
#include <map>

using namespace llvm;

namespace hlomem {

/// Puts temporaries behind the others and returns how many others there are.
/// The order within both is that of libstdc++'s and libc++'s std::partition for
/// iterators that go both ways, which XLA calls; what it is decides the numbers
/// of allocations and the bases of arenas, so that the algorithm is spelled
/// out.
static size_t partition(MutableArrayRef<ReplayedAllocation> A) {
  size_t First = 0, Last = A.size();
  while (true) {
    while (First != Last && !A[First].isTemporary())
      ++First;
    if (First == Last)
      return First;
    do
      --Last;
    while (First != Last && A[Last].isTemporary());
    if (First == Last)
      return First;
    std::swap(A[First++], A[Last]);
  }
}

IdVector<AllocationId, ReplayedAllocation>
combineTemporaries(std::vector<ReplayedAllocation> Allocations,
                   const AssignerPolicy &P) {
  size_t Others = partition(Allocations);
  IdVector<AllocationId, ReplayedAllocation> Result(
      std::make_move_iterator(Allocations.begin()),
      std::make_move_iterator(Allocations.begin() + Others));
  std::map<MemorySpace, AllocationId> Combined;
  for (size_t I = Others; I != Allocations.size(); ++I) {
    ReplayedAllocation &A = Allocations[I];
    auto [At, IsFirst] = Combined.try_emplace(A.Space);
    if (IsFirst) {
      At->second = Result.add(std::move(A));
      continue;
    }
    ReplayedAllocation &Into = Result[At->second];
    if (Into.Size + A.Size >= P.HeapLimit) {
      At->second = Result.add(std::move(A));
      continue;
    }
    Bytes Base = alignTo(Into.Size, P.getAlignment(A.Space));
    Into.Size = Base + A.Size;
    for (const PlacedValue &M : A.Members)
      Into.Members.push_back({M.Value, Base + M.Offset, M.Size});
  }
  return Result;
}

} // namespace hlomem
