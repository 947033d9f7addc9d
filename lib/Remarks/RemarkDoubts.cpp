//===- RemarkDoubts.cpp - Which numbers are doubtful ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/RemarkDoubts.h"
#include "hlomem/Remarks/Remark.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

/// None where the remark names no memory space.
static std::optional<MemorySpace> findSpace(const Remark &R) {
  MemorySpace Space;
  for (const RemarkPiece &P : R.pieces())
    if (P.Kind == RemarkPieceKind::Space && P.Value &&
        !StringRef(*P.Value).getAsInteger(10, Space))
      return Space;
  return std::nullopt;
}

void RemarkDoubts::add(const RemarkDoubt &D) {
  if (none_of(Doubts, [&](const RemarkDoubt &Known) {
        return Known.Rule == D.Rule && Known.Space == D.Space;
      }))
    Doubts.push_back(D);
}

void RemarkDoubts::mark(Remark &R) {
  std::optional<MemorySpace> Space = findSpace(R);
  if (!R.isRow() && !R.isNote())
    HeadlineSpace = Space;
  else if (!Space)
    Space = HeadlineSpace;
  if (Doubts.empty())
    return;
  SmallVector<StringRef, 2> Rules;
  for (const RemarkDoubt &D : Doubts)
    if (intersects(D.Facts, R.getInfo().RestsOn) &&
        (!D.Space || !Space || *D.Space == *Space) &&
        !is_contained(Rules, D.Rule))
      Rules.push_back(D.Rule);
  R.setDoubts(Rules);
}

} // namespace hlomem
