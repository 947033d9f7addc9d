//===- PositionIndex.cpp - Values by position -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionIndex.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"

using namespace llvm;

namespace hlomem {

// Calls Visit for the number and the time of each position of V; of one that
// the dump does not list, the definition.
template <typename Fn>
static void forEachTime(const ScheduleIndex &Times, const Value &V, Fn Visit) {
  ArrayRef<Time> Positions = Times.getPositions(V);
  if (Positions.empty())
    Visit(0, Times.getDefinition(V));
  for (auto [Number, At] : enumerate(Positions))
    Visit(Number, At);
}

static const HloPosition &getPosition(const Value &V, uint32_t Number) {
  return V.getPositions().empty() ? V.getDefinition()
                                  : V.getPositions()[Number];
}

void PositionIndex::listEntries() {
  FirstEntry.resize(EndOfProgram + 2);
  for (const Value &V : M.values())
    forEachTime(Times, V, [this](uint32_t, Time At) {
      if (At != ScheduleIndex::NotScheduled)
        ++FirstEntry[At + 2];
    });
  // Where the entries of the time before begin, and after filling those of the
  // time itself.
  for (size_t I = 1; I != FirstEntry.size(); ++I)
    FirstEntry[I] += FirstEntry[I - 1];
  Entries.resize(FirstEntry.back());
  for (auto [I, V] : enumerate(M.values()))
    forEachTime(Times, V, [this, I = I](uint32_t Number, Time At) {
      if (At != ScheduleIndex::NotScheduled)
        Entries[FirstEntry[At + 1]++] = {static_cast<uint32_t>(I), Number};
    });
}

StringRef PositionIndex::getIndex(Entry E) const {
  return getPosition(M.values()[E.ValueNumber], E.PositionNumber)
      .getIndex()
      .getText();
}

ArrayRef<PositionIndex::Entry> PositionIndex::getEntries(Time At) {
  if (FirstEntry.empty())
    listEntries();
  return ArrayRef(Entries).slice(FirstEntry[At],
                                 FirstEntry[At + 1] - FirstEntry[At]);
}

const Value *PositionIndex::findUnscheduled(DefinitionKey Key) {
  if (!Unscheduled) {
    Unscheduled.emplace();
    for (const Value &V : M.values())
      forEachTime(Times, V, [&](uint32_t Number, Time At) {
        if (At == ScheduleIndex::NotScheduled)
          Unscheduled->try_emplace(getPosition(V, Number).getKey(), &V);
      });
  }
  return Unscheduled->lookup(Key);
}

const Value *PositionIndex::findInGraph(Time At, StringRef Index) const {
  SmallVector<int64_t, 4> Numbers;
  for (StringRef Rest = Index; !Rest.empty(); Rest.consume_front(","))
    if (Rest.consumeInteger(10, Numbers.emplace_back()))
      return nullptr;
  InstructionId Number = OfGraph->order()[At];
  LeafId Leaf = (*M.getGraph())[Number].Leaves->find(Numbers);
  return Leaf ? M.findValue(HloPlace{Number, Leaf}) : nullptr;
}

const Value *PositionIndex::find(StringRef Instruction, std::optional<Time> At,
                                 StringRef Index) {
  if (!At)
    return findUnscheduled({Instruction, Index});
  if (OfGraph)
    return findInGraph(*At, Index);
  static constexpr size_t MaxWithoutTable = 8;
  ArrayRef<Entry> Here = getEntries(*At);
  if (Here.size() <= MaxWithoutTable) {
    const auto *Found =
        find_if(Here, [&](const Entry &E) { return getIndex(E) == Index; });
    return Found == Here.end() ? nullptr : &M.values()[Found->ValueNumber];
  }
  auto [Table, IsNew] = Tables.try_emplace(*At);
  if (IsNew)
    for (const Entry &E : Here)
      Table->second.try_emplace(getIndex(E), &M.values()[E.ValueNumber]);
  return Table->second.lookup(Index);
}

} // namespace hlomem
