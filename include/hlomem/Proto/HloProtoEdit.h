//===- HloProtoEdit.h - An HloProto of an edited program --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_HLOPROTOEDIT_H
#define HLOMEM_PROTO_HLOPROTOEDIT_H

#include "hlomem/Proto/HloProtoSource.h"

namespace hlomem {

/// Represents an edit of an HloProto: its program and its assignment
/// afterwards.
struct HloProtoEdit {
  /// Holds the program after the edit and owns what the program refers to.
  /// Computations are those before the edit; instructions may have been removed
  /// or added.
  std::shared_ptr<const HloGraph> Program;
  /// Maps each instruction of the program before the edit to that of Program;
  /// to none if the instruction was removed.
  IdArrayRef<InstructionId, InstructionId> Numbers;
  /// Holds the whole assignment after the edit, with definitions in Program,
  /// and with values ascending by id.
  HloProtoAssignment Assignment;
};

/// Returns \p Before as it is after \p Edit. A new instruction has the metadata
/// of its first operand, and a name and an id that no other instruction has.
/// The result has no traces of heap simulators.
std::shared_ptr<const WholeHloProto>
editHloProto(std::shared_ptr<const WholeHloProto> Before, HloProtoEdit Edit);

} // namespace hlomem

#endif // HLOMEM_PROTO_HLOPROTOEDIT_H
