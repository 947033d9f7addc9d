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
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <memory>

namespace hlomem {

/// What becomes of the program and the assignment of an HloProto.
struct HloProtoEdit {
  static constexpr uint32_t Removed = ~uint32_t();

  /// The program afterwards; this owns what it refers to. Its computations are
  /// those of before; instructions may have gone or come.
  std::shared_ptr<const HloGraph> Program;
  /// By instruction of the program before: its number in Program, or Removed.
  llvm::ArrayRef<uint32_t> Numbers;
  /// The whole assignment, with definitions in Program.
  HloProtoAssignment Assignment;
};

/// What \p Before is after \p Edit. What is new in the program has the metadata
/// of its first operand, and a name and an id of its own. The result has no
/// traces of heap simulators.
std::shared_ptr<const WholeHloProto>
editHloProto(std::shared_ptr<const WholeHloProto> Before, HloProtoEdit Edit);

} // namespace hlomem

#endif // HLOMEM_PROTO_HLOPROTOEDIT_H
