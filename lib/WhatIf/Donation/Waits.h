//===- Waits.h - What writes over an argument runs last ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_WHATIF_DONATION_WAITS_H
#define HLOMEM_LIB_WHATIF_DONATION_WAITS_H

#include "hlomem/IR/Ids.h"

namespace hlomem {
class HloGraph;
class HloSchedule;
struct GraphComputation;

class RecordedAssignment;

/// Pairs of instructions of the entry computation, of which the second one
/// waits for the first.
using WaitList = SmallVector<std::pair<InstructionId, InstructionId>>;

/// The instruction of the entry computation that runs \p Instruction; none if
/// nothing does.
InstructionId liftToEntry(const HloGraph &G, InstructionId Instruction);

/// What libtpu schedules later if the value \p Argument is donated, and \p
/// Writer is the first that is written over it: that waits for all that reads
/// the argument, so that no copy of it is needed. libtpu does so before it
/// moves anything to VMEM, whose copies are read in the argument's stead; their
/// readers count. Seen in recompiles.
void addWaits(const RecordedAssignment &Record, const HloSchedule &Schedule,
              ValueId Argument, ValueId Writer, WaitList &Waits);

/// The schedule of \p C, in which the second of each of \p Waits comes after
/// the first, and all else that can stays in its order. Where all that is left
/// waits, the first of it runs all the same.
SmallVector<InstructionId> orderWithWaits(const HloGraph &G,
                                          const GraphComputation &C,
                                          const WaitList &Waits);

} // namespace hlomem

#endif // HLOMEM_LIB_WHATIF_DONATION_WAITS_H
