//===- Instance.h - A packing problem as the search sees it ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_SEARCH_INSTANCE_H
#define HLOMEM_LIB_PACKING_SEARCH_INSTANCE_H

#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// A height in units of Instance::Unit bytes.
using Height = int64_t;

/// Above every height; small enough to be added to one.
inline constexpr Height NoHeight = int64_t(1) << 62;

/// A number of bytes that all offsets of \p P are multiples of, in at least one
/// of its smallest placements.
uint64_t getOffsetUnit(const Problem &P);

/// Whether a problem fits into a capacity, in the terms of the search.
///
/// Time is reduced to sections: the moments at which the set of live buffers is
/// contained in that of no other moment. Buffers are live together if and only
/// if they share a section. A moment at which only fixed buffers are live asks
/// nothing of the search and is no section.
///
/// Heights are in units of which all offsets are multiples (getOffsetUnit), so
/// that a buffer which lies upon another leaves free what is between the end of
/// the latter and the next multiple: sizes are rounded up. Only at the top is
/// that too much; so each buffer has its own highest end, which belongs to the
/// highest offset that keeps its real size within the capacity.
class Instance {
public:
  /// A buffer. They are in the order of First, then Last, then size.
  struct Item {
    unsigned First;
    /// Inclusive.
    unsigned Last;
    Height Size;
    /// The most that offset and Size may add up to: either the lowest of all
    /// items' or one more.
    Height HighestEnd;
    /// Of offsets, in units.
    Height Alignment;
    /// The least offset that is possible in an otherwise empty arena.
    Height Least;
    bool IsFixed;
    /// Items that can be exchanged in any placement have the same one.
    unsigned Class;
    /// What getTied() takes; 0: not tied.
    unsigned Tie;
    /// The position in the problem.
    size_t Buffer;
  };

  /// \p P has no fault, and its ties are resolved (Ties.h).
  Instance(const Problem &P, uint64_t Capacity);

  /// False if some buffer alone does not fit.
  bool isPossible() const { return Possible; }

  ArrayRef<Item> items() const { return Items; }
  unsigned getNumSections() const { return FirstItems.size() - 1; }
  /// The items that begin in section \p S or a later one are those from here.
  unsigned getFirstItem(unsigned S) const { return FirstItems[S]; }
  /// The items that are live in section \p S.
  ArrayRef<unsigned> getLive(unsigned S) const {
    return ArrayRef(Live).slice(LiveBegins[S],
                                LiveBegins[S + 1] - LiveBegins[S]);
  }
  /// Sections of all items, added up.
  size_t getNumVisits() const { return Live.size(); }
  /// The capacity of items that do not stick out of it, in units.
  Height getCapacity() const { return Capacity; }
  /// Whether some items may end one unit above the others.
  bool hasLongItems() const { return HasLong; }
  bool isLong(unsigned I) const { return Items[I].HighestEnd > Capacity; }
  bool hasTies() const { return getNumTies() != 0; }
  unsigned getNumTies() const { return TieBegins.size() - 1; }
  /// The items that have one offset, from 1 on.
  ArrayRef<unsigned> getTied(unsigned Tie) const {
    return ArrayRef(Tied).slice(TieBegins[Tie - 1],
                                TieBegins[Tie] - TieBegins[Tie - 1]);
  }

  /// The least possible offset of \p I that is at least \p From, or NoHeight:
  /// aligned, apart from the fixed items that are live with it, not too high.
  /// Ties are not looked at.
  Height getLeastFrom(unsigned I, Height From) const {
    const Item &It = Items[I];
    if (IsPlain)
      return From + It.Size <= It.HighestEnd ? From : NoHeight;
    return getLeastFromSlowly(I, From);
  }

  uint64_t getBytes(Height H) const { return uint64_t(H) * Unit; }

private:
  /// Offsets from Begin up to but not including End collide with fixed items.
  struct Gap {
    Height Begin;
    Height End;
  };

  void findSections(const Problem &P);
  void addItems(const Problem &P, uint64_t CapacityInBytes);
  void addTies(const Problem &P);
  void addClasses();
  void addLive();
  void addCollisions();
  void findLeasts();
  Height getLeastFromSlowly(unsigned I, Height From) const;

  std::vector<Item> Items;
  /// The earliest moment of each section.
  std::vector<Time> Sections;
  std::vector<unsigned> FirstItems;
  std::vector<unsigned> Live;
  std::vector<unsigned> LiveBegins;
  std::vector<unsigned> Tied;
  std::vector<unsigned> TieBegins = {0};
  std::vector<Gap> Collisions;
  std::vector<unsigned> CollisionBegins;
  uint64_t Unit = 1;
  Height Capacity = 0;
  bool HasLong = false;
  /// No alignment but the unit, nothing fixed.
  bool IsPlain = true;
  bool Possible = true;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_SEARCH_INSTANCE_H
