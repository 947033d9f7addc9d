//===- OwnRematEffect.h - Predictions where XLA rematerializes --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_WHATIF_OWNREMATEFFECT_H
#define HLOMEM_PASSES_WHATIF_OWNREMATEFFECT_H

#include "hlomem/Support/Bytes.h"

namespace hlomem {

class HloGraph;
struct PassRun;

/// Tells what the rematerialization that XLA does by itself leaves of a
/// prediction. Of a changed program it makes quite another one
/// (docs/Advice.md).
enum class OwnRematEffect : uint8_t {
  /// Means that XLA rematerializes little, or that predictions hold in spite of
  /// it.
  None,
  /// Means that XLA for TPUs has given up above the limit, or may have done so
  /// on an unknown TPU, with a quarter of the need kept for the backward pass.
  /// With smaller arrays it may not give up: a step that needs 43.08 GiB on a
  /// v5e, 38.71 of them kept, needs 15.13 with half the batch.
  GaveUp,
  /// Means that a change saves at most what is predicted.
  Unsure,
  /// Means that nothing bounds that: there is much, and where XLA finds no more
  /// to do, it may stop far above the limit.
  Unbounded
};

/// Returns the effect on predictions for \p G, the program of \p Run.
OwnRematEffect getOwnRematEffect(const PassRun &Run, const HloGraph &G);

/// Returns true if \p Effect leaves predictions of what is no other data.
inline bool predictsChanges(OwnRematEffect Effect) {
  return Effect == OwnRematEffect::None || Effect == OwnRematEffect::GaveUp;
}

/// Returns the limit of the module of \p Run, or, where nothing tells the TPU,
/// that of the one with the least memory that it may have been compiled for.
std::optional<Bytes> findLeastLimit(const PassRun &Run);

/// Returns the most that a change to the arrays of a program may save with \p
/// Effect, of which all else says that it saves at most \p Bound: all that is
/// needed, \p Need, if nothing bounds it. \p Limit is that of findLeastLimit().
Bytes getBoundWith(OwnRematEffect Effect, Bytes Bound, Bytes Need,
                   std::optional<Bytes> Limit);

/// Returns true if the limit is what XLA rematerializes for: the memory of a
/// TPU that the program was compiled for, as far as is known. What fits then
/// stays below the limit, however much less XLA rematerializes. For GPUs it
/// aims at more than JAX takes.
bool aimsAtLimit(const PassRun &Run);

/// Says why nothing more is known where getOwnRematEffect() is not None.
inline constexpr StringLiteral WhyRematerialized =
    "XLA rematerializes by itself, and would do so in another way; recompile "
    "to know";

} // namespace hlomem

#endif // HLOMEM_PASSES_WHATIF_OWNREMATEFFECT_H
