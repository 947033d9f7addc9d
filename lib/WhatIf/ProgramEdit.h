//===- ProgramEdit.h - A program with other copies and aliases ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_WHATIF_PROGRAMEDIT_H
#define HLOMEM_LIB_WHATIF_PROGRAMEDIT_H

#include "Donation/Waits.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/WhatIf/ShapeEdit.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace hlomem {

/// Where a copy of an argument runs.
enum class CopyPlace {
  BehindArgument,
  /// After all arguments have been scheduled.
  BehindAllArguments,
};

/// A value that a loop makes for itself in each iteration, instead of reading
/// it from what it was given.
struct StandIn {
  /// The body's parameter.
  InstructionId Parameter;
  /// The element of it that is not read any more.
  uint64_t Element = 0;
  /// Of the value.
  const Shape *Type = nullptr;
  /// The get-tuple-elements of it; all their users but the body's root read the
  /// value.
  SmallVector<InstructionId, 1> Elements;
};

/// What changes in a program: in the entry computation, but for shapes, what
/// stands in for others, and operands and instructions that are named.
struct ProgramEdit {
  /// What goes. Users that stay read the first operand instead, as of copies.
  llvm::DenseSet<InstructionId> Removed;
  /// Arguments that all users read copies of.
  SmallVector<InstructionId> CopiedArguments;
  CopyPlace Where = CopyPlace::BehindArgument;
  /// Fusions of the entry computation that other fusions read: these compute
  /// them again of what they read.
  llvm::SmallDenseSet<InstructionId> ComputedByReaders;
  /// Leaves of the result that become copies of what was there, just before the
  /// program ends: parts of a tuple, or leaf 0 of what is none.
  SmallVector<LeafId> CopiedResults;
  /// The entry computation is scheduled again, breadth first.
  bool SchedulesBreadthFirst = false;
  /// What needs one that waits, waits too.
  WaitList Waits;
  /// By instruction of any computation: its shape afterwards, with the same
  /// leaves; null if it stays. Empty if all do.
  IdArrayRef<InstructionId, const Shape *> Types;
  ArrayRef<StandIn> StandIns;
  /// What these name instead runs before the user, earlier than it did if need
  /// be.
  ArrayRef<OperandEdit> Operands;
  /// Of what Operands make nothing of.
  const Shape *Nothing = nullptr;
  /// Instead of those of the program.
  ArrayRef<InputOutputAlias> Aliases;
};

/// A program after an edit. Names are those of the program before it.
struct EditedProgram {
  std::shared_ptr<const HloGraph> Program;
  /// By instruction of the program before: its number now, or none.
  IdVector<InstructionId, InstructionId> Numbers;
  /// The copies of ProgramEdit::CopiedArguments, in that order.
  SmallVector<InstructionId> Copies;
  /// And of CopiedResults.
  SmallVector<InstructionId> ResultCopies;
  /// And what is made for ProgramEdit::Operands, of those that name something
  /// itself none.
  SmallVector<InstructionId> Operands;
  /// The values of ProgramEdit::StandIns: custom calls of StandInTarget, behind
  /// the parameters.
  SmallVector<InstructionId> StandIns;
};

/// What a custom call of a stand-in names.
inline constexpr StringLiteral StandInTarget = "recomputed";

/// And one that makes an array without setting its elements: XLA's own word.
inline constexpr StringLiteral AllocateTarget = "AllocateBuffer";

/// Whether the entry computation of \p G was scheduled as XLA's BFScheduler
/// does: on a CPU since jax 0.5 most are, but for dependencies that no operand
/// shows.
bool isBreadthFirst(const HloGraph &G);

/// True if ProgramEdit::CopiedResults may have this leaf.
bool canCopyResult(const HloGraph &G, LeafId Leaf);

/// Gives the members of \p Allocations the numbers \p NewValues, by value, and
/// leaves out those that are EditedProgram::Removed.
void renumberMembers(MutableArrayRef<ReplayedAllocation> Allocations,
                     IdArrayRef<ValueId, ValueId> NewValues);

/// An error names one of \p Parameters that the program does not have.
Error checkParameters(const HloGraph &G, ArrayRef<uint64_t> Parameters);

/// Gives \p G, which must outlive the result, the aliases \p Aliases and no
/// other edit, without a copy of the program.
EditedProgram donateOnly(const HloGraph &G, ArrayRef<InputOutputAlias> Aliases);

/// Makes the edit on a copy of \p G, whose names must outlive the result.
Expected<EditedProgram> editProgram(const HloGraph &G, const ProgramEdit &Edit);

} // namespace hlomem

#endif // HLOMEM_LIB_WHATIF_PROGRAMEDIT_H
