//===- PagePieces.h - Buffers without overlaps ------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_TABLES_PAGEPIECES_H
#define HLOMEM_LIB_TABLES_PAGEPIECES_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Represents bytes of an allocation that belong to one value during some
/// schedule positions, the last one included.
struct PagePiece {
  uint32_t Row;
  uint64_t First, Last;
  uint64_t Offset, Size;
};

/// Cuts what values of one allocation take into pieces, of which no two share a
/// byte at a position: where values overlap, the one that began last has the
/// bytes as long as it lives. \p Values has a piece for each value. Returns
/// none if the values overlap in too many ways to be a sound assignment.
std::optional<std::vector<PagePiece>> cutOverlaps(ArrayRef<PagePiece> Values);

} // namespace hlomem

#endif // HLOMEM_LIB_TABLES_PAGEPIECES_H
