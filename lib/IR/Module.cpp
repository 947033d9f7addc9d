//===- Module.cpp - A buffer assignment in memory -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Module.h"
#include "hlomem/IR/HeapTrace.h"
#include "hlomem/IR/ProgramSource.h"

using namespace llvm;

namespace hlomem {

Materializer::~Materializer() = default;
Provenance::~Provenance() = default;
AssignmentRemap::~AssignmentRemap() = default;

Module::Module(ModuleFacts Facts, std::shared_ptr<Materializer> Source,
               std::unique_ptr<Provenance> Origin)
    : F(std::move(Facts)), Source(std::move(Source)), Origin(std::move(Origin)),
      Instructions(
          std::make_unique<InstructionCache>(*F.Shapes, this->Source.get())) {}

Module::~Module() = default;

Bytes Module::getTotalSize() const {
  Bytes Sum;
  for (const Allocation &A : allocations())
    Sum += A.getSize();
  return Sum;
}

Bytes Module::getPrintedTotal() const {
  uint64_t Sum = 0;
  for (const Allocation &A : allocations())
    Sum += A.getSize().count();
  return Bytes(Sum);
}

const Value *Module::findValue(uint64_t Id) const {
  // No value has such an id, and two of them mean something to the table.
  if (Id > INT64_MAX)
    return nullptr;
  auto MakeTable = [this] {
    DenseMap<uint64_t, const Value *> ById(values().size());
    for (const Value &V : values())
      ById.try_emplace(V.getId(), &V);
    return ById;
  };
  return ValuesById.get(MakeTable).lookup(Id);
}

const Value *Module::findValue(StringRef Instruction, ShapeIndex Index) const {
  ArrayRef<Value> Values = values();
  auto Hash = [](DefinitionKey Key) {
    return hashName(Key.second, hashName(Key.first));
  };
  auto Find = [Values](DefinitionKey Key) {
    return [Values, Key](uint32_t I) {
      return Values[I].getDefinition().getKey() == Key;
    };
  };
  auto MakeTable = [&] {
    NameTable Table;
    Table.reserve(Values.size());
    for (auto [I, V] : enumerate(Values)) {
      DefinitionKey Key = V.getDefinition().getKey();
      Table.insert(Hash(Key), I, Find(Key));
    }
    return Table;
  };
  DefinitionKey Key = {Instruction, Index.getText()};
  auto Found = ValuesByDefinition.get(MakeTable).find(Hash(Key), Find(Key));
  return Found ? &Values[*Found] : nullptr;
}

const Value *Module::findValue(HloPlace P) const {
  std::optional<uint64_t> Id = Source->findValueId(P);
  return Id ? findValue(*Id) : nullptr;
}

const Value *Module::findPrinted(StringRef Instruction) const {
  ArrayRef<Value> Values = values();
  auto IsOf = [Values](StringRef Name) {
    return [Values, Name](uint32_t I) {
      return Values[I].getInstructionName() == Name;
    };
  };
  auto MakeTable = [&] {
    NameTable Table;
    Table.reserve(Values.size());
    for (auto [I, V] : enumerate(Values)) {
      StringRef Name = V.getInstructionName();
      if (hasInstruction(V))
        Table.insert(hashName(Name), I, IsOf(Name));
    }
    return Table;
  };
  auto Found =
      Printed.get(MakeTable).find(hashName(Instruction), IsOf(Instruction));
  return Found ? &Values[*Found] : nullptr;
}

ArrayRef<const Allocation *> Module::allocationsIn(MemorySpace Space) const {
  ArrayRef<const Allocation *> All = BySpace.get([this] {
    std::vector<const Allocation *> List;
    for (const Allocation &A : allocations())
      List.push_back(&A);
    stable_sort(List, [](const Allocation *L, const Allocation *R) {
      return L->getMemorySpace() < R->getMemorySpace();
    });
    return List;
  });
  const auto *Begin = partition_point(All, [Space](const Allocation *A) {
    return A->getMemorySpace() < Space;
  });
  const auto *End = partition_point(All, [Space](const Allocation *A) {
    return A->getMemorySpace() <= Space;
  });
  return ArrayRef(Begin, End);
}

/// The numbers of those \p Values for which \p Counts holds, by their ids.
static std::vector<ValueOrder::Entry>
listById(ArrayRef<Value> Values, function_ref<bool(const Value &)> Counts) {
  std::vector<ValueOrder::Entry> Listed;
  for (auto [Number, V] : enumerate(Values))
    if (Counts(V))
      Listed.push_back(Number);
  llvm::stable_sort(Listed, [Values](auto A, auto B) {
    return Values[A].getId() < Values[B].getId();
  });
  return Listed;
}

ValueOrder Module::usedValuesById() const {
  return makeOrder(UsedById.get([this] {
    return listById(values(), [](const Value &V) { return V.isUsedValue(); });
  }));
}

ValueOrder Module::liveValuesById() const {
  return makeOrder(LiveById.get([this] {
    return listById(
        values(), [](const Value &V) { return V.getLiveRange().has_value(); });
  }));
}

const NameTable &Module::getTimesByName() const {
  return Times.get([this] { return NameTable::of(schedule()); });
}

std::optional<Time> Module::getTime(StringRef Instruction) const {
  return getTimesByName().find(hashName(Instruction), [&](uint32_t T) {
    return schedule()[T] == Instruction;
  });
}

const InstructionDetails *Module::getInstruction(const Value &V) const {
  if (!F.Instructions.empty()) {
    auto Known = F.Instructions.find(V.getInstructionName());
    if (Known != F.Instructions.end())
      return &Known->second;
  }
  if (V.getInstructionText().empty() && !V.isComputed())
    return nullptr;
  return &Instructions->get(*this, V);
}

BufferId Module::getAliasClass(const Value &V) const {
  if (!F.AliasClasses)
    return BufferId::none();
  auto Found = partition_point(*F.AliasClasses, [&V](const auto &Entry) {
    return Entry.first < V.getId();
  });
  bool IsTold = Found != F.AliasClasses->end() && Found->first == V.getId();
  return IsTold ? Found->second : BufferId::none();
}

Expected<std::shared_ptr<const ProgramSource>> Module::readProgram() const {
  if (!Source)
    return nullptr;
  return Source->readProgram();
}

Expected<std::shared_ptr<const HeapTraces>> Module::readHeapTraces() const {
  if (!Source)
    return nullptr;
  return Source->readHeapTraces(*this);
}

} // namespace hlomem
