//===- Bounds.cpp - Sizes below which no placement goes -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Bounds.h"
#include "LifetimeOrder.h"
#include "hlomem/Support/NumberSet.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace llvm;

namespace hlomem::packing {

namespace {

/// Numbers, each as often as it was added, of which the least and the greatest
/// are known. Fast where there are many of few kinds.
class CountedNumbers {
public:
  /// \p Kinds are what may be added.
  explicit CountedNumbers(const DenseSet<uint64_t> &Kinds)
      : Numbers(Kinds.begin(), Kinds.end()), Counts(Kinds.size()),
        Present(Kinds.size()) {
    llvm::sort(Numbers);
    for (size_t I = 0; I != Numbers.size(); ++I)
      PlaceOf[Numbers[I]] = I;
  }

  void add(uint64_t Number) {
    unsigned Place = PlaceOf.lookup(Number);
    if (Counts[Place]++ == 0)
      Present.insert(Place);
  }
  void drop(uint64_t Number) {
    unsigned Place = PlaceOf.lookup(Number);
    if (--Counts[Place] == 0)
      Present.erase(Place);
  }
  /// \pre There is one.
  uint64_t getLeast() const { return Numbers[Present.findFrom(0)]; }
  uint64_t getGreatest() const {
    return Numbers[Present.findBefore(Numbers.size())];
  }

private:
  std::vector<uint64_t> Numbers;
  DenseMap<uint64_t, unsigned> PlaceOf;
  std::vector<unsigned> Counts;
  NumberSet Present;
};

/// What must be piled up at one moment: the fixed buffers where they are, and
/// those of the others whose alignment is a multiple of one number. Leaving out
/// the rest makes the bound lower, never wrong.
class Pile {
public:
  /// Of some of \p Buffers, at least one of them fixed if \p HasFixed.
  Pile(ArrayRef<Buffer> Buffers, uint64_t Unit, bool HasFixed)
      : Unit(Unit), HasFixed(HasFixed),
        Pads(findKinds(
            Buffers,
            [this](const Buffer &B) { return roundUp(B.Size) - B.Size; })),
        Sizes(HasFixed
                  ? findKinds(Buffers, [](const Buffer &B) { return B.Size; })
                  : DenseSet<uint64_t>()) {}

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
  bool isCounted(const Buffer &B) const {
    return !B.FixedOffset && (B.Alignment == Unit || B.Alignment % Unit == 0);
  }
  /// To a multiple of the unit; most are powers of two.
  uint64_t roundUp(uint64_t Size) const {
    return isPowerOf2_64(Unit) ? (Size + Unit - 1) & -Unit
                               : alignTo(Size, Unit);
  }
  template <class NumberT>
  DenseSet<uint64_t> findKinds(ArrayRef<Buffer> Buffers,
                               NumberT GetNumber) const {
    DenseSet<uint64_t> Kinds;
    for (const Buffer &B : Buffers)
      if (isCounted(B))
        Kinds.insert(GetNumber(B));
    return Kinds;
  }
  /// Units above the highest fixed end that the gaps below leave.
  uint64_t getRest();

  /// Every offset of a counted buffer is a multiple of this.
  uint64_t Unit;
  /// Whether there ever is a fixed buffer.
  bool HasFixed;
  uint64_t Load = 0;
  /// Of the counted buffers, rounded up one by one.
  uint64_t Sum = 0;
  /// What rounding added to each of them.
  CountedNumbers Pads;
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
  uint64_t Rounded = roundUp(B.Size);
  Sum += Rounded;
  Pads.add(Rounded - B.Size);
  if (HasFixed)
    Sizes.add(B.Size);
}

void Pile::drop(const Buffer &B) {
  Load -= B.Size;
  if (B.FixedOffset)
    Fixed.erase(*B.FixedOffset);
  if (!isCounted(B))
    return;
  uint64_t Rounded = roundUp(B.Size);
  Sum -= Rounded;
  Pads.drop(Rounded - B.Size);
  if (HasFixed)
    Sizes.drop(B.Size);
}

uint64_t Pile::getRest() {
  uint64_t Rest = Sum / Unit, Smallest = Sizes.getLeast();
  uint64_t Pad = Pads.getGreatest();
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
    return Sum == 0 ? 0 : Sum - Pads.getGreatest();
  uint64_t FixedEnd = Fixed.rbegin()->second;
  uint64_t Rest = Sum == 0 ? 0 : getRest();
  if (Rest == 0)
    return FixedEnd;
  return alignTo(FixedEnd, Unit) +
         std::max(Sizes.getLeast(), Rest * Unit - Pads.getGreatest());
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
  auto Raise = [](Bound &B, uint64_t Size, Time At) {
    if (Size > B.Size || (Size == B.Size && At < B.At))
      B = {Size, At};
  };
  for (uint64_t Unit : getUnits(P)) {
    Pile Live(Buffers, Unit, HasFixed);
    // A number per buffer, so that the time stays in proportion.
    Live.limitGaps(64 * Buffers.size());
    Order.forEachMaximum([&](uint32_t I) { Live.add(Buffers[I]); },
                         [&](uint32_t I) { Live.drop(Buffers[I]); },
                         [&](Time At) {
                           Raise(Highest.Load, Live.getLoad(), At);
                           Raise(Highest.Aligned, Live.getBound(), At);
                         });
  }
  Raise(Highest.Aligned, Highest.Load.Size, Highest.Load.At);
  return Highest;
}

Bound getLoadBound(const Problem &P) { return getMomentBounds(P).Load; }

Bound getAlignmentBound(const Problem &P) { return getMomentBounds(P).Aligned; }

} // namespace hlomem::packing
