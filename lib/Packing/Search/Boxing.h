//===- Boxing.h - Buffers that fill a rectangle together ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_SEARCH_BOXING_H
#define HLOMEM_LIB_PACKING_SEARCH_BOXING_H

#include "Greedy/Limits.h"
#include "Random.h"
#include "hlomem/Packing/Problem.h"
#include <queue>

namespace hlomem::packing {

/// A problem with fewer buffers, of the same load at each moment, whose
/// placements are placements of the given one.
///
/// Two buffers of one lifetime become a box, one upon the other; two of one
/// size, of which one begins when the other ends, become one that lasts for
/// both. A box is a buffer again. Where all of the memory is taken before and
/// after a moment, what ends there lies where something begins; so it is known
/// that a box loses nothing if nothing else ends or begins there. Other boxes
/// are guesses, made in the order of how likely they are to be right, and
/// undone by perturb().
///
/// In a problem that was cut out of a rectangle, few boxes remain; the number
/// of those is what to look at before giving them to a search.
class Boxing {
public:
  /// \p P has no fault, and outlives this. What is made of guesses is partly
  /// left to chance if \p IsRandom.
  Boxing(const Problem &P, uint64_t Seed, bool IsRandom = false);

  /// Makes boxes until none can be made or \p L is over.
  void fill(Limits &L);
  /// Opens some boxes that lie next to each other in time, and makes others
  /// instead; keeps what it was unless there are fewer or as many. True if
  /// there are fewer.
  bool perturb(Limits &L);

  /// Boxes, and buffers that are in none.
  size_t getNumBoxes() const { return Roots.size(); }
  /// Each of those as a buffer.
  Problem getProblem() const;
  /// The placement of the given problem that one of getProblem() stands for.
  Placement expand(ArrayRef<uint64_t> Offsets) const;

private:
  enum class Kind : uint8_t { Single, Stack, Chain };
  /// A box, or one of the buffers of the problem, which come first.
  struct Node {
    /// Of all moments at which something begins or ends, by rank.
    unsigned Begin;
    unsigned End;
    /// In bytes.
    uint64_t Size;
    uint64_t Alignment;
    /// Of a stack the lower one first, of a chain the earlier one.
    unsigned Parts[2];
    /// In Roots, or NotRoot.
    unsigned Position;
    Kind What;
  };
  static constexpr unsigned NotRoot = ~0u;
  /// What ends and what begins at a moment.
  struct Moment {
    SmallVector<unsigned, 3> Ends;
    SmallVector<unsigned, 3> Begins;
    bool IsQueued = false;
  };
  struct Guess {
    float Risk;
    unsigned First;
    unsigned Second;
    Kind What;
    bool operator<(const Guess &O) const {
      return std::tie(Risk, First, Second) >
             std::tie(O.Risk, O.First, O.Second);
    }
  };
  /// Something to be undone: a box was made, or opened.
  struct Change {
    unsigned Node;
    bool IsNew;
  };

  uint64_t getRounded(const Node &N) const {
    return (N.Size + Unit - 1) / Unit * Unit;
  }
  void insert(unsigned N);
  void remove(unsigned N);
  void make(unsigned First, unsigned Second, Kind What);
  bool canStack(unsigned Lower, unsigned Upper) const;
  bool canChain(unsigned Early, unsigned Late) const;
  void tryToMake(unsigned First, unsigned Second, Kind What);
  void open(unsigned N);
  void undo();
  bool isWorthALook(const Moment &M);
  bool makeCertain(const Moment &M);
  void addGuesses(const Moment &M);
  void touch(unsigned At);

  const Problem &P;
  uint64_t Unit;
  /// All rounded sizes are multiples of it.
  uint64_t Granule = 0;
  std::vector<Time> Times;
  std::vector<Moment> Moments;
  std::vector<Node> Nodes;
  std::vector<unsigned> FreeNodes;
  std::vector<unsigned> Roots;
  /// Moments at which something has changed.
  std::vector<unsigned> Queue;
  std::priority_queue<Guess> Guesses;
  std::vector<Change> Changes;
  Random Numbers;
  /// How much the order of guesses is left to chance.
  double Noise;
  uint64_t Steps = 0;
};

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_SEARCH_BOXING_H
