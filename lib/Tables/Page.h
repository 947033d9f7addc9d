//===- Page.h - The pieces of the writer of pages ---------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_TABLES_PAGE_H
#define HLOMEM_LIB_TABLES_PAGE_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class ModuleTables;

/// Returns the block of data of a page: what web/decode.js reads, compressed
/// and in base64. Of more than \p MaxBuffers values it has the largest, and of
/// the others how many bytes are live.
std::string encodePageData(ModuleTables &T, uint64_t MaxBuffers);

/// Represents bytes of an allocation that belong to one value during some
/// schedule positions, the last one included: none if Last + 1 is First, also
/// where that wraps.
/// Those that begin first compare less.
struct PagePiece {
  uint64_t First;
  uint32_t Row;
  uint64_t Offset, Last, Size;

  auto operator<=>(const PagePiece &) const = default;
};

/// Cuts what values of one allocation take into pieces, of which no two share a
/// byte at a position: where values overlap, the one that began last has the
/// bytes as long as it lives. \p Values has a piece for each value, and so has
/// the result. Returns none if the values overlap in too many ways to be a
/// sound assignment.
std::optional<std::vector<PagePiece>> cutOverlaps(ArrayRef<PagePiece> Values);

/// What JoinPage.cmake makes of the files of web.
namespace page {

extern const StringLiteral Style;
extern const StringLiteral Body;
extern const StringLiteral Script;
extern const StringLiteral IndexScript;

} // namespace page

} // namespace hlomem

#endif // HLOMEM_LIB_TABLES_PAGE_H
