//===- ExactSearch.h - Whether a problem fits into a capacity -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_SEARCH_EXACTSEARCH_H
#define HLOMEM_LIB_PACKING_SEARCH_EXACTSEARCH_H

#include "Greedy/Limits.h"
#include "Random.h"
#include "Skyline.h"

namespace hlomem::packing {

/// Looks for a placement within a capacity, or proves that there is none, by
/// branching on what lies lowest (docs/Packing.md).
///
/// It restarts with another order of values after a number of dead ends that
/// grows, and follows the deepest partial placements of earlier runs. A run
/// that ends by itself without a placement is a proof.
class ExactSearch {
public:
  enum class Outcome { Found, Infeasible, GaveUp };

  /// \p I lives longer than the search.
  ExactSearch(const Instance &I, uint64_t Seed);

  /// Goes on until there is an answer or \p L is over; may be called again
  /// after GaveUp. With a limited number of steps the outcome depends on
  /// nothing but the instance, the seed and \p L.
  Outcome run(Limits &L);

  /// After Found: writes the offsets of all items to \p Offsets, by position in
  /// the problem. Fixed buffers that are no items are left alone.
  void getPlacement(MutableArrayRef<uint64_t> Offsets) const;

private:
  /// Sections with everything that is live in them, and open items.
  struct Part {
    unsigned First;
    unsigned Last;
    /// Open items here are tied to some in the next part: the two are searched
    /// as one.
    bool GoesOn = false;
  };
  /// A decision: what lies lowest at one section.
  struct Node {
    Skyline::Mark Before;
    /// Options[Next] is tried next, until EndOption; those of a node above
    /// begin there.
    unsigned NextOption;
    unsigned EndOption;
    unsigned FirstOption;
    /// What the option left to do, each apart from the others.
    unsigned NextPart;
    unsigned EndPart;
    unsigned FirstPart;
    /// Parts that are searched as one, with those that go on from there.
    unsigned Of;
    unsigned Section;
  };
  /// A partial placement to be followed.
  struct Elite {
    unsigned Depth = 0;
    std::vector<Height> Offsets;
  };
  /// An item is placed; or nothing begins at the floor, which rises to To.
  struct Option {
    unsigned Item;
    Height To;
    bool IsGuided = false;
    float Rank = 0;
  };

  void prepareRun();
  /// True: found. False: no placement. None: dead ends or limits are used up.
  std::optional<bool> runOnce(Limits &L);
  void pushParts(unsigned Of);
  void joinParts(size_t Begin);
  /// What follows \p P and those that it is searched with.
  unsigned getNextPart(unsigned P) const {
    while (Parts[P].GoesOn)
      ++P;
    return P + 1;
  }
  Height getSlack(Part P) const;
  void open(unsigned P);
  bool canRaise(unsigned Section);
  unsigned chooseSection(unsigned Of, unsigned &RunBegin, unsigned &RunEnd);
  void addOptions(unsigned Section, unsigned RunBegin, unsigned RunEnd);
  void rankOptions(size_t Begin, Height Floor, unsigned RunBegin,
                   unsigned RunEnd);
  bool tryNextOption();
  void popNode();
  void saveDeepest();
  void keepElite();
  bool isOver(Limits &L);

  const Instance &I;
  Skyline State;
  Random Numbers;
  std::vector<Node> Nodes;
  std::vector<Option> Options;
  std::vector<Part> Parts;
  /// Dead ends make a section more likely to be looked at: one divided by the
  /// weight.
  std::vector<float> Weights;
  std::vector<float> Priorities;
  std::vector<float> Keys;
  /// By section, while tied parts are joined.
  std::vector<unsigned> PartOf;
  std::vector<uint64_t> SeenClasses;
  uint64_t SeenStamp = 0;

  unsigned NumRuns = 0;
  uint64_t DeadEnds = 0;
  uint64_t MaxDeadEnds = 0;
  /// Apart from those of State.
  uint64_t OwnSteps = 0;
  uint64_t StepsSeen = 0;
  std::vector<Elite> Elites;
  int Guide = -1;
  unsigned MaxDepth = 0;
  bool IsDeepest = false;
  std::vector<Height> Deepest;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_SEARCH_EXACTSEARCH_H
