//===- ScheduleIndex.cpp - When named instructions run --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "hlomem/Dump/ValueLists.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/ADT/NameLookups.h"
#include "hlomem/Support/Parallel.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace hlomem {

static_assert(ScheduleIndex::NotScheduled == NameLookups::None &&
                  ScheduleIndex::NotScheduled == HloSchedule::NotScheduled,
              "a name that is not there is not scheduled");

LazyTypeKey ScheduleIndex::LazyKey;

const ScheduleIndex &ScheduleIndex::of(const Module &M) {
  return M.getDerived<ScheduleIndex>([&M] {
    // A value that an edit has added has names alone.
    auto IsComputed = [](const Value &V) { return V.isComputed(); };
    if (M.getGraph() && all_of(M.values(), IsComputed))
      return ScheduleIndex(M, HloSchedule::of(M));
    return ScheduleIndex(M, M.schedule(), M.getTimesByName());
  });
}

ScheduleIndex::ScheduleIndex(const Module &M, const HloSchedule &Schedule)
    : FirstValue(M.values().data()) {
  ArrayRef<Value> Values = M.values();
  ByValue.resize(Values.size());
  static constexpr size_t ValuesPerPart = 8192;
  Parts.resize(divideCeil(Values.size(), ValuesPerPart));
  parallelFor(M.getThreadCount(), Parts.size(), [&](size_t Part) {
    std::vector<Time> &Times = Parts[Part];
    SmallVector<HloPlace> Positions;
    SmallVector<GraphUse> Uses;
    size_t Begin = Part * ValuesPerPart;
    size_t End = std::min(Begin + ValuesPerPart, Values.size());
    for (size_t I = Begin; I != End; ++I) {
      Positions.clear();
      Uses.clear();
      M.readPlaces(Values[I], Positions, Uses);
      Places &P = ByValue[I];
      P.Part = Part;
      P.First = Times.size();
      P.PositionCount = Positions.size();
      P.UseCount = Uses.size();
      // The first position is the definition.
      Times.push_back(Schedule.getTime(Positions.front().Instruction));
      for (HloPlace At : Positions)
        Times.push_back(Schedule.getTime(At.Instruction));
      for (GraphUse By : Uses)
        Times.push_back(Schedule.getTime(By.User));
    }
  });
}

ScheduleIndex::ScheduleIndex(const Module &M, ArrayRef<StringRef> Schedule,
                             const NameTable &ByName)
    : IsUnique(ByName.size() == Schedule.size()),
      FirstValue(M.values().data()) {
  size_t ValueCount = M.values().size();
  // What the source lists, in its order, and then what it does not.
  std::vector<const Value *> Unlisted;
  for (const Value &V : M.values())
    if (!V.isUsedValue())
      Unlisted.push_back(&V);
  ValueOrder Listed = M.listedValues();
  size_t ListedCount = Listed.size();
  auto GetValue = [&](size_t I) {
    return I < ListedCount ? Listed[I] : Unlisted[I - ListedCount];
  };
  for (const Value *V : Listed)
    if (!V->isAllocated())
      Unplaced.try_emplace(V, ValueCount + Unplaced.size());
  ByValue.resize(ValueCount + Unplaced.size());

  size_t Count = ListedCount + Unlisted.size();
  static constexpr size_t ValuesPerPart = 8192;
  Parts.resize(divideCeil(Count, ValuesPerPart));
  parallelFor(M.getThreadCount(), Parts.size(), [&](size_t Part) {
    NameLookups Lookups(ByName, Schedule);
    size_t Begin = Part * ValuesPerPart;
    size_t End = std::min(Begin + ValuesPerPart, Count);
    for (size_t I = Begin; I != End; ++I) {
      const Value &V = *GetValue(I);
      Places P;
      P.Part = Part;
      P.First = Lookups.size();
      Lookups.ask(V.getInstructionName());
      visitLists(
          V,
          [&](const Position &At) {
            Lookups.ask(At.getName());
            ++P.PositionCount;
          },
          [&](const Use &By) {
            Lookups.ask(By.User.getName());
            ++P.UseCount;
          });
      ByValue[getNumber(V)] = P;
    }
    Parts[Part] = Lookups.take().vec();
  });
}

} // namespace hlomem
