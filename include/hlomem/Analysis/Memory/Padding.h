//===- Padding.h - What padding costs, and which dimension pays -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes padding by its causes, by shape and by source, and which dimension
/// of a shape causes it. The terms are those of
/// docs/MemoryModel.md#size-padded-and-logical. Thread-local allocations are
/// not included: see ThreadLocal.h.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_PADDING_H
#define HLOMEM_ANALYSIS_MEMORY_PADDING_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Shape.h"

namespace hlomem {

class Liveness;
class MemoryTimeline;
class Module;
class UserSources;

/// Represents padding by its causes.
struct PaddingParts {
  /// Holds what the first tile and the tail alignment of the layout add.
  Bytes Tile;
  /// Holds what is rounded up in the index tables of tuples.
  Bytes TupleTable;
  /// Holds what the shape does not explain: a slice that is shared with
  /// something larger, a scalar that a backend gives more room.
  Bytes Other;

  Bytes total() const { return Tile + TupleTable + Other; }
  PaddingParts &operator+=(const PaddingParts &P);
};

/// Returns the padding of something of shape \p S that takes \p Size; none if
/// the logical size is unknown, and no padding if that is larger than \p Size.
std::optional<PaddingParts> getPadding(const Shape &S, Bytes Size);

/// Explains why the tiles of an array pad it.
struct TileExplanation {
  /// Holds the size by the tile rule.
  Bytes Padded;
  Bytes Logical;
  /// Lists the extents that are rounded up, from the most minor one on.
  SmallVector<RoundedExtent, 2> Paying;
  /// Counts the elements that the tail alignment adds to the product of the
  /// rounded extents.
  uint64_t TailElements = 0;
  /// Holds the order of the dimensions, from most minor to most major, that
  /// takes the fewest bytes under the same tile; the one nearest to the
  /// layout's own if several do. None if there is no better order than the
  /// layout's own, or there are too many to try.
  std::optional<SmallVector<uint64_t, 4>> SmallestOrder;
  /// Holds the size in SmallestOrder by the tile rule; equals Padded if there
  /// is none.
  Bytes PaddedInOrder;
};

/// Explains the padding of \p S; returns none if \p S has no tiles or its
/// padded size is unknown.
std::optional<TileExplanation> explainTiles(const Shape &S);

/// Returns the nearest extents that \p R would not round: the one below, 0 if
/// there is none, and the one above.
std::pair<uint64_t, uint64_t> getFullExtents(const RoundedExtent &R);

/// Represents a buffer that is live at a peak.
struct PaddedBuffer {
  LiveBuffer Buffer;
  /// Points to the buffer's value with the largest logical size, whose shape
  /// explains the padding.
  const Value *Payer = nullptr;
  /// Holds the padding; none if the logical size is unknown.
  std::optional<PaddingParts> Padding;
};

/// Represents the sum of some buffers.
struct PaddingSum {
  uint64_t Buffers = 0;
  Bytes Size;
  PaddingParts Padding;
  /// Counts the buffers of unknown logical size, which are in Size but not in
  /// Padding.
  uint64_t UnknownCount = 0;
  Bytes UnknownSize;

  void add(const PaddedBuffer &B);
};

/// Sums the buffers whose payers have one shape.
struct PaddingOfShape {
  const Shape *Type = nullptr;
  PaddingSum Sum;
};

/// Sums the buffers whose payers come from one line of the user's program.
struct PaddingOfSource {
  /// Holds the file and line, "model.py:12"; empty if it is unknown.
  std::string Source;
  PaddingSum Sum;
};

/// Represents the padding in one memory space at the peak of its live bytes.
struct PaddingAtPeak {
  MemorySpace Space = 0;
  Time At = 0;
  PaddingSum Sum;
  /// Lists the buffers with the most padding first, then in the order of the
  /// dump. They add up to Sum.
  std::vector<PaddedBuffer> Buffers;
  /// Lists the shapes with the most padding first, then in the order of the
  /// dump. They add up to Sum.
  std::vector<PaddingOfShape> Shapes;
};

/// Sums the buffers of \p Peak by source, those with the most padding first,
/// then in the order of \p Peak. Looks up the instruction of each buffer's
/// payer.
std::vector<PaddingOfSource> sumBySource(const PaddingAtPeak &Peak,
                                         UserSources &Sources);

/// Represents a shape that tiles pad, and its values at all schedule positions.
struct PaddedShape {
  const Shape *Type = nullptr;
  uint64_t Values = 0;
  TileExplanation Why;
};

/// Holds the result of PaddingAnalysis.
class PaddingFacts {
public:
  PaddingFacts(const Module &M, const Liveness &Live,
               const MemoryTimeline &Timeline);

  /// Returns the memory spaces, ascending, in which anything is known to be
  /// live, each at MemoryTimeline's peak.
  ArrayRef<PaddingAtPeak> peaks() const { return Peaks; }
  /// Returns the peak of \p Space; null if nothing is live there.
  const PaddingAtPeak *findPeak(MemorySpace Space) const;
  /// Returns the shapes that tiles pad, of all values outside of thread-local
  /// allocations; those with the most padding in one value first.
  ArrayRef<PaddedShape> shapes() const { return Shapes; }

private:
  std::vector<PaddingAtPeak> Peaks;
  std::vector<PaddedShape> Shapes;
};

struct PaddingAnalysis : public AnalysisInfoMixin<PaddingAnalysis> {
  using Result = PaddingFacts;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_PADDING_H
