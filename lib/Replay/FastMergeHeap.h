//===- FastMergeHeap.h - Chunks that are given back join their neighbours -===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REPLAY_FASTMERGEHEAP_H
#define HLOMEM_LIB_REPLAY_FASTMERGEHEAP_H

#include "hlomem/Replay/HeapTrace.h"
#include <cstdint>
#include <map>
#include <queue>
#include <set>
#include <tuple>

namespace hlomem::replay {

/// XLA's kFastMerge, a sweep over time: a chunk belongs to one group for the
/// whole of its span, and is free for others afterwards.
class FastMergeHeap {
public:
  explicit FastMergeHeap(uint64_t Alignment);

  /// The offset of \p Size bytes that are live during \p Span. Spans come in
  /// the order of their begins.
  uint64_t place(HeapInterval Span, uint64_t Size);

private:
  void addFree(uint64_t Begin, uint64_t End);
  void removeFree(std::map<uint64_t, uint64_t>::iterator Chunk);
  void giveBack(uint64_t Begin, uint64_t End);
  /// What is left of a free chunk behind the first multiple of the alignment.
  uint64_t getUsable(uint64_t Begin, uint64_t End) const;

  uint64_t Alignment;
  /// The ends of the free chunks by their begins; no two touch.
  std::map<uint64_t, uint64_t> Free;
  /// The same by how much of them can be used, and by their begins.
  std::set<std::pair<uint64_t, uint64_t>> FreeByLength;
  /// The last tick, the begin and the end of each chunk that is taken.
  using Chunk = std::tuple<uint32_t, uint64_t, uint64_t>;
  std::priority_queue<Chunk, std::vector<Chunk>, std::greater<>> Taken;
};

} // namespace hlomem::replay

#endif // HLOMEM_LIB_REPLAY_FASTMERGEHEAP_H
