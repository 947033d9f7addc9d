//===- PagePieces.cpp - Buffers without overlaps --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"
#include <map>
#include <queue>

using namespace llvm;

namespace hlomem {

std::optional<std::vector<PagePiece>> cutOverlaps(ArrayRef<PagePiece> Values) {
  std::priority_queue<PagePiece, std::vector<PagePiece>, std::greater<>>
      Waiting({}, Values.vec());
  // By offset; no two overlap. What has ended stays until it is in the way.
  std::map<uint64_t, PagePiece> Placed;
  std::vector<PagePiece> Done;
  for (size_t Left = 1000 + 4 * Values.size(); !Waiting.empty(); --Left) {
    if (Left == 0)
      return std::nullopt;
    const PagePiece P = Waiting.top();
    Waiting.pop();
    const uint64_t End = P.Offset + P.Size;
    auto Next = Placed.lower_bound(P.Offset);
    if (Next != Placed.begin() &&
        std::prev(Next)->first + std::prev(Next)->second.Size > P.Offset)
      --Next;
    while (Next != Placed.end() && Next->first < End) {
      const PagePiece Old = Next->second;
      Next = Placed.erase(Next);
      Done.push_back(Old);
      if (Old.Last < P.First)
        continue;
      Done.back().Last = P.First - 1;
      const uint64_t OldEnd = Old.Offset + Old.Size;
      auto Keep = [&](uint64_t From, uint64_t To, uint64_t First) {
        return PagePiece{First, Old.Row, From, Old.Last, To - From};
      };
      if (Old.Offset < P.Offset)
        Placed.emplace(Old.Offset, Keep(Old.Offset, P.Offset, P.First));
      if (OldEnd > End)
        Next = Placed.emplace(End, Keep(End, OldEnd, P.First)).first;
      if (Old.Last > P.Last)
        Waiting.push(Keep(std::max(Old.Offset, P.Offset), std::min(OldEnd, End),
                          P.Last + 1));
    }
    Placed.emplace(P.Offset, P);
  }
  append_range(Done, make_second_range(Placed));
  return Done;
}

} // namespace hlomem
