//===- SmallProblems.h - Problems that can be solved by trying all --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_PACKING_SMALLPROBLEMS_H
#define HLOMEM_TEST_UNIT_PACKING_SMALLPROBLEMS_H

#include "hlomem/Packing/Problem.h"
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <random>

namespace hlomem::packing {

inline Problem makeRows(std::initializer_list<Buffer> Rows) {
  return {Rows, {}};
}

/// Whether buffer \p I of \p P is aligned, within \p Capacity, where it is
/// fixed and where what it is tied to is, and collides with none before it.
inline bool isValidAfterOthers(const Problem &P, const Placement &Offsets,
                               size_t I, uint64_t Capacity) {
  const Buffer &B = P.Buffers[I];
  if (Offsets[I] + B.Size > Capacity || Offsets[I] % B.Alignment != 0 ||
      Offsets[I] != B.FixedOffset.value_or(Offsets[I]))
    return false;
  for (size_t J = 0; J != I; ++J) {
    if (B.overlaps(P.Buffers[J]) &&
        Offsets[I] < Offsets[J] + P.Buffers[J].Size &&
        Offsets[J] < Offsets[I] + B.Size)
      return false;
    if (B.Tie != 0 && B.Tie == P.Buffers[J].Tie && Offsets[I] != Offsets[J])
      return false;
  }
  return true;
}

/// Whether \p Offsets is a placement within \p Capacity.
inline bool isValid(const Problem &P, const Placement &Offsets,
                    uint64_t Capacity = MaxTotalSize) {
  if (Offsets.size() != P.Buffers.size())
    return false;
  for (size_t I = 0; I != Offsets.size(); ++I)
    if (!isValidAfterOthers(P, Offsets, I, Capacity))
      return false;
  return true;
}

/// Tries every offset of every buffer from \p I on.
inline bool fitsByTryingAll(const Problem &P, Placement &Offsets, size_t I,
                            uint64_t Capacity) {
  if (I == P.Buffers.size())
    return true;
  for (Offsets[I] = 0; Offsets[I] + P.Buffers[I].Size <= Capacity; ++Offsets[I])
    if (isValidAfterOthers(P, Offsets, I, Capacity) &&
        fitsByTryingAll(P, Offsets, I + 1, Capacity))
      return true;
  return false;
}

/// Of problems made at random.
struct Family {
  const char *Name;
  unsigned MaxBuffers;
  unsigned MaxTime;
  unsigned MaxSize;
  std::vector<uint64_t> Alignments;
  /// One in so many buffers is fixed; 0: none.
  unsigned Fixed;
  /// How many ties there may be; not all of them are.
  unsigned Ties = 0;
};

inline Problem makeProblem(const Family &F, std::mt19937 &Numbers) {
  Problem P;
  size_t Num = 1 + Numbers() % F.MaxBuffers;
  Placement Offsets;
  while (P.Buffers.size() < Num) {
    Buffer B;
    B.Begin = Numbers() % F.MaxTime;
    B.End = B.Begin + 1 + Numbers() % (F.MaxTime - B.Begin);
    B.Size = 1 + Numbers() % F.MaxSize;
    B.Alignment = F.Alignments[Numbers() % F.Alignments.size()];
    // Fixed ones first, so that they can be checked against each other.
    if (F.Fixed != 0 && P.Buffers.size() < Num / F.Fixed)
      B.FixedOffset = Numbers() % F.MaxSize * B.Alignment;
    P.Buffers.push_back(B);
    Offsets.push_back(B.FixedOffset.value_or(0));
    if (B.FixedOffset && !isValid(P, Offsets, UINT64_MAX)) {
      P.Buffers.pop_back();
      Offsets.pop_back();
    }
  }
  std::shuffle(P.Buffers.begin(), P.Buffers.end(), Numbers);
  // Each buffer to some tie, as long as that may be asked.
  for (size_t I = 0; F.Ties != 0 && I != Num; ++I) {
    P.Buffers[I].Tie = Numbers() % (F.Ties + 1);
    if (findFault(P))
      P.Buffers[I].Tie = 0;
  }
  return P;
}

} // namespace hlomem::packing

#endif // HLOMEM_TEST_UNIT_PACKING_SMALLPROBLEMS_H
