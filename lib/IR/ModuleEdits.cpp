//===- ModuleEdits.cpp - Edits of a module --------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Require.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

static constexpr char InvalidPassEdit[] = "a pass makes an invalid edit";

/// Applies an edit to the facts of a module.
class Module::Editor final : public AssignmentRemap {
public:
  Editor(Module &M, const AssignmentEdit &E) : M(M), F(M.F), E(E) {}

  bool run();

  bool isKept(size_t Position) const override { return IsKept[Position]; }
  std::optional<ValueOrder::Entry>
  follow(ValueOrder::Entry Before) const override;
  bool isGone(const ValueHeader &Name) const override {
    return Ids.contains(Name.Id);
  }
  bool isGone(const HloPosition &Definition) const override {
    return Definitions.contains(Definition.getKey());
  }

private:
  using ValueChange = AssignmentEdit::ValueChange;

  Value &getValue(const Value &V);
  void changeValue(const Value &V, const ValueChange &Change);
  void setSlice(Value &V, Bytes Offset, Bytes Size);
  void setLiveRange(Value &V, ArrayRef<LiveRange> Ranges);
  void changeAllocation(const Allocation &A,
                        const AssignmentEdit::AllocationChange &Change);
  bool needsRemap() const;
  void remap();
  void checkAdded() const;
  void collectNames();
  void setColour(Value &V, MemorySpace Before, MemorySpace After);
  void moveReusingValues();
  void placeValues(ArrayRef<std::vector<uint32_t>> Contents);

  Module &M;
  ModuleFacts &F;
  const AssignmentEdit &E;
  bool HasChanged = false;
  bool AreSizesChanged = false;
  bool AreRangesChanged = false;
  /// The unplaced values by themselves, once one is edited.
  DenseMap<const Value *, Value *> Unplaced;

  // Of a remap. For each allocation, and for each value, in the order before.
  SmallVector<bool, 0> IsKept;
  SmallVector<bool, 0> IsRemoved;
  /// For each value, where it stands afterwards.
  std::vector<ValueOrder::Entry> NewPlaces;
  // What names values that go, and none that stay: a dump may have contradicted
  // itself.
  DenseSet<uint64_t> Ids;
  DenseSet<DefinitionKey> Definitions;
};

Value &Module::Editor::getValue(const Value &V) {
  if (isElement(M.values(), V))
    return F.Values[&V - F.Values.data()];
  if (Unplaced.empty())
    for (Value &U : F.UnplacedValues)
      Unplaced.try_emplace(&U, &U);
  Value *Known = Unplaced.lookup(&V);
  require(Known, InvalidPassEdit, "a value belongs to another module");
  return *Known;
}

void Module::Editor::setSlice(Value &V, Bytes Offset, Bytes Size) {
  require(V.isAllocated(), InvalidPassEdit,
          "a value in no allocation has no slice");
  require(!(Offset + Size).isOverflow(), InvalidPassEdit,
          "the end of a slice does not fit into 64 bits");
  if (V.getOffset() == Offset && V.getSize() == Size)
    return;
  HasChanged = true;
  V.setSlice(Offset, Size);
}

void Module::Editor::setLiveRange(Value &V, ArrayRef<LiveRange> Ranges) {
  require(V.getLiveRange().has_value(), InvalidPassEdit,
          "a value that has no live range gets one");
  require(Ranges.size() == 1, InvalidPassEdit,
          "a value gets " + Twine(Ranges.size()) + " live ranges");
  LiveRange R = Ranges.front();
  require(R.Begin <= R.End && R.End <= M.getEndOfProgram(), InvalidPassEdit,
          "there is no live range from " + Twine(R.Begin) + " to " +
              Twine(R.End) + " in a program of " + Twine(M.getEndOfProgram()));
  if (V.getLiveRange() == R)
    return;
  HasChanged = AreRangesChanged = true;
  V.setLiveRange(R);
}

