//===- SpaceAllocations.cpp - The allocations of a memory space -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/SpaceAllocations.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace llvm;

namespace hlomem {

namespace {

struct AllocationsBySpace {
  /// Those of one space side by side.
  std::vector<const Allocation *> List;

  explicit AllocationsBySpace(const Module &M) {
    List.reserve(M.allocations().size());
    for (const Allocation &A : M.allocations())
      List.push_back(&A);
    stable_sort(List, [](const Allocation *L, const Allocation *R) {
      return L->getMemorySpace() < R->getMemorySpace();
    });
  }

  static LazyTypeKey LazyKey;
};

} // namespace

LazyTypeKey AllocationsBySpace::LazyKey;

ArrayRef<const Allocation *> getAllocations(const Module &M,
                                            MemorySpace Space) {
  ArrayRef<const Allocation *> All = M.getDerived<AllocationsBySpace>([&M] {
                                        return AllocationsBySpace(M);
                                      }).List;
  const auto *Begin = partition_point(All, [Space](const Allocation *A) {
    return A->getMemorySpace() < Space;
  });
  const auto *End = partition_point(All, [Space](const Allocation *A) {
    return A->getMemorySpace() <= Space;
  });
  return ArrayRef(Begin, End);
}

} // namespace hlomem
