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

inline Buffer tie(Buffer B, unsigned Tie) {
  B.Tie = Tie;
  return B;
}

inline bool isTied(const Buffer &A, const Buffer &B) {
  return A.Tie != 0 && A.Tie == B.Tie;
}

/// Whether two buffers at these offsets may not be: by the definition.
inline bool collide(const Buffer &A, uint64_t AOffset, const Buffer &B,
                    uint64_t BOffset) {
  return A.overlaps(B) && AOffset < BOffset + B.Size &&
         BOffset < AOffset + A.Size;
}

/// Whether buffer \p I of \p P is aligned, within \p Capacity, where it is
/// fixed and where what it is tied to is, and collides with none before it.
inline bool isValidAfterOthers(const Problem &P, const Placement &Offsets,
                               size_t I, uint64_t Capacity) {
  const Buffer &B = P.Buffers[I];
  if (Offsets[I] + B.Size > Capacity || Offsets[I] % B.Alignment != 0 ||
      Offsets[I] != B.FixedOffset.value_or(Offsets[I]))
    return false;
  for (size_t J = 0; J != I; ++J)
    if (collide(B, Offsets[I], P.Buffers[J], Offsets[J]) ||
        (isTied(B, P.Buffers[J]) && Offsets[I] != Offsets[J]))
      return false;
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

/// Whether the buffers from \p I on can be added to those before it, below
/// \p Capacity: at any offset that is a multiple of the alignment.
inline bool canPlace(const Problem &P, uint64_t Capacity, Placement &Offsets,
                     size_t I = 0) {
  if (I == P.Buffers.size())
    return true;
  const Buffer &B = P.Buffers[I];
  for (Offsets[I] = B.FixedOffset.value_or(0);
       Offsets[I] + B.Size <= Capacity &&
       Offsets[I] == B.FixedOffset.value_or(Offsets[I]);
       Offsets[I] += B.Alignment)
    if (isValidAfterOthers(P, Offsets, I, Capacity) &&
        canPlace(P, Capacity, Offsets, I + 1))
      return true;
  return false;
}

/// The best placement of a tiny problem.
inline Placement solveExhaustively(const Problem &P) {
  Placement Offsets(P.Buffers.size());
  for (uint64_t Size = 0; !canPlace(P, Size, Offsets);)
    ++Size;
  return Offsets;
}
inline uint64_t getLeastSize(const Problem &P) {
  return getSize(P, solveExhaustively(P));
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
  while (P.Buffers.size() < Num) {
    Buffer B;
    B.Begin = Numbers() % F.MaxTime;
    B.End = B.Begin + 1 + Numbers() % (F.MaxTime - B.Begin);
    B.Size = 1 + Numbers() % F.MaxSize;
    B.Alignment = F.Alignments[Numbers() % F.Alignments.size()];
    if (F.Fixed != 0 && P.Buffers.size() < Num / F.Fixed)
      B.FixedOffset = Numbers() % F.MaxSize * B.Alignment;
    P.Buffers.push_back(B);
    // Where another one is fixed already, it goes anywhere.
    if (findFault(P))
      P.Buffers.back().FixedOffset.reset();
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

/// \p Size units that are always full: at each moment some neighbours end, and
/// others take their place. So the load of every moment is the least size.
inline Problem makeFull(uint64_t Size, size_t Number, uint64_t Unit,
                        std::mt19937 &Numbers) {
  struct Live {
    Time Begin;
    uint64_t Size;
  };
  Problem P;
  std::vector<Live> Now = {{0, Size}};
  Time At = 0;
  auto End = [&](const Live &L) {
    P.Buffers.push_back({L.Begin, At, L.Size * Unit, Unit});
  };
  while (P.Buffers.size() + Now.size() < Number) {
    ++At;
    size_t Old = 1 + Numbers() % std::min<size_t>(Now.size(), 4);
    size_t First = Numbers() % (Now.size() - Old + 1);
    auto Begin = Now.begin() + First;
    uint64_t Room = 0;
    for (auto It = Begin; It != Begin + Old; ++It) {
      Room += It->Size;
      End(*It);
    }
    Begin = Now.erase(Begin, Begin + Old);
    for (size_t New = 1 + Numbers() % (Old + 1); Room != 0; --New) {
      uint64_t Part = New <= 1 ? Room : 1 + Numbers() % Room;
      Begin = Now.insert(Begin, {At, Part});
      Room -= Part;
    }
  }
  ++At;
  for (const Live &L : Now)
    End(L);
  std::shuffle(P.Buffers.begin(), P.Buffers.end(), Numbers);
  return P;
}

} // namespace hlomem::packing

#endif // HLOMEM_TEST_UNIT_PACKING_SMALLPROBLEMS_H
