//===- Ties.cpp - Buffers that have one offset ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ties.h"
#include "hlomem/Packing/PlacementCheck.h"
#include <map>
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

bool hasTies(const Problem &P) {
  return any_of(P.Buffers, [](const Buffer &B) { return B.Tie != 0; });
}

Problem resolveTies(const Problem &P) {
  struct Summary {
    unsigned Count = 0;
    uint64_t Alignment = 1;
    std::optional<uint64_t> FixedOffset;
  };
  std::map<unsigned, Summary> Ties;
  for (const Buffer &B : P.Buffers) {
    if (B.Tie == 0)
      continue;
    Summary &S = Ties[B.Tie];
    ++S.Count;
    S.Alignment = std::lcm(S.Alignment, B.Alignment);
    if (B.FixedOffset)
      S.FixedOffset = B.FixedOffset;
  }
  Problem Resolved = P;
  for (Buffer &B : Resolved.Buffers) {
    if (B.Tie == 0)
      continue;
    const Summary &S = Ties[B.Tie];
    if (S.FixedOffset)
      B.FixedOffset = S.FixedOffset;
    else
      B.Alignment = S.Alignment;
    if (S.FixedOffset || S.Count == 1)
      B.Tie = 0;
  }
  return Resolved;
}

JoinedProblem::JoinedProblem(const Problem &P) {
  std::map<unsigned, size_t> PositionOf;
  Joined.Capacity = P.Capacity;
  for (const Buffer &B : resolveTies(P).Buffers) {
    size_t Next = Joined.Buffers.size();
    size_t Position =
        B.Tie == 0 ? Next : PositionOf.try_emplace(B.Tie, Next).first->second;
    Positions.push_back(Position);
    if (Position == Next) {
      Joined.Buffers.push_back(B);
      Joined.Buffers.back().Tie = 0;
      continue;
    }
    Buffer &Whole = Joined.Buffers[Position];
    Whole.Begin = std::min(Whole.Begin, B.Begin);
    Whole.End = std::max(Whole.End, B.End);
    Whole.Size = std::max(Whole.Size, B.Size);
  }
}

Placement JoinedProblem::expand(ArrayRef<uint64_t> Offsets) const {
  Placement Expanded;
  Expanded.reserve(Positions.size());
  for (size_t Position : Positions)
    Expanded.push_back(Offsets[Position]);
  return Expanded;
}

Placement JoinedProblem::join(ArrayRef<uint64_t> Offsets) const {
  Placement Result(Joined.Buffers.size());
  for (auto [Position, Offset] : zip_equal(Positions, Offsets))
    Result[Position] = Offset;
  Problem Unlimited = Joined;
  Unlimited.Capacity.reset();
  if (findFault(Unlimited, Result))
    Result.clear();
  return Result;
}

} // namespace hlomem::packing
