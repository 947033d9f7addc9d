//===- DimensionLinker.h - Makes DimensionLinks -----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_DATAFLOW_DIMENSIONLINKER_H
#define HLOMEM_LIB_ANALYSIS_DATAFLOW_DIMENSIONLINKER_H

#include "hlomem/Analysis/Dataflow/DimensionFlow.h"
#include <optional>
#include <set>

namespace hlomem {

/// The rules of all opcodes. Instructions are called by their numbers.
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
  using PartList = llvm::SmallVector<Part, 6>;

  /// An array of the program.
  struct Array {
    size_t FirstSlot = 0;
    llvm::ArrayRef<Dimension> Dimensions;
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
  bool isMade(uint32_t Instruction, uint32_t Leaf) const;
  void makeClasses();
  Array at(uint32_t Instruction, uint32_t Leaf = 0) const;
  Array operand(const GraphInstruction &I, size_t Number) const;
  /// The array that is result \p Number of \p I, or all of it.
  Array result(uint32_t Instruction, size_t Number = 0) const;
  uint32_t find(uint32_t Slot);
  /// True if the program sorts arrays of that extent, as jax.random.permutation
  /// does.
  bool sorts(uint64_t Extent);
  /// Both dimensions are the same one, or follow each other.
  void unite(const Part &A, const Part &B);
  /// Both dimensions are the same one. False if they cannot be.
  bool join(const Array &A, int64_t I, const Array &B, int64_t J);
  void joinAll(const Array &A, const Array &B);
  /// All leaves of both parts.
  void joinTrees(uint32_t A, uint32_t LeafA, uint32_t B, uint32_t LeafB);
  void link(Kind How, llvm::ArrayRef<Part> Left, llvm::ArrayRef<Part> Right,
            bool IsGuess = false, Splits IfSplit = Splits::Guess);
  void regroup(llvm::ArrayRef<Part> Left, llvm::ArrayRef<Part> Right,
               Splits IfSplit = Splits::Guess);
  /// \p Of is a fixed number of elements longer or shorter than \p Other, if
  /// that is the smaller part of it.
  void linkShifted(const Part &Of, const Part &Other, bool IsGuess = false);
  /// \p Large is \p Small several times side by side.
  void linkRepeated(const Part &Small, const Part &Large, Splits IfSplit);

  // DimensionRules.cpp: operations on arrays.
  void visit(uint32_t Instruction);
  void visitElementwise(uint32_t Instruction);
  void visitReshape(uint32_t Instruction, bool InMemory);
  void visitDot(const Array &Lhs, const Array &Rhs, const Array &Result,
                const DotDimensions &D, llvm::ArrayRef<int64_t> RhsGroup = {});
  void visitReduce(uint32_t Instruction);
  void concatenate(uint32_t Instruction, int64_t Along);
  void visitPad(uint32_t Instruction);
  void visitSlice(uint32_t Instruction);
  void visitGather(uint32_t Instruction);
  void visitScatter(uint32_t Instruction);
  void visitFft(uint32_t Instruction);
  void visitTriangularSolve(uint32_t Instruction);
  void visitBatchNorm(uint32_t Instruction);
  void visitCollective(uint32_t Instruction);

  // DimensionTiles.cpp: bitcasts between tiled arrays.
  bool visitTiledBitcast(const Array &From, const Array &To);

  // DimensionWindows.cpp: convolutions and windows, and what libraries do.
  void visitConvolution(const Array &Input, const Array &Kernel,
                        const Array &Output, const DimensionAttributes &A);
  void linkSpatial(const Part &Input, const Part &Kernel, const Part &Output,
                   const WindowDimension &W);
  void linkWindow(const Part &Input, const Part &Output,
                  const WindowDimension &W);
  void visitReduceWindow(uint32_t Instruction);
  void visitSelectAndScatter(uint32_t Instruction);
  void visitCustomCall(uint32_t Instruction);
  std::optional<uint32_t> getPrefetched(const GraphInstruction &I) const;
  void joinSlices(const GraphInstruction &I, const Array &To, size_t Along);
  void guess(uint32_t Instruction);

  // DimensionCalls.cpp: tuples, calls and loops.
  bool visitCall(uint32_t Instruction);
  void visitAsync(uint32_t Instruction);
  void visitLoop(uint32_t Instruction);
  void visitLoopBody(uint32_t Computation, uint32_t Body,
                     std::optional<uint64_t> Trips, PartList &Stepped);
  bool isCounter(uint32_t Index, uint32_t Body, uint64_t Trips) const;

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
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_DATAFLOW_DIMENSIONLINKER_H
