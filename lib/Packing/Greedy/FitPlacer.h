//===- FitPlacer.h - Placing buffers one by one where they fit ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_GREEDY_FITPLACER_H
#define HLOMEM_LIB_PACKING_GREEDY_FITPLACER_H

#include "Limits.h"
#include "hlomem/Packing/Greedy/Occupancy.h"
#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

enum class Fit {
  First, ///< The least offset.
  Best,  ///< Where the least is free, as XLA does.
};

/// Places the buffers of one problem in any order, as often as one likes.
class FitPlacer {
public:
  /// \p P has no fault, and outlives the placer.
  explicit FitPlacer(const Problem &P);

  /// Places the buffers in \p Order, a permutation; but fixed ones first.
  /// False, with some offsets unset, if \p L was over before the end, or if
  /// one ends above \p MaxSize, so that the placement would be of no use.
  bool place(ArrayRef<unsigned> Order, Fit How, uint64_t MaxSize, Limits &L,
             MutableArrayRef<uint64_t> Offsets);

private:
  /// A buffer, in units and with its sections.
  struct Item {
    unsigned First;
    unsigned End;
    uint64_t Size;
    uint64_t Alignment;
  };

  const Problem &P;
  std::vector<Item> Items;
  uint64_t Unit = 1;
  Occupancy Taken;
};

/// The greatest common divisor of all alignments of \p P: sizes may be rounded
/// up to it, since nothing can begin in what is added.
uint64_t getUnit(const Problem &P);

/// The moments that matter: at each of them more is live than just before, and
/// something ends before the next one. Buffers that are live together are so at
/// one of these.
std::vector<Time> getSections(const Problem &P);

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_GREEDY_FITPLACER_H
