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

#ifndef HLOMEM_ANALYSIS_DIMENSIONS_DIMENSIONFLOW_H
#define HLOMEM_ANALYSIS_DIMENSIONS_DIMENSIONFLOW_H

#include "hlomem/Analysis/Dimensions/DimensionAttributes.h"
#include "hlomem/IR/HloGraph.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

/// Holds how the dimensions of all arrays of a program depend on each other. It
/// is made once, used by every DimensionFlow of the program, and never changes.
class DimensionLinks {
public:
  using AttributesFn = function_ref<DimensionAttributes(InstructionId)>;

  /// Finds the links of \p G, which must outlive the result. \p GetAttributes
  /// is called for each instruction whose opcode has attributes. Takes time
  /// almost linear in the dimensions of all places.
  DimensionLinks(const HloGraph &G, AttributesFn GetAttributes);

private:
  friend class DimensionFlow;
  friend class DimensionLinker;

  static constexpr uint32_t None = ~uint32_t();

  /// Identifies how the parts of a link depend on each other.
  enum class Kind : uint8_t {
    /// Means that the elements of the left parts are those of the right parts,
    /// both from the most major part on: a reshape.
    Regroup,
    /// Means that the right part has a fixed number of elements more or fewer.
    Shift,
    /// Means that the right part has elements in proportion to the left part.
    Proportion,
    /// Means that the right part has as many elements as the left part, which
    /// does not depend on it: all rows of data in another order. A table of
    /// weights may have as many rows as are chosen from it.
    Permutation,
    /// Means that the right part has the elements of all left parts.
    Sum,
  };
  /// Tells whether a part that lies within a dimension that scales does so too.
  enum class Splits : uint8_t {
    /// Means that the other parts have a fixed number of elements.
    Sure,
    /// Means that the other parts mostly have a fixed number of elements.
    Guess,
    /// Means that the part itself mostly has a fixed number of elements.
    Never,
  };
  /// Represents a dimension, or a number of elements that belongs to no
  /// dimension.
  struct Part {
    /// Identifies a slot while links are made, and a class afterwards; None for
    /// elements that belong to no dimension.
    uint32_t Class = None;
    uint64_t Extent = 1;
  };
  /// Represents a dependence between parts.
  struct Link {
    Kind How = Kind::Regroup;
    /// Is true if the link is without evidence: by equal extents, or rounded.
    bool IsGuess = false;
    Splits IfSplit = Splits::Guess;
    /// Left, Right and End delimit the parts in Parts: the left ones are [Left,
    /// Right), the right ones [Right, End).
    uint32_t Left = 0;
    uint32_t Right = 0;
    uint32_t End = 0;
  };

  /// Represents what a slice takes of a dimension, always from the same place.
  struct Piece {
    uint32_t Whole = 0;
    uint32_t Cut = 0;
    uint64_t Start = 0;
  };

  ArrayRef<Part> getLeft(const Link &L) const {
    return ArrayRef(Parts).slice(L.Left, L.Right - L.Left);
  }
  ArrayRef<Part> getRight(const Link &L) const {
    return ArrayRef(Parts).slice(L.Right, L.End - L.Right);
  }
  ArrayRef<uint32_t> getLinks(uint32_t Class) const {
    return ArrayRef(LinksByClass)
        .slice(FirstLink[Class], FirstLink[Class + 1] - FirstLink[Class]);
  }
  /// Returns the dimensions of the array at \p P; empty if there is no array.
  ArrayRef<Dimension> getDimensions(HloPlace P) const;
  size_t getSlot(HloPlace P) const {
    return FirstSlot[FirstPlace[P.Instruction] + P.Leaf.index()];
  }

