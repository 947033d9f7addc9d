//===- Walls.h - What comes after the peak ----------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A change that takes away what makes the peak saves no more than down to the
/// next wall: the most that is live somewhere else. The second-largest instant
/// is no wall, since it is as a rule beside the first one, and made by the same
/// values. docs/MemoryModel.md#walls has the definition.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_WALLS_H
#define HLOMEM_ANALYSIS_MEMORY_WALLS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include <cstddef>
#include <string>
#include <vector>

namespace hlomem {

class LiveCurves;
class Liveness;
class MemoryTimeline;
class Module;
class UserSources;

/// A peak of what is left when the temporaries that make the walls before it
/// are gone.
struct Wall {
  /// Bytes that are live at At without those.
  Bytes Live;
  /// The earliest schedule position where so much is left.
  Time At = 0;
  /// How many buffers are gone; 0 for the first wall, which is the peak.
  size_t Gone = 0;
};

/// The walls of the memory spaces of a module.
class Walls {
public:
  /// All must outlive this.
  Walls(const Module &M, const Liveness &Live, const MemoryTimeline &Timeline,
        LiveCurves &Curves, UserSources &Sources)
      : M(M), Live(Live), Timeline(Timeline), Curves(Curves), Sources(Sources) {
  }

  /// The peak of \p Space and up to \p Count - 1 walls after it, each lower
  /// than the one before, or equal, and at a line of the user's program of its
  /// own. Fewer where no temporary can go any more: the rest is arguments,
  /// constants and results. Empty where nothing is live, or the peak does not
  /// fit into 63 bits. Takes O(n log n) for n values and schedule positions.
  std::vector<Wall> find(MemorySpace Space, size_t Count);

private:
  /// What tells walls apart.
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
