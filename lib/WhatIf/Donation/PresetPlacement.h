//===- PresetPlacement.h - Presets of another schedule ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_WHATIF_DONATION_PRESETPLACEMENT_H
#define HLOMEM_LIB_WHATIF_DONATION_PRESETPLACEMENT_H

#include "hlomem/IR/Ids.h"

namespace hlomem {

struct AssignerPolicy;
class RecordedAssignment;

/// Where the schedule of \p After is another than that of \p Before, values
/// that XLA placed apart in time may be live at once. If some of an allocation
/// that
/// \p P does not assign then share bytes, all of it is placed again, by XLA's
/// best-fit heap; its size may grow. Values of one buffer stay together, and
/// what shares bytes while both are live in the old schedule, such as slices
/// and the array that is joined of them. \p OldValues has by value of After
/// that of Before.
Error placePresetsAgain(const RecordedAssignment &Before,
                        RecordedAssignment &After,
                        IdArrayRef<ValueId, ValueId> OldValues,
                        const AssignerPolicy &P);

} // namespace hlomem

#endif // HLOMEM_LIB_WHATIF_DONATION_PRESETPLACEMENT_H
