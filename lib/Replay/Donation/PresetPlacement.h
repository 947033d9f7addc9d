//===- PresetPlacement.h - Presets of another schedule ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REPLAY_DONATION_PRESETPLACEMENT_H
#define HLOMEM_LIB_REPLAY_DONATION_PRESETPLACEMENT_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/Replay/Assigner.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace hlomem::replay {

/// A value of an allocation that is not replayed.
struct PresetMember {
  uint32_t Buffer = 0;
  /// With the old schedule and the new one.
  LiveRange Before;
  LiveRange After;
};

/// Where a schedule has changed, values that XLA placed apart in time may be
/// live at once. If some of \p Preset then share bytes, all of it is placed
/// again, by XLA's best-fit heap at multiples of \p Alignment; its size may
/// grow. \p Members are in its order. Values of one buffer stay together, and
/// what shares bytes while both are live in the old schedule, such as slices
/// and the array that is joined of them.
llvm::Error placePresetsAgain(ReplayedAllocation &Preset,
                              llvm::ArrayRef<PresetMember> Members,
                              uint64_t Alignment);

} // namespace hlomem::replay

#endif // HLOMEM_LIB_REPLAY_DONATION_PRESETPLACEMENT_H
