//===- FactKinds.h - What numbers rest on ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the kinds of facts that a dump states, as far as one may be
/// contradicted while another is not.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_FACTKINDS_H
#define HLOMEM_IR_FACTKINDS_H

#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/BitmaskEnum.h"

namespace hlomem {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// Represents a set of kinds of facts. Rules of the verifier contradict facts,
/// and the numbers of a remark depend on some.
enum class FactKinds : uint8_t {
  None = 0,
  /// Identifies which allocations and values there are, and their sizes.
  Sizes = 1,
  /// Identifies the memory space, allocation and offset of each value.
  Places = 2,
  /// Identifies the live range of each value.
  LiveRanges = 4,
  /// Identifies the instructions, their operands, and the schedule.
  Program = 8,
  /// Identifies what XLA computed from the other facts and printed.
  Claims = 16,
  LLVM_MARK_AS_BITMASK_ENUM(Claims)
};

/// Returns true if the sets have a kind in common.
constexpr bool intersects(FactKinds A, FactKinds B) {
  return (A & B) != FactKinds::None;
}

} // namespace hlomem

#endif // HLOMEM_IR_FACTKINDS_H
