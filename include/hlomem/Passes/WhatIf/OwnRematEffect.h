//===- OwnRematEffect.h - Predictions where XLA rematerializes --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_WHATIF_OWNREMATEFFECT_H
#define HLOMEM_PASSES_WHATIF_OWNREMATEFFECT_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class HloGraph;
struct PassRun;

/// Tells what the rematerialization that XLA for GPUs does by itself leaves of
/// a prediction. Of a changed program it makes quite another one
/// (docs/Advice.md).
enum class OwnRematEffect : uint8_t {
  /// Means that there is little, or that it is not for a GPU.
  None,
  /// Means that a change saves at most what is predicted.
  Unsure,
  /// Means that nothing bounds that: there is much, and where XLA finds no more
  /// to do, it may stop far above the limit.
  Unbounded
};

/// Returns the effect on predictions for \p G, the program of \p Run.
OwnRematEffect getOwnRematEffect(const PassRun &Run, const HloGraph &G);

/// Says why nothing more is known where getOwnRematEffect() is not None.
inline constexpr StringLiteral WhyRematerialized =
    "XLA rematerializes by itself, and would do so in another way; recompile "
    "to know";

} // namespace hlomem

#endif // HLOMEM_PASSES_WHATIF_OWNREMATEFFECT_H
