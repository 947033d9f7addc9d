//===- LifetimeOrder.h - What begins and ends, by time ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_LIFETIMEORDER_H
#define HLOMEM_LIB_PACKING_LIFETIMEORDER_H

#include "hlomem/Packing/Problem.h"
#include <algorithm>
#include <utility>

namespace hlomem::packing {

/// The beginnings and the ends of what lives for a while, each in the order of
/// time and, at one time, of position.
class LifetimeOrder {
public:
  /// Moments and positions in \p Lives, of which each has a Begin and an End
  /// that is later.
  template <class T> explicit LifetimeOrder(llvm::ArrayRef<T> Lives) {
    Begins.reserve(Lives.size());
    Ends.reserve(Lives.size());
    for (size_t I = 0; I != Lives.size(); ++I) {
      Begins.emplace_back(Lives[I].Begin, I);
      Ends.emplace_back(Lives[I].End, I);
    }
    std::sort(Begins.begin(), Begins.end());
    std::sort(Ends.begin(), Ends.end());
  }

  /// Calls \p Drop and \p Add with the position of each that ends and begins;
  /// of one moment, with all that end there first. Ends behind the last
  /// beginning are left out. \p Add returns whether to go on.
  template <class AddT, class DropT> void forEach(AddT Add, DropT Drop) const {
    auto Ending = Ends.begin();
    for (auto [At, I] : Begins) {
      // There is an end behind each beginning.
      for (; Ending->first <= At; ++Ending)
        Drop(Ending->second);
      if (!Add(I))
        return;
    }
  }

  /// Calls \p Look too, with the moment, wherever all that begins there has
  /// been added and the next thing to happen is an end: nowhere is more alive.
  template <class AddT, class DropT, class LookT>
  void forEachMaximum(AddT Add, DropT Drop, LookT Look) const {
    auto Ending = Ends.begin();
    for (auto Next = Begins.begin(); Next != Begins.end();) {
      Time At = Next->first;
      for (; Ending->first <= At; ++Ending)
        Drop(Ending->second);
      for (; Next != Begins.end() && Next->first == At; ++Next)
        Add(Next->second);
      if (Next == Begins.end() || Ending->first <= Next->first)
        Look(At);
    }
  }

private:
  std::vector<std::pair<Time, size_t>> Begins;
  std::vector<std::pair<Time, size_t>> Ends;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_LIFETIMEORDER_H
