//===- Bounds.cpp - Sizes below which no placement goes -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Bounds.h"
#include "hlomem/Packing/AlignedSum.h"
#include "hlomem/Packing/LifetimeOrder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
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
  bool isCounted(const Buffer &B) const {
    return !B.FixedOffset && (B.Alignment == Unit || B.Alignment % Unit == 0);
  }
  /// Of the counted ones.
  auto getSizes(ArrayRef<Buffer> Buffers) const {
    return map_range(
        make_filter_range(Buffers,
                          [this](const Buffer &B) { return isCounted(B); }),
        [](const Buffer &B) { return B.Size; });
  }

public:
  /// Of some of \p Buffers, at least one of them fixed if \p HasFixed.
  Pile(ArrayRef<Buffer> Buffers, uint64_t Unit, bool HasFixed)
      : Unit(Unit), HasFixed(HasFixed), Counted(Unit, getSizes(Buffers)),
        Sizes(HasFixed ? findKinds(Buffers) : DenseSet<uint64_t>()) {}

  void add(const Buffer &B);
  void drop(const Buffer &B);

  /// All that is live, whether it is counted or not.
  uint64_t getLoad() const { return Load; }
  /// The least number of bytes that hold the pile.
  uint64_t getBound();

  /// Looking into gaps takes time for each of them; afterwards they are taken
  /// to hold whatever there is.
  void limitGaps(uint64_t Count) { GapsLeft = Count; }

private:
  DenseSet<uint64_t> findKinds(ArrayRef<Buffer> Buffers) const {
    auto Range = getSizes(Buffers);
    return DenseSet<uint64_t>(Range.begin(), Range.end());
  }
  /// Units above the highest fixed end that the gaps below leave.
  uint64_t getRest();

  /// Every offset of a counted buffer is a multiple of this.
  uint64_t Unit;
  /// Whether there ever is a fixed buffer.
  bool HasFixed;
  uint64_t Load = 0;
  AlignedSum Counted;
  /// Their sizes, if there are gaps to put them into.
  CountedNumbers Sizes;
  /// Ends of the fixed buffers by offset; no two share a byte.
  std::map<uint64_t, uint64_t> Fixed;
  uint64_t GapsLeft = UINT64_MAX;
};

} // namespace

void Pile::add(const Buffer &B) {
  Load += B.Size;
  if (B.FixedOffset)
    Fixed.emplace(*B.FixedOffset, *B.FixedOffset + B.Size);
  if (!isCounted(B))
    return;
  Counted.add(B.Size);
  if (HasFixed)
    Sizes.add(B.Size);
}

void Pile::drop(const Buffer &B) {
  Load -= B.Size;
  if (B.FixedOffset)
    Fixed.erase(*B.FixedOffset);
  if (!isCounted(B))
    return;
  Counted.drop(B.Size);
  if (HasFixed)
    Sizes.drop(B.Size);
}

uint64_t Pile::getRest() {
  uint64_t Rest = Counted.getRounded() / Unit, Smallest = Sizes.getLeast();
  uint64_t Pad = Counted.getGreatestPad();
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
    return Counted.get();
  uint64_t FixedEnd = Fixed.rbegin()->second;
  uint64_t Rest = Counted.getRounded() == 0 ? 0 : getRest();
  if (Rest == 0)
    return FixedEnd;
  return alignTo(FixedEnd, Unit) +
         std::max(Sizes.getLeast(), Rest * Unit - Counted.getGreatestPad());
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

MomentBounds getMomentBounds(const Problem &P) {
  ArrayRef<Buffer> Buffers = P.Buffers;
  LifetimeOrder Order(Buffers);
  bool HasFixed = any_of(
      Buffers, [](const Buffer &B) { return B.FixedOffset.has_value(); });
  MomentBounds Highest;
  for (uint64_t Unit : getUnits(P)) {
    Pile Live(Buffers, Unit, HasFixed);
    // A number per buffer, so that the time stays in proportion.
    Live.limitGaps(64 * Buffers.size());
    Order.forEachMaximum([&](uint32_t I) { Live.add(Buffers[I]); },
                         [&](uint32_t I) { Live.drop(Buffers[I]); },
                         [&](Time At) {
                           Highest.Load.raise({Live.getLoad(), At});
                           Highest.Aligned.raise({Live.getBound(), At});
                         });
  }
  Highest.Aligned.raise(Highest.Load);
  return Highest;
}

Bound getLoadBound(const Problem &P) { return getMomentBounds(P).Load; }

Bound getAlignmentBound(const Problem &P) { return getMomentBounds(P).Aligned; }

} // namespace hlomem::packing
