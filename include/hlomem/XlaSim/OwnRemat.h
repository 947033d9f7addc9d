//===- OwnRemat.h - What XLA has rematerialized itself ------*- C++ -*- ===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds what XLA's own rematerialization has made in a program, by its names.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_XLASIM_OWNREMAT_H
#define HLOMEM_XLASIM_OWNREMAT_H

#include "hlomem/IR/HloGraph.h"

namespace hlomem {

/// Describes what XLA's own rematerialization has made in a program, by its
/// names: XLA calls what it computes again NAME.remat, NAME.remat2 and the
/// like.
struct OwnRemat {
  /// Returns true if \p Name is that of a copy which rematerialization makes:
  /// "NAME.remat" and the like, but not "rematted_computation".
  static bool isName(StringRef Name);

  uint64_t Count = 0;
  /// Identifies instructions that are called NAME.remat or the like beside a
  /// NAME of another opcode, of which they are no copy. Count is without them.
  SmallVector<InstructionId> Misnamed;

  explicit OwnRemat(const HloGraph &G);
};

} // namespace hlomem

#endif // HLOMEM_XLASIM_OWNREMAT_H
