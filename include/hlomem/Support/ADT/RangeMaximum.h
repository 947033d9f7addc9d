//===- RangeMaximum.h - The largest of some neighbours ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_RANGEMAXIMUM_H
#define HLOMEM_SUPPORT_ADT_RANGEMAXIMUM_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Finds the largest element of any part of a fixed list in O(log n).
template <class T> class RangeMaximum {
public:
  explicit RangeMaximum(ArrayRef<T> List)
      : Size(List.size()), Nodes(2 * List.size()) {
    std::copy(List.begin(), List.end(), Nodes.begin() + Size);
    for (size_t N = Size; N-- > 1;)
      Nodes[N] = std::max(Nodes[2 * N], Nodes[2 * N + 1]);
  }

  /// Returns the largest of the elements at positions [\p Begin, \p End). \pre
  /// Begin < End.
  T get(size_t Begin, size_t End) const {
    assert(Begin < End && End <= Size && "no such part");
    T Largest = Nodes[Begin + Size];
    for (Begin += Size, End += Size; Begin < End; Begin /= 2, End /= 2) {
      if (Begin % 2 == 1)
        Largest = std::max(Largest, Nodes[Begin++]);
      if (End % 2 == 1)
        Largest = std::max(Largest, Nodes[--End]);
    }
    return Largest;
  }

private:
  size_t Size;
  /// Holds the list in its second half. Each node before that is the larger one
  /// of the nodes at twice its position and one after that.
  std::vector<T> Nodes;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ADT_RANGEMAXIMUM_H
