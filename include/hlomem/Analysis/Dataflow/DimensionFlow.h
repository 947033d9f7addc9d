//===- DimensionFlow.h - Which values carry a dimension ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows a dimension of an array, such as the batch of an argument, through a
/// program: forwards and backwards, through loops, calls and fusions, and as a
/// factor of what it is flattened into. Only operations count as evidence,
/// never equal extents alone; docs/Dimensions.md lists the rules.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_DATAFLOW_DIMENSIONFLOW_H
#define HLOMEM_ANALYSIS_DATAFLOW_DIMENSIONFLOW_H

#include "hlomem/Analysis/Dataflow/DimensionAttributes.h"
#include "hlomem/IR/HloGraph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem {

/// How the dimensions of all arrays of a program depend on each other. Made
/// once; every DimensionFlow of the program uses it. Never changes.
class DimensionLinks {
public:
  using AttributesFn = llvm::function_ref<DimensionAttributes(InstructionId)>;

  /// \p G must outlive the result. \p GetAttributes is called for instructions
  /// whose opcode has some. Almost linear in the dimensions of all places.
  DimensionLinks(const HloGraph &G, AttributesFn GetAttributes);

private:
  friend class DimensionFlow;
  friend class DimensionLinker;

  static constexpr uint32_t None = ~uint32_t();

  enum class Kind : uint8_t {
    /// The elements of the left parts are those of the right ones, both from
    /// the most major part on: a reshape.
    Regroup,
    /// The right part has a fixed number of elements more or fewer.
    Shift,
    /// The right part has elements in proportion to the left one.
    Proportion,
    /// The right part has as many elements as the left one, but the left one
    /// does not depend on it: all rows of data in another order. A table of
    /// weights may have as many rows as are chosen of it.
    Permutation,
    /// The right part has the elements of all left ones.
    Sum,
  };
  /// Whether a part that lies within a dimension that scales does so too.
  enum class Splits : uint8_t {
    /// The other parts have a fixed number of elements.
    Sure,
    /// Mostly they have.
    Guess,
    /// Mostly it has a fixed number itself.
    Never,
  };
  /// A dimension, or a number of elements that belongs to none.
  struct Part {
    /// None for what belongs to no dimension. While links are made a slot,
    /// afterwards a class.
    uint32_t Class = None;
    uint64_t Extent = 1;
  };
  struct Link {
    Kind How = Kind::Regroup;
    /// Without evidence: by equal extents, or rounded.
    bool IsGuess = false;
    Splits IfSplit = Splits::Guess;
    /// Where its parts stand in Parts.
    uint32_t Left = 0;
    uint32_t Right = 0;
    uint32_t End = 0;
  };

  /// What a slice takes of a dimension, from a place that is the same always.
  struct Piece {
    uint32_t Whole = 0;
    uint32_t Cut = 0;
    uint64_t Start = 0;
  };

  llvm::ArrayRef<Part> getLeft(const Link &L) const {
    return llvm::ArrayRef(Parts).slice(L.Left, L.Right - L.Left);
  }
  llvm::ArrayRef<Part> getRight(const Link &L) const {
    return llvm::ArrayRef(Parts).slice(L.Right, L.End - L.Right);
  }
  llvm::ArrayRef<uint32_t> getLinks(uint32_t Class) const {
    return llvm::ArrayRef(LinksByClass)
        .slice(FirstLink[Class], FirstLink[Class + 1] - FirstLink[Class]);
  }
  /// The dimensions of the array at \p P; none of what is no array.
  llvm::ArrayRef<Dimension> getDimensions(HloPlace P) const;
  size_t getSlot(HloPlace P) const {
    return FirstSlot[FirstPlace[P.Instruction] + P.Leaf.index()];
  }

