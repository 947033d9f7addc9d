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
#include <cstdint>

namespace hlomem::packing {

/// The least number of bytes that hold some buffers, all of which begin at
/// multiples of one number: those of each but the topmost are rounded up to it.
class AlignedSum {
public:
  /// Empty. \p Sizes are those of all buffers that may be added.
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
  /// With all of them rounded up.
  uint64_t getRounded() const { return Sum; }
  /// The most that rounding up adds to one of them.
  uint64_t getGreatestPad() const {
    return Pads.empty() ? 0 : Pads.getGreatest();
  }

private:
  /// What rounding up adds; most units are powers of two.
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
  /// Of those that are no multiple.
  CountedNumbers Pads;
};

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_ALIGNEDSUM_H