void Module::Editor::changeValue(const Value &Named,
                                 const ValueChange &Change) {
  Value &V = getValue(Named);
  if (Change.IsRemoved) {
    require(V.isAllocated(), InvalidPassEdit,
            "a value in no allocation is removed");
    return;
  }
  if (Change.Where || Change.Size)
    setSlice(V, Change.Where ? Change.Where->Offset : V.getOffset(),
             Change.Size.value_or(V.getSize()));
  if (Change.Ranges)
    setLiveRange(V, *Change.Ranges);
}

void Module::Editor::changeAllocation(
    const Allocation &Named, const AssignmentEdit::AllocationChange &Change) {
  require(isElement(M.allocations(), Named), InvalidPassEdit,
          "an allocation belongs to another module");
  Allocation &A = F.Allocations[&Named - F.Allocations.data()];
  if (Change.IsRemoved)
    return;
  if (Change.Size && *Change.Size != A.getSize()) {
    require(!Change.Size->isOverflow(), InvalidPassEdit,
            "the size of an allocation does not fit into 64 bits");
    HasChanged = AreSizesChanged = true;
    A.setSize(*Change.Size);
  }
  if (Change.Flags && *Change.Flags != A.getFlags()) {
    HasChanged = true;
    A.setFlags(*Change.Flags);
    require(A.getParameter() || !A.has(AllocationFlags::Parameter),
            InvalidPassEdit,
            "an allocation becomes a parameter of which nothing is known");
    require(A.getOutputShape() || !A.has(AllocationFlags::OutputShape),
            InvalidPassEdit, "an allocation becomes an output without a shape");
    if (!A.has(AllocationFlags::Parameter))
      A.forgetParameter();
    if (!A.has(AllocationFlags::OutputShape))
      A.setOutputShape(nullptr);
  }
}

void Module::Editor::checkAdded() const {
  constexpr AllocationFlags NeedData =
      AllocationFlags::Parameter | AllocationFlags::OutputShape;
  for (const AssignmentEdit::NewAllocation &A : E.addedAllocations()) {
    require(!A.Size.isOverflow(), InvalidPassEdit,
            "the size of an allocation does not fit into 64 bits");
    require((A.Flags & NeedData) == AllocationFlags::None, InvalidPassEdit,
            "a new allocation is a parameter or has an output's shape");
  }
}

bool Module::Editor::needsRemap() const {
  auto Moves = [this](const Value &V, const ValueChange &Change) {
    return Change.IsRemoved ||
           (Change.Where &&
            Change.Where->Allocation !=
                size_t(&V.getAllocation() - M.allocations().data()));
  };
  return !E.addedAllocations().empty() ||
         any_of(E.allocations(),
                [](const auto &C) { return C.second.IsRemoved; }) ||
         any_of(E.values(),
                [&](const auto &C) { return Moves(*C.first, C.second); });
}

bool Module::Editor::run() {
  require(&E.getModule() == &M, InvalidPassEdit,
          "an edit belongs to another module");
  checkAdded();
  bool Remaps = needsRemap();
  for (const auto &[V, Change] : E.values())
    changeValue(*V, Change);
  for (const auto &[A, Change] : E.allocations())
    changeAllocation(*A, Change);
  if (Remaps) {
    HasChanged = true;
    remap();
    M.Instructions->forgetPlaces();
    M.ValuesById.reset();
    M.ValuesByDefinition.reset();
    M.Printed.reset();
    M.BySpace.reset();
    M.UsedById.reset();
    M.LiveById.reset();
  }
  if (!HasChanged)
    return false;
  ++M.EditCount;
  if (!M.Origin)
    return true;
  if (AreSizesChanged)
    M.Origin->noteSizes();
  if (AreRangesChanged)
    M.Origin->noteLiveRanges();
  if (Remaps)
    M.Origin->noteRemap(*this);
  return true;
}

