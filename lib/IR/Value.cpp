//===- Value.cpp - Values of a buffer assignment --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Value.h"
#include "hlomem/IR/Allocation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace llvm;

namespace hlomem {

const Value::Lists Value::NoLists;

namespace {

// Reads lines that the parser has checked: none ends the text, and each is of
// one of the forms below.
class ListReader {
  const char *Next;

public:
  explicit ListReader(const char *Text) : Next(Text) {}

  // `  name` or `  name {index}`
  SmallVector<Position, 8> readPositions() {
    SmallVector<Position, 8> Positions;
    while (beginsEntry())
      Positions.push_back(readEntry(nullptr));
    return Positions;
  }

  // ` uses:`, then `  name, operand 0` or `  name, operand 0 {index}`
  SmallVector<Use, 8> readUses() {
    Next = static_cast<const char *>(std::memchr(Next, '\n', 16)) + 1;
    SmallVector<Use, 8> Uses;
    while (beginsEntry()) {
      Use &U = Uses.emplace_back();
      U.User = readEntry(&U.OperandNumber);
    }
    return Uses;
  }

private:
  // A line of another kind begins with one blank or none.
  bool beginsEntry() const { return Next[0] == ' ' && Next[1] == ' '; }

  NamedIndex readEntry(uint32_t *Operand) {
    StringRef Name = takeUntil(Next + 2, Operand ? ',' : ' ');
    if (Operand) {
      Next += strlen(", operand ");
      *Operand = 0;
      for (; isDigit(*Next); ++Next)
        *Operand = *Operand * 10 + (*Next - '0');
    }
    StringRef Index;
    if (*Next == ' ')
      Index = takeUntil(Next + 1, '\n');
    ++Next;
    return NamedIndex(Name, Index);
  }

  StringRef takeUntil(const char *Begin, char End) {
    for (Next = Begin; *Next != End && *Next != '\n'; ++Next)
      ;
    return StringRef(Begin, Next - Begin);
  }
};

} // namespace

const Value::Lists &Value::readLists() const {
  ListReader Reader(ListsText);
  BumpPtrAllocator &Arena = *Block->Arena;
  auto *Read = new (Arena) Lists;
  // The order of the text.
  Read->Positions = ArrayRef(Reader.readPositions()).copy(Arena);
  Read->Uses = ArrayRef(Reader.readUses()).copy(Arena);
  KnownLists = Read;
  return *Read;
}

raw_ostream &operator<<(raw_ostream &OS, const NamedIndex &N) {
  OS << N.getName();
  if (N.hasIndex())
    OS << N.getIndex();
  return OS;
}

raw_ostream &operator<<(raw_ostream &OS, const ValueHeader &H) {
  OS << '<' << H.Id << ' ' << H.Definition;
  if (H.Phi)
    OS << " (phi)";
  if (H.HasColor)
    OS << " @" << H.Color;
  return OS << '>';
}

} // namespace hlomem
