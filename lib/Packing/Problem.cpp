//===- Problem.cpp - Buffers to be placed in one stretch of memory --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Problem.h"
#include "FindOverlap.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>

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

namespace {

/// What the buffers of one tie have in common so far, by position.
struct TieSoFar {
  /// By where they begin.
  std::map<Time, size_t> Members;
  uint64_t Alignment = 1;
  uint64_t MaxSize = 0;
  std::optional<size_t> Fixed;
};

/// Looks at one buffer after another, all of which but the last are sound.
class SingleFaults {
public:
  explicit SingleFaults(ArrayRef<Buffer> Buffers) : Buffers(Buffers) {}

  std::optional<ProblemFault> findFirst();

private:
  std::optional<ProblemFault> findAt(size_t I);
  std::optional<ProblemFault> addToTie(size_t I, TieSoFar &Tie);

  ArrayRef<Buffer> Buffers;
  std::map<unsigned, TieSoFar> Ties;
  // What a first fit may reach: on top of the highest fixed end all the others,
  // one after the other.
  uint64_t Stacked = 0;
  uint64_t FixedEnd = 0;
};

} // namespace

std::optional<ProblemFault> SingleFaults::findFirst() {
  for (size_t I = 0; I != Buffers.size(); ++I)
    if (std::optional<ProblemFault> Fault = findAt(I))
      return Fault;
  return std::nullopt;
}

std::optional<ProblemFault> SingleFaults::findAt(size_t I) {
  const Buffer &B = Buffers[I];
  if (std::optional<ProblemFault::Kind> What = findOwnFault(B))
    return ProblemFault{*What, I};
  uint64_t Alignment = B.Alignment;
  if (B.FixedOffset)
    FixedEnd = std::max(FixedEnd, *B.FixedOffset + B.Size);
  if (B.Tie != 0) {
    TieSoFar &Tie = Ties[B.Tie];
    if (std::optional<ProblemFault> Fault = addToTie(I, Tie))
      return Fault;
    Alignment = Tie.Alignment;
    if (Tie.Fixed)
      FixedEnd =
          std::max(FixedEnd, *Buffers[*Tie.Fixed].FixedOffset + Tie.MaxSize);
  }
  Stacked += alignTo(B.Size, Alignment);
  if (Stacked >= MaxTotalSize || FixedEnd >= MaxTotalSize ||
      Stacked + FixedEnd >= MaxTotalSize)
    return ProblemFault{ProblemFault::Kind::TooLarge, I};
  return std::nullopt;
}

std::optional<ProblemFault> SingleFaults::addToTie(size_t I, TieSoFar &Tie) {
  using Kind = ProblemFault::Kind;
  const Buffer &B = Buffers[I];
  // Those before it are apart from each other: it meets a neighbour, if any.
  auto [Place, IsNew] = Tie.Members.try_emplace(B.Begin, I);
  if (!IsNew)
    return ProblemFault{Kind::TiedTogether, I, Place->second};
  for (auto Near : {Place == Tie.Members.begin() ? Place : std::prev(Place),
                    std::next(Place)})
    if (Near != Tie.Members.end() && Near != Place &&
        B.overlaps(Buffers[Near->second]))
      return ProblemFault{Kind::TiedTogether, I, Near->second};

  if (B.FixedOffset && Tie.Fixed &&
      *B.FixedOffset != *Buffers[*Tie.Fixed].FixedOffset)
    return ProblemFault{Kind::TiedApart, I, *Tie.Fixed};
  if (!B.FixedOffset && Tie.Fixed &&
      *Buffers[*Tie.Fixed].FixedOffset % B.Alignment != 0)
    return ProblemFault{Kind::TiedMisaligned, I, *Tie.Fixed};
  if (B.FixedOffset)
    for (auto [Begin, Other] : Tie.Members)
      if (*B.FixedOffset % Buffers[Other].Alignment != 0)
        return ProblemFault{Kind::TiedMisaligned, I, Other};
  if (B.FixedOffset)
    Tie.Fixed = I;

  uint64_t Multiple = B.Alignment / std::gcd(Tie.Alignment, B.Alignment);
  if (Tie.Alignment >= MaxTotalSize / Multiple)
    return ProblemFault{Kind::TooLarge, I};
  Tie.Alignment *= Multiple;
  Tie.MaxSize = std::max(Tie.MaxSize, B.Size);
  return std::nullopt;
}

/// A collision among \p Buffers, which are sound but for that.
static std::optional<ProblemFault>
findFixedCollision(ArrayRef<Buffer> Buffers) {
  std::map<unsigned, uint64_t> OffsetOf;
  for (const Buffer &B : Buffers)
    if (B.Tie != 0 && B.FixedOffset)
      OffsetOf[B.Tie] = *B.FixedOffset;
  std::vector<size_t> Positions;
  std::vector<Buffer> Fixed;
  std::vector<uint64_t> Offsets;
  for (size_t I = 0; I != Buffers.size(); ++I) {
    const Buffer &B = Buffers[I];
    std::optional<uint64_t> Offset = B.FixedOffset;
    if (auto Known = OffsetOf.find(B.Tie); Known != OffsetOf.end())
      Offset = Known->second;
    if (!Offset)
      continue;
    Positions.push_back(I);
    Fixed.push_back(B);
    Offsets.push_back(*Offset);
  }
  std::optional<Overlap> Found = findFirstOverlap(Fixed, Offsets);
  if (!Found)
    return std::nullopt;
  return ProblemFault{ProblemFault::Kind::FixedCollision,
                      Positions[Found->Later], Positions[Found->Earlier]};
}

/// Of the collisions of fixed buffers one among the fewest buffers, from the
/// first on, that have one.
static std::optional<ProblemFault>
findFirstCollision(ArrayRef<Buffer> Buffers) {
  if (!findFixedCollision(Buffers))
    return std::nullopt;
  // By halving.
  size_t Without = 0, With = Buffers.size();
  while (With - Without > 1) {
    size_t Middle = Without + (With - Without) / 2;
    (findFixedCollision(Buffers.take_front(Middle)) ? With : Without) = Middle;
  }
  return findFixedCollision(Buffers.take_front(With));
}

std::optional<ProblemFault> findFault(const Problem &P) {
  std::optional<ProblemFault> Single = SingleFaults(P.Buffers).findFirst();
  // Those before it are sound but for collisions.
  ArrayRef<Buffer> Sound = P.Buffers;
  if (Single)
    Sound = Sound.take_front(Single->Buffer);
  if (std::optional<ProblemFault> Collision = findFirstCollision(Sound))
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
