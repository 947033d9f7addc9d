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
  if (isElement(values(), V))
    return F.Values[&V - F.Values.data()];
  if (KnownUnplaced.empty())
    for (Value &Unplaced : F.UnplacedValues)
      KnownUnplaced.try_emplace(&Unplaced, &Unplaced);
  Value *Unplaced = KnownUnplaced.lookup(&V);
  require(Unplaced, "a value is of another module");
  return *Unplaced;
}

void Module::setSlice(const Value &V, Bytes Offset, Bytes Size) {
  Value &Edited = getEditable(V);
  require(V.isPlaced(), "a value that stands in no allocation has no slice");
  require(!(Offset + Size).isOverflow(), "a slice ends behind 64 bits");
  if (V.getOffset() == Offset && V.getSize() == Size)
    return;
  ++EditCount;
  Edited.setSlice(Offset, Size);
}

void Module::setLiveRange(const Value &V, LiveRange R) {
  Value &Edited = getEditable(V);
  require(V.getLiveRange().has_value(),
          "a value that has no live range gets none");
  require(R.Begin <= R.End && R.End <= getEndOfProgram(),
          "there is no live range from " + Twine(R.Begin) + " to " +
              Twine(R.End) + " in a program of " + Twine(getEndOfProgram()));
  if (V.getLiveRange() == R)
    return;
  ++EditCount;
  Edited.setLiveRange(R);
  if (Origin)
    Origin->noteLiveRanges();
}

void Module::setSize(const Allocation &A, Bytes Size) {
  require(isElement(allocations(), A), "an allocation is of another module");
  require(!Size.isOverflow(), "the size of an allocation has over 64 bits");
  if (A.getSize() == Size)
    return;
  ++EditCount;
  F.Allocations[&A - F.Allocations.data()].setSize(Size);
  if (Origin)
    Origin->noteSizes();
}

namespace {

/// Removes allocations from the facts of a module.
class Removal final : public AllocationRemoval {
public:
  Removal(ModuleFacts &F, function_ref<bool(const Allocation &)> ShouldRemove);

  /// How many go.
  size_t count() const { return F.Allocations.size() - KeptCount; }
  void run();

  bool isKept(size_t Position) const override { return IsKept[Position]; }
  std::optional<ValueOrder::Entry>
  follow(ValueOrder::Entry Before) const override;
  bool isGone(const ValueHeader &Name) const override {
    return Ids.contains(Name.Id);
  }
  bool isGone(const NamedIndex &Definition) const override {
    return Definitions.contains(Definition.getKey());
  }

private:
  void collectNames();
  void removeValues();
  void removeAllocations();

  ModuleFacts &F;
  /// For each allocation, and for each value, in the order of the module.
  SmallVector<bool, 0> IsKept;
  SmallVector<bool, 0> IsRemoved;
  size_t KeptCount = 0;
  /// For each value, where it stands afterwards.
  std::vector<ValueOrder::Entry> NewPlaces;
  // What names values that go, and none that stay: a dump may have contradicted
  // itself.
  DenseSet<uint64_t> Ids;
  DenseSet<DefinitionKey> Definitions;
};

} // namespace

Removal::Removal(ModuleFacts &F,
                 function_ref<bool(const Allocation &)> ShouldRemove)
    : F(F) {
  IsRemoved.reserve(F.Values.size());
  for (const Allocation &A : F.Allocations) {
    bool Goes = ShouldRemove(A);
    IsRemoved.append(A.values().size(), Goes);
    IsKept.push_back(!Goes);
    KeptCount += !Goes;
  }
}

void Removal::run() {
  collectNames();
  removeValues();
  removeAllocations();
}

void Removal::collectNames() {
  for (auto [V, Goes] : zip_equal(F.Values, IsRemoved))
    if (Goes) {
      Ids.insert(V.getId());
      Definitions.insert(V.getDefinition().getKey());
    }
  for (auto [V, Goes] : zip_equal(F.Values, IsRemoved))
    if (!Goes) {
      Ids.erase(V.getId());
      Definitions.erase(V.getDefinition().getKey());
    }
}

std::optional<ValueOrder::Entry>
Removal::follow(ValueOrder::Entry Before) const {
  if (Before >= ValueOrder::FirstUnplaced)
    return isGone(
               F.UnplacedValues[Before - ValueOrder::FirstUnplaced].getHeader())
               ? std::nullopt
               : std::optional(Before);
  return IsRemoved[Before] ? std::nullopt : std::optional(NewPlaces[Before]);
}

void Removal::removeValues() {
  ValueVector Kept;
  NewPlaces.resize(F.Values.size());
  Kept.reserve(llvm::count(IsRemoved, false));
  for (auto [I, V] : enumerate(F.Values)) {
    NewPlaces[I] = Kept.size();
    if (!IsRemoved[I])
      Kept.append(V);
  }
  F.Values = std::move(Kept);
}

void Removal::removeAllocations() {
  std::vector<Allocation> Kept;
  for (auto [I, A] : enumerate(F.Allocations))
    if (IsKept[I])
      Kept.push_back(A);
  F.Allocations = std::move(Kept);
  MutableArrayRef<Value> Rest = F.Values;
  for (auto [I, A] : enumerate(F.Allocations)) {
    A.setIndex(I);
    size_t Count = std::as_const(A).values().size();
    A.setValues(Rest.take_front(Count));
    Rest = Rest.drop_front(Count);
    for (Value &V : A.values())
      V.setAllocation(&A);
    auto IsGone = [this](const ReusingValue &V) { return isGone(V.Header); };
    if (none_of(A.reusingValues(), IsGone))
      continue;
    SmallVector<ReusingValue> Reusing(A.reusingValues());
    erase_if(Reusing, IsGone);
    A.setReusingValues(ArrayRef(Reusing).copy(*F.Arena));
  }
}

size_t
Module::removeAllocations(function_ref<bool(const Allocation &)> ShouldRemove) {
  Removal Removal(F, ShouldRemove);
  size_t Count = Removal.count();
  if (Count == 0)
    return 0;
  Removal.run();
  ++EditCount;
  ValuesById.reset();
  ValuesByDefinition.reset();
  Printed.reset();
  Derived.reset();
  if (Origin)
    Origin->noteRemoval(Removal);
  return Count;
}

} // namespace hlomem
