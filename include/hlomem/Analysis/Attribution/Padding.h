//===- Padding.h - What padding costs, and which dimension pays -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The terms are those of docs/MemoryModel.md#size-padded-and-logical.
/// Thread-local allocations are no part of this: see ThreadLocal.h.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ATTRIBUTION_PADDING_H
#define HLOMEM_ANALYSIS_ATTRIBUTION_PADDING_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Memory/LiveBuffers.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Shape.h"
#include <string>

namespace hlomem {

class Liveness;
class MemoryTimeline;
class Module;
class UserSources;

/// Padding by what causes it.
struct PaddingParts {
  /// The first tile and the tail alignment of the layout.
  Bytes Tile;
  /// Pointer tables of tuples that are rounded up.
  Bytes TupleTable;
  /// What the shape does not explain: a slice that is shared with something
  /// larger, a scalar that a backend gives more room.
  Bytes Other;

  Bytes total() const { return Tile + TupleTable + Other; }
  PaddingParts &operator+=(const PaddingParts &P);
};

/// The padding of something of shape \p S that takes \p Size; none where the
/// logical size is unknown. Nothing where that is larger than \p Size.
std::optional<PaddingParts> getPadding(const Shape &S, Bytes Size);

/// Why the tiles of an array pad it.
struct TileExplanation {
  /// By the tile rule.
  Bytes Padded;
  Bytes Logical;
  /// The extents that are rounded up, from the most minor one on.
  llvm::SmallVector<RoundedExtent, 2> Paying;
  /// Elements that the tail alignment adds to the product of the rounded
  /// extents.
  uint64_t TailElements = 0;
  /// The order of the same dimensions, from most minor to most major, that
  /// takes the least under the same tile; the one nearest to the layout's own
  /// if several do. None if there is no better one than the layout's own, or
  /// there are too many to look at.
  std::optional<llvm::SmallVector<uint64_t, 4>> SmallestOrder;
  /// What it takes in that order, by the tile rule; Padded if there is none.
  Bytes PaddedInOrder;
};

/// None for what has no tiles, or whose padded size is unknown.
std::optional<TileExplanation> explainTiles(const Shape &S);

/// The nearest extents that \p R would not round: the one below, 0 if there is
/// none, and the one above.
std::pair<uint64_t, uint64_t> getFullExtents(const RoundedExtent &R);

/// A buffer that is live at a peak.
struct PaddedBuffer {
  LiveBuffer Buffer;
  /// The value with the largest logical size in it, whose shape explains the
  /// padding.
  const Value *Payer = nullptr;
  /// None where the logical size is unknown.
  std::optional<PaddingParts> Padding;
};

/// Some buffers added up.
struct PaddingSum {
  uint64_t Buffers = 0;
  Bytes Size;
  PaddingParts Padding;
  /// Buffers of unknown logical size: in Size, but not in Padding.
  uint64_t UnknownCount = 0;
  Bytes UnknownSize;

  void add(const PaddedBuffer &B);
};

/// Those whose payers have one shape.
struct PaddingOfShape {
  const Shape *Type = nullptr;
  PaddingSum Sum;
};

/// Those whose payers come from one line of the user's program.
struct PaddingOfSource {
  /// "model.py:12"; empty where it is unknown.
  std::string Source;
  PaddingSum Sum;
};

/// The padding in one memory space when most of it is live.
struct PaddingAtPeak {
  MemorySpace Space = 0;
  Time At = 0;
  PaddingSum Sum;
  /// The lists have most padding first, then the order of the dump. Each adds
  /// up to Sum.
  std::vector<PaddedBuffer> Buffers;
  std::vector<PaddingOfShape> Shapes;
};

/// What the buffers of \p Peak add up to by source, in the order of those
/// lists. Looks at the instruction of each buffer.
std::vector<PaddingOfSource> sumBySource(const PaddingAtPeak &Peak,
                                         UserSources &Sources);

/// A shape of values with padding by tiles, at whatever time.
struct PaddedShape {
  const Shape *Type = nullptr;
  uint64_t Values = 0;
  TileExplanation Why;
};

class PaddingFacts {
public:
  PaddingFacts(const Module &M, const Liveness &Live,
               const MemoryTimeline &Timeline);

  /// The memory spaces, ascending, in which anything is known to be live. The
  /// time is that of MemoryTimeline's peak.
  llvm::ArrayRef<PaddingAtPeak> peaks() const { return Peaks; }
  /// That of \p Space; null where nothing is live.
  const PaddingAtPeak *findPeak(MemorySpace Space) const;
  /// The shapes that tiles pad, of all values outside of thread-local
  /// allocations; those with the most padding in one value first.
  llvm::ArrayRef<PaddedShape> shapes() const { return Shapes; }

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

#endif // HLOMEM_ANALYSIS_ATTRIBUTION_PADDING_H
