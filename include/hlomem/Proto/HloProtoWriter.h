//===- HloProtoWriter.h - An HloProto with changes --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes an HloProto whose program has other copies and aliases, or whose
/// values lie elsewhere: for transforms, whose result is read as any other.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_HLOPROTOWRITER_H
#define HLOMEM_PROTO_HLOPROTOWRITER_H

#include "hlomem/Proto/HloProto.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace hlomem {

/// What changes in an HloProto.
struct HloProtoEdit {
  /// For an instruction that goes.
  static constexpr uint32_t Removed = ~uint32_t();

  /// The program afterwards. Its computations are those of before; instructions
  /// may have other shapes with the same leaves. Custom calls of one operand
  /// may have come behind the parameters of any. In the entry computation
  /// instructions may have gone, or copies of one operand come, and order,
  /// operands, schedule and root may be others.
  const HloGraph *Program = nullptr;
  /// By instruction of the program before: its number in Program, or Removed.
  llvm::ArrayRef<uint32_t> Numbers;
  /// The whole assignment; definitions are in Program, allocations are in their
  /// order.
  const HloProtoAssignment *Assignment = nullptr;
  /// By allocation: a parameter that shares memory with a result.
  llvm::ArrayRef<bool> IsAliased;
};

/// The HloProto \p Before after \p Edit. Fields of the program that nothing is
/// said of stay as they are, unknown ones too. The assignment is made anew:
/// what Edit does not tell of values and allocations is left out, as are what
/// XLA's heap simulators recorded and the lists of what is live at peaks;
/// unknown fields of the assignment itself stay, for they could tell of memory.
/// A new copy has a name and an id that nothing else has. An error if a field
/// has a form that protocol buffers gave up (groups).
llvm::Expected<std::string> writeHloProto(const HloProtoContents &Before,
                                          const HloProtoEdit &Edit);

} // namespace hlomem

#endif // HLOMEM_PROTO_HLOPROTOWRITER_H
