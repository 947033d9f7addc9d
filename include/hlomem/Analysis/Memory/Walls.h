//===- Walls.h - What comes after the peak ----------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the walls of a memory space: a change that removes what makes the peak
/// saves no more than down to the next wall, which is the most that is live
/// somewhere else. The schedule position with the second-most live bytes is no
/// wall, since it is usually beside the first one and due to the same values.
/// docs/Rows.md#walls has the definition.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_WALLS_H
#define HLOMEM_ANALYSIS_MEMORY_WALLS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class LiveCurves;
class Liveness;
class MemoryTimeline;
class Module;
class UserSources;

/// Represents a peak of what is left when the temporaries that make the walls
/// before it are gone.
struct Wall {
  /// Holds the bytes that are live at At without those temporaries.
  Bytes Live;
  /// Holds the earliest schedule position where so much is left.
  Time At = 0;
  /// Counts the buffers that are gone; 0 for the first wall, which is the peak.
  size_t Gone = 0;
};

/// Finds the walls of the memory spaces of a module.
class Walls {
public:
  /// Constructs Walls; all arguments must outlive it.
  Walls(const Module &M, const Liveness &Live, const MemoryTimeline &Timeline,
        LiveCurves &Curves, UserSources &Sources)
      : M(M), Live(Live), Timeline(Timeline), Curves(Curves), Sources(Sources) {
  }

  /// Returns the peak of \p Space and up to \p Count - 1 walls after it, each
  /// at most as high as the one before, and each at another line of the user's
  /// program. Returns fewer if no temporary is left that could go: the rest is
  /// arguments, constants and results. Returns an empty list if nothing is
  /// live, or the peak does not fit into 63 bits. Takes O(n log n) time for n
  /// values and schedule positions.
  std::vector<Wall> find(MemorySpace Space, size_t Count);

private:
  /// Returns what tells walls apart: the line of the user's program at \p T, or
  /// the instruction if the line is unknown.
  std::string getPlace(Time T);

  const Module &M;
  const Liveness &Live;
  const MemoryTimeline &Timeline;
  LiveCurves &Curves;
  UserSources &Sources;
};

struct WallsAnalysis : public AnalysisInfoMixin<WallsAnalysis> {
  using Result = Walls;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_WALLS_H
