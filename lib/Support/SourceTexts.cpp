//===- SourceTexts.cpp - The texts that locations point into --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/MemoryBuffer.h"
#include <array>

using namespace llvm;

namespace hlomem {

SourceText SourceText::whole(std::unique_ptr<MemoryBuffer> Buffer) {
  SourceText T;
  T.Text = Buffer->getBuffer();
  T.FileName = Buffer->getBufferIdentifier();
  T.Buffer = std::move(Buffer);
  return T;
}

std::string printPlace(const SourceText &T, const char *At) {
  StringRef Before(T.Text.data(), At - T.Text.data());
  // One past the line feed before it, 0 where there is none.
  size_t LineBegin = Before.rfind('\n') + 1;
  return (T.FileName + ":" + Twine(T.FirstLine + Before.count('\n')) + ":" +
          Twine(Before.size() - LineBegin + 1))
      .str();
}

void SourceTexts::add(SourceText T) {
  // An index of its own for each text: that of a whole log would be built again
  // for every dump in it.
  Lines.push_back(std::make_unique<LineIndex>(
      T.Text, T.LineFeeds ? ArrayRef(*T.LineFeeds) : ArrayRef<uint32_t>()));
  Texts.push_back(std::move(T));
}

std::optional<SourcePlace> SourceTexts::find(SMLoc Loc) const {
  const char *Pointer = Loc.getPointer();
  const auto *Found = find_if(Texts, [Pointer](const SourceText &T) {
    return T.Text.begin() <= Pointer && Pointer <= T.Text.end();
  });
  if (!Loc.isValid() || Found == Texts.end())
    return std::nullopt;
  const SourceText &T = *Found;
  size_t Offset = Pointer - T.Text.begin();
  uint64_t Line = Lines[Found - Texts.begin()]->countBefore(Offset);
  // One past the line feed before it, 0 where there is none.
  size_t LineBegin = T.Text.take_front(Offset).rfind('\n') + 1;
  StringRef FromLine = T.Text.drop_front(LineBegin);
  SourcePlace P;
  P.FileName = T.FileName;
  P.Line = T.FirstLine + Line;
  P.Column = Offset - LineBegin + 1;
  P.LineText = FromLine.take_front(FromLine.find('\n'));
  P.IsBehindText = P.Column == 1 && Offset == T.Text.size();
  return P;
}

//===----------------------------------------------------------------------===//
// LineIndex
//===----------------------------------------------------------------------===//

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
