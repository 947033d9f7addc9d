//===- NameTimes.cpp - When named instructions run ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/NameTimes.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/ValueLists.h"
#include "hlomem/Support/NameTable.h"
#include "hlomem/Support/Parallel.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>

using namespace llvm;

namespace hlomem {

/// Looks up the names of some values, one after the other.
class NameTimes::Reader {
  ArrayRef<StringRef> Schedule;
  const NameTable &ByName;
  struct Query {
    StringRef Name;
    uint32_t Hash;
    /// The name is that of the query before it, as most often.
    bool IsRepeated;
  };
  /// Where a name is in the table is known before that has come from memory:
  /// the next ones are asked for meanwhile.
  static constexpr size_t MaxQueries = 32;
  std::array<Query, MaxQueries> Queries;
  size_t QueryCount = 0;
  StringRef Last;

public:
  std::vector<Time> Times;

  Reader(ArrayRef<StringRef> Schedule, const NameTable &ByName)
      : Schedule(Schedule), ByName(ByName) {}

  /// The places are in Times, which are complete after the next flush().
  Places read(const Value &V) {
    Places P;
    P.First = Times.size() + QueryCount;
    ask(V.getInstructionName());
    visitLists(
        V,
        [&](const Position &At) {
          ask(At.getName());
          ++P.PositionCount;
        },
        [&](const Use &By) {
          ask(By.User.getName());
          ++P.UseCount;
        });
    return P;
  }

  void flush() {
    for (const Query &Q : ArrayRef(Queries).take_front(QueryCount))
      Times.push_back(Q.IsRepeated ? Times.back() : lookUp(Q));
    QueryCount = 0;
  }

private:
  void ask(StringRef Name) {
    if (QueryCount == MaxQueries)
      flush();
    // Times is empty where there is no query before this one.
    bool IsRepeated = Name == Last && (QueryCount != 0 || !Times.empty());
    uint32_t Hash = 0;
    if (!IsRepeated) {
      Hash = hashName(Name);
      ByName.prefetch(Hash);
      Last = Name;
    }
    Queries[QueryCount++] = {Name, Hash, IsRepeated};
  }

  Time lookUp(const Query &Q) const {
    return ByName
        .find(Q.Hash, [&](uint32_t T) { return Schedule[T] == Q.Name; })
        .value_or(NotScheduled);
  }
};

NameTimes::NameTimes(const Module &M, ArrayRef<StringRef> Schedule,
                     const NameTable &ByName)
    : IsUnique(ByName.size() == Schedule.size()),
      FirstValue(M.values().data()) {
  size_t ValueCount = M.values().size();
  // What the text lists, in its order, and then what it does not.
  std::vector<const Value *> Unlisted;
  for (const Value &V : M.values())
    if (!V.isUsedValue())
      Unlisted.push_back(&V);
  size_t UsedCount = M.usedValues().size();
  auto GetValue = [&](size_t I) {
    return I < UsedCount ? M.usedValues()[I] : Unlisted[I - UsedCount];
  };
  for (const Value *V : M.usedValues())
    if (!V->isPlaced())
      Unplaced.try_emplace(V, ValueCount + Unplaced.size());
  ByValue.resize(ValueCount + Unplaced.size());

  size_t Count = UsedCount + Unlisted.size();
  static constexpr size_t ValuesPerPart = 8192;
  size_t PartSize =
      M.getThreadCount() == 1 ? std::max<size_t>(Count, 1) : ValuesPerPart;
  std::vector<std::vector<Time>> Parts(divideCeil(Count, PartSize));
  parallelFor(M.getThreadCount(), Parts.size(), [&](size_t Part) {
    Reader R(Schedule, ByName);
    size_t Begin = Part * PartSize;
    for (size_t I = Begin, E = std::min(Begin + PartSize, Count); I != E; ++I)
      ByValue[getNumber(*GetValue(I))] = R.read(*GetValue(I));
    R.flush();
    Parts[Part] = std::move(R.Times);
  });
  if (Parts.size() == 1) {
    Times = std::move(Parts.front());
    return;
  }
  for (auto [I, Part] : enumerate(Parts)) {
    size_t Begin = I * PartSize;
    for (size_t J = Begin, E = std::min(Begin + PartSize, Count); J != E; ++J)
      ByValue[getNumber(*GetValue(J))].First += Times.size();
    append_range(Times, Part);
  }
}

} // namespace hlomem
