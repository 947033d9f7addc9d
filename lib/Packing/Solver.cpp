//===- Solver.cpp - The best placement that can be found ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Solver.h"
#include "hlomem/Packing/Greedy.h"

using namespace llvm;

namespace hlomem::packing {

Solution solve(const Problem &P, const SolverOptions &Options) {
  Bound Lowest = getAlignmentBound(P);
  Solution S;
  S.Offsets = placeGreedily(P);
  S.Size = getSize(P, S.Offsets);
  S.Bound = Lowest.Size;
  S.BoundAt = Lowest.At;
  return S;
}

} // namespace hlomem::packing
