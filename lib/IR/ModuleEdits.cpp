//===- ModuleEdits.cpp - Changes of the assignment ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace hlomem {

/// True if \p Element is one of \p Elements, and not merely equal to one.
template <typename T>
static bool isElement(ArrayRef<T> Elements, const T &Element) {
  return !std::less<>()(&Element, Elements.begin()) &&
         std::less<>()(&Element, Elements.end());
}

static void require(bool Holds, const Twine &Mistake) {
  if (!Holds)
    report_fatal_error("a pass edits a module wrongly: " + Mistake);
}

Value &Module::getEditable(const Value &V) {
  if (isElement(ArrayRef(Values), V))
    return Values[&V - Values.data()];
  for (Value &Unplaced : UnplacedValues)
    if (&Unplaced == &V)
      return Unplaced;
  report_fatal_error("a pass edits a value of another module");
}

void Module::setSlice(const Value &V, Bytes Offset, Bytes Size) {
  Value &Edited = getEditable(V);
  require(V.isPlaced(), "a value that stands in no allocation has no slice");
  require(!(Offset + Size).isOverflow(), "a slice ends behind 64 bits");
  Edited.Offset = Offset;
  Edited.Size = Size;
}

void Module::setLiveRange(const Value &V, LiveRange R) {
  Value &Edited = getEditable(V);
  require(V.HasRange, "a value that has no live range gets none");
  require(R.Begin <= R.End && R.End <= getEndOfProgram(),
          "there is no live range from " + Twine(R.Begin) + " to " +
              Twine(R.End) + " in a program of " + Twine(getEndOfProgram()));
  if (V.Range == R)
    return;
  Edited.Range = R;
  IsPeakStale = true;
}

void Module::setSize(const Allocation &A, Bytes Size) {
  require(isElement(ArrayRef(Allocations), A),
          "an allocation is of another module");
  require(!Size.isOverflow(), "the size of an allocation has over 64 bits");
  if (A.Size == Size)
    return;
  Allocations[&A - Allocations.data()].Size = Size;
  IsTotalStale = true;
}

namespace {

/// What names values that are removed, and none that remain.
struct RemovedNames {
  DenseSet<uint64_t> Ids;
  DenseSet<DefinitionKey> Definitions;

  RemovedNames(ArrayRef<Value> Values, ArrayRef<bool> IsRemoved) {
    for (auto [V, Goes] : zip_equal(Values, IsRemoved))
      if (Goes) {
        Ids.insert(V.getId());
        Definitions.insert(V.getDefinition().getKey());
      }
    // A dump may have contradicted itself.
    for (auto [V, Goes] : zip_equal(Values, IsRemoved))
      if (!Goes) {
        Ids.erase(V.getId());
        Definitions.erase(V.getDefinition().getKey());
      }
  }
  bool contain(const ValueHeader &H) const { return Ids.contains(H.Id); }
  bool contain(const NamedIndex &N) const {
    return Definitions.contains(N.getKey());
  }
};

} // namespace

size_t
Module::removeAllocations(function_ref<bool(const Allocation &)> ShouldRemove) {
  std::vector<Allocation> Kept;
  SmallVector<bool, 0> IsRemoved;
  IsRemoved.reserve(Values.size());
  for (const Allocation &A : Allocations) {
    bool Goes = ShouldRemove(A);
    IsRemoved.append(A.Values.size(), Goes);
    if (!Goes)
      Kept.push_back(A);
  }
  size_t Count = Allocations.size() - Kept.size();
  if (Count == 0)
    return 0;
  const RemovedNames Gone(Values, IsRemoved);
  IsTotalStale = true;

  // Values lie in the order of their allocations.
  std::vector<Value> KeptValues;
  std::vector<size_t> NewPlaces(Values.size());
  KeptValues.reserve(count(IsRemoved, false));
  for (auto [I, V] : enumerate(Values)) {
    NewPlaces[I] = KeptValues.size();
    if (!IsRemoved[I])
      KeptValues.push_back(V);
    else if (V.HasRange)
      IsPeakStale = true;
  }
  // Null for a value that is removed.
  auto Follow = [&](const Value *V) -> const Value * {
    if (!isElement(ArrayRef(Values), *V))
      return Gone.contain(V->getHeader()) ? nullptr : V;
    size_t Place = V - Values.data();
    return IsRemoved[Place] ? nullptr : &KeptValues[NewPlaces[Place]];
  };

  std::vector<const Value *> Used;
  for (const Value *V : UsedValues)
    if (const Value *New = Follow(V))
      Used.push_back(New);
  UsedValues = std::move(Used);

  DenseMap<const Value *, ValueHeader> Headers;
  for (const auto &[V, Header] : UsedHeaders)
    if (const Value *New = Follow(V))
      Headers[New] = Header;
  UsedHeaders = std::move(Headers);

  std::vector<const Value *> Order;
  std::vector<UnlistedLiveRange> Unlisted;
  const UnlistedLiveRange *Next = UnlistedLiveRanges.data();
  for (const Value *V : LiveRangeOrder) {
    if (V) {
      if (const Value *New = Follow(V))
        Order.push_back(New);
      continue;
    }
    if (Gone.contain(Next->Definition)) {
      IsPeakStale = true;
    } else {
      Order.push_back(nullptr);
      Unlisted.push_back(*Next);
    }
    ++Next;
  }
  LiveRangeOrder = std::move(Order);
  UnlistedLiveRanges = std::move(Unlisted);
  if (Claims.Peak && any_of(Claims.Peak->Entries, [&](const PeakListEntry &E) {
        return Gone.contain(E.Definition);
      }))
    IsPeakStale = true;

  Allocations = std::move(Kept);
  Values = std::move(KeptValues);
  MutableArrayRef<Value> Rest = Values;
  for (auto [I, A] : enumerate(Allocations)) {
    A.Index = I;
    A.Values = Rest.take_front(A.Values.size());
    Rest = Rest.drop_front(A.Values.size());
    for (Value &V : A.Values)
      V.Block = &A;
    if (!any_of(A.ReusingValues,
                [&](const ReusingValue &V) { return Gone.contain(V.Header); }))
      continue;
    SmallVector<ReusingValue> Reusing;
    copy_if(A.ReusingValues, std::back_inserter(Reusing),
            [&](const ReusingValue &V) { return !Gone.contain(V.Header); });
    A.ReusingValues = ArrayRef(Reusing).copy(Arena);
  }
  ValuesById.clear();
  ValuesByDefinition.clear();
  return Count;
}

} // namespace hlomem
