//===- Ids.h - What things of a program and its assignment are known by ---===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_IDS_H
#define HLOMEM_IR_IDS_H

#include "hlomem/Support/ADT/Id.h"

namespace hlomem {

/// Identifies an instruction of a program, in HloGraph::instructions().
using InstructionId = TypedId<class InstructionTag>;
/// Identifies a computation of a program, in HloGraph::computations().
using ComputationId = TypedId<class ComputationTag>;
/// Identifies a part of a shape, in its LeafTree.
using LeafId = TypedId<class LeafTag>;
/// Identifies the whole of a shape.
inline constexpr LeafId RootLeaf(0);
/// Identifies a value of a program. Its position is not the id that XLA gives
/// the value: those ids may have gaps. Both have the same order.
using ValueId = TypedId<class ValueTag>;
/// Identifies a set of values that share memory, an HloBuffer of XLA.
using BufferId = TypedId<class BufferTag>;
/// Identifies an allocation of an assignment.
using AllocationId = TypedId<class AllocationTag>;

} // namespace hlomem

#endif // HLOMEM_IR_IDS_H
