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

using namespace llvm;

namespace hlomem {

static_assert(ScheduleIndex::NotScheduled == NameLookups::None &&
                  ScheduleIndex::NotScheduled == HloSchedule::NotScheduled,
              "a name that is not there is not scheduled");

AnalysisKey ScheduleIndexAnalysis::Key;

ScheduleIndex ScheduleIndexAnalysis::run(const Module &M, AnalysisManager &AM) {
  // A value that an edit has added has names alone.
  const auto &OfGraph = AM.getResult<HloScheduleAnalysis>();
  if (OfGraph &&
      all_of(M.values(), [](const Value &V) { return V.isComputed(); }))
    return ScheduleIndex(M, *OfGraph);
  return ScheduleIndex(M, M.schedule(), M.getTimesByName());
}

ScheduleIndex::ScheduleIndex(const Module &M, const HloSchedule &Schedule)
    : FirstValue(M.values().data()), M(&M), Schedule(&Schedule),
      OfGraph(std::make_unique<Lazy<Part>[]>(
          divideCeil(M.values().size(), ValuesPerPart))) {}

ScheduleIndex::Part ScheduleIndex::readPart(size_t Number) const {
  Part Read;
  SmallVector<size_t> Begins;
  SmallVector<HloPlace> Positions;
  SmallVector<GraphUse> Uses;
  for (const Value &V : M->values()
                            .drop_front(Number * ValuesPerPart)
                            .take_front(ValuesPerPart)) {
    Positions.clear();
    Uses.clear();
    M->readPlaces(V, Positions, Uses);
    Begins.push_back(Read.Times.size());
    Read.ByValue.push_back({nullptr, static_cast<uint32_t>(Positions.size()),
                            static_cast<uint32_t>(Uses.size())});
    // The first position is the definition.
    Read.Times.push_back(Schedule->getTime(Positions.front().Instruction));
    for (HloPlace At : Positions)
      Read.Times.push_back(Schedule->getTime(At.Instruction));
    for (GraphUse By : Uses)
      Read.Times.push_back(Schedule->getTime(By.User));
  }
  for (auto [P, Begin] : zip_equal(Read.ByValue, Begins))
    P.First = &Read.Times[Begin];
  return Read;
}

ScheduleIndex::ScheduleIndex(const Module &M, ArrayRef<StringRef> Schedule,
                             const NameTable &TimesByName)
    : IsUnique(TimesByName.size() == Schedule.size()),
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
  ByName.resize(ValueCount + Unplaced.size());

  size_t Count = ListedCount + Unlisted.size();
  static constexpr size_t NamedPerPart = 8192;
  Times.resize(divideCeil(Count, NamedPerPart));
  parallelFor(M.getThreadCount(), Times.size(), [&](size_t InPart) {
    NameLookups Lookups(TimesByName, Schedule);
    size_t Begin = InPart * NamedPerPart;
    size_t End = std::min(Begin + NamedPerPart, Count);
    for (size_t I = Begin; I != End; ++I) {
      const Value &V = *GetValue(I);
      Places P;
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
      ByName[getNumber(V)] = P;
    }
    Times[InPart] = Lookups.take().vec();
    const Time *First = Times[InPart].data();
    for (size_t I = Begin; I != End; ++I) {
      Places &P = ByName[getNumber(*GetValue(I))];
      P.First = First;
      First += 1 + P.PositionCount + P.UseCount;
    }
  });
}

} // namespace hlomem