void Module::Editor::collectNames() {
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
Module::Editor::follow(ValueOrder::Entry Before) const {
  if (Before >= ValueOrder::FirstUnplaced)
    return isGone(
               F.UnplacedValues[Before - ValueOrder::FirstUnplaced].getHeader())
               ? std::nullopt
               : std::optional(Before);
  return IsRemoved[Before] ? std::nullopt : std::optional(NewPlaces[Before]);
}

void Module::Editor::remap() {
  const size_t Count = F.Allocations.size();
  // The values of each allocation, those that are added after the others.
  std::vector<std::vector<uint32_t>> Contents(Count +
                                              E.addedAllocations().size());
  IsRemoved.resize(F.Values.size());
  std::vector<bool> HasNew(Contents.size());
  for (auto [I, V] : enumerate(F.Values)) {
    const ValueChange *Change = E.find(V);
    if (Change && Change->IsRemoved) {
      IsRemoved[I] = true;
      continue;
    }
    size_t Home = E.getPlace(V).Allocation;
    require(Home < Contents.size(), InvalidPassEdit,
            "a value moves to an allocation that does not exist");
    HasNew[Home] = HasNew[Home] || (Change && Change->Where);
    Contents[Home].push_back(I);
  }
  for (auto [Home, Content] : enumerate(Contents))
    // Ascending by id, as XLA prints them.
    if (HasNew[Home])
      stable_sort(Content, [this](uint32_t L, uint32_t R) {
        return F.Values[L].getId() < F.Values[R].getId();
      });
  for (auto [I, A] : enumerate(F.Allocations)) {
    const auto *Change = E.find(A);
    IsKept.push_back(!Change || !Change->IsRemoved);
    require(IsKept.back() || Contents[I].empty(), InvalidPassEdit,
            "a value stays in a removed allocation");
  }
  collectNames();
  placeValues(Contents);
}

void Module::Editor::placeValues(ArrayRef<std::vector<uint32_t>> Contents) {
  const Materializer *Source =
      F.Allocations.empty() ? nullptr : F.Allocations.front().getMaterializer();
  std::vector<Allocation> Allocations;
  ValueVector Values;
  NewPlaces.resize(F.Values.size());
  Values.reserve(llvm::count(IsRemoved, false));
  SmallVector<size_t, 0> Counts;
  for (auto [I, Content] : enumerate(Contents)) {
    if (I < IsKept.size()) {
      if (!IsKept[I])
        continue;
      Allocations.push_back(F.Allocations[I]);
    } else {
      const AssignmentEdit::NewAllocation &New =
          E.addedAllocations()[I - IsKept.size()];
      Allocation A;
      A.setSize(New.Size);
      A.setMemorySpace(New.Space);
      A.setFlags(New.Flags);
      A.setMaterializer(Source);
      Allocations.push_back(A);
    }
    Counts.push_back(Content.size());
    for (uint32_t V : Content) {
      const Allocation &Before = F.Values[V].getAllocation();
      NewPlaces[V] = Values.size();
      Values.append(F.Values[V]);
      if (Before.getMemorySpace() != Allocations.back().getMemorySpace())
        setColour(Values[Values.size() - 1], Before.getMemorySpace(),
                  Allocations.back().getMemorySpace());
    }
  }
  F.Allocations = std::move(Allocations);
  F.Values = std::move(Values);
  std::vector<ValueOrder::Entry> Listed;
  Listed.reserve(F.ListedValues->size());
  for (ValueOrder::Entry E : *F.ListedValues)
    if (std::optional<ValueOrder::Entry> New = follow(E))
      Listed.push_back(*New);
  F.ListedValues = std::move(Listed);
  MutableArrayRef<Value> Rest = F.Values;
  for (auto [I, A] : enumerate(F.Allocations)) {
    A.setIndex(I);
    A.setValues(Rest.take_front(Counts[I]));
    Rest = Rest.drop_front(Counts[I]);
    for (Value &V : A.values())
      V.setAllocation(&A);
  }
  setArePaged(F.Allocations);
  moveReusingValues();
}

// A value that lies in a block of another memory space keeps its own.
void Module::Editor::setColour(Value &V, MemorySpace Before,
                               MemorySpace After) {
  if (V.getColor().value_or(Before) != Before)
    return;
  ValueHeader H = V.getHeader();
  H.Color = After;
  V.setHeader(H);
  const Shape &S = V.getShape();
  if (S.isArray() && S.getLayout() && S.getLayout()->MemorySpace == Before)
    V.setShape(F.Shapes->getInSpace(S, After));
}

// Of a dump that tells them: what is gone or moves goes from the list of its
// allocation, and comes to that of another one where it still is of another
// memory space.
void Module::Editor::moveReusingValues() {
  DenseMap<uint64_t, const Value *> ById;
  for (const Allocation &A : F.Allocations)
    if (!A.reusingValues().empty()) {
      for (const Value &V : F.Values)
        if (V.getId() <= INT64_MAX)
          ById.try_emplace(V.getId(), &V);
      break;
    }
  std::vector<SmallVector<ReusingValue>> Coming(F.Allocations.size());
  for (Allocation &A : F.Allocations) {
    SmallVector<ReusingValue> Staying;
    for (const ReusingValue &R : A.reusingValues()) {
      if (isGone(R.Header))
        continue;
      const Value *V =
          R.Header.Id <= INT64_MAX ? ById.lookup(R.Header.Id) : nullptr;
      if (!V || &V->getAllocation() == &A)
        Staying.push_back(R);
      else if (R.Color != V->getAllocation().getMemorySpace())
        Coming[V->getAllocation().getIndex()].push_back(R);
    }
    if (Staying.size() != A.reusingValues().size())
      A.setReusingValues(ArrayRef(Staying).copy(*F.Arena));
  }
  for (auto [A, List] : zip_equal(F.Allocations, Coming)) {
    if (List.empty())
      continue;
    SmallVector<ReusingValue> All(A.reusingValues());
    append_range(All, List);
    stable_sort(All, [](const ReusingValue &L, const ReusingValue &R) {
      return L.Header.Id < R.Header.Id;
    });
    A.setReusingValues(ArrayRef(All).copy(*F.Arena));
  }
}

bool Module::apply(const AssignmentEdit &E) {
  return E.hasFits() ? Editor(*this, E.resolveFits()).run()
                     : Editor(*this, E).run();
}

ModuleFacts ModuleFacts::clone() const {
  ModuleFacts Copy = *this;
  MutableArrayRef<Value> Rest = Copy.Values;
  for (Allocation &A : Copy.Allocations) {
    const size_t Count = A.values().size();
    A.setValues(Rest.take_front(Count));
    Rest = Rest.drop_front(Count);
    for (Value &V : A.values())
      V.setAllocation(&A);
  }
  return Copy;
}

std::unique_ptr<Module> Module::clone() const {
  auto Result = std::make_unique<Module>(F.clone(), Source,
                                         Origin ? Origin->clone() : nullptr);
  Result->Former = Former;
  Result->EditCount = EditCount;
  Result->CountWhenRead = CountWhenRead;
  Result->ThreadCount = ThreadCount;
  return Result;
}

void Module::replaceBy(std::unique_ptr<Module> Other) {
  std::string Name = F.Name;
  Former.push_back(std::make_shared<const Past>(
      Past{std::move(F), std::move(Source), std::move(Origin),
           std::move(Instructions)}));
  // Remarks may have a place in what the other module was before.
  append_range(Former, std::move(Other->Former));
  F = std::move(Other->F);
  F.Name = std::move(Name);
  Source = std::move(Other->Source);
  Origin = std::move(Other->Origin);
  Instructions = std::move(Other->Instructions);
  ValuesById.reset();
  ValuesByDefinition.reset();
  Printed.reset();
  Times.reset();
  BySpace.reset();
  UsedById.reset();
  LiveById.reset();
  CountWhenRead = ++EditCount;
}

} // namespace hlomem
