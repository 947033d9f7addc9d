//===- Problem.cpp - Buffers to be placed in one stretch of memory --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Problem.h"
#include "OverlapSweep.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace llvm;

namespace hlomem::packing {

/// What is wrong with a buffer, whatever the others are.
static std::optional<ProblemFault::Kind> findOwnFault(const Buffer &B) {
  using Kind = ProblemFault::Kind;
  if (B.End <= B.Begin)
    return Kind::EmptyLifetime;
  if (B.Size == 0)
    return Kind::EmptySize;
  if (B.Alignment == 0)
    return Kind::BadAlignment;
  if (B.FixedOffset && *B.FixedOffset % B.Alignment != 0)
    return Kind::MisalignedFixed;
  if (B.Size >= MaxTotalSize || B.Alignment >= MaxTotalSize ||
      B.FixedOffset.value_or(0) >= MaxTotalSize)
    return Kind::TooLarge;
  return std::nullopt;
}

/// The same of a buffer among those before it.
static std::optional<ProblemFault> findSingleFault(ArrayRef<Buffer> Buffers) {
  // What a first fit may reach: on top of the highest fixed end all the others,
  // one after the other.
  uint64_t Stacked = 0, FixedEnd = 0;
  for (size_t I = 0; I != Buffers.size(); ++I) {
    const Buffer &B = Buffers[I];
    if (std::optional<ProblemFault::Kind> What = findOwnFault(B))
      return ProblemFault{*What, I};
    Stacked += alignTo(B.Size, B.Alignment);
    if (B.FixedOffset)
      FixedEnd = std::max(FixedEnd, *B.FixedOffset + B.Size);
    if (Stacked >= MaxTotalSize || FixedEnd >= MaxTotalSize ||
        Stacked + FixedEnd >= MaxTotalSize)
      return ProblemFault{ProblemFault::Kind::TooLarge, I};
  }
  return std::nullopt;
}

/// Of the collisions of fixed buffers the one whose later buffer is the first.
static std::optional<ProblemFault>
findFixedCollision(ArrayRef<Buffer> Buffers) {
  std::vector<size_t> Positions;
  std::vector<Box> Fixed;
  for (size_t I = 0; I != Buffers.size(); ++I)
    if (const Buffer &B = Buffers[I]; B.FixedOffset) {
      Positions.push_back(I);
      Fixed.push_back({B.Begin, B.End, *B.FixedOffset, B.Size});
    }
  if (!findFirstOverlap(Fixed))
    return std::nullopt;
  // The fewest that collide, by halving; the last of them is the one.
  size_t Without = 0, With = Fixed.size();
  while (With - Without > 1) {
    size_t Middle = Without + (With - Without) / 2;
    (findFirstOverlap(ArrayRef(Fixed).take_front(Middle)) ? With : Without) =
        Middle;
  }
  BoxOverlap Found = *findFirstOverlap(ArrayRef(Fixed).take_front(With));
  return ProblemFault{ProblemFault::Kind::FixedCollision,
                      Positions[Found.Later], Positions[Found.Earlier]};
}

std::optional<ProblemFault> findFault(const Problem &P) {
  std::optional<ProblemFault> Single = findSingleFault(P.Buffers);
  // Those before it are sound but for collisions.
  ArrayRef<Buffer> Sound = P.Buffers;
  if (Single)
    Sound = Sound.take_front(Single->Buffer);
  if (std::optional<ProblemFault> Collision = findFixedCollision(Sound))
    return Collision;
  return Single;
}

uint64_t getSize(const Problem &P, ArrayRef<uint64_t> Offsets) {
  assert(P.Buffers.size() == Offsets.size() && "an offset for each buffer");
  uint64_t Size = 0;
  for (size_t I = 0; I != Offsets.size(); ++I)
    Size = std::max(Size, Offsets[I] + P.Buffers[I].Size);
  return Size;
}

} // namespace hlomem::packing
