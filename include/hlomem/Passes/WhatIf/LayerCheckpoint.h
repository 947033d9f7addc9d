//===- LayerCheckpoint.h - Checkpoints of layers without loops --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_WHATIF_LAYERCHECKPOINT_H
#define HLOMEM_PASSES_WHATIF_LAYERCHECKPOINT_H

#include "hlomem/Support/Bytes.h"
#include <optional>

namespace hlomem {

struct PassRun;
class AdvisedChanges;

/// Says which code computes a layer, by the stacks of calls that led to the
/// arrays that layers keep.
struct LayerCode {
  /// Is the qualified name of the function that is called for each layer,
  /// "Block.__call__"; empty if it is not known, or a layer is no function of
  /// its own.
  std::string Function;
  /// Is the function of the second kind of layers, as of a decoder beside an
  /// encoder; empty if there is one kind.
  std::string Second = {};
  /// Is the place of the call, "model.py:12"; without a function that of the
  /// lines of a layer, "model.py:12 to 15". Empty if it is not known, or in a
  /// package.
  std::string Place = {};
  /// Names the package that the function is in; empty for the user's own.
  std::string Package = {};
};

/// Describes a checkpoint of layers that no loop runs. Which operations it
/// computes again is not in the program, so that it is not tried.
struct LayerCheckpoint {
  /// Is that of a change: the same results at the price of time.
  static constexpr uint64_t Class = 2;

  /// Is "CheckpointLayers", or "CheckpointParts" if layers do not repeat.
  StringLiteral Name = "";
  /// Is what is computed again, "layer" or "part".
  StringLiteral What = "layer";
  LayerCode Code = {};
  /// Is where most of it is kept, and what it costs, to be added to
  /// ChangeNames::describeLayers().
  std::string Cost = {};
  /// Says why only a bound is known; empty if it is no bound.
  StringLiteral Why = "";
  /// Holds about what a checkpoint on each layer saves; without a count the
  /// most that one may save.
  Bytes Size = {};
  /// Hold the least and the most that it saves; zero if there is only a bound.
  Bytes AtLeast = {}, AtMost = {};
  /// Is the number of arrays that layers keep, 0 if there is only a bound.
  uint64_t Count = 0;
};

/// Returns the checkpoint that is worth its time in the module of \p Run, whose
/// changes are \p Changes. There is none where one of a loop saves something,
/// or something is computed again already. Layers that repeat are worth it from
/// a twentieth of what is needed on, others from a fourth on.
std::optional<LayerCheckpoint>
findLayerCheckpoint(const PassRun &Run, const AdvisedChanges &Changes);

} // namespace hlomem

#endif // HLOMEM_PASSES_WHATIF_LAYERCHECKPOINT_H
