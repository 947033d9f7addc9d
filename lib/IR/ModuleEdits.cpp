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
    return Values[&V - Values.data()];
  if (KnownUnplaced.empty())
    for (const Value &Unplaced : UnplacedValues)
      KnownUnplaced.insert(&Unplaced);
  require(KnownUnplaced.contains(&V), "a value is of another module");
  return const_cast<Value &>(V);
}

void Module::setSlice(const Value &V, Bytes Offset, Bytes Size) {
  Value &Edited = getEditable(V);
  require(V.isPlaced(), "a value that stands in no allocation has no slice");
  require(!(Offset + Size).isOverflow(), "a slice ends behind 64 bits");
  if (V.Offset == Offset && V.Size == Size)
    return;
  ++EditCount;
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
  ++EditCount;
  Edited.Range = R;
  IsPeakStale = true;
}

void Module::setSize(const Allocation &A, Bytes Size) {
  require(isElement(ArrayRef(Allocations), A),
          "an allocation is of another module");
  require(!Size.isOverflow(), "the size of an allocation has over 64 bits");
  if (A.Size == Size)
    return;
  ++EditCount;
  Allocations[&A - Allocations.data()].Size = Size;
  IsTotalStale = true;
}

//===----------------------------------------------------------------------===//
// Removal
//===----------------------------------------------------------------------===//

/// Removes some allocations of one module from everything that names them or
/// their values.
class AllocationRemoval {
public:
  AllocationRemoval(Module &M,
                    function_ref<bool(const Allocation &)> ShouldRemove);

  /// How many go.
  size_t count() const { return M.Allocations.size() - Kept.size(); }
  void run();

private:
  void collectNames();
  bool isGone(const ValueHeader &H) const { return Ids.contains(H.Id); }
  bool isGone(const NamedIndex &N) const {
    return Definitions.contains(N.getKey());
  }
  const Value *follow(const Value *V) const;
  std::optional<ValueOrder::Entry> follow(ValueOrder::Entry E) const;
  void updateUsedValues();
  void updateLiveRanges();
  void updateAllocations();

  Module &M;
  std::vector<Allocation> Kept;
  ValueVector KeptValues;
  /// For each value, in the order of the module.
  SmallVector<bool, 0> IsRemoved;
  std::vector<ValueOrder::Entry> NewPlaces;
  // What names values that go, and none that stay: a dump may have contradicted
  // itself.
  DenseSet<uint64_t> Ids;
  DenseSet<DefinitionKey> Definitions;
};

// Values lie in the order of their allocations.
AllocationRemoval::AllocationRemoval(
    Module &M, function_ref<bool(const Allocation &)> ShouldRemove)
    : M(M) {
  IsRemoved.reserve(M.Values.size());
  for (const Allocation &A : M.Allocations) {
    bool Goes = ShouldRemove(A);
    IsRemoved.append(A.Values.size(), Goes);
    if (!Goes)
      Kept.push_back(A);
  }
}

void AllocationRemoval::run() {
  collectNames();
  ++M.EditCount;
  M.IsTotalStale = true;
  NewPlaces.resize(M.Values.size());
  KeptValues.reserve(llvm::count(IsRemoved, false));
  for (auto [I, V] : enumerate(M.Values)) {
    NewPlaces[I] = KeptValues.size();
    if (!IsRemoved[I])
      KeptValues.append(V);
    else if (V.HasRange)
      M.IsPeakStale = true;
  }
  // These follow values from their old places to the new ones.
  updateUsedValues();
  updateLiveRanges();
  updateAllocations();
  M.forgetValues();
}

void AllocationRemoval::collectNames() {
  for (auto [V, Goes] : zip_equal(M.Values, IsRemoved))
    if (Goes) {
      Ids.insert(V.getId());
      Definitions.insert(V.getDefinition().getKey());
    }
  for (auto [V, Goes] : zip_equal(M.Values, IsRemoved))
    if (!Goes) {
      Ids.erase(V.getId());
      Definitions.erase(V.getDefinition().getKey());
    }
}

/// Where the value is afterwards; null for one that goes.
const Value *AllocationRemoval::follow(const Value *V) const {
  if (!isElement(M.values(), *V))
    return isGone(V->getHeader()) ? nullptr : V;
  size_t Place = V - M.Values.data();
  return IsRemoved[Place] ? nullptr : &KeptValues[NewPlaces[Place]];
}

// The same, none for one that goes.
std::optional<ValueOrder::Entry>
AllocationRemoval::follow(ValueOrder::Entry E) const {
  if (E >= ValueOrder::FirstUnplaced)
    return isGone(M.UnplacedValues[E - ValueOrder::FirstUnplaced].getHeader())
               ? std::nullopt
               : std::optional(E);
  return IsRemoved[E] ? std::nullopt : std::optional(NewPlaces[E]);
}

void AllocationRemoval::updateUsedValues() {
  std::vector<ValueOrder::Entry> Used;
  for (ValueOrder::Entry E : M.UsedValues)
    if (std::optional<ValueOrder::Entry> New = follow(E))
      Used.push_back(*New);
  M.UsedValues = std::move(Used);

  DenseMap<const Value *, ValueHeader> Headers;
  for (const auto &[V, Header] : M.UsedHeaders)
    if (const Value *New = follow(V))
      Headers[New] = Header;
  M.UsedHeaders = std::move(Headers);
}

void AllocationRemoval::updateLiveRanges() {
  std::vector<ValueOrder::Entry> Order;
  std::vector<Module::UnlistedLiveRange> Unlisted;
  const Module::UnlistedLiveRange *Next = M.UnlistedLiveRanges.data();
  for (ValueOrder::Entry E : M.LiveRangeOrder) {
    if (E != ValueOrder::None) {
      if (std::optional<ValueOrder::Entry> New = follow(E))
        Order.push_back(*New);
      continue;
    }
    if (isGone(Next->Definition)) {
      M.IsPeakStale = true;
    } else {
      Order.push_back(E);
      Unlisted.push_back(*Next);
    }
    ++Next;
  }
  M.LiveRangeOrder = std::move(Order);
  M.UnlistedLiveRanges = std::move(Unlisted);

  const std::optional<PrintedPeak> &Peak = M.Claims.Peak;
  if (Peak && any_of(Peak->Entries, [this](const PeakListEntry &E) {
        return isGone(E.Definition);
      }))
    M.IsPeakStale = true;
}

void AllocationRemoval::updateAllocations() {
  M.Allocations = std::move(Kept);
  M.Values = std::move(KeptValues);
  MutableArrayRef<Value> Rest = M.Values;
  for (auto [I, A] : enumerate(M.Allocations)) {
    A.Index = I;
    A.Values = Rest.take_front(A.Values.size());
    Rest = Rest.drop_front(A.Values.size());
    for (Value &V : A.Values)
      V.Block = &A;
    auto IsGone = [this](const ReusingValue &V) { return isGone(V.Header); };
    if (none_of(A.ReusingValues, IsGone))
      continue;
    SmallVector<ReusingValue> Reusing(A.ReusingValues);
    erase_if(Reusing, IsGone);
    A.ReusingValues = ArrayRef(Reusing).copy(M.Arena);
  }
}

size_t
Module::removeAllocations(function_ref<bool(const Allocation &)> ShouldRemove) {
  AllocationRemoval Removal(*this, ShouldRemove);
  size_t Count = Removal.count();
  if (Count != 0)
    Removal.run();
  return Count;
}

} // namespace hlomem
