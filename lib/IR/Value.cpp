//===- Value.cpp - Values of a buffer assignment --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Value.h"
#include "hlomem/IR/Allocation.h"
#include "hlomem/IR/ValueLists.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace hlomem {

static_assert(sizeof(Value) <= 88, "most of what a module takes are values");

const Value::Lists Value::NoLists;

const Value::Lists &Value::readLists() const {
  SmallVector<Position, 8> Positions;
  SmallVector<Use, 8> Uses;
  visitLists(
      *this, [&](const Position &P) { Positions.push_back(P); },
      [&](const Use &U) { Uses.push_back(U); });
  BumpPtrAllocator &Arena = *Block->Arena;
  auto *Read = new (Arena) Lists;
  Read->Positions = ArrayRef(Positions).copy(Arena);
  Read->Uses = ArrayRef(Uses).copy(Arena);
  Read->Text = getText();
  setLists(*Read);
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
