//===- FactKinds.h - What numbers rest on ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kinds of facts that a dump states, as far as one may be contradicted
/// while another is not.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_FACTKINDS_H
#define HLOMEM_IR_FACTKINDS_H

#include "llvm/ADT/BitmaskEnum.h"
#include <cstdint>

namespace hlomem {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// A set of kinds of facts. Rules of the verifier contradict facts, and the
/// numbers of a remark rest on some.
enum class FactKinds : uint8_t {
  None = 0,
  /// How large allocations and values are, and which there are.
  Sizes = 1,
  /// Memory space, allocation and offset of a value.
  Places = 2,
  /// When a value is live.
  LiveRanges = 4,
  /// Instructions, what they read, and the order in which they run.
  Program = 8,
  /// What XLA calculated of all that, and printed.
  Claims = 16,
  LLVM_MARK_AS_BITMASK_ENUM(Claims)
};

/// True if the sets have a kind in common.
constexpr bool intersects(FactKinds A, FactKinds B) {
  return (A & B) != FactKinds::None;
}

} // namespace hlomem

#endif // HLOMEM_IR_FACTKINDS_H
