//===- ShapeEdit.h - A program whose values have other shapes ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REPLAY_SHAPEEDIT_H
#define HLOMEM_REPLAY_SHAPEEDIT_H

#include "hlomem/IR/Shape.h"
#include "hlomem/Replay/EditedAssignment.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace hlomem::replay {

/// Something that a loop made before it began, and that each iteration makes
/// for itself now.
struct RecomputedLeaf {
  /// The loop's body, its parameter's element that is not read any more, and
  /// what stands there.
  ComputationId Body;
  uint64_t Element = 0;
  /// Of what is made: it lives from the begin of the body to its last use
  /// there.
  const Shape *Type = nullptr;
};

/// An array of a program that becomes another one.
struct NewShape {
  HloPlace At;
  const Shape *Type = nullptr;
};

/// An operand that becomes another instruction of the same computation.
struct OperandEdit {
  enum class Kind : uint8_t {
    Itself,
    /// A copy of it, made just before the user.
    Copy,
    /// Instead of it an array without elements, made there too.
    Nothing,
  };

  InstructionId User;
  uint32_t OperandNumber = 0;
  /// What it becomes, or becomes a copy of; no meaning for nothing. Its own
  /// operands stand before the user.
  InstructionId Instead;
  Kind What = Kind::Itself;
};

/// What changes in a program.
struct Reshaping {
  /// By value, of arrays: their shapes afterwards; null for those that stay.
  /// One whose layout names another memory space is moved there.
  IdArrayRef<ValueId, const Shape *> Types;
  llvm::ArrayRef<RecomputedLeaf> Recomputed = {};
  /// Arguments, parameters of the entry computation, that all users read copies
  /// of, which are made after all arguments have been scheduled, or breadth
  /// first where the program was scheduled so.
  llvm::ArrayRef<InstructionId> CopiedArguments = {};
  /// Fusions of the entry computation that other fusions, which read them,
  /// compute again of what they read.
  llvm::ArrayRef<InstructionId> ComputedByReaders = {};
  /// Arrays where no value is defined: in fusions, and elements of tuples.
  llvm::ArrayRef<NewShape> Others = {};
  /// With any of these, each of another operand, XLA's rules tell again which
  /// values share a buffer. What they name runs before the user, earlier than
  /// it did if need be.
  llvm::ArrayRef<OperandEdit> Operands = {};
  /// Instructions that go, since after Operands nothing reads them.
  llvm::ArrayRef<InstructionId> Removed = {};
};

/// Makes the changes \p R of \p Record and assigns all again by \p P. Values
/// have their new shapes wherever they are; those of one buffer should change
/// together. What is recomputed is a value of its own, a custom call. Schedule
/// and other copies stay, and so do the bodies of fusions but for other arrays
/// that \p R names, and on a TPU what memory-space assignment has placed. The
/// result refers to \p Record, not to \p R. An error if a value is no array,
/// has a size that cannot be known, or becomes larger where its place is
/// preset, or if operands change and XLA's rules do not tell which values of
/// \p Record share a buffer.
llvm::Expected<EditedAssignment> reshape(const RecordedAssignment &Record,
                                         const Reshaping &R, const Policy &P);

} // namespace hlomem::replay

#endif // HLOMEM_REPLAY_SHAPEEDIT_H