  const HloGraph &G;
  /// Of each instruction its first place, of each place its first dimension:
  /// dimensions are numbered as slots.
  IdVector<InstructionId, size_t> FirstPlace;
  std::vector<uint32_t> FirstSlot;
  /// Of each slot: equal dimensions are of one class.
  std::vector<uint32_t> Classes;
  /// Of each class.
  std::vector<uint64_t> Extents;
  /// Of arrays that are made of scalars and counting alone, such as zeros. XLA
  /// makes equal ones once, whatever they are for: they have the dimensions of
  /// those that read them, and tell nothing of these.
  std::vector<bool> IsMade;
  /// A window covers all of it: where XLA calculates prefix sums block by
  /// block, the blocks are of a fixed size.
  std::vector<bool> IsBlock;
  std::vector<Part> Parts;
  std::vector<Link> Links;
  std::vector<uint32_t> LinksByClass;
  std::vector<uint32_t> FirstLink;
  std::vector<Piece> Pieces;
};

/// A dimension of an array.
struct DimensionPlace {
  HloPlace At;
  uint32_t Number = 0;
};

/// A part of the extent of a dimension that scales with the one that is
/// followed: of 4096, flattened from 8 x 512, the batch is {512, 8}.
struct DimensionFactor {
  /// Elements from one of it to the next.
  uint64_t Stride = 1;
  uint64_t Extent = 1;
  /// Elements of Extent that do not scale, -1 of `x[:, :-1]`.
  int64_t Fixed = 0;
  /// It rests on a link without evidence.
  bool IsGuessed = false;

  friend bool operator==(const DimensionFactor &,
                         const DimensionFactor &) = default;
};

/// A ratio, 1/2.
struct DimensionRatio {
  uint64_t Numerator = 1;
  uint64_t Denominator = 1;
};

/// Where a dimension goes in its program.
class DimensionFlow {
public:
  /// Follows \p Origins, which are one dimension of several arrays; those that
  /// do not exist, or have one element, lead nowhere. \p Links must outlive
  /// this. Linear in the links that it meets.
  DimensionFlow(const DimensionLinks &Links,
                llvm::ArrayRef<DimensionPlace> Origins);

  /// What of dimension \p Dimension of the array at \p P scales; empty if
  /// nothing does.
  llvm::ArrayRef<DimensionFactor> getFactors(HloPlace P,
                                             uint32_t Dimension) const;
  /// True if any dimension of the array at \p P has a factor.
  bool isCarriedBy(HloPlace P) const;
  /// True if a factor of the array at \p P rests on a guess.
  bool isGuessed(HloPlace P) const;
  /// The extents of the array at \p P if the dimension that is followed were \p
  /// By times as long; none if one of them is no whole number then, or none
  /// remains.
  std::optional<llvm::SmallVector<uint64_t, 4>>
  getScaledExtents(HloPlace P, DimensionRatio By) const;

  /// True if the program takes at least half of the dimension apart, in pieces
  /// of a fixed size from fixed places, as it does with the layers of a loop
  /// that was unrolled: with other extents it would have other instructions.
  bool isTakenApart() const;

private:
  using Part = DimensionLinks::Part;
  using Link = DimensionLinks::Link;

  void follow(bool WithGuesses);
  void follow(const Link &L, uint32_t From, bool WithGuesses);
  void regroup(const Link &L, uint32_t From, llvm::ArrayRef<Part> Source,
               llvm::ArrayRef<Part> Target, bool WithGuesses);
  void place(const Link &L, DimensionFactor F, llvm::ArrayRef<Part> Target,
             bool WithGuesses);
  std::optional<DimensionFactor> getWhole(uint32_t Class) const;
  void shift(const Link &L, uint32_t From, const Part &Target);
  bool sum(const Link &L);
  void add(uint32_t Class, DimensionFactor F);

  const DimensionLinks &Links;
  llvm::DenseMap<uint32_t, llvm::SmallVector<DimensionFactor, 1>> Factors;
  llvm::SmallVector<uint32_t, 16> Pending;
  /// Sums that have been met.
  llvm::SmallVector<uint32_t, 4> Sums;
  /// What is followed now is of an array that tells nothing of others.
  bool IsFromMade = false;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_DATAFLOW_DIMENSIONFLOW_H
