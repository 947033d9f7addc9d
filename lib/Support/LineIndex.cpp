//===- LineIndex.cpp - The number of a line in a long text ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/LineIndex.h"
#include <algorithm>
#include <array>
#include <cassert>

using namespace llvm;

namespace hlomem {

// One byte for each of the columns of a vector counts up to 255 rows: that is a
// compare and a subtraction for as many bytes as a vector has.
uint64_t countLineFeeds(StringRef Text) {
  constexpr size_t Columns = 64;
  uint64_t Count = 0;
  while (Text.size() >= Columns) {
    std::array<uint8_t, Columns> Sums{};
    size_t Rows = std::min<size_t>(Text.size() / Columns, 255);
    for (size_t Row = 0; Row != Rows; ++Row)
      for (size_t Column = 0; Column != Columns; ++Column)
        Sums[Column] += Text.data()[Row * Columns + Column] == '\n';
    for (uint8_t Sum : Sums)
      Count += Sum;
    Text = Text.drop_front(Rows * Columns);
  }
  return Count + Text.count('\n');
}

LineIndex::LineIndex(StringRef Text, ArrayRef<uint32_t> Counts) : Text(Text) {
  for (uint32_t Count : Counts)
    BeforeBlock.push_back(BeforeBlock.back() + Count);
}

uint64_t LineIndex::countBefore(uint64_t Offset) {
  assert(Offset <= Text.size() && "not in the text");
  std::lock_guard<std::mutex> Guard(Lock);
  uint64_t Block = Offset / BlockSize;
  while (BeforeBlock.size() <= Block) {
    uint64_t Begin = (BeforeBlock.size() - 1) * BlockSize;
    BeforeBlock.push_back(BeforeBlock.back() +
                          countLineFeeds(Text.substr(Begin, BlockSize)));
  }
  uint64_t Begin = Block * BlockSize;
  return BeforeBlock[Block] + countLineFeeds(Text.slice(Begin, Offset));
}

} // namespace hlomem
