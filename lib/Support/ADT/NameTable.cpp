//===- NameTable.cpp - Numbers by name ------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/NameTable.h"
#include "hlomem/Support/ADT/NameLookups.h"
#include "llvm/Support/MathExtras.h"

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

//===----------------------------------------------------------------------===//
// NameLookups
//===----------------------------------------------------------------------===//

void NameLookups::ask(StringRef Name) {
  if (QueryCount == MaxQueries)
    flush();
  Query &Q = Queries[QueryCount];
  Q.Name = Name;
  Q.IsRepeated = size() != 0 && Name == Last;
  ++QueryCount;
  if (Q.IsRepeated)
    return;
  Q.Hash = hashName(Name);
  Table.prefetch(Q.Hash);
  Last = Name;
}

void NameLookups::flush() {
  MutableArrayRef<Query> Asked =
      MutableArrayRef(Queries).take_front(QueryCount);
  QueryCount = 0;
  for (Query &Q : Asked) {
    if (Q.IsRepeated)
      continue;
    Q.Candidate =
        Table.find(Q.Hash, [](uint32_t) { return true; }).value_or(None);
    if (Q.Candidate != None)
      LLVM_PREFETCH(&Names[Q.Candidate], /*rw=*/0, /*locality=*/3);
  }
  for (const Query &Q : Asked)
    if (!Q.IsRepeated && Q.Candidate != None)
      LLVM_PREFETCH(Names[Q.Candidate].data(), /*rw=*/0, /*locality=*/3);
  for (const Query &Q : Asked) {
    if (Q.IsRepeated)
      Found.push_back(Found.back());
    else if (Q.Candidate == None || Names[Q.Candidate] == Q.Name)
      Found.push_back(Q.Candidate);
    else
      Found.push_back(
          Table.find(Q.Hash, [&](uint32_t I) { return Names[I] == Q.Name; })
              .value_or(None));
  }
}

} // namespace hlomem
