//===- DimensionLinker.h - Makes DimensionLinks -----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_DIMENSIONS_DIMENSIONLINKER_H
#define HLOMEM_LIB_ANALYSIS_DIMENSIONS_DIMENSIONLINKER_H

#include "hlomem/Analysis/Dimensions/DimensionFlow.h"
#include <set>

namespace hlomem {

/// The rules of all opcodes.
class DimensionLinker {
public:
  DimensionLinker(DimensionLinks &L, DimensionLinks::AttributesFn GetAttributes)
      : L(L), G(L.G), GetAttributes(GetAttributes) {}

  using Splits = DimensionLinks::Splits;

  /// Links the dimensions of all instructions.
  void run();

private:
  using Part = DimensionLinks::Part;
  using Kind = DimensionLinks::Kind;
  using PartList = SmallVector<Part, 6>;

  /// An array of the program.
  struct Array {
    size_t FirstSlot = 0;
    ArrayRef<Dimension> Dimensions;
    const Shape *Type = nullptr;

    size_t rank() const { return Dimensions.size(); }
    uint64_t extent(size_t D) const { return Dimensions[D].Extent; }
    bool has(int64_t D) const {
      return D >= 0 && static_cast<size_t>(D) < rank();
    }
    Part part(size_t D) const {
      return {static_cast<uint32_t>(FirstSlot + D), extent(D)};
    }
  };

  // DimensionLinker.cpp: what links are made of.
  void makeSlots();
  void findMade();
  bool isMade(InstructionId Instruction, LeafId Leaf) const;
  void makeClasses();
  Array at(InstructionId Instruction, LeafId Leaf = RootLeaf) const;
  Array operand(const GraphInstruction &I, size_t Number) const;
  /// The array that is result \p Number of \p I, or all of it.
  Array result(InstructionId Instruction, size_t Number = 0) const;
  uint32_t find(uint32_t Slot);
  /// True if the program sorts arrays of that extent, as jax.random.permutation
  /// does.
  bool sorts(uint64_t Extent);
  /// True if the program pads \p Extent elements to \p Padded behind others, as
  /// the gradient of a slice that is not the first one.
  bool putsSideBySide(uint64_t Extent, uint64_t Padded);
  /// Both dimensions are the same one, or follow each other.
  void unite(const Part &A, const Part &B);
  /// Both dimensions are the same one. False if they cannot be.
  bool join(const Array &A, int64_t I, const Array &B, int64_t J);
  void joinAll(const Array &A, const Array &B);
  /// All leaves of both parts.
  void joinTrees(InstructionId A, LeafId LeafA, InstructionId B, LeafId LeafB);
  void link(Kind How, ArrayRef<Part> Left, ArrayRef<Part> Right,
            bool IsGuess = false, Splits IfSplit = Splits::Guess);
  void regroup(ArrayRef<Part> Left, ArrayRef<Part> Right,
               Splits IfSplit = Splits::Guess);
  /// \p Of is a fixed number of elements longer or shorter than \p Other, if
  /// that is the smaller part of it.
  void linkShifted(const Part &Of, const Part &Other, bool IsGuess = false);
  /// \p Large is \p Small several times side by side.
  void linkRepeated(const Part &Small, const Part &Large, Splits IfSplit);

  // DimensionRules.cpp: operations on arrays.
  void visit(InstructionId Instruction);
  void visitElementwise(InstructionId Instruction);
  void visitReshape(InstructionId Instruction, bool InMemory);
  void visitDot(const Array &Lhs, const Array &Rhs, const Array &Result,
                const DotDimensions &D, ArrayRef<int64_t> RhsGroup = {});
  void visitReduce(InstructionId Instruction);
  void concatenate(InstructionId Instruction, int64_t Along);
  void visitPad(InstructionId Instruction);
  void visitSlice(InstructionId Instruction);
  void visitGather(InstructionId Instruction);
  void visitScatter(InstructionId Instruction);
  void visitFft(InstructionId Instruction);
  void visitTriangularSolve(InstructionId Instruction);
  void visitBatchNorm(InstructionId Instruction);
  void visitCollective(InstructionId Instruction);

  // DimensionTiles.cpp: bitcasts between tiled arrays.
  bool visitTiledBitcast(const Array &From, const Array &To);

  // DimensionWindows.cpp: convolutions and windows, and what libraries do.
  void visitConvolution(const Array &Input, const Array &Kernel,
                        const Array &Output, const DimensionAttributes &A);
  void linkSpatial(const Part &Input, const Part &Kernel, const Part &Output,
                   const WindowDimension &W);
  void linkWindow(const Part &Input, const Part &Output,
                  const WindowDimension &W);
  void visitReduceWindow(InstructionId Instruction);
  void visitSelectAndScatter(InstructionId Instruction);
  void visitCustomCall(InstructionId Instruction);
  InstructionId getPrefetched(const GraphInstruction &I) const;
  void joinSlices(const GraphInstruction &I, const Array &To, size_t Along);
  void guess(InstructionId Instruction);

  // DimensionCalls.cpp: tuples, calls and loops.
  bool visitCall(InstructionId Instruction);
  void visitAsync(InstructionId Instruction);
  void visitLoop(InstructionId Instruction);
  void visitLoopBody(ComputationId Computation, ComputationId Body,
                     std::optional<uint64_t> Trips, PartList &Stepped);
  bool isCounter(InstructionId Index, ComputationId Body, uint64_t Trips) const;

  DimensionLinks &L;
  const HloGraph &G;
  DimensionLinks::AttributesFn GetAttributes;
  /// Of each slot, a slot of the same class; the representative's is itself.
  std::vector<uint32_t> Parents;
  /// Of each slot, see DimensionLinks::IsMade.
  std::vector<bool> IsMade;
  /// See DimensionLinks::IsBlock.
  std::vector<uint32_t> Blocks;
  /// The extents of all that is sorted, once one was asked for.
  std::optional<std::set<uint64_t>> SortedExtents;
  /// The extents of arrays that are padded at their beginning, and of what they
  /// become, once any was asked for.
  std::optional<std::set<std::pair<uint64_t, uint64_t>>> PiecesBehindOthers;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_DIMENSIONS_DIMENSIONLINKER_H
