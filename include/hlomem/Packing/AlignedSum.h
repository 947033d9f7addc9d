//===- AlignedSum.h - What buffers take one above the other -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_ALIGNEDSUM_H
#define HLOMEM_PACKING_ALIGNEDSUM_H

#include "hlomem/Packing/CountedNumbers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

namespace hlomem::packing {

/// Computes the least number of bytes that hold a set of buffers, one upon the
/// other, each of which begins at a multiple of one unit: the sum of their
/// sizes, all but the topmost rounded up to the unit.
class AlignedSum {
public:
  /// Makes an empty sum. \p Sizes are the sizes of all buffers that may be
  /// added.
  template <class SizesT>
  AlignedSum(uint64_t Unit, SizesT &&Sizes)
      : Unit(Unit), Pads(findPads(Unit, Sizes)) {}

  void add(uint64_t Size) {
    uint64_t Pad = getPad(Unit, Size);
    Sum += Size + Pad;
    if (Pad != 0)
      Pads.add(Pad);
  }
  void drop(uint64_t Size) {
    uint64_t Pad = getPad(Unit, Size);
    Sum -= Size + Pad;
    if (Pad != 0)
      Pads.drop(Pad);
  }

  uint64_t get() const { return Sum - getGreatestPad(); }
  /// Returns the sum of all sizes rounded up to the unit.
  uint64_t getRounded() const { return Sum; }
  /// Returns the most bytes that rounding up adds to one of the buffers.
  uint64_t getGreatestPad() const {
    return Pads.empty() ? 0 : Pads.getGreatest();
  }

private:
  /// Returns how many bytes rounding up adds to \p Size. Most units are powers
  /// of two, for which this is fast.
  static uint64_t getPad(uint64_t Unit, uint64_t Size) {
    return llvm::isPowerOf2_64(Unit) ? -Size & (Unit - 1)
                                     : llvm::alignTo(Size, Unit) - Size;
  }
  template <class SizesT>
  static llvm::DenseSet<uint64_t> findPads(uint64_t Unit, SizesT &&Sizes) {
    llvm::DenseSet<uint64_t> Pads;
    for (uint64_t Size : Sizes)
      if (uint64_t Pad = getPad(Unit, Size))
        Pads.insert(Pad);
    return Pads;
  }

  uint64_t Unit;
  uint64_t Sum = 0;
  /// Counts what rounding up adds to each buffer whose size is not a multiple
  /// of the unit.
  CountedNumbers Pads;
};

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_ALIGNEDSUM_H
