//===- DimensionWindows.cpp - Dimensions of windows and libraries ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimensionLinker.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

void DimensionLinker::visitConvolution(const Array &Input, const Array &Kernel,
                                       const Array &Output,
                                       const DimensionAttributes &A) {
  if (!A.Convolution)
    return;
  const ConvolutionDimensions &D = *A.Convolution;
  // With groups these have different extents, and only equal ones are joined.
  join(Input, D.InputBatch, Output, D.OutputBatch);
  join(Kernel, D.KernelOutputFeature, Output, D.OutputFeature);
  if (A.FeatureGroups <= 1)
    join(Input, D.InputFeature, Kernel, D.KernelInputFeature);
  else
    join(Input, D.InputFeature, Output, D.OutputFeature);
  for (auto [W, In, Of, Out] :
       zip(A.Window, D.InputSpatial, D.KernelSpatial, D.OutputSpatial))
    if (Input.has(In) && Kernel.has(Of) && Output.has(Out))
      linkSpatial(Input.part(In), Kernel.part(Of), Output.part(Out), W);
}

// A TPU writes dots as convolutions, whose further dimensions become spatial.
void DimensionLinker::linkSpatial(const Part &Input, const Part &Kernel,
                                  const Part &Output,
                                  const WindowDimension &W) {
  auto Join = [&](const Part &A, const Part &B) { regroup(A, B); };
  bool IsOneByOne = Input.Extent == Kernel.Extent;
  // A batch dimension: the input is dilated so far that each element of the
  // result meets one element of both.
  if (IsOneByOne && Kernel.Extent == Output.Extent && W.BaseDilation > 1 &&
      W.Stride + 1 >= W.BaseDilation) {
    Join(Input, Kernel);
    return Join(Kernel, Output);
  }
  // A contracted dimension.
  if (IsOneByOne && Output.Extent == 1)
    return Join(Input, Kernel);
  // One that only the kernel has: the window goes over a single element.
  if (Input.Extent == 1 && Kernel.Extent == Output.Extent)
    return Join(Kernel, Output);
  // The gradient of a kernel: the window is nearly as large as the input.
  if (Output.Extent < Kernel.Extent) {
    if (W.WindowDilation > 1)
      return link(Kind::Proportion, Input, Kernel, /*IsGuess=*/true);
    return linkShifted(Input, Kernel);
  }
  linkWindow(Input, Output, W);
}

