//===- OrderSearch.h - Better orders for a first fit ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_SEARCH_ORDERSEARCH_H
#define HLOMEM_LIB_PACKING_SEARCH_ORDERSEARCH_H

#include "Greedy/FitPlacer.h"
#include "Random.h"

namespace hlomem::packing {

/// Places buffers again and again by first fit; those that ended too high come
/// sooner in the next order ("squeaky wheel").
class OrderSearch {
public:
  /// \p P has no fault, and outlives the search.
  OrderSearch(const Problem &P, uint64_t Seed);

  /// One placement after another until one is no larger than \p Target, \p
  /// MaxSteps are spent or \p Whole is over. True if the best one became
  /// better.
  bool run(uint64_t Target, uint64_t MaxSteps, Limits &Whole);

  /// The best one so far, of getSize(); none before the first run that ended
  /// a placement.
  const Placement &getBest() const { return Best; }
  uint64_t getSize() const { return BestSize; }

private:
  void sortAgain(ArrayRef<uint64_t> Offsets, uint64_t Target);

  const Problem &P;
  FitPlacer Placer;
  Random Numbers;
  std::vector<unsigned> Order;
  std::vector<unsigned> BestOrder;
  std::vector<double> Ranks;
  Placement Best;
  Placement Next;
  uint64_t BestSize = UINT64_MAX;
  unsigned NumWorse = 0;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_SEARCH_ORDERSEARCH_H
