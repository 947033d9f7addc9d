//===- Skyline.h - A partial placement and what follows from it -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_SEARCH_SKYLINE_H
#define HLOMEM_LIB_PACKING_SEARCH_SKYLINE_H

#include "Instance.h"

namespace hlomem::packing {

/// A partial placement that grows from below, and bounds of what can become of
/// it; with undo.
///
/// Each item that is not placed has a least offset, each section a floor: the
/// least of the least offsets of those live there. What is needed for all of
/// them above the floor must fit below the capacity; the rest is slack.
///
/// Tied items have one least offset. Where one of them is placed, the others
/// are pinned: nothing but that offset is left for them, above whatever floor
/// there is; the rest goes below or above them, as with fixed items.
///
/// All operations return whether the state may still be completed. Once one
/// says no, the state must be undone to a mark before it.
class Skyline {
public:
  explicit Skyline(const Instance &I);

  /// Whether anything may be completed to a placement at all.
  bool isPossible() const { return Possible; }

  /// Puts \p Item at its least offset, which must be the floor of all of its
  /// sections.
  bool place(unsigned Item);
  /// Nothing that is live in \p Section will begin below \p To. The section
  /// must belong to a run that isLocalMinimum() takes.
  bool raise(unsigned Section, Height To);

  /// A state to return to.
  using Mark = size_t;
  Mark getMark() const { return Trail.size(); }
  void undo(Mark M);

  Height getFloor(unsigned Section) const { return Floors[Section]; }
  Height getSlack(unsigned Section) const { return Slacks[Section]; }
  /// How many items may be placed at the floor.
  unsigned getNumCandidates(unsigned Section) const { return Counts[Section]; }
  /// How many items live there are not placed.
  unsigned getNumOpen(unsigned Section) const { return Opens[Section]; }
  /// Whether some item that is not placed is live both here and in the next.
  bool isCrossed(unsigned Section) const { return Crossings[Section] != 0; }
  /// NoHeight: placed.
  Height getLeast(unsigned Item) const { return Leasts[Item]; }
  /// Whether an item that is not placed has no other place than its least
  /// offset, which is nobody else's.
  bool isForced(unsigned Item) const {
    return I.items()[Item].IsFixed || (HasTies && Pinned[Item]);
  }
  /// Of an item that is placed.
  Height getOffset(unsigned Item) const { return Offsets[Item]; }
  unsigned getNumPlaced() const { return NumPlaced; }

  /// The section at which the last operation that said no did so.
  unsigned getFailed() const { return Failed; }
  /// Visits of items and sections so far.
  uint64_t getSteps() const { return Steps; }

private:
  enum class Change : uint8_t {
    Least,
    Candidate,
    Run,
    Floor,
    Slack,
    Place,
    Pin
  };
  /// What to do in order to undo a change.
  struct Entry {
    Change What;
    /// Sections, or an item.
    unsigned First;
    unsigned Last;
    Height Value;
  };
  struct Candidates {
    Height Sum;
    unsigned Count;
  };

  bool fail(unsigned Section) {
    Failed = Section;
    return false;
  }
  bool raiseRun(unsigned First, unsigned Last, Height To);
  Height getLeastFrom(unsigned Item, Height From) const {
    return HasTies ? getLeastOfTie(Item, From) : I.getLeastFrom(Item, From);
  }
  Height getLeastOfTie(unsigned Item, Height From) const;
  Height getLeastAmongPins(unsigned Item, Height From) const;
  void pinOthers(unsigned Item);
  bool pushAside(unsigned Pin);
  void lift(unsigned Item, Height To);
  void liftOthers(unsigned Item, Height To);
  bool checkLifted(Height To);
  void dropCandidate(unsigned First, unsigned Last, Height Least, Height Size);
  bool checkSections(unsigned First, unsigned Last, Height To);
  bool tighten(unsigned Section);
  bool hasRoomAbove(unsigned Section, Height To);

  const Instance &I;
  // By item, apart from the rest of it since they are looked through.
  std::vector<Height> Leasts;
  std::vector<unsigned> Lasts;
  std::vector<Height> Offsets;
  // By section.
  std::vector<Height> Floors;
  std::vector<Height> Slacks;
  /// The total size of the candidates, which have the floor as least offset.
  std::vector<Height> Sums;
  std::vector<unsigned> Counts;
  std::vector<unsigned> Opens;
  std::vector<unsigned> Crossings;
  /// Those of Opens that may end one unit higher; empty where there are none.
  std::vector<unsigned> LongOpens;

  /// By item, and the items in the order of being pinned. Empty without ties.
  std::vector<uint8_t> Pinned;
  std::vector<unsigned> Pins;
  /// Items that an operation has lifted by lift().
  std::vector<unsigned> Lifted;

  std::vector<Entry> Trail;
  std::vector<Candidates> SavedCandidates;
  /// Least offsets and sizes, while one section is looked at.
  std::vector<std::pair<Height, Height>> Above;
  unsigned NumPlaced = 0;
  unsigned Failed = 0;
  bool Possible = true;
  bool HasTies = false;
  mutable uint64_t Steps = 0;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_SEARCH_SKYLINE_H