void DimensionLinker::linkWindow(const Part &Input, const Part &Output,
                                 const WindowDimension &W) {
  if (Input.Extent == Output.Extent)
    return regroup(Input, Output);
  const Part &Larger = Input.Extent > Output.Extent ? Input : Output;
  const Part &Smaller = Input.Extent > Output.Extent ? Output : Input;
  int64_t Step = std::max(W.Stride, W.BaseDilation);
  if (Step <= 1)
    return linkShifted(Input, Output);
  if (Smaller.Extent <= 1)
    return;
  if (Larger.Extent == Smaller.Extent * Step)
    return regroup({Smaller, Part{DimensionLinks::None, uint64_t(Step)}},
                   Larger, Splits::Sure);
  link(Kind::Proportion, Input, Output, /*IsGuess=*/true);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

void DimensionLinker::visitReduceWindow(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  DimensionAttributes A = GetAttributes(Number);
  for (size_t O : seq(I.Operands.size() / 2)) {
    Array From = operand(I, O), To = result(Number, O);
    joinAll(From, operand(I, 0));
    for (auto [D, W] : enumerate(A.Window))
      if (From.has(D) && To.has(D)) {
        linkWindow(From.part(D), To.part(D), W);
        if (W.Size > 1 && static_cast<uint64_t>(W.Size) == From.extent(D))
          Blocks.push_back(From.part(D).Class);
      }
  }
}

// The second operand has one element for each window of the first.
void DimensionLinker::visitSelectAndScatter(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  DimensionAttributes A = GetAttributes(Number);
  Array From = operand(I, 0), Source = operand(I, 1);
  joinAll(From, result(Number));
  for (auto [D, W] : enumerate(A.Window))
    if (From.has(D) && Source.has(D))
      linkWindow(From.part(D), Source.part(D), W);
}

//===----------------------------------------------------------------------===//
// Libraries
//===----------------------------------------------------------------------===//

void DimensionLinker::visitCustomCall(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  DimensionAttributes A = GetAttributes(Number);
  StringRef Target = I.getCustomCallTarget();
  Array First = operand(I, 0), Second = operand(I, 1);
  Array To = result(Number);
  if (I.Type->isTuple() && !To.Type)
    return;
  if (A.Convolution) {
    // The labels are always those of the convolution forwards.
    if (Target == "__cudnn$convBackwardInput")
      return visitConvolution(To, Second, First, A);
    if (Target == "__cudnn$convBackwardFilter")
      return visitConvolution(First, To, Second, A);
    visitConvolution(First, Second, To, A);
  } else if (A.Dot) {
    visitDot(First, Second, To, *A.Dot);
  } else if (Target == "TopK") {
    // The last one has k elements.
    joinAll(First, To);
    return joinAll(To, result(Number, 1));
  } else if (I.joinsSlices()) {
    // Of pieces that a TPU prefetches one by one, mostly all of an array.
    if (InstructionId Source = getPrefetched(I))
      joinAll(at(Source), To);
    if (!First.Type || First.rank() != To.rank())
      return guess(Number);
    for (size_t D : seq(To.rank()))
      if (First.extent(D) != To.extent(D))
        return joinSlices(I, To, D);
    return;
  } else if (is_contained({"AssumeGatherIndicesInBound", "MoveToDevice",
                           "MoveToHost", "Sharding"},
                          Target)) {
    return joinAll(First, To);
  } else {
    return guess(Number);
  }
  // What is added to the result.
  for (size_t O : seq<size_t>(2, std::max<size_t>(2, I.Operands.size())))
    joinAll(operand(I, O), To);
}

// There are as many slices of a smaller array, and each is smaller.
void DimensionLinker::joinSlices(const GraphInstruction &I, const Array &To,
                                 size_t Along) {
  for (size_t O : seq(I.Operands.size())) {
    Array From = operand(I, O);
    if (From.rank() != To.rank())
      return;
    for (size_t D : seq(To.rank()))
      if (D == Along)
        link(Kind::Proportion, From.part(D), To.part(D));
      else
        join(From, D, To, D);
  }
}

// What all operands are pieces of, if they come of one array.
InstructionId DimensionLinker::getPrefetched(const GraphInstruction &I) const {
  InstructionId Source;
  for (InstructionId Operand : I.Operands) {
    const GraphInstruction &Done = G[Operand];
    if (Done.Op != Opcode::AsyncDone || Done.Operands.empty())
      return InstructionId::none();
    const GraphInstruction &Start = G[Done.Operands[0]];
    if (Start.Op != Opcode::AsyncStart || Start.Operands.empty() ||
        (Source && Source != Start.Operands[0]))
      return InstructionId::none();
    Source = Start.Operands[0];
  }
  return Source;
}

// Nobody knows what it does: an operand and a result that have the same
// dimensions, or one of an extent that neither has twice.
void DimensionLinker::guess(InstructionId Number) {
  const GraphInstruction &I = G[Number];
  auto Guess = [&](const Array &From, const Array &To) {
    auto Count = [](const Array &A, uint64_t Extent) {
      return count_if(A.Dimensions,
                      [&](const Dimension &D) { return D.Extent == Extent; });
    };
    bool IsSame = From.Dimensions == To.Dimensions;
    for (size_t F : seq(From.rank()))
      for (size_t T : seq(To.rank()))
        if (From.extent(F) == To.extent(T) && From.extent(F) > 1 &&
            (IsSame ? F == T
                    : Count(From, From.extent(F)) == 1 &&
                          Count(To, To.extent(T)) == 1))
          link(Kind::Shift, From.part(F), To.part(T), /*IsGuess=*/true);
  };
  for (size_t O : seq(I.Operands.size()))
    for (LeafId Leaf : I.Leaves->ids())
      Guess(operand(I, O), at(Number, Leaf));
}

} // namespace hlomem
