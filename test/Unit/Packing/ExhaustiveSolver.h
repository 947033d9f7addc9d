//===- ExhaustiveSolver.h - The best placement, by trying all of them -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_PACKING_EXHAUSTIVESOLVER_H
#define HLOMEM_TEST_UNIT_PACKING_EXHAUSTIVESOLVER_H

#include "hlomem/Packing/Problem.h"
#include <algorithm>
#include <random>

namespace hlomem::packing {

/// Whether two buffers at these offsets may not be: by the definition.
inline bool collide(const Buffer &A, uint64_t AOffset, const Buffer &B,
                    uint64_t BOffset) {
  return A.overlaps(B) && AOffset < BOffset + B.Size &&
         BOffset < AOffset + A.Size;
}

inline bool isTied(const Buffer &A, const Buffer &B) {
  return A.Tie != 0 && A.Tie == B.Tie;
}

inline Buffer tie(Buffer B, unsigned Tie) {
  B.Tie = Tie;
  return B;
}

/// Whether the buffers from \p I on can be added to those before it, below
/// \p Capacity: at any offset that is a multiple of the alignment.
inline bool canPlace(const Problem &P, uint64_t Capacity, Placement &Offsets,
                     size_t I = 0) {
  if (I == P.Buffers.size())
    return true;
  const Buffer &B = P.Buffers[I];
  for (uint64_t Offset = B.FixedOffset.value_or(0); Offset + B.Size <= Capacity;
       Offset += B.Alignment) {
    bool IsFree = true;
    for (size_t J = 0; J != I; ++J)
      IsFree &= !collide(P.Buffers[J], Offsets[J], B, Offset) &&
                (!isTied(P.Buffers[J], B) || Offsets[J] == Offset);
    Offsets[I] = Offset;
    if (IsFree && canPlace(P, Capacity, Offsets, I + 1))
      return true;
    if (B.FixedOffset)
      return false;
  }
  return false;
}

/// The size of the best placement of a tiny problem.
inline uint64_t solveExhaustively(const Problem &P) {
  Placement Offsets(P.Buffers.size());
  uint64_t Size = 0;
  while (!canPlace(P, Size, Offsets))
    ++Size;
  return Size;
}

/// What a random problem may have.
struct RandomLimits {
  unsigned Buffers = 5;
  unsigned Times = 5;
  unsigned MaxSize = 5;
  std::vector<uint64_t> Alignments = {1};
  /// How many of a hundred buffers are fixed, below MaxFixed.
  unsigned FixedPercent = 0;
  unsigned MaxFixed = 8;
  /// How many of a hundred buffers are tied, with numbers up to MaxTie.
  unsigned TiedPercent = 0;
  unsigned MaxTie = 2;
};

inline Problem makeRandomProblem(std::mt19937 &Random, const RandomLimits &L) {
  auto Pick = [&](unsigned Least, unsigned Most) {
    return std::uniform_int_distribution<unsigned>(Least, Most)(Random);
  };
  for (;;) {
    Problem P;
    for (unsigned I = Pick(1, L.Buffers); I != 0; --I) {
      Buffer B;
      B.Begin = Pick(0, L.Times - 1);
      B.End = Pick(B.Begin + 1, L.Times);
      B.Size = Pick(1, L.MaxSize);
      B.Alignment = L.Alignments[Pick(0, L.Alignments.size() - 1)];
      if (Pick(0, 99) < L.FixedPercent)
        B.FixedOffset = Pick(0, L.MaxFixed / B.Alignment) * B.Alignment;
      if (L.TiedPercent != 0 && Pick(0, 99) < L.TiedPercent)
        B.Tie = Pick(1, L.MaxTie);
      P.Buffers.push_back(B);
    }
    // Fixed ones may collide, and tied ones be live together: another one then.
    if (!findFault(P))
      return P;
  }
}

} // namespace hlomem::packing

#endif // HLOMEM_TEST_UNIT_PACKING_EXHAUSTIVESOLVER_H
