//===- FastMergeHeap.cpp - Chunks that are given back join others ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FastMergeHeap.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace llvm;

namespace hlomem::replay {

FastMergeHeap::FastMergeHeap(uint64_t Alignment) : Alignment(Alignment) {
  addFree(0, std::numeric_limits<uint64_t>::max());
}

uint64_t FastMergeHeap::getUsable(uint64_t Begin, uint64_t End) const {
  uint64_t Aligned = alignTo(Begin, Alignment);
  return Aligned < End ? End - Aligned : 0;
}

void FastMergeHeap::addFree(uint64_t Begin, uint64_t End) {
  Free.emplace(Begin, End);
  FreeByLength.emplace(getUsable(Begin, End), Begin);
}

void FastMergeHeap::removeFree(std::map<uint64_t, uint64_t>::iterator Chunk) {
  FreeByLength.erase({getUsable(Chunk->first, Chunk->second), Chunk->first});
  Free.erase(Chunk);
}

void FastMergeHeap::giveBack(uint64_t Begin, uint64_t End) {
  auto After = Free.lower_bound(Begin);
  if (After != Free.end() && After->first == End) {
    End = After->second;
    auto Joined = After++;
    removeFree(Joined);
  }
  if (After != Free.begin()) {
    auto Before = std::prev(After);
    if (Before->second == Begin) {
      Begin = Before->first;
      removeFree(Before);
    }
  }
  addFree(Begin, End);
}

uint64_t FastMergeHeap::place(HeapInterval Span, uint64_t Size) {
  for (; !Taken.empty() && std::get<0>(Taken.top()) <= Span.Begin;
       Taken.pop()) {
    auto [LastTick, Begin, End] = Taken.top();
    giveBack(Begin, End);
  }
  // The last one is endless, so that there is always one.
  uint64_t Begin = FreeByLength.lower_bound({Size, 0})->second;
  auto Chunk = Free.find(Begin);
  uint64_t End = Chunk->second;
  removeFree(Chunk);
  uint64_t Offset = alignTo(Begin, Alignment);
  if (Offset + Size < End)
    addFree(Offset + Size, End);
  // With the bytes that the alignment skips.
  Taken.emplace(Span.End, Begin, Offset + Size);
  return Offset;
}

} // namespace hlomem::replay
