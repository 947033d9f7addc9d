//===- CountedNumbers.h - A multiset of few kinds of numbers ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_COUNTEDNUMBERS_H
#define HLOMEM_PACKING_COUNTEDNUMBERS_H

#include "hlomem/Support/ADT/HierarchicalBitSet.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace hlomem::packing {

/// Represents a multiset of numbers whose least and greatest are known. It is
/// fast for many numbers of few distinct values.
class CountedNumbers {
public:
  /// Makes an empty multiset. \p Kinds are the numbers that may be added.
  explicit CountedNumbers(const llvm::DenseSet<uint64_t> &Kinds)
      : Numbers(Kinds.begin(), Kinds.end()), Counts(Kinds.size()),
        Present(Kinds.size()) {
    llvm::sort(Numbers);
    for (size_t I = 0; I != Numbers.size(); ++I)
      PlaceOf[Numbers[I]] = I;
  }

  void add(uint64_t Number) {
    unsigned Place = PlaceOf.lookup(Number);
    if (Counts[Place]++ == 0)
      Present.insert(Place);
  }
  void drop(uint64_t Number) {
    unsigned Place = PlaceOf.lookup(Number);
    if (--Counts[Place] == 0)
      Present.erase(Place);
  }
  bool empty() const { return Present.findFrom(0) == HierarchicalBitSet::None; }
  /// Returns the least number. \pre The multiset is not empty.
  uint64_t getLeast() const { return Numbers[Present.findFrom(0)]; }
  /// Returns the greatest number. \pre The multiset is not empty.
  uint64_t getGreatest() const {
    return Numbers[Present.findBefore(Numbers.size())];
  }

private:
  std::vector<uint64_t> Numbers;
  llvm::DenseMap<uint64_t, unsigned> PlaceOf;
  std::vector<unsigned> Counts;
  HierarchicalBitSet Present;
};

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_COUNTEDNUMBERS_H
