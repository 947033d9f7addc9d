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
  size_t Rule =
      find_if(Rules, [&](const auto &R) { return R.Name == D.Rule; }) -
      Rules.begin();
  if (Rule == Rules.size())
    Rules.push_back({D.Rule, D.Facts});
  std::vector<size_t> &Here = BySpace[D.Space];
  if (!is_contained(Here, Rule))
    Here.push_back(Rule);
}

void RemarkDoubts::mark(Remark &R) {
  // Most dumps are sound.
  if (Rules.empty())
    return;
  std::optional<MemorySpace> Space = findSpace(R);
  if (!R.isRow() && !R.isNote())
    HeadlineSpace = Space;
  else if (!Space)
    Space = HeadlineSpace;
  auto Find = [this](std::optional<MemorySpace> S) -> ArrayRef<size_t> {
    auto Known = BySpace.find(S);
    if (Known == BySpace.end())
      return {};
    return Known->second;
  };
  ArrayRef<size_t> Here = Find(Space), Anywhere = Find(std::nullopt);
  SmallVector<StringRef, 2> Names;
  for (auto [I, Rule] : enumerate(Rules))
    if (intersects(Rule.Facts, R.getInfo().RestsOn) &&
        (!Space || is_contained(Here, I) || is_contained(Anywhere, I)))
      Names.push_back(Rule.Name);
  R.setDoubts(Names);
}

} // namespace hlomem
