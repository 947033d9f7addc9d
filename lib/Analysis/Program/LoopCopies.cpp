//===- LoopCopies.cpp - Copies that loops make ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopFinder.h"
#include "hlomem/Analysis/Program/AliasAnalysis.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"

using namespace llvm;

namespace hlomem {

// What an inner loop gives was there before it: as its initial value.
const Value *LoopFinder::findLoopBefore(const Value &V) const {
  std::optional<LoopInfo::Carried> C = Info.findCarried(V);
  if (!C || C->Role == LeafRole::Init)
    return nullptr;
  return Info.Loops[C->InLoop].Leaves[C->Leaf].Init;
}

// The first of the values that hand the leaf's slice on to the root.
const Value *LoopFinder::findWriter(const Loop &L,
                                    const CarriedLeaf &Leaf) const {
  auto Found = BySlice.find(sliceOf(*Leaf.Body));
  std::optional<LiveRange> Body = Live.getRange(*Leaf.Body);
  if (Found == BySlice.end() || !Body || !L.At)
    return nullptr;
  ArrayRef<const Value *> There = Found->second;
  auto IsInBody = [&](const Value *V) {
    std::optional<LiveRange> R = Live.getRange(*V);
    return V != Leaf.Body && R && R->Begin >= Body->Begin && R->Begin < *L.At;
  };
  const Value *Writer = Leaf.Root;
  if (!Writer || !is_contained(There, Writer)) {
    auto Last = find_if(reverse(There), IsInBody);
    Writer = Last == There.rend() ? nullptr : *Last;
  }
  if (!Writer || !IsInBody(Writer))
    return nullptr;
  auto IsBefore = [this](const Value *V, Time T) {
    return Live.getRange(*V)->Begin < T;
  };
  // Steps back, each to an earlier value.
  for (;;) {
    const Value *Before = nullptr;
    const auto *Here =
        lower_bound(There, Live.getRange(*Writer)->Begin, IsBefore);
    if (Here != There.begin() &&
        Live.getRange(**std::prev(Here))->End >= Live.getRange(*Writer)->Begin)
      Before = *std::prev(Here);
    else
      Before = findLoopBefore(*Writer);
    if (!Before || !IsInBody(Before) || sliceOf(*Before) != sliceOf(*Writer) ||
        Live.getRange(*Before)->Begin >= Live.getRange(*Writer)->Begin)
      return Writer;
    Writer = Before;
  }
}

void LoopFinder::addCopy(Loop &L, size_t LeafIndex, const Value &Copy) {
  const CarriedLeaf &Leaf = L.Leaves[LeafIndex];
  const Value *Writer = findWriter(L, Leaf);
  std::optional<LiveRange> R = Live.getRange(Copy);
  if (!Writer || Writer == &Copy || !R || Copy.getAllocation().isThreadLocal())
    return;
  Time WrittenAt = Live.getRange(*Writer)->Begin;
  if (WrittenAt < R->Begin || WrittenAt > R->End)
    return;
  LoopCopy New;
  New.Copy = &Copy;
  New.Leaf = LeafIndex;
  New.Writer = Writer;
  New.WrittenAt = WrittenAt;
  std::vector<std::pair<Time, StringRef>> Readers;
  for (const Use &U : Copy.getUses()) {
    StringRef Name = U.User.getName();
    if (Name == Writer->getInstructionName())
      New.IsReadByWriter = true;
    else if (std::optional<Time> T = Live.getTime(Name); T && *T >= WrittenAt)
      Readers.emplace_back(*T, Name);
  }
  llvm::sort(Readers);
  Readers.erase(llvm::unique(Readers), Readers.end());
  for (const auto &[T, Name] : Readers)
    New.LateReaders.push_back(Name);
  L.Copies.push_back(std::move(New));
}

void LoopFinder::findCopies(Loop &L) {
  for (auto [I, Leaf] : enumerate(L.Leaves)) {
    if (Leaf.IsTable || !Leaf.Body || Leaf.State == LeafState::Invariant)
      continue;
    StringRef Last;
    for (const Use &U : Leaf.Body->getUses()) {
      StringRef Name = U.User.getName();
      if (Name == Last || Name == L.Name)
        continue;
      Last = Name;
      const Value *Copy = findAt(Name, "");
      // The table of a copy-start holds what it writes as element 0.
      if (Copy && Instructions.get(*Copy).Op == Opcode::CopyStart)
        Copy = findAt(Name, "0");
      else if (!Copy || Instructions.get(*Copy).Op != Opcode::Copy)
        continue;
      if (Copy && Copy != Leaf.Body && Copy->getInstructionName() == Name &&
          Copy->getAllocation().getMemorySpace() ==
              Leaf.Body->getAllocation().getMemorySpace())
        addCopy(L, I, *Copy);
    }
  }
  stable_sort(L.Copies, [this](const LoopCopy &A, const LoopCopy &B) {
    auto GetKey = [this](const Value &V) {
      return std::tuple(~V.getSize().count(), Live.getRange(V)->Begin,
                        V.getId());
    };
    return GetKey(*A.Copy) < GetKey(*B.Copy);
  });
}

} // namespace hlomem
