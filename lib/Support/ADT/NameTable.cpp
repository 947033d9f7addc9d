//===- NameTable.cpp - Numbers by name ------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/NameTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace hlomem {

NameTable NameTable::of(ArrayRef<StringRef> Names) {
  NameTable Table;
  Table.reserve(Names.size());
  for (auto [I, Name] : enumerate(Names))
    Table.insert(hashName(Name), I, [Names, Name = Name](uint32_t Other) {
      return Names[Other] == Name;
    });
  return Table;
}

void NameTable::reserve(size_t Size) {
  // A third of the slots stays empty: what looks for a name that is not there
  // goes on to the first of those.
  if (Size + Size / 2 < Slots.size())
    return;
  static constexpr size_t LeastSlots = 64;
  std::vector<Slot> Old = std::move(Slots);
  Slots = std::vector<Slot>(
      std::max<size_t>(LeastSlots, NextPowerOf2(Size + Size / 2)));
  Shift = 32 - Log2_64(Slots.size());
  auto IsNone = [](uint32_t) { return false; };
  for (const Slot &S : Old)
    if (S.Number != 0)
      const_cast<Slot &>(findSlot(S.Hash, IsNone)) = S;
}

} // namespace hlomem
