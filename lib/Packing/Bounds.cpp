//===- Bounds.cpp - Sizes below which no placement goes -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Bounds.h"
#include "LifetimeOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace llvm;

namespace hlomem::packing {

namespace {

/// What must be piled up at one moment: the fixed buffers where they are, and
/// those of the others whose alignment is a multiple of one number. Leaving out
/// the rest makes the bound lower, never wrong.
class Pile {
public:
  Pile(uint64_t Unit, bool HasFixed) : Unit(Unit), HasFixed(HasFixed) {}

  void add(const Buffer &B);
  void drop(const Buffer &B);

  /// The least number of bytes that hold the pile.
  uint64_t getBound();

  /// Looking into gaps takes time for each of them; afterwards they are taken
  /// to hold whatever there is.
  void limitGaps(uint64_t Count) { GapsLeft = Count; }

private:
  bool isCounted(const Buffer &B) const {
    return !B.FixedOffset && B.Alignment % Unit == 0;
  }
  uint64_t getPad(uint64_t Size) const { return alignTo(Size, Unit) - Size; }
  /// Units above the highest fixed end that the gaps below leave.
  uint64_t getRest();

  /// Every offset of a counted buffer is a multiple of this.
  uint64_t Unit;
  /// Whether there ever is a fixed buffer.
  bool HasFixed;
  /// Of the counted buffers, in units, rounded up one by one.
  uint64_t Units = 0;
  /// What rounding added to each of them.
  std::multiset<uint64_t> Pads;
  /// Their sizes, if there are gaps to put them into.
  std::multiset<uint64_t> Sizes;
  /// Ends of the fixed buffers by offset; no two share a byte.
  std::map<uint64_t, uint64_t> Fixed;
  uint64_t GapsLeft = UINT64_MAX;
};

} // namespace

void Pile::add(const Buffer &B) {
  if (B.FixedOffset)
    Fixed.emplace(*B.FixedOffset, *B.FixedOffset + B.Size);
  if (!isCounted(B))
    return;
  Units += divideCeil(B.Size, Unit);
  Pads.insert(getPad(B.Size));
  if (HasFixed)
    Sizes.insert(B.Size);
}

void Pile::drop(const Buffer &B) {
  if (B.FixedOffset)
    Fixed.erase(*B.FixedOffset);
  if (!isCounted(B))
    return;
  Units -= divideCeil(B.Size, Unit);
  Pads.erase(Pads.find(getPad(B.Size)));
  if (HasFixed)
    Sizes.erase(Sizes.find(B.Size));
}

uint64_t Pile::getRest() {
  uint64_t Rest = Units, Smallest = *Sizes.begin(), Pad = *Pads.rbegin();
  if (GapsLeft < Fixed.size())
    return 0;
  GapsLeft -= Fixed.size();
  uint64_t Floor = 0;
  for (auto [Begin, End] : Fixed) {
    // Buffers in a gap lie one above the other from an aligned offset on, the
    // topmost without what rounding up adds to it.
    uint64_t First = alignTo(Floor, Unit);
    if (First < Begin && Smallest <= Begin - First)
      Rest -= std::min(Rest, (Begin - First + Pad) / Unit);
    Floor = End;
  }
  return Rest;
}

uint64_t Pile::getBound() {
  if (Fixed.empty())
    return Units == 0 ? 0 : Units * Unit - *Pads.rbegin();
  uint64_t FixedEnd = Fixed.rbegin()->second;
  uint64_t Rest = Units == 0 ? 0 : getRest();
  if (Rest == 0)
    return FixedEnd;
  return alignTo(FixedEnd, Unit) +
         std::max(*Sizes.begin(), Rest * Unit - *Pads.rbegin());
}

static Bound findLoad(ArrayRef<Buffer> Buffers, const LifetimeOrder &Order) {
  Bound Highest;
  uint64_t Live = 0;
  Order.forEachMaximum([&](size_t I) { Live += Buffers[I].Size; },
                       [&](size_t I) { Live -= Buffers[I].Size; },
                       [&](Time At) {
                         if (Live > Highest.Size)
                           Highest = {Live, At};
                       });
  return Highest;
}

Bound getLoadBound(const Problem &P) {
  return findLoad(P.Buffers, LifetimeOrder(ArrayRef(P.Buffers)));
}

/// Numbers of which each buffer to be placed has a multiple for its alignment,
/// or is left out.
static std::vector<uint64_t> getUnits(const Problem &P) {
  // As many as are worth a sweep over all buffers.
  static constexpr size_t MaxUnits = 8;
  uint64_t Common = 0;
  std::set<uint64_t> Alignments;
  for (const Buffer &B : P.Buffers) {
    if (B.FixedOffset)
      continue;
    Common = std::gcd(Common, B.Alignment);
    Alignments.insert(B.Alignment);
    // The largest ones leave the largest holes.
    if (Alignments.size() > MaxUnits)
      Alignments.erase(Alignments.begin());
  }
  Alignments.insert(std::max<uint64_t>(Common, 1));
  return {Alignments.begin(), Alignments.end()};
}

Bound getAlignmentBound(const Problem &P) {
  ArrayRef<Buffer> Buffers = P.Buffers;
  LifetimeOrder Order(Buffers);
  Bound Highest = findLoad(Buffers, Order);
  bool HasFixed = any_of(
      Buffers, [](const Buffer &B) { return B.FixedOffset.has_value(); });
  for (uint64_t Unit : getUnits(P)) {
    // That is the load.
    if (Unit == 1 && !HasFixed)
      continue;
    Pile Live(Unit, HasFixed);
    // A number per buffer, so that the time stays in proportion.
    Live.limitGaps(64 * Buffers.size());
    Order.forEachMaximum([&](size_t I) { Live.add(Buffers[I]); },
                         [&](size_t I) { Live.drop(Buffers[I]); },
                         [&](Time At) {
                           uint64_t Size = Live.getBound();
                           if (Size > Highest.Size ||
                               (Size == Highest.Size && At < Highest.At))
                             Highest = {Size, At};
                         });
  }
  return Highest;
}

} // namespace hlomem::packing
