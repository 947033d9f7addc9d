//===- ShapeEdit.h - A program whose values have other shapes ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_SHAPEEDIT_H
#define HLOMEM_WHATIF_SHAPEEDIT_H

#include "hlomem/IR/Shape.h"
#include "hlomem/WhatIf/EditedAssignment.h"

namespace hlomem {

/// Describes an array made before a loop that each iteration now makes itself.
struct RecomputedLeaf {
  /// Identifies the loop's body.
  ComputationId Body;
  /// Identifies the element of the body's parameter that is not read any more.
  uint64_t Element = 0;
  /// Holds the shape of what is made instead of the element; it lives from the
  /// begin of the body to its last use there.
  const Shape *Type = nullptr;
};

/// Describes an array of a program that becomes another one.
struct NewShape {
  HloPlace At;
  const Shape *Type = nullptr;
};

/// Describes an operand that another instruction of its computation replaces.
struct OperandEdit {
  enum class Kind : uint8_t {
    Itself,
    /// Makes the operand a copy of Instead, made just before the user.
    Copy,
    /// Makes the operand an array without elements, made just before the user.
    Nothing,
  };

  InstructionId User;
  uint32_t OperandNumber = 0;
  /// Identifies what the operand becomes, or becomes a copy of; has no meaning
  /// for Nothing. Its own operands stand before the user.
  InstructionId Instead;
  Kind What = Kind::Itself;
};

/// Describes what changes in a program.
struct Reshaping {
  /// Holds by value the new shapes of arrays; null for those that stay. An
  /// array whose layout names another memory space is moved there.
  IdArrayRef<ValueId, const Shape *> Types;
  ArrayRef<RecomputedLeaf> Recomputed = {};
  /// Lists arguments, parameters of the entry computation, that all users read
  /// copies of. These are made after all arguments have been scheduled, or
  /// breadth first if the program was scheduled so.
  ArrayRef<InstructionId> CopiedArguments = {};
  /// Lists fusions of the entry computation that other fusions, which read
  /// them, compute again from what they read.
  ArrayRef<InstructionId> ComputedByReaders = {};
  /// Lists arrays where no value is defined: in fusions, or tuple elements.
  ArrayRef<NewShape> Others = {};
  /// Lists changes of operands, each of another one. If there are any, XLA's
  /// rules tell again which values share a buffer. What they name runs before
  /// the user, earlier than it did if need be.
  ArrayRef<OperandEdit> Operands = {};
  /// Lists instructions to remove, since after Operands nothing reads them.
  ArrayRef<InstructionId> Removed = {};
};

/// Makes the changes \p R of \p Record and assigns everything again by \p P.
/// Values have their new shapes wherever they are; the values of one buffer
/// should change together. What is recomputed is a value of its own, a custom
/// call. Schedule and other copies stay, and so do the bodies of fusions except
/// for Reshaping::Others, and on a TPU what memory-space assignment has placed.
/// The result refers to \p Record, not to \p R. Fails if a value is not an
/// array, has a size that cannot be known, or becomes larger where its place is
/// preset, or if operands change and XLA's rules do not tell which values of
/// \p Record share a buffer.
Expected<EditedAssignment> reshape(const RecordedAssignment &Record,
                                   const Reshaping &R, const AssignerPolicy &P);

} // namespace hlomem

#endif // HLOMEM_WHATIF_SHAPEEDIT_H
