//===- DimensionScaling.cpp - All that has a dimension, longer or shorter -===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/PassUtils/DimensionSelection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace hlomem {

using replay::BufferShapes;
using replay::RecordedAssignment;

/// \p S, which is of another context, with these extents; null if it has them.
static const Shape *makeShape(ShapeContext &Shapes, const Shape &S,
                              ArrayRef<uint64_t> Extents) {
  if (equal(S.getDimensions(), Extents,
            [](const Dimension &D, uint64_t E) { return D.Extent == E; }))
    return nullptr;
  return Shapes.getWithElements(*Shapes.getCopy(S), S.getElementType(),
                                Extents);
}

Expected<ScaledDimension> scaleDimension(const RecordedAssignment &Record,
                                         const DimensionLinks &Links,
                                         const NamedDimension &D,
                                         DimensionRatio By, StringRef Ratio,
                                         StringRef Pass, BufferShapes &New) {
  DimensionFlow Flow(Links, D.Origins);
  auto Fail = [&](const Twine &What, uint64_t Extent) {
    return createStringError("pass '" + Pass + "': " + What + " has " +
                             Twine(Extent) + " elements, of which " + Ratio +
                             " is no whole number");
  };
  std::optional<SmallVector<uint64_t, 4>> Origin =
      Flow.getScaledExtents(D.Origins.front().At, By);
  if (!Origin)
    return Fail(D.Place, D.Extent);
  if (Flow.isTakenApart())
    New.WhyUnknown = "the program takes " + D.Place +
                     " apart at fixed places, so that with another extent it "
                     "would have other instructions; recompile to know";

  ScaledDimension Result;
  Result.Extent = (*Origin)[D.Origins.front().Number];
  for (auto [V, P] : enumerate(Record.getDataflow().definitions())) {
    const Shape &S = Record.getShape(V);
    if (!S.isArray() || !Flow.isCarriedBy(P))
      continue;
    auto Extents = Flow.getScaledExtents(P, By);
    if (!Extents)
      return createStringError("pass '" + Pass + "': '" + Record.getName(V) +
                               "', which has a part of " + D.Place +
                               ", would have no whole number of elements");
    ++Result.Count;
    Result.Guessed += Flow.isGuessed(P);
    New.Types[V] = makeShape(New.Shapes, S, *Extents);
  }
  // What is in fusions follows, so that the next pass finds a whole program.
  const HloGraph &G = Record.getProgram();
  for (const GraphComputation &Of : G.computations()) {
    if (!Of.IsFused)
      continue;
    for (uint32_t I = Of.Begin; I != Of.End; ++I)
      for (uint32_t Leaf = 0; Leaf != G.instructions()[I].Leaves->size();
           ++Leaf) {
        HloPlace P{I, Leaf};
        if (!Flow.isCarriedBy(P))
          continue;
        if (auto Extents = Flow.getScaledExtents(P, By))
          if (const Shape *S = makeShape(
                  New.Shapes, *(*G.instructions()[I].Leaves)[Leaf].Type,
                  *Extents))
            New.Others.push_back({P, S});
      }
  }
  return Result;
}

} // namespace hlomem
