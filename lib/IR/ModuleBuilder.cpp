//===- ModuleBuilder.cpp - The one way to make a module -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/ModuleBuilder.h"
#include "Require.h"
#include <numeric>

using namespace llvm;

namespace hlomem {

static constexpr char InvalidModule[] = "a module is built wrongly";

StringRef ModuleBuilder::intern(StringRef Text) {
  auto Known = Interned.find(Text);
  if (Known != Interned.end())
    return Known->second;
  StringRef Copy = Text.copy(*F.Arena);
  Interned.try_emplace(Copy, Copy);
  return Copy;
}

Position ModuleBuilder::getPosition(StringRef Name,
                                    std::optional<ShapeIndex> Index) {
  if (!Index)
    return Position(intern(Name), StringRef());
  // A position is one text: the name, and the index after it.
  std::string Text = Name.str();
  raw_string_ostream OS(Text);
  OS << *Index;
  OS.flush();
  StringRef Whole = intern(Text);
  return Position(Whole.take_front(Name.size()), Whole.drop_front(Name.size()));
}

HloPosition ModuleBuilder::copy(const HloPosition &N) {
  return getPosition(N.getName(),
                     N.hasIndex() ? std::optional(N.getIndex()) : std::nullopt);
}

const Shape *ModuleBuilder::copy(const Shape *S) {
  return S ? F.Shapes->getCopy(*S) : nullptr;
}

Allocation &ModuleBuilder::addAllocation(Bytes Size, AllocationFlags Flags,
                                         MemorySpace Space) {
  Allocation A;
  A.setIndex(F.Allocations.size());
  A.setSize(Size);
  A.setMemorySpace(Space);
  A.addFlags(Flags);
  FirstValues.push_back(F.Values.size());
  return F.Allocations.emplace_back(A);
}

uint64_t ModuleBuilder::addValue(const NewValue &New) {
  require(!F.Allocations.empty(), InvalidModule,
          "a value comes before all allocations");
  ValueHeader H;
  H.Id = F.Values.size();
  H.Definition = copy(New.Definition);
  H.Phi = New.IsPhi;
  H.HasColor = true;
  H.Color = New.Color.value_or(F.Allocations.back().getMemorySpace());
  SmallVector<Position> Positions = {H.Definition};
  for (const Position &P : New.OtherPositions)
    Positions.push_back(copy(P));
  auto *Lists = new (*F.Arena) ValueLists;
  Lists->Positions = ArrayRef(Positions).copy(*F.Arena);
  if (New.Uses) {
    SmallVector<Use> Uses(*New.Uses);
    for (Use &U : Uses)
      U.User = copy(U.User);
    Lists->Uses = ArrayRef(Uses).copy(*F.Arena);
  }

  Value V;
  V.setHeader(H);
  V.setShape(copy(New.Type));
  V.setSlice(New.Offset, New.Size);
  V.setLists(*Lists, /*TextSize=*/0);
  V.setHasUses(New.Uses.has_value());
  V.setIsUsedValue(true);
  if (New.Range)
    V.setLiveRange(*New.Range);
  F.Values.append(V);
  return H.Id;
}

void ModuleBuilder::addInstruction(const InstructionDetails &I) {
  InstructionDetails Copy = I;
  BumpPtrAllocator &Arena = *F.Arena;
  Copy.Name = intern(I.Name);
  Copy.Type = copy(I.Type);
  Copy.OpcodeName = intern(I.OpcodeName);
  Copy.OperandText = intern(I.OperandText);
  SmallVector<Operand> Operands(I.Operands);
  for (Operand &O : Operands)
    O = {intern(O.Name), copy(O.Type)};
  Copy.Operands = ArrayRef(Operands).copy(Arena);
  SmallVector<CalledComputation> Called(I.CalledComputations);
  for (CalledComputation &C : Called)
    C = {intern(C.Role), intern(C.Name)};
  Copy.CalledComputations = ArrayRef(Called).copy(Arena);
  SmallVector<StringRef> Predecessors(I.ControlPredecessors);
  for (StringRef &P : Predecessors)
    P = intern(P);
  Copy.ControlPredecessors = ArrayRef(Predecessors).copy(Arena);
  SmallVector<Attribute> Attributes(I.Attributes);
  for (Attribute &A : Attributes)
    A = {intern(A.Key), intern(A.Value)};
  Copy.Attributes = ArrayRef(Attributes).copy(Arena);
  for (StringRef *Text : {&Copy.Metadata.OpType, &Copy.Metadata.OpName,
                          &Copy.Metadata.SourceFile})
    *Text = intern(*Text);
  F.Instructions[Copy.Name] = Copy;
}

void ModuleBuilder::setSchedule(ArrayRef<StringRef> Names) {
  F.Schedule.clear();
  for (StringRef Name : Names)
    F.Schedule.push_back(intern(Name));
}

void ModuleBuilder::placeValues(ArrayRef<size_t> FirstValues,
                                const Materializer *Source) {
  MutableArrayRef<Value> Values = F.Values;
  for (auto [I, A] : enumerate(F.Allocations)) {
    A.setValues(
        Values.slice(FirstValues[I], FirstValues[I + 1] - FirstValues[I]));
    A.setMaterializer(Source);
    for (Value &V : A.values())
      V.setAllocation(&A);
  }
  setArePaged(F.Allocations);
  ArePlaced = true;
}

// What was set on the results of addAllocation().
void ModuleBuilder::copyAllocations() {
  for (Allocation &A : F.Allocations) {
    A.setOutputShape(copy(A.getOutputShape()));
    if (std::optional<ParameterOrigin> P = A.getParameter()) {
      P->Index = ShapeIndex::fromCanonicalText(intern(P->Index.getText()));
      P->Type = copy(P->Type);
      A.setParameter(*P);
    }
    SmallVector<ReusingValue> Reusing(A.reusingValues());
    for (ReusingValue &R : Reusing)
      R.Header.Definition = copy(R.Header.Definition);
    A.setReusingValues(ArrayRef(Reusing).copy(*F.Arena));
  }
}

void ModuleBuilder::check() const {
  require(ArePlaced || (F.Allocations.empty() && F.Values.empty()),
          InvalidModule, "nobody said which values stand in which allocation");
  if (F.AreChecked)
    return;
  for (const Allocation &A : F.Allocations) {
    const std::string Name = "allocation " + std::to_string(A.getIndex());
    require(!A.getSize().isOverflow(), InvalidModule,
            Name + " has over 64 bits of bytes");
    require(A.has(AllocationFlags::Parameter) == A.getParameter().has_value(),
            InvalidModule,
            Name + " needs both or neither of the flag Parameter and an "
                   "argument");
    require(
        A.has(AllocationFlags::OutputShape) == (A.getOutputShape() != nullptr),
        InvalidModule,
        Name + " needs both or neither of the flag OutputShape and a shape");
  }
  for (const Value &V : F.Values) {
    // There may be millions: no text is made of one without a mistake.
    require(V.hasShape(), InvalidModule,
            "value " + Twine(V.getId()) + " has no type");
    require(!V.getEndOffset().isOverflow(), InvalidModule,
            "value " + Twine(V.getId()) + " ends behind 64 bits");
    LiveRange R = V.getLiveRange().value_or(LiveRange());
    require(R.Begin <= R.End && R.End <= F.Schedule.size(), InvalidModule,
            "value " + Twine(V.getId()) + " is live from " + Twine(R.Begin) +
                " to " + Twine(R.End) + " in a program of " +
                Twine(F.Schedule.size()));
  }
}

std::unique_ptr<Module>
ModuleBuilder::build(std::unique_ptr<Materializer> Source,
                     std::unique_ptr<Provenance> Origin) {
  if (!FirstValues.empty()) {
    FirstValues.push_back(F.Values.size());
    placeValues(FirstValues);
    FirstValues.clear();
    copyAllocations();
  }
  check();
  ArePlaced = false;
  if (!F.ListedValues) {
    MutableArrayRef<Value> Values = F.Values;
    F.ListedValues.emplace(Values.size());
    std::iota(F.ListedValues->begin(), F.ListedValues->end(), 0);
    for (Value &V : Values)
      V.setIsUsedValue(true);
  }
  Interned.clear();
  std::string Name = F.Name;
  return std::make_unique<Module>(
      std::exchange(F, ModuleFacts(std::move(Name))), std::move(Source),
      std::move(Origin));
}

} // namespace hlomem
