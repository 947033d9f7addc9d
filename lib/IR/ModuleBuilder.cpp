//===- ModuleBuilder.cpp - The one way to make a module -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/ModuleBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>
#include <string>

using namespace llvm;

namespace hlomem {

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
  // A position is one text: the name, and the index behind it.
  std::string Text = Name.str();
  raw_string_ostream OS(Text);
  OS << *Index;
  OS.flush();
  StringRef Whole = intern(Text);
  return Position(Whole.take_front(Name.size()), Whole.drop_front(Name.size()));
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
  assert(!F.Allocations.empty() && "a value stands in an allocation");
  assert(New.Type && "a value in an allocation has a type");
  ValueHeader H;
  H.Id = F.Values.size();
  H.Definition = New.Definition;
  H.Phi = New.IsPhi;
  H.HasColor = true;
  H.Color = New.Color.value_or(F.Allocations.back().getMemorySpace());
  SmallVector<Position> Positions = {New.Definition};
  append_range(Positions, New.OtherPositions);
  auto *Lists = new (*F.Arena) ValueLists;
  Lists->Positions = ArrayRef(Positions).copy(*F.Arena);
  if (New.Uses)
    Lists->Uses = ArrayRef(*New.Uses).copy(*F.Arena);

  Value V;
  V.setHeader(H);
  V.setShape(New.Type);
  V.setSlice(New.Offset, New.Size);
  V.setLists(*Lists, /*TextSize=*/0);
  V.setHasUses(New.Uses.has_value());
  if (New.Range)
    V.setLiveRange(*New.Range);
  F.Values.append(V);
  return H.Id;
}

void ModuleBuilder::addInstruction(const InstructionDetails &I) {
  InstructionDetails Copy = I;
  BumpPtrAllocator &Arena = *F.Arena;
  Copy.Name = intern(I.Name);
  Copy.OpcodeName = intern(I.OpcodeName);
  Copy.OperandText = intern(I.OperandText);
  SmallVector<Operand> Operands(I.Operands);
  for (Operand &O : Operands)
    O.Name = intern(O.Name);
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
  SmallSet<MemorySpace, 4> Paged;
  for (auto [I, A] : enumerate(F.Allocations)) {
    A.setValues(
        Values.slice(FirstValues[I], FirstValues[I + 1] - FirstValues[I]));
    A.setMaterializer(Source);
    for (Value &V : A.values())
      V.setAllocation(&A);
    if (A.getPage().value_or(0) != 0)
      Paged.insert(A.getMemorySpace());
  }
  for (Allocation &A : F.Allocations)
    A.setIsPaged(Paged.contains(A.getMemorySpace()));
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