  const HloGraph &G;
  /// FirstPlace holds the first place of each instruction, and FirstSlot the
  /// first dimension of each place. Dimensions are numbered as slots.
  IdVector<InstructionId, size_t> FirstPlace;
  std::vector<uint32_t> FirstSlot;
  /// Holds the class of each slot. Equal dimensions are of one class.
  std::vector<uint32_t> Classes;
  /// Holds the extent of each class.
  std::vector<uint64_t> Extents;
  /// Is true for each class of arrays that are made of scalars and counting
  /// alone, such as zeros. XLA makes equal ones once, whatever they are for:
  /// they have the dimensions of the arrays that read them, and tell nothing
  /// about these.
  std::vector<bool> IsMade;
  /// Is true for each class that a window covers completely. Where XLA
  /// calculates prefix sums block by block, the blocks are of a fixed size.
  std::vector<bool> IsBlock;
  std::vector<Part> Parts;
  std::vector<Link> Links;
  std::vector<uint32_t> LinksByClass;
  std::vector<uint32_t> FirstLink;
  std::vector<Piece> Pieces;
};

/// Represents a dimension of an array.
struct DimensionPlace {
  HloPlace At;
  uint32_t Number = 0;
};

/// Represents a part of the extent of a dimension that scales with the
/// dimension that is followed: of 4096, flattened from 8 x 512, the batch is
/// {512, 8}.
struct DimensionFactor {
  /// Is the distance, in elements of the dimension, from one element of the
  /// part to the next.
  uint64_t Stride = 1;
  uint64_t Extent = 1;
  /// Counts the elements of Extent that do not scale: -1 for `x[:, :-1]`.
  int64_t Fixed = 0;
  /// Is true if the factor rests on a link without evidence.
  bool IsGuessed = false;
  /// Is true if the elements scale as a whole, and it is lost which of them
  /// do: the rows of 8 x 512 in another order. Nothing tells then what scales
  /// where they are split.
  bool IsMixed = false;

  friend bool operator==(const DimensionFactor &,
                         const DimensionFactor &) = default;
};

/// Represents a ratio, such as 1/2.
struct DimensionRatio {
  uint64_t Numerator = 1;
  uint64_t Denominator = 1;
};

/// Tells where a dimension goes in its program.
class DimensionFlow {
public:
  /// Follows \p Origins, which are one dimension of several arrays. Those that
  /// do not exist, or have one element, lead nowhere. \p Links must outlive
  /// this. Takes time linear in the links that it meets.
  DimensionFlow(const DimensionLinks &Links, ArrayRef<DimensionPlace> Origins);

  /// Returns the factors of dimension \p Dimension of the array at \p P that
  /// scale; empty if none does.
  ArrayRef<DimensionFactor> getFactors(HloPlace P, uint32_t Dimension) const;
  /// Returns true if any dimension of the array at \p P has a factor.
  bool isCarriedBy(HloPlace P) const;
  /// Returns true if a factor of the array at \p P rests on a guess.
  bool isGuessed(HloPlace P) const;
  /// Returns the extents of the array at \p P if the dimension that is followed
  /// were \p By times as long; none if one of them would not be a whole number,
  /// or not be positive.
  std::optional<SmallVector<uint64_t, 4>>
  getScaledExtents(HloPlace P, DimensionRatio By) const;

  /// Returns true if the program takes at least half of the dimension apart, in
  /// pieces of a fixed size from fixed places, as it does with the layers of a
  /// loop that was unrolled. With other extents it would have other
  /// instructions.
  bool isTakenApart() const;

private:
  using Part = DimensionLinks::Part;
  using Link = DimensionLinks::Link;

  void follow(bool WithGuesses);
  void follow(const Link &L, uint32_t From, bool WithGuesses);
  void regroup(const Link &L, uint32_t From, ArrayRef<Part> Source,
               ArrayRef<Part> Target, bool WithGuesses);
  void place(const Link &L, DimensionFactor F, ArrayRef<Part> Target,
             bool WithGuesses);
  std::optional<DimensionFactor> getWhole(uint32_t Class) const;
  void shift(const Link &L, uint32_t From, const Part &Target);
  bool sum(const Link &L);
  void add(uint32_t Class, DimensionFactor F);

  const DimensionLinks &Links;
  llvm::DenseMap<uint32_t, SmallVector<DimensionFactor, 1>> Factors;
  SmallVector<uint32_t, 16> Pending;
  /// Lists the sums that have been met.
  SmallVector<uint32_t, 4> Sums;
  /// Is true while an array is followed that tells nothing about others.
  bool IsFromMade = false;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_DIMENSIONS_DIMENSIONFLOW_H
